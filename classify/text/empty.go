package text

import (
	"strings"
	"unicode"

	"notdone/model"
)

// silence tells messages without words apart.
type silence uint8

const (
	saysSomething silence = iota
	saysSign              // a sign such as a raised thumb
	saysNothing           // blanks and punctuation
	saysNone              // what programs write in the place of nothing
)

// placeholderBytes is the length in bytes up to which a message can be a placeholder for none.
const placeholderBytes = 24

// findSilence returns whether the message says anything.
func (r *reader) findSilence() silence {
	if len(r.scanner.words) == 0 && !r.fenceOpen {
		if strings.ContainsFunc(r.message, func(c rune) bool { return unicode.Is(unicode.So, c) || unicode.IsLetter(c) }) {
			return saysSign
		}
		return saysNothing
	}
	if len(r.message) > placeholderBytes {
		return saysSomething
	}
	said := strings.TrimFunc(r.message, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if placeholders[keyReplacer.Replace(strings.ToLower(said))] && !r.asked.IsWords() {
		return saysNone
	}
	return saysSomething
}

// makeSilent returns the reading of a message without words. A run that left nothing to
// read did not say what became of its work.
func makeSilent(s silence) Reading {
	out := Reading{Label: LabelFailed, Score: 0.85, Grade: model.GradeCannotTell, Rules: []string{"says nothing"}}
	if s == saysSign {
		out.Label, out.Score = LabelDone, 0.3
	}
	return out
}
