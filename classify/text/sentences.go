package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentenceLimit is the length in bytes at which a sentence is cut at the next
// blank, or anywhere after twice as many.
const sentenceLimit = 500

// sentence is one sentence, in byte offsets into the message. Its text is valid
// UTF-8: a byte that is not ends it.
type sentence struct {
	start, end int
	from, to   int // its words
	para       int
	shape      shape
	counts     bool // it has a word that may be a number
	last       byte // its last byte apart from closing quotes and emphasis
}

// mayCut are the bytes at which a sentence may end that is not too long.
var mayCut = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= utf8.RuneSelf || strings.IndexByte("`.!?,", byte(c)) >= 0
	}
	return t
}()

func splitSentences(message string, p piece, out []sentence) []sentence {
	begin := p.start
	cut := func(end, next int) {
		if s, ok := trimSentence(message, begin, end); ok {
			s.para, s.shape = p.para, p.shape
			out = append(out, s)
		}
		begin = next
	}
	for i := p.start; i < p.end; {
		c := message[i]
		long := i - begin
		if long <= sentenceLimit && !mayCut[c] {
			i++
			continue
		}
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(message[i:p.end])
			if r == utf8.RuneError && n == 1 {
				cut(i, i+1)
			} else if isFullWidthStop(r) {
				n = skipClosers(message, i+n, p.end) - i
				cut(i+n, i+n)
			} else if (r == '，' || r == '、') && turns(message[begin:i], message[i+n:p.end]) {
				cut(i+n, i+n)
			} else if long > 2*sentenceLimit {
				cut(i+n, i+n)
			}
			i += n
			continue
		case c == '`':
			if n := codeSpanLength(message[i:p.end]); n > 0 {
				i += n
				continue
			}
		case c == '.' && leaderLength(message[begin:p.end], i-begin) > 0:
			i += leaderLength(message[begin:p.end], i-begin)
			continue
		case c == '.' || c == '!' || c == '?':
			end := skipClosers(message, i+1, p.end)
			if end == p.end || endsSentence(message, begin, i, end, p.end) {
				cut(end, end)
				i = end
				continue
			}
		case c == ',' && turns(message[begin:i], message[i+1:p.end]):
			cut(i+1, i+1)
		case long > sentenceLimit && (c == ' ' || c == '\n') || long > 2*sentenceLimit:
			cut(i, i)
		}
		i++
	}
	cut(p.end, p.end)
	return out
}

// leastLeader is how many dots lead from a name to its number, "cleaning ...... 6".
const leastLeader = 3

// leaderLength returns how many dots lead from there to a number in the same line; 0 where none do.
func leaderLength(text string, at int) int {
	n := 0
	for n < len(text)-at && text[at+n] == '.' {
		n++
	}
	rest := strings.TrimLeft(text[at+n:], " ")
	if n < leastLeader || at == 0 || text[at-1] != ' ' || rest == "" || rest[0] < '0' || rest[0] > '9' {
		return 0
	}
	return n
}

// turns reports whether a clause that says the contrary of what stands before it begins
// after a comma, in a script with long sentences: what each clause says is weighed by itself.
func turns(before, after string) bool {
	after = strings.TrimPrefix(after, " ")
	if after == "" || after[0] < utf8.RuneSelf {
		return false
	}
	return hasAnyPrefix(after, contraryStarts) || slices.ContainsFunc(contraryEnds, func(end string) bool { return strings.HasSuffix(before, end) })
}

// endsSentence reports whether the stop at dot, whose closing marks end at end, ends
// a sentence that began at begin.
func endsSentence(message string, begin, dot, end, limit int) bool {
	next := message[end]
	if next >= utf8.RuneSelf && message[dot] != '.' {
		r, _ := utf8.DecodeRuneInString(message[end:limit])
		return isCharacter(r) // no blank parts the sentences
	}
	if next != ' ' && next != '\n' && next != '\t' && next != '\r' {
		return false
	}
	if message[dot] != '.' {
		return true
	}
	rest := message[skipBlanks(message, end, limit):limit]
	if r, _ := utf8.DecodeRuneInString(rest); unicode.IsLower(r) {
		return false
	}
	from := dot
	for from > max(begin, dot-8) && !isBlank(message[from-1]) && message[from-1] != '(' {
		from--
	}
	return !abbreviations[strings.ToLower(message[from:dot])]
}

// isBlank reports whether a byte is a blank between words or lines.
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// skipBlanks returns where the blanks at an offset end.
func skipBlanks(message string, at, limit int) int {
	for at < limit && isBlank(message[at]) {
		at++
	}
	return at
}

// dropBlanks returns where the blanks before an offset begin.
func dropBlanks(message string, from, at int) int {
	for at > from && isBlank(message[at-1]) {
		at--
	}
	return at
}

// isFullWidthStop reports whether a rune ends a sentence whatever follows. A Chinese
// sentence goes on for long; what a full-width semicolon parts could stand alone.
func isFullWidthStop(r rune) bool {
	return r == '。' || r == '！' || r == '？' || r == '；' || r == '｡'
}

// closers are the marks that may stand between the end of a sentence and the next one,
// without those that are stops themselves.
const closers = `"')*_”’»」』）】》`

// skipClosers skips further stops, closing quotes, brackets and emphasis.
func skipClosers(message string, at, limit int) int {
	for at < limit {
		if strings.HasPrefix(message[at:limit], " »") {
			at++ // French puts a blank before the mark
		}
		c := message[at]
		if c < utf8.RuneSelf {
			if c != '.' && c != '!' && c != '?' && c != ']' && strings.IndexByte(closers, c) < 0 {
				break
			}
			at++
			continue
		}
		r, n := utf8.DecodeRuneInString(message[at:limit])
		if !isFullWidthStop(r) && !strings.ContainsRune(closers, r) {
			break
		}
		at += n
	}
	return at
}

// codeSpanLength returns the length of the inline code that text begins with; 0 when
// it is not closed nearby.
func codeSpanLength(text string) int {
	ticks := 1
	for ticks < len(text) && text[ticks] == '`' {
		ticks++
	}
	end := strings.Index(text[ticks:min(len(text), ticks+300)], text[:ticks])
	if end < 0 {
		return 0
	}
	return 2*ticks + end
}

// trimSentence returns the sentence between two offsets without the blanks and the
// list and quotation marks around it, if anything is left.
func trimSentence(message string, start, end int) (sentence, bool) {
	for start < end && (isBlank(message[start]) || message[start] == '>') {
		start++
	}
	end = dropBlanks(message, start, end)
	if start == end {
		return sentence{}, false
	}
	return sentence{start: start, end: end, last: lastMark(message[start:end])}, true
}

// wideMarks are the full-width marks at the end of a sentence, by those that they stand for.
var wideMarks = map[rune]byte{'…': '~', '？': '?', '：': ':', '。': '.', '！': '!', '，': ',', '、': ','}

// lastMark returns the last byte of a sentence apart from closing quotes and emphasis. A
// full-width mark is the plain one; a sentence that asks without a mark has one.
func lastMark(sentence string) byte {
	if c := sentence[len(sentence)-1]; c < utf8.RuneSelf && c != ' ' && strings.IndexByte(closers, c) < 0 {
		return c
	}
	bare := strings.TrimRight(sentence, closers+" ")
	if bare == "" {
		return 0
	}
	last := bare[len(bare)-1]
	if last >= utf8.RuneSelf {
		r, n := utf8.DecodeLastRuneInString(bare)
		if mark := wideMarks[r]; mark != 0 {
			last = mark
		}
		if last == '.' {
			r, _ = utf8.DecodeLastRuneInString(bare[:len(bare)-n])
		}
		if askingEnds[string(r)] {
			last = '?'
		}
	}
	return last
}

// opensQuotation reports whether the apostrophe at i opens a quotation.
func opensQuotation(message string, start, i int) bool {
	return (i == start || message[i-1] == ' ' || message[i-1] == '(' || message[i-1] == '\n') && i+1 < len(message) && isLetterOrDigit(message[i+1])
}

// findQuotationEnd returns the offset of the mark that closes the one at i, or i when
// none closes it in the same sentence.
func findQuotationEnd(message string, i, end int) int {
	rest := message[i+1 : min(end, i+300)]
	var mark string
	switch message[i] {
	case '"':
		mark = `"`
	case '\'':
		at := strings.Index(rest, "'")
		for at >= 0 && at+1 < len(rest) && isLetterOrDigit(rest[at+1]) {
			more := strings.Index(rest[at+1:], "'")
			if more < 0 {
				return i
			}
			at += 1 + more
		}
		return i + 1 + max(at, -1)
	default:
		mark = "”"
		for _, pair := range [...]string{"«»", "「」", "『』", "„“"} {
			_, n := utf8.DecodeRuneInString(pair)
			if strings.HasPrefix(message[i:], pair[:n]) {
				mark = pair[n:]
			}
		}
	}
	if at := strings.Index(rest, mark); at >= 0 {
		return i + 1 + at
	}
	return i
}
