package cycle

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/classify/wordlist"
)

const (
	maxName    = 160 // columns of a terminal
	maxCutWord = 14  // bytes of a word that are left out of a name rather than cut
)

// namings turn the sentences that they match into names. In a form's out, $1 is the first submatch;
// if out ends in articleHere, the submatch gets an article.
var namings = formsOf("name")

const articleHere = "-a $1"

// ObstacleName returns what a person would call the obstacle that a sentence states: "needs a
// human signature", "feed returns 404", at most 160 columns wide. It is hostile text in
// the sentence's own words, printable and on one line; empty for a sentence without words.
func ObstacleName(sentence string) string { return nameOf(Core(sentence)) }

// plainMarks removes backquotes, makes quotation marks plain and spells contractions out.
var plainMarks = strings.NewReplacer("`", "", "’", "'", "‘", "'", "“", `"`, "”", `"`,
	"'m ", " am ", "’m ", " am ", "'re ", " are ", "’re ", " are ", "'ve ", " have ", "’ve ", " have ")

// nameOf returns the name of a bare sentence.
func nameOf(bare string) string {
	said := plainMarks.Replace(bare)
	said = strings.TrimSpace(dropPassing(dropAside(said)))
	if at := resetting().FindStringIndex(said); at != nil && at[0] > 0 {
		said = said[:at[0]]
	}
	if strings.Count(said, `"`) == 1 {
		said = strings.ReplaceAll(said, `"`, "")
	}
	if said == strings.ToUpper(said) && strings.Contains(said, " ") {
		said = strings.ToLower(said)
	}
	said = lowerFirst(said)
	lower := strings.ToLower(said)
	for i := range namings {
		n := &namings[i]
		m := n.find(said, lower)
		if m == nil {
			continue
		}
		if verb, ok := strings.CutSuffix(n.out, articleHere); ok {
			said = verb + " " + withArticle(said[m[2]:m[3]])
		} else {
			said = string(n.pattern().ExpandString(nil, n.out, said, m))
		}
		break
	}
	said = lowerFirst(said)
	if rest, ok := strings.CutPrefix(said, "the "); ok {
		said = rest
	}
	return cutName(said)
}

// resetting matches what is left at the end of a sentence of when a limit ends, without its time of day:
// tasks that met one limit are one cause.
var resetting = wordlist.Pattern(`(?i)\s*[·∙,;|–-]+\s*resets?(?: at| on)?(?: [a-z]{3,9}(?: \d{1,2}(?:st|nd|rd|th)?)?)?(?:\s*\([^()]*\))?\s*$`)

// aside matches a remark in brackets.
var aside = wordlist.Pattern(`\s*\([^()]*\)`)

// dropAside removes remarks in brackets that hold identifiers, numbers or times and at most one
// other word.
func dropAside(s string) string {
	if !strings.Contains(s, "(") {
		return s
	}
	return aside().ReplaceAllStringFunc(s, func(remark string) string {
		passing, others := 0, 0
		words := splitWords(fold(remark))
		for i, w := range words {
			core := strings.Trim(w.core, "#")
			switch {
			case isStatusCode(core):
				return remark
			case core != w.core, isDate(core), isClock(core), isHex(core), isDigits(core) && (len(core) > 4 || i > 0 && numbered[words[i-1].core]):
				passing++
			case !numbered[core]:
				others++
			}
		}
		if passing > 0 && others < 2 {
			return ""
		}
		return remark
	})
}

// dropPassing removes identifiers and times, which are not the same when the obstacle is met again.
func dropPassing(s string) string {
	var kept []string
	for w := range strings.FieldsSeq(s) {
		core := trimWord(fold(w))
		counted := len(kept) > 0 && numbered[fold(kept[len(kept)-1])] && isDigits(core)
		if !counted && !isDate(core) && !isClock(core) && (!isHex(core) || isDigits(core)) {
			kept = append(kept, w)
			continue
		}
		for len(kept) > 0 && (beforeTime[fold(kept[len(kept)-1])] || numberOf[fold(kept[len(kept)-1])]) {
			kept = kept[:len(kept)-1]
		}
		if len(kept) > 0 && numbered[fold(kept[len(kept)-1])] {
			kept = kept[:len(kept)-1]
		}
	}
	return strings.Join(kept, " ")
}

// lowerFirst writes the first word in lower case if it has its capital only because it begins a
// sentence, which is so for the ordinary words of obstacles.
func lowerFirst(s string) string {
	first, rest, _ := strings.Cut(s, " ")
	word := strings.ToLower(first)
	plain := trimWord(fold(word))
	if first != strings.ToUpper(first) || first == "A" {
		if stop[plain] || stop[strings.ReplaceAll(plain, "'", "")] || soft[plain] || namedFirst[plain] {
			return strings.TrimSpace(word + " " + rest)
		}
	}
	return s
}

// namedFirst are ordinary words with which sentences about obstacles begin; uncounted takes
// no article.
var namedFirst, uncounted, determiners = lists.Set("first"), lists.Set("uncounted"), lists.Set("determiner")

// withArticle puts "a" or "an" before a thing that has no article and is one of many.
func withArticle(thing string) string {
	words := strings.Fields(thing)
	end := len(words)
	for i, w := range words {
		if beforeTime[fold(w)] || linking[fold(w)] {
			end = i
			break
		}
	}
	if end == 0 {
		return thing
	}
	first, head := fold(words[0]), trimWord(fold(words[end-1]))
	switch {
	case determiners[first], uncounted[head], isName(head), strings.ContainsAny(head, digits), strings.ContainsFunc(head, isNoLetter),
		singular(head) != head, strings.HasSuffix(head, "ing"), unicode.IsUpper(firstRune(words[end-1])):
		return thing
	case strings.IndexByte("aeio", first[0]) >= 0:
		return "an " + thing
	}
	return "a " + thing
}

// linking are the words that follow the thing that is needed.
var linking = lists.Set("linking")

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// cutName cuts a name to its columns, between words unless the last one is long.
func cutName(s string) string {
	columns, blank := 0, 0
	for i, r := range s {
		if r == ' ' {
			blank = i
		}
		columns++
		if r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.So) || r >= 0xff00 && r <= 0xff60 {
			columns++
		}
		if columns > maxName-1 && len(s) > i+utf8.RuneLen(r) {
			if blank < i-maxCutWord {
				blank = i
			}
			return strings.TrimRight(s[:blank], " ,;:-–—(") + "…"
		}
	}
	return s
}
