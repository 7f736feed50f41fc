package cycle

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is one word of a folded text and what is known of its place.
type word struct {
	core    string // without the punctuation around it
	bracket bool   // it stood in brackets of its own
	comma   bool   // a comma followed
	drop    bool
}

// splitWords cuts a folded text at spaces.
func splitWords(s string) []word {
	words := make([]word, 0, 8+len(s)/5)
	for raw := range strings.FieldsSeq(s) {
		w := word{core: trimWord(raw)}
		if w.core == "" {
			continue
		}
		if first := raw[0]; first == '(' || first == '[' || first == '{' {
			w.bracket = strings.ContainsAny(raw[1:], ")]}")
		}
		w.comma = raw[len(raw)-1] == ','
		words = append(words, w)
	}
	return words
}

// trimWord removes the punctuation around a word, but not what belongs to it:
// the sign of a number, the dot of .env, the slash of a path, C++ and C#, %.
func trimWord(s string) string {
	if isAlphanumeric(s) {
		return s
	}
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if isWordCharacter(r) || startsWord(r, s[n:]) {
			break
		}
		s = s[n:]
	}
	for s != "" {
		r, n := utf8.DecodeLastRuneInString(s)
		if isWordCharacter(r) || endsWord(r, s[:len(s)-n]) {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

func isWordCharacter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.Sc, unicode.Sm)
}

// startsWord reports whether a sign at the beginning of a word belongs to it.
func startsWord(r rune, rest string) bool {
	if rest == "" {
		return r == '<' || r == '>' || r == '='
	}
	switch r {
	case '-', '+', '#':
		return isDigit(rest[0])
	case '.', '@':
		return isLower(rest[0])
	case '/':
		return rest[0] == '_' || rest[0] == '.' || isLower(rest[0]) || isDigit(rest[0])
	case '$', '<', '>', '=':
		return true
	}
	return false
}

// endsWord reports whether a sign at the end of a word belongs to it.
func endsWord(r rune, before string) bool {
	if before == "" {
		return r == '<' || r == '>' || r == '='
	}
	last := before[len(before)-1]
	switch r {
	case '%':
		return isDigit(last)
	case '+':
		return isLower(last) || last == '+'
	case '#':
		return len(before) == 1 && isLower(last)
	case '$', '<', '>', '=':
		return true
	}
	return false
}

// appendToken appends a word in the form in which wishes are compared: inner
// hyphens and other punctuation part it, what distinguishes names, versions,
// files and amounts stays.
func appendToken(b []byte, core string) []byte {
	if isAlphanumeric(core) {
		return append(b, core...)
	}
	start := len(b)
	for i, r := range core {
		switch {
		case isWordCharacter(r), strings.ContainsRune("./_:@#+=<>%$", r), i == 0:
			b = utf8.AppendRune(b, r)
		case r == '\'', r == ',' && i > 0 && isDigit(core[i-1]) && i+1 < len(core) && isDigit(core[i+1]):
		default:
			if len(b) > start && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
		}
	}
	for len(b) > start && b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// isAlphanumeric reports whether a word is ASCII letters and digits only.
func isAlphanumeric(s string) bool {
	for i := range len(s) {
		if !isLower(s[i]) && !isDigit(s[i]) {
			return false
		}
	}
	return true
}
