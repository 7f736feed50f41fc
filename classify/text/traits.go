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

	// Those of long messages alone, see readSections. Weights are those of phrases.
	traitLength        // the logarithm of the number of sentences
	traitForeign       // it is not in English
	traitOpensDone     // the weight of the work that the first two sentences report
	traitOpensBad      // and of what they say against done
	traitClosesDone    // the same of the last two
	traitClosesBad     //
	traitClosesAsking  // the weight of what they ask for
	traitClosesPromise // and of what they announce
	traitSaidBad       // the logarithm of the number of sentences against done, apart from limits and what comes next
	traitSaidDone      // and of those that report work
	traitLeft          // something stands in a section of what was not done
	traitSection       // the heaviest against done in each kind of section

	NumTraits = traitSection + int(numSections)
)

// Accuses reports whether a trait stands for something that is said against done, so that more
// of it never speaks for done. Limits, notes and what may come next are no such thing.
func Accuses(trait int) bool {
	switch trait {
	case traitOpensBad, traitClosesBad, traitClosesAsking, traitClosesPromise, traitSaidBad, traitLeft,
		traitSection + int(sectionOpen), traitSection + int(sectionOther), traitSection + int(sectionLeft), traitSection + int(sectionProof), traitSection + int(sectionWork):
		return true
	}
	return false
}

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
	if voice == VoiceLong {
		r.readSections(&t)
	}
	return t
}
