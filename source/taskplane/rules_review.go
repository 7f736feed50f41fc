package taskplane

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"notdone/classify"
	"notdone/classify/text"
	"notdone/model"
)

// The rules in this file compare what the steps of a task say with their reviews.
// Nothing of Taskplane does: a step that is marked complete is not looked at again, and
// when all are, the lane-runner creates .DONE (taskplane issue 537).

// reviewLevel is the level from which the code of steps is reviewed.
const reviewLevel = 2

// refusal is a step whose newest code review asks for changes. Of one that STATUS.md has
// not, as while it is being written, nothing but the number is known.
type refusal struct {
	Step   *step
	Review *review
}

// refusals are those of the task's steps. Below the level at which code is reviewed
// nobody has to answer a review.
func (r *record) refusals() (all []refusal) {
	if !r.Live || !r.reviewsCode() {
		return nil
	}
	for i := range r.Reviews {
		v := &r.Reviews[i]
		if !v.Verdict.refuses() || newestOf(r.Reviews, v.Step) != v {
			continue
		}
		s := &step{Number: v.Step}
		if r.Status != nil {
			s = cmp.Or(r.Status.step(v.Step), s)
		}
		all = append(all, refusal{s, v})
	}
	slices.SortFunc(all, func(a, b refusal) int { return cmp.Compare(a.Step.Number, b.Step.Number) })
	return all
}

// openReviews are the refusals of steps that count as complete.
func (r *record) openReviews() []refusal {
	return slices.DeleteFunc(r.refusals(), func(o refusal) bool { return !o.Step.complete() })
}

func (r *record) reviewsCode() bool { return r.Level < 0 || r.Level >= reviewLevel }

// checkOpenReview sees a complete step whose newest code review asks for changes. The
// worker is told that the step is done, and will not touch it again.
func checkOpenReview(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	done := in.Recorded == model.StateDone || rec.Done != ""
	open := slices.DeleteFunc(rec.refusals(), func(o refusal) bool { return !o.Step.complete() && (!done || o.Step.known()) })
	if len(open) == 0 || in.Recorded == model.StateCancelled {
		return nil, none
	}
	s, v := open[0].Step, open[0].Review
	what := fmt.Sprintf("step %d over an unanswered %s", s.Number, v.Verdict)
	f := note(model.SeverityError, rec.reviewedAt(v), fmt.Sprintf("step %d counts as complete over an unanswered %s", s.Number, v.Verdict), v.Rel, v.Verdict.String()+": "+v.Summary,
		"a code review of the step that approves, or the step set back", model.ActionResetStep, model.ActionMessage)
	f.Count = len(open)
	marked := "is marked complete"
	switch {
	case !s.known():
		marked = "is not in STATUS.md"
	case !s.marked():
		marked = "has every box checked"
	}
	if s.known() {
		f.Evidence = append(f.Evidence, model.Evidence{Where: rec.StatusAt, Quote: fmt.Sprintf("Step %d: %s", s.Number, s.Says)})
	}
	said := fmt.Sprintf("Step %d %s, but its newest code review (%s) says %s", s.Number, marked, v.name(), v.Verdict)
	if v.Summary != "" {
		said += ": " + v.Summary
	}
	o := holds(classify.RankNone, model.StateFalseDone, 0.97, what, model.KindUnknown, said, "unanswered code review", v.Rel)
	if rec.Level < 0 {
		o.Grade = model.GradeStrong
	}
	switch {
	case in.Recorded == model.StateDone:
		o.Rank = classify.RankContradiction
	case in.Recorded == model.StateFailed:
		o.Rank, o.State = classify.RankHardError, model.StateFailed
	case rec.Done != "":
		o.Rank = classify.RankLive
	case in.Recorded == model.StateActive && !rec.Idle:
		// Its worker may still answer the review.
		if f.Severity = model.SeverityWarning; !s.marked() {
			f.Severity = model.SeverityInfo
		}
	}
	return f, o
}

// checkReviewInFlight marks a risk: the verdict may be that the step is to be done again.
func checkReviewInFlight(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	if rec.Reviewer == nil || rec.Status == nil || rec.Reviewer.ReviewType != "code" || !rec.reviewsCode() {
		return nil, none
	}
	s := rec.Status.step(rec.Reviewer.ReviewStep.N)
	if s == nil || !s.complete() {
		return nil, none
	}
	message := fmt.Sprintf("step %d was marked complete before its review R%03d was over", s.Number, max(rec.Status.Counter, 0)+1)
	if in.Recorded == model.StateDone {
		message = fmt.Sprintf("marked done before the review of step %d was over", s.Number)
	}
	return note(model.SeverityWarning, rec.Reviewer.UpdatedAt.Time, message, rec.StatusAt, fmt.Sprintf("Step %d: %s", s.Number, s.Says),
		"a review of the step that approves"), none
}

// checkDeadReviewer sees a review that nobody goes on with. The worker waits for it for
// up to ten minutes.
func checkDeadReviewer(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	v := rec.Reviewer
	if v == nil || !overdue(in, v.UpdatedAt.Time, reviewerLimit) {
		return nil, none
	}
	return note(model.SeverityWarning, v.UpdatedAt.Add(reviewerLimit), fmt.Sprintf("the reviewer of step %d (%s) fell silent", v.ReviewStep.N, v.ReviewType),
		".reviewer-state.json", string(v.LastTool), "the verdict of the review, or the next one"), none
}

// checkRefusedReview sees reviews that were asked for and did not take place: each one
// that does is counted in STATUS.md, even one that comes to nothing. Of a step that is
// marked complete Taskplane refuses them, and no log says so.
func checkRefusedReview(_ *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	if rec.Status == nil || rec.Status.Counter < 0 || rec.Log.reviews <= rec.Status.Counter || len(rec.openReviews()) == 0 && !rec.skipped() {
		return nil, none
	}
	f := note(model.SeverityWarning, rec.Log.last, "review_step led to no review: of a step that is marked complete it is refused",
		rec.StatusAt, fmt.Sprintf("Review Counter: %d, after %d calls of review_step", rec.Status.Counter, rec.Log.reviews), "the step set back, and reviewed", model.ActionResetStep)
	f.Count = rec.Log.reviews - rec.Status.Counter
	return f, none
}

// skipped reports whether the code of a complete step was not reviewed although it should
// have been: that of the first step and of the last never is.
func (r *record) skipped() bool {
	steps := r.Status.Steps
	return r.Live && r.Level >= reviewLevel && len(steps) > 2 && slices.ContainsFunc(steps[1:len(steps)-1], func(s step) bool {
		return s.complete() && newestOf(r.Reviews, s.Number) == nil
	})
}

// checkUnfinishedStep sees a task that is marked done although its own STATUS.md says
// that a step is not. To Taskplane "Incomplete" is complete.
func checkUnfinishedStep(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	if in.Recorded != model.StateDone || rec.Status == nil || !rec.Live || !rec.Status.Whole {
		return nil, none
	}
	for i := range rec.Status.Steps {
		s := &rec.Status.Steps[i]
		if s.complete() && !s.denied() {
			continue
		}
		said := fmt.Sprintf("Step %d: %s is %s, with %d of %d boxes checked", s.Number, s.Name, s.Says, s.ticked(), len(s.Boxes))
		what := fmt.Sprintf("step %d is not complete", s.Number)
		f := note(model.SeverityError, rec.Beat, "marked done, and "+what, rec.StatusAt, said, "the step completed")
		f.Evidence[0].Own = true
		return f, holds(classify.RankContradiction, model.StateFalseDone, 0.94, what, model.KindUnknown, said, said, rec.StatusAt)
	}
	return nil, none
}

// doubtful is the score from which words say that work is not done, rather than merely
// read like words that do.
const doubtful = 0.75

// checkStepsComplete sees a task that was done step by step. That outweighs a last
// message which merely reads like unfinished work: it is what was said of one iteration.
func checkStepsComplete(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	if in.Recorded != model.StateDone || rec.Status == nil || !rec.Live || len(rec.Status.Steps) == 0 ||
		slices.ContainsFunc(rec.Status.Steps, func(s step) bool { return !s.complete() }) ||
		in.Words().Label == text.LabelDone || in.Reading().Score >= doubtful {
		return nil, none
	}
	return nil, classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateDone, Grade: model.GradeStrong, Confidence: 0.7, Headline: "every step is complete",
	}
}

// reviewedAt is when a review was noted in STATUS.md, to the minute.
func (r *record) reviewedAt(v *review) time.Time {
	for i := 0; r.Status != nil && i < len(r.Status.Rows); i++ {
		if r.Status.Rows[i].Action == fmt.Sprintf("Review R%03d", v.Number) {
			return r.Status.Rows[i].At
		}
	}
	return r.Beat
}
