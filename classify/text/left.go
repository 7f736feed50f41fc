package text

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How long a line is at most that stands over what was not done, and the name of a part
// that is done in part, in bytes.
const (
	leftHeadBytes = 48
	leftPartBytes = 40
)

// appendLeft appends that a report lists what was not done: an item under "Blocked:" or "Not
// implemented:", or a part of which it says "partly complete".
func (r *reader) appendLeft(out []evidence) []evidence {
	if i := r.ends.left; i >= 0 {
		out = append(out, evidence{value: strong, at: i, rule: "lists what was not done", label: LabelBlocked, group: groupObstacle, kind: r.remarks[i].kind[groupObstacle]})
	}
	return out
}

// findLeft returns the sentence that says so, or -1.
func (r *reader) findLeft() int {
	if r.asked.IsWords() || isCommitHeader(r.message) {
		return -1
	}
	var buf keyBuffer
	for i := range r.sentences {
		s := &r.sentences[i]
		if r.countsLeft(i) {
			return i
		}
		if s.shape == shapeHeading && r.stopsNothing(i) {
			continue
		}
		if m := &r.remarks[i]; m.left && !m.overcame {
			item := r.findItemHeading(i)
			if at := r.listsLeft(r.skipHeadings(i)); at >= 0 && (item < 0 || at < item) {
				return at
			}
			if item >= 0 {
				return item
			}
		}
		if s.end-s.start > leftHeadBytes+leftPartBytes || r.remarks[i].aside {
			continue
		}
		key, value, found := cutColon(r.message[s.start:s.end])
		if at := strings.Index(key, " ("); at > 0 && strings.HasSuffix(key, ")") {
			key = key[:at] // "Remaining (3)"
		}
		switch {
		case value == "" && (found || s.shape == shapeHeading):
			if len(key) > leftHeadBytes || !leftHeads[string(appendKey(buf[:0], key))] {
				continue
			}
			item := r.findItemHeading(i)
			if at := r.listsLeft(i + 1); at >= 0 && (item < 0 || at < item) {
				return at
			}
			if item >= 0 {
				return item
			}
			m := &r.remarks[i]
			m.weight[groupObstacle], m.weight[groupFailure] = 0, 0 // nothing stands under it
		case found && len(key) <= leftHeadBytes && strings.HasPrefix(r.message[s.start:s.end], "**") &&
			leftKeys[string(appendKey(buf[:0], key))] && !isNothing(appendKey(buf[:0], value)):
			return i
		case found && len(key) <= leftPartBytes && beginsLeft(appendKey(buf[:0], value)):
			return i
		}
	}
	return -1
}

// findItemHeading returns the first heading below one over what was not done that is a numbered item of it, "## 2. The
// key is missing", or -1.
func (r *reader) findItemHeading(over int) int {
	level := r.levelOf(over)
	for i := over + 1; i < len(r.sentences) && i <= over+titleReach; i++ {
		if r.sentences[i].shape != shapeHeading {
			continue
		}
		if r.levelOf(i) <= level {
			return -1
		}
		if r.isNumbered(i) && !r.remarks[i].overcame {
			return i
		}
	}
	return -1
}

// levelOf returns how many marks a heading begins with.
func (r *reader) levelOf(i int) int {
	line := r.message[strings.LastIndexByte(r.message[:r.sentences[i].start], '\n')+1 : r.sentences[i].end]
	return len(line) - len(strings.TrimLeft(line, "#"))
}

// isNumbered reports whether a heading of several words begins with a number, a date or a mark such as "B1".
func (r *reader) isNumbered(i int) bool {
	s := &r.sentences[i]
	if s.to-s.from < tellingWords || r.stopsNothing(i) {
		return false
	}
	first, _, _ := strings.Cut(r.message[s.start:s.end], " ")
	return strings.ContainsAny(first[:min(len(first), 4)], "0123456789")
}

// stopsNothing reports whether a heading says that what is under it stops nothing: "Known limits (non-blocking)".
func (r *reader) stopsNothing(i int) bool {
	return containsAny(strings.ToLower(r.message[r.sentences[i].start:r.sentences[i].end]), noBlocks)
}

// skipHeadings returns the sentence behind a heading, and where that is the title of the message
// the first that is no heading, or none if one of those between says that it stops nothing.
func (r *reader) skipHeadings(i int) int {
	title := i == 0
	for i++; title && i < len(r.sentences) && r.sentences[i].shape == shapeHeading; i++ {
		if r.stopsNothing(i) {
			return len(r.sentences)
		}
	}
	return i
}

// countsLeft reports whether a sentence counts behind what was done what was not: "implemented
// 11, blocked 3".
func (r *reader) countsLeft(i int) bool {
	s := &r.sentences[i]
	if !s.counts {
		return false
	}
	words, counts := r.scanner.words[s.from:s.to], 0
	for k := 1; k < len(words); k++ {
		n := r.countAt(words, k)
		if n > 0 && counts > 0 && words[k-1].afterBreak && r.lexicon.leftCounts[words[k-1].id] && !r.remarks[i].overcame {
			return true
		}
		if n >= 0 {
			counts++
		}
	}
	return false
}

// listsLeft returns the first item from i on that names something not done, and neither
// that there is nothing nor how it was overcome; -1 when none does before the next heading.
func (r *reader) listsLeft(i int) int {
	var buf keyBuffer // the key is looked at and let go
	for first := i; i < len(r.sentences); i++ {
		s, m := &r.sentences[i], &r.remarks[i]
		if s.shape == shapeHeading || i > first && (s.shape != shapeBullet || s.last == ':') {
			break
		}
		if isNothing(appendKey(buf[:0], r.message[s.start:s.end])) {
			break
		}
		if !m.overcame && (m.weight[groupDone] < firm || m.weight[groupObstacle] > 0 || m.weight[groupFailure] > 0) {
			return i
		}
	}
	return -1
}

// isNothing reports whether what stands under a heading over what was not done says that it is nothing.
func isNothing(said []byte) bool {
	word, _, _ := bytes.Cut(said, []byte("_"))
	return len(said) == 0 || noneLeft[string(word)] || noneLeft[string(said)] || said[0] == '0'
}

// cutColon cuts a line at its first colon, which may be a wide one.
func cutColon(line string) (key, value string, found bool) {
	line = strings.TrimSpace(strings.ReplaceAll(line, "**", ""))
	at := strings.IndexByte(line, ':')
	if wide := strings.Index(line, "："); wide >= 0 && (at < 0 || wide < at) {
		at = wide
	}
	if at < 0 {
		return line, "", false
	}
	return line[:at], strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(line[at:], ":"), "：")), true
}

// keyBuffer is the memory of a key; a longer one takes more.
type keyBuffer [leftHeadBytes + leftPartBytes]byte

// appendKey appends a text as lists of words have it: in lower case, with _ between words.
func appendKey(key []byte, text string) []byte {
	blank := false
	for _, c := range strings.Trim(text, " \t*#`_-.。:：") {
		if unicode.IsSpace(c) {
			blank = len(key) > 0
			continue
		}
		if blank {
			key, blank = append(key, '_'), false
		}
		key = utf8.AppendRune(key, unicode.ToLower(c))
	}
	return key
}

// keyOf is appendKey for a text whose key is kept or compared.
func keyOf(text string) string { return string(appendKey(nil, text)) }

// beginsLeft reports whether what is said of a part begins as where it is done in part.
func beginsLeft(said []byte) bool {
	return slices.ContainsFunc(leftParts, func(begin string) bool {
		return len(said) >= len(begin) && string(said[:len(begin)]) == begin
	})
}
