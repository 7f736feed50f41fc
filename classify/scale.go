package classify

import "notdone/model"

// scale holds what speaks for one side, in log-odds.
type scale struct {
	words  float64 // the weightiest of what messages say
	record float64 // the weightiest of what the queue says
	about  [numTopics]float64
	// spoke, recorded and supported say whether there are words, a record and
	// structure on this side at all: each can weigh nothing.
	spoke, recorded, supported bool
	grade                      model.Grade // the best of the structure
}

// add adds an opinion. Messages repeat each other, as a result and the end of a
// log do, so the weightiest counts; so it is with signals about one subject.
func (s *scale) add(o *Opinion) {
	w := logOdds(o.Confidence)
	switch o.Rank {
	case RankNone:
	case RankText:
		s.words, s.spoke = max(s.words, w), true
	case RankRecorded:
		s.record, s.recorded = max(s.record, w), true
	case RankSupport, RankContradiction, RankExplicit, RankAbort, RankHardError, RankLive:
		s.supported, s.grade = true, max(s.grade, o.Grade)
		if o.about == topicOwn {
			s.about[topicOwn] += w
			return
		}
		s.about[o.about] = max(s.about[o.about], w)
	}
}

// structure is what all that is neither words nor the record weighs.
func (s *scale) structure() (sum float64) {
	for _, w := range s.about {
		sum += w
	}
	return sum
}
