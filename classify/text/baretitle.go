package text

import (
	"strings"

	"notdone/model"
)

// findInBody returns the sentence of the body that speaks most against done, or the first one in prose behind the
// title where none does; -1 where there is none.
func (r *reader) findInBody(title int) int {
	best, most := -1, weak
	for i := range r.sentences {
		s := &r.sentences[i]
		switch w := r.weightOf(i); {
		case i == title || r.isTitle(i) || s.shape == shapeHeading || s.shape == shapeRow || r.remarks[i].weight[groupDone] > 0:
		case w > most:
			best, most = i, w
		case best < 0 && i > title && s.shape == shapeProse && s.to-s.from >= tellingWords && !strings.HasPrefix(r.message[s.start:s.end], "**"):
			best = i
		}
	}
	return best
}

// isBareTitle reports whether a sentence is a title that names no obstacle, or less plainly than a
// sentence below it: "BLOCKED - what I need".
func (r *reader) isBareTitle(i int) bool {
	if i < 0 || i == len(r.sentences)-1 || r.sentences[i].shape != shapeHeading && !r.isLoneLine(i) {
		return false
	}
	m := &r.remarks[i]
	named := m.weight[groupObstacle] >= firm && m.kind[groupObstacle] != model.KindUnknown
	return !named || r.remarks[r.findBelow(i)].against() > m.against()
}

// isBoldField reports whether a sentence is a field in bold that states the end and not why: "**Status**: BLOCKING
// the release".
func (r *reader) isBoldField(i int) bool {
	if i < 0 {
		return false
	}
	text := r.message[r.sentences[i].start:r.sentences[i].end]
	_, value, found := cutColon(text)
	return found && strings.HasPrefix(text, "**") && len(strings.Fields(value)) <= bareStated
}
