package classify

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/model"
)

// finalWords are the newest words of the run that a log shows, in lower case
// with plain apostrophes, at most as many as matter.
func finalWords(in *Input) string {
	said, _ := in.Message()
	return plainWords(said)
}

// maxWords bounds how much of a text is looked at for claims, in bytes.
const maxWords = 16 << 10

func plainWords(s string) string {
	return strings.ToLower(strings.ReplaceAll(s[:min(len(s), maxWords)], "’", "'"))
}

// quoteClaim is the sentence of the message that holds a position in its plain
// words, as evidence.
func quoteClaim(in *Input, at int) model.Evidence {
	said, where := in.Message()
	from, to := sentence(said, unplain(said, at))
	return quote(where, said[from:to])
}

// unplain returns where in a text that stands which stands at a position of its
// plain words.
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

// sentence returns where the sentence around a position begins and ends.
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

// closingQuestion is the question that the message ends with; empty: it ends
// with none.
func closingQuestion(in *Input) string {
	said, _ := in.Message()
	said = strings.TrimRight(said, " \t\r\n*_`")
	if !strings.HasSuffix(said, "?") {
		return ""
	}
	from, _ := sentence(said, len(said)-1)
	return strings.TrimSpace(said[from:])
}
