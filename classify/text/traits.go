package text

import (
	"math"
	"strings"
)

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

	NumTraits
)

// findTraits returns the traits of the message.
func (r *reader) findTraits() Traits {
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
	is(traitObject, strings.HasPrefix(strings.TrimLeft(r.message[:min(len(r.message), endBytes)], " \t\r\n"), "{"))
	return t
}
