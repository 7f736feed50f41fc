package classify

import "notdone/model"

// scale sums up the opinions for one side, in log-odds.
type scale struct {
	words  float64 // the heaviest message
	record float64 // the heaviest recorded status
	about  [numTopics]float64
	// spoke, recorded and supported report whether a message, a record and structure
	// are on this side at all: each may weigh nothing.
	spoke, recorded, supported bool
	grade                      model.Grade // the best of the structure
}

// add adds an opinion. Of messages only the heaviest counts, because they repeat
// each other, as a result and the end of a log do; likewise of signals about one
// topic.
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

// structure is the weight of everything but messages and the record.
func (s *scale) structure() (sum float64) {
	for _, w := range s.about {
		sum += w
	}
	return sum
}
