package classify

import (
	"cmp"
	"math"
	"slices"

	"notdone/model"
)

// Bounds of a confidence: below the lower one an opinion would speak for the
// opposite, and none is certain.
const (
	minConfidence = 0.5
	maxConfidence = 0.99
	maxDone       = 0.95 // that nothing is missing can be seen less surely than that something is
)

// The smallest weights of structure, in log-odds, that change a grade or a verdict. Rounding
// errors are allowed for.
var (
	minCorroborating = math.Log(2) - 1e-9  // it corroborates a message of the same side
	minOverruling    = math.Log(10) - 1e-9 // it outweighs a message and a record of the other side
)

// maxClaim bounds the weight of a claim to be done against structure: of twenty tasks that are
// reported as done one is not, and its message reads like the others.
var maxClaim = logOdds(0.95)

// fused is the verdict of all opinions together.
type fused struct {
	model.Verdict
	// notDone is the probability that the work is not done, for a verdict that takes
	// a side.
	notDone float64
}

// fuse makes one verdict of opinions.
//
// Opinions above RankText decide by precedence: the highest rank, within a rank
// the highest confidence, and the worse state when that is equal. Below, messages
// and supporting structure are weighed together. Either way the probability is a
// sum of log-odds, so an opinion for a side never makes the other side likelier.
func fuse(opinions []Opinion) fused {
	var sides [numSides]sideWeight
	for i := range opinions {
		o := &opinions[i]
		if !(o.Confidence >= minConfidence) { // NaN too
			o.Confidence = minConfidence
		}
		o.Confidence = min(o.Confidence, maxConfidence)
		sides[sideOf(o.State)].add(o)
	}
	slices.SortStableFunc(opinions, func(a, b Opinion) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(b.Confidence, a.Confidence),
			cmp.Compare(badness(b.State), badness(a.State)), cmp.Compare(a.State, b.State))
	})
	if len(opinions) == 0 || opinions[0].Rank <= RankSupport {
		return fused{Verdict: model.Verdict{State: model.StateUnknown, Confidence: minConfidence}}
	}
	won := &opinions[0]
	if sideOf(won.State) == sideNone {
		return fused{Verdict: model.Verdict{State: won.State, Grade: won.Grade, Confidence: won.Confidence, Headline: won.Headline, Obstacle: won.Obstacle}}
	}
	done, not := &sides[sideDone], &sides[sideNotDone]
	var f fused
	if won.Rank > RankText {
		f = decideByRank(won, done, not)
	} else {
		f = weighMessages(opinions, done, not)
	}
	f.explain(opinions)
	return f
}

// decideByRank returns the verdict of an opinion that outranks messages. Outranked evidence
// cancels at most half the weight. A claim to be done cancels nothing, because a
// false report reads like a true one.
func decideByRank(won *Opinion, done, not *sideWeight) fused {
	f := fused{Verdict: model.Verdict{State: won.State, Grade: won.Grade}}
	if sideOf(won.State) == sideNotDone {
		w := not.structure() + max(not.words, not.record)
		if f.Grade = max(f.Grade, not.grade); not.spoke {
			f.Grade = corroborate(f.Grade, not.grade)
		}
		f.setProbability(w - min(done.structure(), w/2))
		return f
	}
	w := done.structure() + max(done.words, done.record)
	f.Grade = min(max(f.Grade, done.grade), model.GradeStrong)
	if not.structure() >= minCorroborating {
		f.Grade = min(f.Grade, model.GradeTextOnly)
	}
	f.setProbability(min(not.structure()+not.words, w/2) - w)
	return f
}

// weighMessages returns the verdict where nothing outranks messages. The record counts where
// no message speaks for the other side. Structure for done makes a message against
// done less sure but does not overrule it; structure against done overrules a
// message for done, and the record, where it weighs enough to stand alone.
func weighMessages(opinions []Opinion, done, not *sideWeight) fused {
	against, claim := not.words, done.words
	if !done.spoke {
		against = max(against, not.record)
	}
	if !not.spoke {
		claim = max(claim, done.record)
	}
	// Of words and records alone the task is not done.
	suspected := (not.spoke || not.recorded && !done.spoke) && against >= claim
	structure := not.structure() - done.structure()
	if structure > 0 {
		claim = min(claim, maxClaim)
	}
	odds := against - claim + structure
	want := sideNotDone
	switch {
	case suspected:
		odds = max(odds, 0)
	case odds <= 0 || structure < minOverruling:
		want, odds = sideDone, min(odds, 0)
	}
	first := opinions[slices.IndexFunc(opinions, func(o Opinion) bool { return sideOf(o.State) == want })]
	f := fused{Verdict: model.Verdict{State: first.State, Grade: first.Grade}}
	switch {
	case want == sideDone && done.supported && structure < minCorroborating:
		f.Grade = min(corroborate(f.Grade, done.grade), model.GradeStrong)
	case want == sideDone:
		f.Grade = min(f.Grade, model.GradeStrong)
	case suspected && structure >= minCorroborating:
		f.Grade = corroborate(f.Grade, not.grade)
	case !suspected:
		f.Grade = min(max(not.grade, model.GradeTextOnly), model.GradeStrong)
	}
	f.setProbability(odds)
	return f
}

// setProbability sets the probabilities from the log-odds of not done, whose sign
// is that of the verdict's side.
func (f *fused) setProbability(odds float64) {
	f.notDone = min(max(probability(odds), 1-maxConfidence), maxConfidence)
	f.Confidence = f.notDone
	if f.State == model.StateDone {
		f.Confidence = min(1-f.notDone, maxDone)
	}
	f.Confidence = max(f.Confidence, minConfidence)
}

// explain takes headline and obstacle from the opinions of the verdict's side, the
// heaviest first.
func (f *fused) explain(opinions []Opinion) {
	for i := range opinions {
		o := &opinions[i]
		if sideOf(o.State) != sideOf(f.State) {
			continue
		}
		f.Headline = cmp.Or(f.Headline, o.Headline)
		if o.Obstacle != nil && f.State != model.StateDone && (f.Obstacle == nil || f.Obstacle.Text == "" && o.Obstacle.Text != "") {
			f.Obstacle = o.Obstacle
		}
	}
}

// corroborate returns the grade of a message that structure of the given grade corroborates.
func corroborate(grade, other model.Grade) model.Grade {
	if grade == model.GradeTextOnly {
		grade = model.GradeStrong
	}
	return max(grade, other)
}

// The sides of the question whether the work is done.
const (
	sideNone = iota
	sideDone
	sideNotDone
	numSides
)

// sideOf returns the side that a state is on.
func sideOf(s model.State) int {
	switch s {
	case model.StateDone:
		return sideDone
	case model.StateBlocked, model.StateFailed, model.StateFalseDone:
		return sideNotDone
	default:
		return sideNone
	}
}

// badness orders states of equal confidence.
func badness(s model.State) int {
	if sideOf(s) == sideNotDone {
		return 1
	}
	return 0
}

// sideWeight is the weight of the opinions on one side, in log-odds.
type sideWeight struct {
	words  float64            // the heaviest message
	record float64            // the heaviest recorded status
	about  [numTopics]float64 // the structure, by topic
	// spoke, recorded and supported report whether a message, a record and structure
	// are on this side at all: each may weigh nothing.
	spoke, recorded, supported bool
	grade                      model.Grade // the best of the structure
}

// add adds an opinion. Of messages only the heaviest counts, because they repeat
// each other, as a result and the end of a log do; likewise of signals about one
// topic.
func (s *sideWeight) add(o *Opinion) {
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

// structure returns the weight of everything but messages and the record.
func (s *sideWeight) structure() (sum float64) {
	for _, w := range s.about {
		sum += w
	}
	return sum
}
