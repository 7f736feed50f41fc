package classify

import (
	"cmp"
	"fmt"

	"notdone/classify/cycle"
	"notdone/model"
)

// checkFailedRun sees a task that counts as done although its newest run did
// not complete, or exited with a code that says so.
func checkFailedRun(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || !countsAsDone(in) {
		return nil
	}
	ended, s := r.Outcome.String(), signalFailedRun
	switch {
	case r.Outcome.Failure(), r.Outcome == model.OutcomeBlocked, r.Outcome == model.OutcomeRefused:
	case r.ExitCode != nil && *r.ExitCode != 0:
		ended, s = fmt.Sprintf("exit code %d", *r.ExitCode), signalExitCode
	default:
		return nil
	}
	o := s.opinion(Opinion{
		Grade:    model.GradeStrong,
		Headline: "its last run ended: " + ended,
	})
	said := cmp.Or(firstLine(r.Error), firstLine(r.Output))
	if !cycle.Blank(said) {
		o.Obstacle = readObstacle(said, outcomeKind(r.Outcome), r.Where)
	}
	return both(model.Finding{
		Severity: model.SeverityError, Message: "marked done, but its last run ended: " + ended,
		First: r.Ended, Last: r.Ended, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: []model.Evidence{quote(cmp.Or(r.Where, "run "+r.ID), said)},
	}, o)
}
