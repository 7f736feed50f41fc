package text

import (
	"math"

	"notdone/model"
)

// The score is 1/(1+e^-x). x begins at bias, rises by what speaks for work not
// done and falls by what reports work, each sum of its own; weights that are
// learned can be added to x as one more term.
const (
	bias        = -1.8
	doneFactor  = 0.55 // of the reported work, subtracted
	doneMost    = 5.0
	secondShare = 0.3 // of further evidence of the same or another group
	secondMost  = 1.5
)

// evidence is the case for one label, and the sentence that carries it.
type evidence struct {
	value float64
	at    int // the sentence; -1 when none carries it
	rule  string
	label Label
	group group
	kind  model.ObstacleKind
}

// conclude sums the remarks up.
func (r *reader) conclude() Reading {
	if len(r.scanner.words) == 0 && !r.fenceOpen {
		return silent()
	}
	done, doneAt := r.reported()
	best := evidence{at: -1}
	var rest float64
	for _, e := range r.evidence(done) {
		if e.value > best.value {
			best, e = e, best
		}
		rest += e.value
	}
	x := bias + best.value + min(rest*secondShare, secondMost)*min(1, best.value) - doneFactor*done
	reading := Reading{Score: 1 / (1 + math.Exp(-x)), Grade: model.GradeTextOnly}
	switch {
	case x > 0:
		reading.Label, reading.Kind = best.label, best.kind
		reading.Promise = best.group == groupPromise
		reading.Rules = r.rules(best, done)
		if best.at >= 0 {
			r.quote(&reading, best.at)
		}
	case done > 0:
		reading.Rules = []string{"reports finished work"}
		if best.value > 1 {
			reading.Rules = append(reading.Rules, best.rule+", beside the report")
		}
		if doneAt >= 0 {
			r.quote(&reading, doneAt)
		}
	default:
		reading.Grade = model.GradeCannotTell
		reading.Rules = []string{"says neither that it is done nor that it is not"}
		if best.value > 0 {
			reading.Rules = append(reading.Rules, best.rule+", but not surely")
		} else if n := len(r.sentences); n > 0 && n <= shortSentences && r.end()-r.sentences[0].start < shortBytes {
			reading.Score = max(reading.Score, 0.3)
		}
	}
	return reading
}

// A message no longer than this that says nothing of the work is emptier than a
// long one, which may be the answer itself.
const (
	shortSentences = 3
	shortBytes     = 160
)

func (r *reader) end() int {
	if n := len(r.sentences); n > 0 {
		return r.sentences[n-1].end
	}
	return 0
}

// reported sums up how much the message reports as done, and where first.
func (r *reader) reported() (float64, int) {
	sum, at, first := 0.0, -1, 0.0
	if commitHeader(r.message) {
		sum = firm * 0.7
	}
	for i := range r.remarks {
		m := &r.remarks[i]
		done := max(m.weight[groupDone], m.weight[groupReport]*0.8)
		if m.weight[groupOpening] > 0 && (i == 0 || r.sentences[i].shape == shapeBullet) {
			done = max(done, mild)
		}
		against := m.weight[groupObstacle]
		if m.regret {
			against += regretBonus
		}
		if done == 0 || against > done {
			continue
		}
		share := 0.25
		if i < 2 {
			share = 0.7
		} else if i >= len(r.remarks)-2 {
			share = 0.35
		}
		sum += done * share
		if m.weight[groupDone] > first {
			at, first = i, m.weight[groupDone]
		}
	}
	return min(sum, doneMost), at
}

// place is how much a sentence counts for where it stands.
func (r *reader) place(i int) float64 {
	s := &r.sentences[i]
	place := 0.75
	last := len(r.sentences) - 1
	switch {
	case i < 2:
		place = 1
	case i >= last-1 || s.para == r.sentences[last].para:
		place = 0.95
	}
	switch s.shape {
	case shapeHeading:
		place *= 0.5
	case shapeRow:
		place *= 0.35
	case shapeBullet:
		if i > 0 {
			place *= 0.75
		}
	case shapeProse, shapeQuoted:
	}
	return place
}
