package cycle

import (
	"cmp"
	_ "embed" // the patterns
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/classify/escapes"
	"notdone/classify/wordlist"
	"notdone/model"
)

//go:embed patterns.txt
var patternFile string

var patternRows = wordlist.Rows(patternFile)

// maxLabel bounds in bytes what stands before or behind a sentence and is no part of it.
const maxLabel = 64

// The words that stand around a sentence: labels and courtesy, and those that may stand
// beside one of them.
var wrapWords, besideWrap = lists.Set("wrap"), lists.Set("wrap-beside")

// Core returns the part of a sentence that says what the obstacle is, in its own letters
// and on one line: without labels ("BLOCKED —", "reason:"), courtesy, counts of attempts,
// identifiers and moments around it, and without what follows from the obstacle. It is
// empty for a text without words.
func Core(sentence string) string {
	s := strings.Map(printable, strings.ToValidUTF8(escapes.Strip(model.Truncate(sentence, maxObstacle)), ""))
	s = strings.Join(strings.Fields(tag().ReplaceAllString(emphasis().ReplaceAllString(s, "$1"), " ")), " ")
	s = bracketed().ReplaceAllStringFunc(s, func(phrase string) string {
		if isWrapping(phrase[1 : len(phrase)-1]) {
			return " "
		}
		return phrase
	})
	s = unwrapEnd(unwrapStart(strings.Join(strings.Fields(s), " ")))
	for inner, ok := unquote(s); ok; inner, ok = unquote(s) {
		s = unwrapEnd(unwrapStart(inner))
	}
	return decisiveClause(s)
}

// unquote returns what stands in quotes, where that is the whole of a text of several words.
func unquote(s string) (inner string, ok bool) {
	for _, marks := range [...][2]string{{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"‘", "’"}, {"(", ")"}} {
		rest, opened := strings.CutPrefix(s, marks[0])
		inner, closed := strings.CutSuffix(rest, marks[1])
		within := strings.Trim(inner, marks[0]+marks[1])
		if opened && (closed || !strings.Contains(rest, marks[1])) && strings.Contains(within, " ") && !strings.Contains(within, marks[1]) {
			return inner, true
		}
	}
	return s, false
}

// emphasis matches what stands between marks of bold type, and tag a mark of a language like
// HTML.
var (
	emphasis = wordlist.Pattern(`\*\*([^*]+)\*\*`)
	tag      = wordlist.Pattern(`</?[a-z][a-z0-9_-]{0,20}(?:\s+[\w:-]{1,40}=(?:"[^"]*"|'[^']*'))*\s*/?>`)
)

// printable maps white space to blanks and drops what cannot be shown.
func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == '：':
		return ':'
	case !unicode.IsPrint(r):
		return -1
	}
	return r
}

// labelEnd is what parts a label from the sentence behind it, and tailStart a remark
// from the one before it.
var (
	labelEnd  = wordlist.Pattern(`^[^:|=>—–\],]*?(?:: |, |:|=>|->|→|=|\||—|–|\]| -{1,2} )`)
	tailStart = wordlist.Pattern(`[.!]+ |[,;|。，；！]+ ?| [-–—]{1,2} | ?[—–] ?`)
)

// unwrapStart removes marks, moments, identifiers and labels from the beginning.
func unwrapStart(s string) string {
	for {
		bare := strings.TrimLeftFunc(s, isNoStart)
		first, rest, _ := strings.Cut(bare, " ")
		if word := trimWord(fold(first)); hasWord(rest) && (isDate(word) || isClock(word) || isShouted(first)) {
			s = rest
			continue
		}
		head := labelEnd().FindString(bare)
		listed := strings.HasSuffix(head, ", ") && isTaskID(trimWord(fold(head)))
		if head != "" && len(head) <= maxLabel && !listed && isWrapping(head) && hasWord(bare[len(head):]) {
			s = bare[len(head):]
			continue
		}
		return bare
	}
}

// isShouted reports whether a word is a label in capitals, as before a line of a log.
func isShouted(word string) bool {
	return len(word) > 3 && word == strings.ToUpper(word) && wrapWords[trimWord(fold(word))]
}

// unwrapEnd removes remarks and courtesy from the end.
func unwrapEnd(s string) string {
	for {
		s = strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".!,;:…-–—。！，；", r) })
		if rest, ok := cutStrayQuote(s); ok {
			s = rest
			continue
		}
		all := tailStart().FindAllStringIndex(s, -1)
		if len(all) == 0 {
			return s
		}
		at := all[len(all)-1][0]
		if tail := s[at:]; len(tail) > maxLabel || !isWrapping(tail) || !hasWord(s[:at]) {
			return s
		}
		s = s[:at]
	}
}

// cutStrayQuote removes a closing quote that no opening one belongs to.
func cutStrayQuote(s string) (rest string, ok bool) {
	for opening, closing := range map[string]string{"“": "”", "«": "»", `"`: `"`} {
		rest, ok = strings.CutSuffix(s, closing)
		if ok && (opening != closing && !strings.Contains(rest, opening) || opening == closing && strings.Count(rest, closing)%2 == 0) {
			return rest, true
		}
	}
	return s, false
}

// isNoStart reports whether a sentence cannot begin with a rune.
func isNoStart(r rune) bool {
	return !unicode.In(r, unicode.L, unicode.N, unicode.Sc) && !strings.ContainsRune("#@/.'\"`“‘«„(<~$", r)
}

func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) })
}

// isWrapping reports whether a text holds only labels, courtesy, counts, identifiers
// and moments.
func isWrapping(s string) bool {
	words, said := splitWords(fold(s)), false
	markTimes(words)
	for i, w := range words {
		timed := i+1 < len(words) && units[words[i+1].core]
		for part := range strings.FieldsFuncSeq(w.core, func(r rune) bool { return strings.ContainsRune("_-/=:[]()", r) }) {
			part = strings.Trim(part, "'#")
			core := wrapWords[part] || wrapWords[w.core] || retryWords[part]
			passing := w.drop || isVolatile(w.core) || isTaskID(w.core) || isDigits(part)
			if !core && !passing && !besideWrap[part] && !besideRetry[part] || isStatusCode(part) && !timed {
				return false
			}
			said = said || core || passing
		}
	}
	return said || len(words) == 0
}

// statusCodes are the codes of HTTP that say what is wrong.
var statusCodes = lists.Set("status-code")

func isStatusCode(s string) bool { return len(s) == 3 && statusCodes[s] }

// causes find the clause that says why, behind one that says what follows from it; follows
// finds where a clause begins that says what follows.
var causes, follows = formsOf("cause"), formsOf("follows")

// form is a pattern, and words without one of which it fits nothing. They spare most
// sentences the pattern.
type form struct {
	out     string // what stands before the arrow of its row; may be empty
	hints   []string
	pattern func() *wordlist.Expression
}

// formsOf returns the forms of the rows of a name, which are written
// "OUT <= [HINT HINT ...] PATTERN", with the first two parts left out where there are none.
func formsOf(name string) (all []form) {
	for _, row := range patternRows[name] {
		f := form{}
		if out, rest, ok := strings.Cut(row, " <= "); ok {
			f.out, row = out, rest
		}
		if hints, rest, ok := strings.Cut(strings.TrimPrefix(row, "["), "] "); ok && row[0] == '[' {
			f.hints, row = strings.Fields(hints), rest
		}
		parts := maps.Clone(patternRows)
		parts[name] = []string{"(?i)" + row}
		f.pattern = parts.Pattern(name)
		all = append(all, f)
	}
	return all
}

// find returns the places of the form in a text, which is given in lower case too; nil where
// it does not fit.
func (f *form) find(s, lower string) []int {
	if len(f.hints) > 0 && !slices.ContainsFunc(f.hints, func(hint string) bool { return strings.Contains(lower, hint) }) {
		return nil
	}
	return f.pattern().FindStringSubmatchIndex(s)
}

// decisiveClause returns the clause of a sentence that says what is in the way.
func decisiveClause(s string) string {
	lower := strings.ToLower(s)
	for i := range causes {
		if m := causes[i].find(s, lower); m != nil && isTelling(s[m[2]:m[3]]) {
			of, _ := weighKind(s[m[2]:m[3]])
			if all, _ := weighKind(s); of != model.KindUnknown || all == model.KindUnknown {
				s = s[m[2]:m[3]]
				lower = strings.ToLower(s)
			}
		}
	}
	for i := range follows {
		if at := follows[i].find(s, lower); at != nil && isTelling(s[:at[0]]) {
			s = s[:at[0]]
		}
	}
	return strings.TrimRight(s, " ,;:-–—")
}

// guess is the weight of rows of kinds that fit sentences of all sorts.
const guess = 4

// names reports whether a bare sentence of a kind names what is in the way.
func names(kind model.ObstacleKind, bare string) bool {
	return len(contentBut(kind, tokens(fold(bare)), soft)) > 0
}

// isTelling reports whether a clause has words that tell what it is about.
func isTelling(clause string) bool {
	return len(content(model.KindUnknown, tokens(fold(clause)))) > 0
}

// Decisive returns the sentence of a text that states its obstacle: the one in which the table
// of kinds finds most, of equal ones the first. It is the text itself where that is one sentence,
// and where no sentence both has words of the table and names something. Of data, tables and
// fenced code the texts are the sentences; where none decides, it is the longest one. Escape
// sequences of terminals are left out.
func Decisive(text string) string {
	text = escapes.Strip(text)
	opened, structured := openStructure(text)
	all := sentences(opened)
	switch len(all) {
	case 0: // nothing but the marks of structure
		return text
	case 1:
		return opened
	}
	best, most := text, 0
	if structured {
		best = slices.MaxFunc(all, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	}
	for _, s := range all {
		bare := Core(s)
		if bare == "" || isWrapping(s) {
			continue
		}
		kind, weight := weighKind(bare)
		if weight > most && names(kind, bare) {
			best, most = s, weight
		}
	}
	return best
}

// sentences cuts a text at the ends of lines and behind full stops, question marks and
// exclamation marks that a blank follows.
func sentences(text string) (all []string) {
	for line := range strings.Lines(strings.ToValidUTF8(model.Truncate(text, maxObstacle), "")) {
		from := 0
		for i, r := range line {
			next := i + utf8.RuneLen(r)
			if strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && next < len(line) && line[next] == ' ' && !isInitial(line[from:i]) {
				all, from = append(all, line[from:next]), next
			}
		}
		all = append(all, line[from:])
	}
	return all
}

// isInitial reports whether a full stop after a text belongs to a short form.
func isInitial(before string) bool {
	word := before[strings.LastIndexByte(before, ' ')+1:]
	return len(word) < 2 || shortForms[strings.ToLower(word)]
}

var shortForms = lists.Set("short-form")
