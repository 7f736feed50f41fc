package classify

import (
	"cmp"
	"math"
	"slices"

	"notdone/model"
)

// Opinions and verdicts are held to these bounds: an opinion below the lower
// would speak for the opposite, and none is certain.
const (
	minConfidence = 0.5
	maxConfidence = 0.99
	maxDone       = 0.95 // that nothing is missing cannot be seen as surely
)

// What the structure must weigh, as log-odds, to be told in a grade; a little is
// left to rounding.
var (
	agrees = math.Log(2) - 1e-9  // beside words that say the same
	alone  = math.Log(10) - 1e-9 // against the record and words that say the opposite
)

// surest is the most that a claim to be done weighs against structure: one
// finished task in twenty is not done, and its message reads as any other.
var surest = logOdds(0.95)

// fused is what opinions come to together.
type fused struct {
	model.Verdict
	// notDone is the probability that the work is not done; it is only known of a
	// verdict that takes a side.
	notDone float64
}

// fuse makes one verdict of opinions.
//
// Opinions above RankText decide by precedence: the highest rank, within a rank
// the highest confidence, and the worse state when that is equal. Words and
// structure that only supports are weighed together. Either way the probability
// follows from adding up log-odds, so that an opinion for a side never makes the
// other side likelier.
func fuse(opinions []Opinion) fused {
	sides := [...]scale{sideDone: {}, sideNotDone: {}, sideNone: {}}
	for i := range opinions {
		o := &opinions[i]
		if !(o.Confidence >= minConfidence) { // NaN too
			o.Confidence = minConfidence
		}
		o.Confidence = min(o.Confidence, maxConfidence)
		sides[side(o.State)].add(o)
	}
	slices.SortStableFunc(opinions, func(a, b Opinion) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(b.Confidence, a.Confidence),
			cmp.Compare(badness(b.State), badness(a.State)), cmp.Compare(a.State, b.State))
	})
	if len(opinions) == 0 || opinions[0].Rank <= RankSupport {
		return fused{Verdict: model.Verdict{State: model.StateUnknown, Confidence: minConfidence}}
	}
	won := &opinions[0]
	if side(won.State) == sideNone {
		return fused{Verdict: model.Verdict{State: won.State, Grade: won.Grade, Confidence: won.Confidence, Headline: won.Headline, Obstacle: won.Obstacle}}
	}
	done, not := &sides[sideDone], &sides[sideNotDone]
	var f fused
	if won.Rank > RankText {
		f = decided(won, done, not)
	} else {
		f = weighed(opinions, done, not)
	}
	f.explain(opinions)
	return f
}

// decided is the verdict of an opinion that outranks words. What is outranked
// can take half of its weight at most, and what a message claims takes nothing:
// whoever overclaims writes the same words as whoever is done.
func decided(won *Opinion, done, not *scale) fused {
	f := fused{Verdict: model.Verdict{State: won.State, Grade: won.Grade}}
	if side(won.State) == sideNotDone {
		w := not.structure() + max(not.words, not.record)
		if f.Grade = max(f.Grade, not.grade); not.spoke {
			f.Grade = agree(f.Grade, not.grade)
		}
		f.setProbability(w - min(done.structure(), w/2))
		return f
	}
	w := done.structure() + max(done.words, done.record)
	f.Grade = min(max(f.Grade, done.grade), model.GradeStrong)
	if not.structure() >= agrees {
		f.Grade = min(f.Grade, model.GradeTextOnly)
	}
	f.setProbability(min(not.structure()+not.words, w/2) - w)
	return f
}

// weighed is the verdict where nothing outranks words. The record counts where
// no words speak for the other side. Words against done are not acquitted by
// structure, which can only make them less sure; words for done and the record
// are outweighed by it where it weighs enough to stand alone.
func weighed(opinions []Opinion, done, not *scale) fused {
	accused := not.spoke || not.recorded && !done.spoke
	charge, defence := not.words, done.words
	if !done.spoke {
		charge = max(charge, not.record)
	}
	if !not.spoke {
		defence = max(defence, done.record)
	}
	accused = accused && charge >= defence
	structure := not.structure() - done.structure()
	if structure > 0 {
		defence = min(defence, surest)
	}
	odds := charge - defence + structure
	want := sideNotDone
	switch {
	case accused:
		odds = max(odds, 0)
	case odds <= 0 || structure < alone:
		want, odds = sideDone, min(odds, 0)
	}
	first := opinions[slices.IndexFunc(opinions, func(o Opinion) bool { return side(o.State) == want })]
	f := fused{Verdict: model.Verdict{State: first.State, Grade: first.Grade}}
	switch {
	case want == sideDone && done.supported && structure < agrees:
		f.Grade = min(agree(f.Grade, done.grade), model.GradeStrong)
	case want == sideDone:
		f.Grade = min(f.Grade, model.GradeStrong)
	case accused && structure >= agrees:
		f.Grade = agree(f.Grade, not.grade)
	case !accused:
		f.Grade = min(max(not.grade, model.GradeTextOnly), model.GradeStrong)
	}
	f.setProbability(odds)
	return f
}

// setProbability fills in the probabilities from the log-odds of not done, which have
// the sign of the verdict's side.
func (f *fused) setProbability(odds float64) {
	f.notDone = min(max(probability(odds), 1-maxConfidence), maxConfidence)
	f.Confidence = f.notDone
	if f.State == model.StateDone {
		f.Confidence = min(1-f.notDone, maxDone)
	}
	f.Confidence = max(f.Confidence, minConfidence)
}

// explain takes the words and the obstacle from the opinions of the verdict's
// side, the weightiest first.
func (f *fused) explain(opinions []Opinion) {
	for i := range opinions {
		o := &opinions[i]
		if side(o.State) != side(f.State) {
			continue
		}
		f.Headline = cmp.Or(f.Headline, o.Headline)
		if o.Obstacle != nil && f.State != model.StateDone && (f.Obstacle == nil || f.Obstacle.Text == "" && o.Obstacle.Text != "") {
			f.Obstacle = o.Obstacle
		}
	}
}

// agree is the grade of words once the structure of the run agrees with them.
func agree(grade, other model.Grade) model.Grade {
	if grade == model.GradeTextOnly {
		grade = model.GradeStrong
	}
	return max(grade, other)
}

// sides of the one question on which opinions add up.
const (
	sideNone = iota
	sideDone
	sideNotDone
)

func side(s model.State) int {
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
	if side(s) == sideNotDone {
		return 1
	}
	return 0
}
