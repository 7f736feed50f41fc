package classify

import (
	"cmp"

	"notdone/model"
)

// checkHardError explains a task that its queue recorded as failed.
func checkHardError(in *Input) []Observation {
	o := Opinion{
		Rank: RankHardError, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.95,
		Headline: cmp.Or(FailureWords(in.Runs), stopHeadline(in)), Obstacle: failureObstacle(in),
	}
	at := finishTime(in)
	f := model.Finding{
		Severity: model.SeverityError, Message: "recorded as failed: " + cmp.Or(o.Headline, "no run says why"),
		First: at, Last: at, Clears: "a later run that completes, once the task is requeued",
		Actions: []model.ActionName{model.ActionRequeue, model.ActionRetry, model.ActionUnblock},
	}
	if o.Obstacle != nil {
		f.Evidence = []model.Evidence{quote(o.Obstacle.Where, o.Obstacle.Text)}
	}
	return both(f, o)
}

// stopHeadline says in a few words how a log's newest run ended where that was
// no failure of its own; empty otherwise.
func stopHeadline(in *Input) string {
	r := newestEndedRun(in)
	if in.Facts.Work == nil || r == nil || r.Outcome != model.OutcomeRateLimited && r.Outcome != model.OutcomeCancelled {
		return ""
	}
	if r.Outcome == model.OutcomeCancelled {
		return "stopped from outside"
	}
	return r.Outcome.String()
}

// FailureWords says in a few words how the newest attempts ended, such as
// "budget exhausted twice". Attempts that were taken back unjudged or are open
// are passed over. It is empty when the newest one did not fail.
func FailureWords(runs []model.Run) string {
	outcome, n := model.OutcomeUnknown, 0
	for i := len(runs) - 1; i >= 0; i-- {
		o := runs[i].Outcome
		if runs[i].Open() || o == model.OutcomeReleased || o == model.OutcomeRateLimited {
			continue
		}
		if !o.Failure() || n > 0 && o != outcome {
			break
		}
		outcome = o
		n++
	}
	if n == 0 {
		return ""
	}
	return outcome.String() + times(n)
}
