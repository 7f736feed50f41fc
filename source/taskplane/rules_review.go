package taskplane

import (
	"fmt"
	"strings"
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

// refusal is a complete step whose newest code review asks for changes.
type refusal struct {
	Step   *step
	Review *review
}

// openReviews are the refusals of a task, by its steps. Below the level at which code is
// reviewed nobody has to answer a review.
func (r *record) openReviews() (open []refusal) {
	if r.Status == nil || !r.Live || r.Level >= 0 && r.Level < reviewLevel {
		return nil
	}
	for i := range r.Status.Steps {
		s := &r.Status.Steps[i]
		if v := newestOf(r.Reviews, s.Number); v != nil && v.Verdict.refuses() && s.complete() {
			open = append(open, refusal{s, v})
		}
	}
	return open
}

// says is the sentence that states a refusal.
func (o *refusal) says() string {
	said := fmt.Sprintf("Step %d is marked complete, but its newest code review (%s) says %s", o.Step.Number, o.Review.name(), o.Review.Verdict)
	if !o.Step.marked() {
		said = strings.Replace(said, "is marked complete", "has every box checked", 1)
	}
	if o.Review.Summary != "" {
		said += ": " + o.Review.Summary
	}
	return said
}

// checkOpenReview sees a complete step whose newest code review asks for changes. The
// worker is told that the step is done, and will not touch it again.
func checkOpenReview(in *classify.Input, rec *record) []classify.Observation {
	open := rec.openReviews()
	if len(open) == 0 {
		return nil
	}
	first := &open[0]
	f := model.Finding{
		Severity: model.SeverityError, Message: fmt.Sprintf("step %d counts as complete over an unanswered %s", first.Step.Number, first.Review.Verdict),
		Count: len(open), First: rec.reviewedAt(first.Review), Last: rec.reviewedAt(first.Review),
		Clears: "a code review of the step that approves, or the step set back", Actions: []model.ActionName{model.ActionResetStep, model.ActionMessage},
	}
	for i := range open {
		f.Evidence = append(f.Evidence, model.Evidence{Where: open[i].Review.Rel, Quote: open[i].Review.Verdict.String() + ": " + open[i].Review.Summary},
			model.Evidence{Where: rec.StatusAt, Quote: fmt.Sprintf("Step %d: %s", open[i].Step.Number, open[i].Step.Says)})
	}
	said := first.says()
	o := classify.Opinion{
		Grade: model.GradeProven, Confidence: 0.97, Headline: fmt.Sprintf("step %d over an unanswered %s", first.Step.Number, first.Review.Verdict),
		Obstacle: obstacle(model.KindUnknown, said, "unanswered code review", first.Review.Rel),
	}
	if rec.Level < 0 {
		o.Grade = model.GradeStrong
	}
	switch {
	case in.Recorded == model.StateDone:
		o.Rank, o.State = classify.RankContradiction, model.StateFalseDone
	case in.Recorded == model.StateFailed:
		o.Rank, o.State = classify.RankHardError, model.StateFailed
	case rec.Done != "" && in.Recorded != model.StateCancelled:
		o.Rank, o.State = classify.RankLive, model.StateFalseDone
	case in.Recorded == model.StateActive && rec.idle().count == 0:
		// Its worker may still answer the review.
		if f.Severity = model.SeverityWarning; !first.Step.marked() {
			f.Severity = model.SeverityInfo
		}
	}
	return both(f, o)
}

// reviewedAt is when a review was noted in STATUS.md, to the minute.
func (r *record) reviewedAt(v *review) time.Time {
	prefix := fmt.Sprintf("Review R%03d", v.Number)
	for i := range r.Status.Rows {
		if strings.HasPrefix(r.Status.Rows[i].Action, prefix) {
			return r.Status.Rows[i].At
		}
	}
	return r.Beat
}

// reviewerLimit is how long a reviewer may be silent: Taskplane no longer shows it then.
const reviewerLimit = 2 * time.Minute

// inFlight returns the step whose code review runs by the record although the step
// counts as complete; nil: there is none.
func (r *record) inFlight() *step {
	if r.Reviewer == nil || r.Status == nil || r.Reviewer.Status != "running" || r.Reviewer.ReviewType != "code" {
		return nil
	}
	if s := r.Status.step(r.Reviewer.ReviewStep.N); s != nil && s.complete() {
		return s
	}
	return nil
}

// checkReviewInFlight marks a risk: the verdict may be that the step is to be done again.
func checkReviewInFlight(in *classify.Input, rec *record) []classify.Observation {
	s := rec.inFlight()
	if s == nil || rec.Level >= 0 && rec.Level < reviewLevel {
		return nil
	}
	at := rec.Reviewer.UpdatedAt.Time
	f := model.Finding{
		Severity: model.SeverityWarning, First: at, Last: at, Clears: "a review of the step that approves",
		Message:  fmt.Sprintf("step %d was marked complete before its review R%03d was over", s.Number, max(rec.Status.Counter, 0)+1),
		Evidence: []model.Evidence{{Where: rec.StatusAt, Quote: fmt.Sprintf("Step %d: %s", s.Number, s.Says)}},
	}
	if in.Recorded == model.StateDone {
		f.Message = fmt.Sprintf("marked done before the review of step %d was over", s.Number)
	}
	return finding(f)
}

// checkDeadReviewer sees a review that nobody goes on with. The worker waits for it for
// up to ten minutes.
func checkDeadReviewer(in *classify.Input, rec *record) []classify.Observation {
	if rec.Reviewer == nil || rec.Reviewer.Status != "running" || !rec.Live {
		return nil
	}
	at := rec.Reviewer.UpdatedAt.Time
	return after(in, at, reviewerLimit, finding(model.Finding{
		Severity: model.SeverityWarning, First: at.Add(reviewerLimit), Last: at.Add(reviewerLimit),
		Message:  fmt.Sprintf("the reviewer of step %d (%s) fell silent", rec.Reviewer.ReviewStep.N, rec.Reviewer.ReviewType),
		Evidence: []model.Evidence{{Where: ".reviewer-state.json", Quote: string(rec.Reviewer.LastTool)}},
		Clears:   "the verdict of the review, or the next one",
	}))
}

// checkRefusedReview sees reviews that were asked for and did not take place: each one
// that does is counted in STATUS.md, even one that comes to nothing. Of a step that is
// marked complete Taskplane refuses them, and no log says so.
func checkRefusedReview(_ *classify.Input, rec *record) []classify.Observation {
	if rec.Status == nil || rec.Status.Counter < 0 || !rec.Live {
		return nil
	}
	refused := rec.Log.reviews - rec.Status.Counter
	if rec.Reviewer != nil {
		refused--
	}
	open := rec.openReviews()
	if refused <= 0 || len(open) == 0 || rec.Log.count > maxIterations {
		return nil
	}
	return finding(model.Finding{
		Severity: model.SeverityWarning, Count: refused, First: rec.Log.last, Last: rec.Log.last,
		Message:  fmt.Sprintf("%d of %d calls of review_step led to no review: of a step that is marked complete they are refused", refused, rec.Log.reviews),
		Evidence: []model.Evidence{{Where: rec.StatusAt, Quote: fmt.Sprintf("Review Counter: %d", rec.Status.Counter)}},
		Actions:  []model.ActionName{model.ActionResetStep}, Clears: "the step set back, and reviewed",
	})
}

// checkUnfinishedStep sees a task that is marked done although its own STATUS.md says
// that a step is not. To Taskplane "Incomplete" is complete.
func checkUnfinishedStep(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateDone || rec.Status == nil || !rec.Live || !rec.Status.Whole {
		return nil
	}
	for i := range rec.Status.Steps {
		s := &rec.Status.Steps[i]
		if s.complete() && !s.denied() {
			continue
		}
		said := fmt.Sprintf("Step %d: %s is %s, with %d of %d boxes checked", s.Number, s.Name, s.Says, s.ticked(), len(s.Boxes))
		return both(model.Finding{
			Severity: model.SeverityError, First: rec.Beat, Last: rec.Beat, Message: fmt.Sprintf("marked done, and step %d is not complete", s.Number),
			Evidence: []model.Evidence{{Where: rec.StatusAt, Quote: said}}, Clears: "the step completed",
		}, classify.Opinion{
			Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeProven, Confidence: 0.94,
			Headline: fmt.Sprintf("step %d is not complete", s.Number), Obstacle: obstacle(model.KindUnknown, said, said, rec.StatusAt),
		})
	}
	return nil
}

// doubtful is the score from which words say that work is not done, rather than merely
// read like words that do.
const doubtful = 0.75

// checkStepsComplete sees a task that was done step by step. That outweighs a last
// message which merely reads like unfinished work: it is what was said of one iteration.
func checkStepsComplete(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateDone || rec.Status == nil || !rec.Live || len(rec.Status.Steps) == 0 || rec.Status.open() != nil ||
		in.Reading().Label == text.LabelDone || in.Reading().Score >= doubtful {
		return nil
	}
	return opinion(classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateDone, Grade: model.GradeStrong, Confidence: 0.7, Headline: "every step is complete",
	})
}
