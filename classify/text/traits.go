package text

import "math"

// Traits are what the outside of a message is like, whatever its words say.
type Traits [NumTraits]float64

// The traits. Shares are from 0 to 1; what is so or not is 1 or 0.
const (
	traitQuestions  = iota // the logarithm of the number of questions
	traitRows              // the share that are table rows
	traitHeadings          // it has headings
	traitEndsAsking        // how it ends: in a question
	traitEndsColon         // in a colon
	traitEndsBullet        // in a list item
	traitEndsQuoted        // in code, a log or a quotation
	traitQuoted            // there is nothing but that
	traitObject            // it is an object
	traitBrief             // it is a report and has few words

	NumTraits
)

// A message of at most brief words is brief, one of briefEnd words is not at all: the less
// an agent says, the less it tells that it names no obstacle.
const (
	brief    = 30
	briefEnd = 60
)

// findTraits returns the traits of the message, which speaks in the given voice.
func (r *reader) findTraits(voice Voice) Traits {
	var t Traits
	n := len(r.sentences)
	if n == 0 {
		return t
	}
	questions := 0.0
	for i := range r.sentences {
		s := &r.sentences[i]
		if s.last == '?' {
			questions++
		}
		switch s.shape {
		case shapeBullet:
		case shapeRow:
			t[traitRows] += 1 / float64(n)
		case shapeHeading:
			t[traitHeadings] = 1
		case shapeProse, shapeQuoted:
		}
	}
	t[traitQuestions] = math.Log1p(questions)
	is := func(trait int, so bool) {
		if so {
			t[trait] = 1
		}
	}
	last := &r.sentences[n-1]
	is(traitEndsAsking, last.last == '?' && !r.quotedEnd)
	is(traitEndsColon, last.last == ':' && !r.quotedEnd)
	is(traitEndsBullet, last.shape == shapeBullet)
	is(traitEndsQuoted, r.quotedEnd)
	is(traitQuoted, r.onlyQuote)
	if voice != VoiceAnswer {
		t[traitBrief] = math.Max(0, math.Min(1, (briefEnd-float64(len(r.scanner.words)))/(briefEnd-brief)))
	}
	is(traitObject, r.isObject())
	return t
}
