package cycle

import "strings"

// retryWords are the words of a note like "(retry 2 of 3)". One with true makes it
// such a note; the others may stand beside it.
var retryWords = map[string]bool{
	"retry": true, "retries": true, "retrying": true, "retried": true, "attempt": true, "try": true, "take": true,
	"rerun": true, "requeue": true, "requeued": true, "again": true, "redo": true, "repeat": true, "resubmitted": true,
	"of": false, "no": false, "nr": false, "number": false, "re": false, "run": false, "the": false,
	"first": false, "second": false, "third": false, "fourth": false, "fifth": false,
	"1st": false, "2nd": false, "3rd": false, "4th": false, "5th": false,
}

var replyWords = map[string]bool{"re": true, "fwd": true, "fw": true, "aw": true, "wg": true, "sv": true}

// isRetryNote reports whether a folded phrase says only that something is tried
// again.
func isRetryNote(s string) bool {
	if len(s) > 40 {
		return false
	}
	core, words, run, num := false, 0, false, false
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !isWordRune(r) }) {
		makes, known := retryWords[w]
		if !known && !isDigits(w) {
			return false
		}
		core = core || makes
		run, num = run || w == "run", num || isDigits(w)
		words++
	}
	return words > 0 && (core || run && (num || words > 1))
}

func isWordRune(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= 0x80
}

// dropRetryNotes removes retry notes in brackets, reply and retry prefixes, and
// retry suffixes after a separator, from a folded text.
func dropRetryNotes(s string) string {
	s = dropBracketed(s)
	for {
		head, rest, ok := strings.Cut(s, ":")
		if !ok || !isReply(head) && !isRetryNote(head) {
			break
		}
		s = rest
	}
	for {
		i := lastSeparator(s)
		if i < 0 || !isRetryNote(s[i+1:]) {
			return s
		}
		s = s[:i]
	}
}

// isReply reports whether a heading is that of an answered or forwarded
// message, such as "re" or "re[2]".
func isReply(head string) bool {
	words := 0
	for w := range strings.FieldsFuncSeq(head, func(r rune) bool { return !isWordRune(r) }) {
		if words == 0 && !replyWords[w] || words > 0 && !isDigits(w) {
			return false
		}
		words++
	}
	return words > 0
}

// lastSeparator finds the last comma, semicolon, colon, bar or free-standing
// dash; -1 when there is none.
func lastSeparator(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ',', ';', ':', '|':
			return i
		case '-':
			if i > 0 && s[i-1] == ' ' && i+1 < len(s) && s[i+1] == ' ' {
				return i
			}
		}
	}
	return -1
}

// dropBracketed removes every bracketed phrase that is a retry note.
func dropBracketed(s string) string {
	if !strings.ContainsAny(s, "([{") {
		return s
	}
	var b strings.Builder
	for {
		open := strings.IndexAny(s, "([{")
		if open < 0 {
			break
		}
		size := strings.IndexAny(s[open+1:], "()[]{}")
		if size < 0 {
			break
		}
		end := open + 1 + size
		if strings.IndexByte(")]}", s[end]) >= 0 && isRetryNote(s[open+1:end]) {
			b.WriteString(s[:open])
			b.WriteByte(' ')
			s = s[end+1:]
			continue
		}
		b.WriteString(s[:open+1])
		s = s[open+1:]
	}
	b.WriteString(s)
	return b.String()
}
