package text

import "strings"

// soleLines is how many lines a message has at most in which a field for its state may stand anywhere.
const soleLines = 40

// addSole adds the field for its state of a brief message that has one and no other, if that is not done and
// stands in the list below its only task: "  - **Status:** Blocked."
func (r *reader) addSole(own []piece, add func(edgeLine)) {
	if strings.Count(r.message, "\n") > soleLines {
		return
	}
	var sole edgeLine
	n := 0
	for _, p := range own {
		at := p.start
		for line := range strings.Lines(r.message[p.start:p.end]) {
			key, _, isField := strings.Cut(strings.TrimLeft(line, " \t-*"), ":")
			if isField && len(key) <= statedBytes && statusKeys[strings.ToLower(strings.Trim(key, " *_"))] {
				sole = edgeLine{start: at, end: at + len(strings.TrimRight(line, "\n")), closing: true}
				if n++; !r.isInnerItem(at) {
					return
				}
			}
			at += len(line)
		}
	}
	if n != 1 {
		return
	}
	if s, ok := r.parseStatement(sole); ok && s.label != LabelDone {
		add(sole)
	}
}

// isInnerItem reports whether a place is in the first line of an item of a list in an item of another.
func (r *reader) isInnerItem(at int) bool {
	line := r.message[strings.LastIndexByte(r.message[:at], '\n')+1:]
	bare := strings.TrimLeft(line, " \t")
	return len(bare) < len(line) && (strings.HasPrefix(bare, "- ") || strings.HasPrefix(bare, "* "))
}
