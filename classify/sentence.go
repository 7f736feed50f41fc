package classify

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/model"
)

// finalWords returns the message in plain words, bounded.
func finalWords(in *Input) string {
	said, _ := in.Message()
	return plainWords(said)
}

// maxWords bounds in bytes how much of a text is searched for claims.
const maxWords = 16 << 10

// plainWords returns a text in lower case with plain apostrophes, bounded.
func plainWords(s string) string {
	return strings.ToLower(strings.ReplaceAll(s[:min(len(s), maxWords)], "’", "'"))
}

// quoteClaim returns, as evidence, the sentence of the message around a position in
// its plain words.
func quoteClaim(in *Input, at int) model.Evidence {
	said, where := in.Message()
	from, to := sentence(said, unplain(said, at))
	return quote(where, said[from:to])
}

// unplain maps a position in the plain words of a text to one in the text.
func unplain(s string, at int) int {
	for i, r := range s {
		if at <= 0 {
			return i
		}
		if at--; r != '’' {
			at -= utf8.RuneLen(unicode.ToLower(r)) - 1
		}
	}
	return len(s)
}

// sentence returns the bounds of the sentence around a position.
func sentence(s string, at int) (from, to int) {
	at = min(at, len(s))
	from = strings.LastIndexAny(s[:at], "\n!?")
	if dot := strings.LastIndex(s[:at], ". "); dot > from {
		from = dot
	}
	from++
	to = len(s)
	if n := strings.IndexAny(s[at:], "\n!?"); n >= 0 {
		to = at + n
	}
	if n := strings.Index(s[at:to], ". "); n >= 0 {
		to = at + n + 1
	}
	return from, to
}

// closingQuestion returns the question that the message ends with, or "".
func closingQuestion(in *Input) string {
	said, _ := in.Message()
	said = strings.TrimRight(said, " \t\r\n*_`")
	if !strings.HasSuffix(said, "?") {
		return ""
	}
	from, _ := sentence(said, len(said)-1)
	return strings.TrimSpace(said[from:])
}
