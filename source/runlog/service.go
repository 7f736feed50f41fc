package runlog

import (
	"bytes"
	"strings"
	"unicode"
)

// What a text is at least for the log of a service: so many lines, and so many of one wording.
const (
	serviceLines  = 20
	linesOfAShape = 10
)

// troubles are the beginnings of words by which a line tells of what keeps a run from going on.
var troubles = lists["trouble"]

// isOfService reports whether a text is the log of a program that does one thing again and again,
// such as a server of its connections: its lines are of one wording or a few, and differ in their
// numbers. A run that is stuck repeats itself, too, but says the same, or tells of trouble.
func isOfService(head []byte) bool {
	lines, shapes, said := 0, map[string]bool{}, map[string]bool{}
	for raw := range bytes.Lines(head) {
		_, _, rest := lineStamp(Clean(bytes.TrimRight(raw, "\r\n")))
		line := strings.TrimSpace(string(rest))
		if line == "" || !strings.HasSuffix(string(raw), "\n") { // the last line of a head may be cut
			continue
		}
		if lines++; lines > maxHeadLines {
			break
		}
		if tellsOfTrouble(line) || isPromptLabel(line) {
			return false
		}
		said[line], shapes[shapeOf(line)] = true, true
	}
	return lines >= serviceLines && linesOfAShape*len(shapes) <= lines && linesOfAShape*len(said) >= (linesOfAShape-1)*lines
}

// shapeOf returns the words of a line that hold no digit.
func shapeOf(line string) string {
	var kept []string
	for word := range strings.FieldsSeq(line) {
		if !strings.ContainsFunc(word, unicode.IsDigit) {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, " ")
}

func tellsOfTrouble(line string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if HasAnyPrefix(word, troubles) {
			return true
		}
	}
	return false
}
