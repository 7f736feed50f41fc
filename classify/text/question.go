package text

import (
	"math"
	"strings"

	"notdone/model"
)

// The weights of questions, and the share of a question's weight that counts where work is reported
// and an answer follows it.
const (
	questionAlone = strong     // there are only questions
	questionLast  = mild + 0.4 // a short message ends in it
	questionLate  = mild - 0.2 // a longer one does
	leftAnswered  = 0.3
)

// greetingWords is the number of words up to which a sentence is a greeting, not an answer or a report.
const greetingWords = 4

// appendQuestion appends that the message asks and says nothing else, or that it ends
// in a question.
func (r *reader) appendQuestion(done float64, out []evidence) []evidence {
	last := len(r.sentences) - 1
	if r.onlyQuote {
		return out
	}
	e := evidence{at: last, rule: "ends in a question", label: LabelBlocked, group: groupAsk, kind: model.KindDecision}
	switch asked, said := r.countQuestions(); {
	case asked > 0 && said == 0 && r.addressesReader():
		e.value, e.rule = questionAlone, "says nothing but questions"
	case r.sentences[last].last != '?' || r.remarks[last].topic || r.isQuoted(last) || r.remarks[last].weight[groupOffer] > 0:
		return out
	case last < briefError:
		e.value = questionLast
	default:
		e.value = questionLate
	}
	e.value *= math.Max(0, 1-done/2)
	return append(out, e)
}

// countQuestions counts the questions and the sentences that say something. A line over
// a list says nothing, nor does a greeting before the first question.
func (r *reader) countQuestions() (asked, said int) {
	for i := range r.sentences {
		switch s := &r.sentences[i]; {
		case r.isQuoted(i):
		case s.last == '?' && !r.remarks[i].topic:
			asked++
		case s.last != ':' && s.shape != shapeHeading && (asked > 0 || s.to-s.from > greetingWords || hasDigit(r.message[s.start:s.end])):
			said++
		}
	}
	return asked, said
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

// isQuoted reports whether a sentence ends inside quotation marks.
func (r *reader) isQuoted(i int) bool {
	s := &r.sentences[i]
	return s.from < s.to && r.scanner.words[s.to-1].quoted
}

// addressesReader reports whether the questions may be for the reader: there are few, or
// they say "you" or "I". A long list of others is a quiz.
func (r *reader) addressesReader() bool {
	return len(r.sentences) <= briefError || containsWord(r.scanner.words, r.lexicon.parties)
}

// isAnswered reports whether the message itself answers a question: something is said
// right behind it, and it is not for the reader, or another one is answered too.
func (r *reader) isAnswered(i int) bool {
	s := &r.sentences[i]
	if !r.isFollowed(i) {
		return false
	}
	if !containsWord(r.scanner.words[s.from:s.to], r.lexicon.parties) {
		return true
	}
	for k := range r.sentences {
		if k != i && r.isFollowed(k) {
			return true
		}
	}
	return false
}

// isFollowed reports whether a sentence is a question and the next one of its paragraph
// is none.
func (r *reader) isFollowed(i int) bool {
	next := i + 1
	return next < len(r.sentences) && r.sentences[i].last == '?' && r.sentences[next].last != '?' && r.sentences[next].para == r.sentences[i].para
}

// findTopics marks the questions of a list that a sentence about finished work
// announces: they are the work.
func (r *reader) findTopics() {
	announced := false
	for i := range r.sentences {
		s, m := &r.sentences[i], &r.remarks[i]
		if announced && s.shape == shapeBullet && s.last == '?' {
			m.weight[groupAsk], m.weight[groupOffer], m.topic = 0, 0, true
			continue
		}
		announced = s.last == ':' && (m.weight[groupReport] > 0 || m.weight[groupDone] > 0) && m.weight[groupAsk] == 0
	}
}

// isListed reports whether a list of two items or more follows the colon that a sentence
// ends in.
func (r *reader) isListed(i int) bool {
	return i+2 < len(r.sentences) && r.sentences[i].last == ':' && r.sentences[i+1].shape == shapeBullet && r.sentences[i+2].shape == shapeBullet
}
