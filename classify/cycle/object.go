package cycle

import (
	"cmp"
	"slices"
	"strings"

	"notdone/classify/escapes"
	"notdone/classify/wordlist"
	"notdone/model"
)

// token is a piece of an obstacle's text: an ordinary word, or a name that says
// which thing is meant.
type token struct {
	text string // normalised
	said string // as the text has it, folded
	name bool
	id   bool // a generated identifier with a prefix, as tasks have
}

// tokens splits a folded text into tokens.
func tokens(s string) []token {
	var out []token
	for s != "" {
		i, j := nextQuoted(s)
		out = appendWords(out, s[:i])
		if i == len(s) {
			break
		}
		inner := s[i+1 : j]
		switch named := object(inner); {
		case strings.Count(strings.TrimSpace(inner), " ") < 6 && named != "":
			out = append(out, token{text: named, said: inner, name: true})
		default:
			out = appendWords(out, inner)
		}
		s = s[j+1:]
	}
	return out
}

// nextQuoted finds the next code span or quotation: the offsets of its opening
// and closing marks, or twice the length when there is none. An apostrophe
// inside a word opens nothing.
func nextQuoted(s string) (start, end int) {
	for i := 0; i < len(s); i++ {
		q := s[i]
		if q != '`' && q != '"' && q != '\'' {
			continue
		}
		if q == '\'' && i > 0 && (isLower(s[i-1]) || isDigit(s[i-1]) || s[i-1] >= 0x80) {
			continue
		}
		n := strings.IndexByte(s[i+1:], q)
		if n > 0 && n <= 80 {
			return i, i + 1 + n
		}
	}
	return len(s), len(s)
}

func appendWords(out []token, s string) []token {
	for _, w := range splitWords(s) {
		if isTaskID(w.core) {
			out = append(out, token{text: w.core, said: w.core, id: true})
			continue
		}
		if !isName(w.core) {
			for part := range strings.FieldsSeq(string(appendToken(nil, w.core))) {
				out = append(out, token{text: orSynonym(part), said: part})
			}
			continue
		}
		if named := object(w.core); named != "" {
			out = append(out, token{text: named, said: w.core, name: true})
		}
	}
	return out
}

// orSynonym returns the word that stands for a word in keys: itself, or a synonym.
func orSynonym(s string) string { return cmp.Or(synonyms[s], synonyms[singular(s)], singular(s)) }

// singular returns an English word without the ending of a plural.
func singular(s string) string {
	stem, plural := strings.CutSuffix(s, "s")
	if !plural || len(s) < 4 || strings.IndexByte("sui", stem[len(stem)-1]) >= 0 || strings.ContainsFunc(s, isNoLetter) {
		return s
	}
	if y, ok := strings.CutSuffix(stem, "ie"); ok && len(y) > 2 {
		return y + "y"
	}
	return stem
}

func isNoLetter(r rune) bool { return r < 'a' || r > 'z' }

// isName reports whether a word by its form names one thing: a path, an
// address, a host or file, an identifier with underscores, a numbered issue.
func isName(s string) bool {
	switch {
	case isVolatile(s):
		return false
	case strings.Contains(s, "://"), strings.HasPrefix(s, "/") && len(s) > 1, strings.HasPrefix(s, "@") && len(s) > 1:
		return true
	case strings.Contains(s, "/"):
		for part := range strings.SplitSeq(s, "/") {
			if !slashed[part] && !stop[part] && part != "" {
				return true
			}
		}
		return false
	case strings.Contains(s, "@"), strings.Contains(s, "_"):
		return true
	case strings.Contains(s, "#"):
		_, n, _ := strings.Cut(s, "#")
		return isDigits(n)
	}
	return isDotted(s) || isTicket(s)
}

// isTaskID reports whether s is a generated identifier with a prefix, as tasks
// have.
func isTaskID(s string) bool {
	i := strings.IndexAny(s, "_-")
	return i > 0 && isAlphanumeric(s[:i]) && isLower(s[0]) && isGenerated(s)
}

// isDotted reports whether s is a host, an address or a file name.
func isDotted(s string) bool {
	if host, port, ok := strings.Cut(s, ":"); ok && isDigits(port) {
		return isDotted(host) || host == "localhost"
	}
	if strings.HasPrefix(s, ".") {
		return len(s) > 2
	}
	i := strings.LastIndexByte(s, '.')
	if i < 1 || i == len(s)-1 || s == "e.g" || s == "i.e" || s == "a.m" || s == "p.m" {
		return s == "localhost"
	}
	last := s[i+1:]
	if isDigits(last) {
		return strings.Count(s, ".") == 3 || s[0] == 'v'
	}
	return len(last) <= 10 && isLower(last[0])
}

// isTicket reports whether s is a tracker's key such as mig-002.
func isTicket(s string) bool {
	project, n, ok := strings.Cut(s, "-")
	return ok && isDigits(n) && len(n) <= 6 && len(project) >= 2 && len(project) <= 10 && isAlphanumeric(project) && isLower(project[0])
}

// object normalises a name; it is empty for one that names no thing.
func object(s string) string {
	s = strings.TrimSpace(s)
	if _, rest, ok := strings.Cut(s, "://"); ok && !strings.Contains(s, " ") {
		s, _, _ = strings.Cut(rest, "?")
		s, _, _ = strings.Cut(s, "#")
	} else if rest, ok := strings.CutPrefix(s, "git@"); ok {
		s = strings.Replace(rest, ":", "/", 1)
	}
	if strings.Contains(s, " ") {
		return phrase(s)
	}
	s = trimPosition(trimWord(s))
	s = strings.TrimSuffix(strings.TrimRight(s, "/"), ".git")
	if i := strings.LastIndexByte(s, ':'); i > 0 && isDigits(s[i+1:]) {
		return maskVolatile(s[:i]) + s[i:] // a port
	}
	s = maskVolatile(s)
	if first, second, ok := strings.Cut(s, "/"); ok && first != "" && !strings.ContainsAny(second, "/.") && !strings.ContainsAny(first, ".~*") {
		// Two plain parts are written with a space by others.
		return join([]string{orSynonym(first), orSynonym(second)})
	}
	if stop[s] || strings.Trim(s, "*") == "" {
		return ""
	}
	return orSynonym(s)
}

// phrase normalises a quotation of several words.
func phrase(s string) string {
	var parts []string
	for _, t := range appendWords(nil, s) {
		if t.name || !isStop(t) && (!isVolatile(t.text) || isDigits(t.text)) {
			parts = append(parts, t.text)
		}
	}
	return join(parts)
}

// trimPosition removes line and column numbers after a file, and the port of a
// connection's own end, which changes each time.
func trimPosition(s string) string {
	for {
		i := strings.LastIndexByte(s, ':')
		if i <= 0 {
			return s
		}
		n := number(s[i+1:])
		if n < 0 || n < 32768 && isHost(s[:i]) {
			return s
		}
		s = s[:i]
	}
}

// isHost reports whether s, before a colon and a number, is a host, so that the
// number is a port and not a position in a file.
func isHost(s string) bool {
	if s == "localhost" || strings.Count(s, ".") >= 2 && !strings.Contains(s, "/") {
		return true
	}
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return !strings.Contains(s, "/")
	}
	return domains[s[i+1:]]
}

// join joins words without repetition, the shortest first, so that their order in
// the text makes no difference.
func join(words []string) string {
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
	return strings.Join(slices.Compact(words), " ")
}

// isVolatile reports whether a folded word changes from one occurrence of the
// same thing to the next: counts, durations, sizes, amounts, moments, hashes
// and generated identifiers.
func isVolatile(s string) bool {
	return strings.ContainsAny(s, digits) && (isDate(s) || isClock(s) || quantity().MatchString(s) || isHex(s) || isGenerated(s))
}

// quantity is a number with at most a unit: 3, 1.5s, 640ms, $30.05, 90/90, 50%, 12mb,
// 2nd, 3x, 1h30m, +5.
var quantity = wordlist.Pattern(`^(?:[-+$€£<>=~][-+$€£#<>=~]*)?(?:\d[\d.,/]*` +
	`(?:%|\$|€|£|x|st|nd|rd|th|ns|us|µs|μs|ms|s|secs?|m|mins?|h|hrs?|d|days|w|b|k|[kmgt]i?b|usd|eur)?)+$`)

// isHex reports whether s is a hash, a uuid or a similar hexadecimal
// identifier: at least seven digits of which one is decimal, in parts.
func isHex(s string) bool {
	s = strings.TrimPrefix(s, "0x")
	return strings.Trim(s, digits+"abcdef-") == "" && len(s)-strings.Count(s, "-") >= 7 && strings.ContainsAny(s, digits)
}

// isGenerated reports whether s looks made up by a machine: a prefix and a
// hash, or long with digits and letters mixed.
func isGenerated(s string) bool {
	if i := strings.LastIndexAny(s, "_-:"); i > 0 && i <= 10 && len(s)-i > 6 && (isHex(s[i+1:]) || countChanges(s[i+1:]) >= 3) {
		return true
	}
	return len(s) >= 10 && countChanges(s) >= 4
}

// countChanges counts the changes between letters and digits in a word of only those;
// it is 0 for any other word.
func countChanges(s string) int {
	n := 0
	for i := range len(s) {
		if !isDigit(s[i]) && !isLower(s[i]) {
			return 0
		}
		if i > 0 && isDigit(s[i]) != isDigit(s[i-1]) {
			n++
		}
	}
	return n
}

// wordPart is a run of letters and digits, with the mask of one before it.
var wordPart = wordlist.Pattern(`\*?[0-9a-z]+`)

// maskVolatile replaces the volatile parts inside a path, host or code: long runs of
// digits and hexadecimal ones become "*".
func maskVolatile(s string) string {
	return wordPart().ReplaceAllStringFunc(s, func(masked string) string {
		part := strings.TrimPrefix(masked, "*")
		long := isDigits(part) && len(part) >= 4 && !isYear(part)
		hex := isHex(part) && !strings.HasPrefix(part, "0x")
		if long || hex || len(part) >= 10 && countChanges(part) >= 4 {
			return "*"
		}
		return masked
	})
}

// isCode reports whether a word after another is a short number that is a code and no
// count.
func isCode(prev, s string) bool { return len(s) <= 3 && codeNames[prev] && isDigits(s) }

// NormalError returns an error text in the form in which errors are compared:
// case, spacing, numbers and generated identifiers make no difference, codes
// and signals do. It is at most 200 bytes long and printable; empty for a text
// without words.
func NormalError(text string) string {
	var words []string
	prev := ""
	for _, w := range splitWords(fold(escapes.Strip(model.Truncate(text, 1<<10)))) {
		switch {
		case isCode(prev, w.core):
			words = append(words, w.core)
		case isVolatile(w.core):
			words = append(words, "*")
		default:
			words = append(words, maskVolatile(w.core))
		}
		prev = w.core
	}
	return strings.TrimSpace(model.Truncate(strings.Join(words, " "), 200))
}
