package classify

import (
	"cmp"
	"slices"

	"notdone/model"
)

// Opinions are held to these bounds: one below the lower would speak for the
// opposite, and none is certain.
const (
	minConfidence = 0.5
	maxConfidence = 0.99
	maxDone       = 0.95 // that nothing is missing cannot be seen as surely
)

// fuse makes one verdict of opinions. The highest rank decides, within a rank
// the highest confidence, and the worse state when that is equal. Opinions on
// the same side add to the confidence and can raise the grade; those on the
// other side, being outranked, change nothing. So an opinion that the work is
// not done never makes it likelier that it is.
func fuse(opinions []Opinion) model.Verdict {
	for i := range opinions {
		o := &opinions[i]
		if !(o.Confidence >= minConfidence) { // NaN too
			o.Confidence = minConfidence
		}
		o.Confidence = min(o.Confidence, maxConfidence)
	}
	slices.SortStableFunc(opinions, func(a, b Opinion) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(b.Confidence, a.Confidence),
			cmp.Compare(badness(b.State), badness(a.State)), cmp.Compare(a.State, b.State))
	})
	if len(opinions) == 0 || opinions[0].Rank <= RankSupport {
		return model.Verdict{State: model.StateUnknown, Confidence: minConfidence}
	}
	won := opinions[0]
	v := model.Verdict{State: won.State, Grade: won.Grade, Confidence: won.Confidence, Headline: won.Headline, Obstacle: won.Obstacle}
	if side(won.State) == sideNone {
		return v
	}
	doubt := 1.0
	for i := range opinions {
		o := &opinions[i]
		if side(o.State) != side(won.State) {
			continue
		}
		doubt *= 1 - o.Confidence
		if i > 0 && o.structural() {
			v.Grade = agree(v.Grade, o.Grade)
		}
		v.Headline = or(v.Headline, o.Headline)
		if o.Obstacle != nil && (v.Obstacle == nil || v.Obstacle.Text == "" && o.Obstacle.Text != "") {
			v.Obstacle = o.Obstacle
		}
	}
	v.Confidence = min(1-doubt, maxConfidence)
	if won.State == model.StateDone {
		v.Confidence = min(v.Confidence, maxDone)
		v.Grade = min(v.Grade, model.GradeStrong)
		v.Obstacle = nil
	}
	return v
}

// structural reports whether an opinion rests on something else than words and
// the recorded status.
func (o *Opinion) structural() bool { return o.Rank != RankText && o.Rank != RankRecorded }

// agree is the grade of a verdict once a structural opinion agrees with it.
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
	case model.StateUnknown, model.StateQueued, model.StateScheduled, model.StateActive, model.StateCancelled:
		return sideNone
	}
	return sideNone
}

// badness orders states of equal confidence.
func badness(s model.State) int {
	if side(s) == sideNotDone {
		return 1
	}
	return 0
}
