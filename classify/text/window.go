package text

import (
	"strings"
	"unicode/utf8"
)

// What is read of a message longer than wholeLimit. The task is named and an
// obstacle announced at the beginning, and how it went stands at the end, which
// therefore gets the larger part; the middle of a long text is log and code.
const (
	wholeLimit = 64 << 10
	headLength = 24 << 10
	tailLength = 40 << 10
)

// stretch is a run of the message that is read, in byte offsets.
type stretch struct {
	start, end int
	fenced     bool // it begins inside a code fence
}

// stretches says which parts of the message are read: the first, and of a message longer
// than wholeLimit the last. Both cuts stand at line ends where one is near, else between
// runes, so that offsets stay true.
func stretches(message string) (first, last stretch) {
	if len(message) <= wholeLimit {
		return stretch{end: len(message)}, stretch{}
	}
	head := runeStart(message, headLength)
	if nl := strings.LastIndexByte(message[head-4096:head], '\n'); nl >= 0 {
		head = head - 4096 + nl + 1
	}
	tail := runeStart(message, len(message)-tailLength)
	if nl := strings.IndexByte(message[tail:tail+4096], '\n'); nl >= 0 {
		tail += nl + 1
	}
	fences := strings.Count(message[:tail], "\n```")
	if strings.HasPrefix(message, "```") {
		fences++
	}
	return stretch{end: head}, stretch{start: tail, end: len(message), fenced: fences%2 == 1}
}

// runeStart moves at back to the first byte of the rune it falls into.
func runeStart(s string, at int) int {
	for n := 0; n < utf8.UTFMax && at > 0 && at < len(s) && !utf8.RuneStart(s[at]); n++ {
		at--
	}
	return at
}

// afterThinking returns where the message proper begins: after a leading block
// of thinking, when something follows it.
func afterThinking(message string) int {
	head := message[:min(len(message), 64)]
	lead := len(head) - len(strings.TrimLeft(head, " \t\r\n"))
	for _, tag := range [...][2]string{{"<thinking>", "</thinking>"}, {"<think>", "</think>"}} {
		if !strings.HasPrefix(message[lead:], tag[0]) {
			continue
		}
		at := strings.Index(message[:min(len(message), wholeLimit)], tag[1])
		if at < 0 {
			return 0
		}
		at += len(tag[1])
		if len(strings.TrimSpace(message[at:min(len(message), at+4096)])) >= 20 {
			return at
		}
	}
	return 0
}
