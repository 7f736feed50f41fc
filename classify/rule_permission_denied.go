package classify

import (
	"cmp"

	"notdone/classify/cycle"
	"notdone/model"
)

// checkPermissionDenied sees a task that counts as done although it is on
// record, outside its prose, that something was denied to it.
func checkPermissionDenied(in *Input) []Observation {
	if seen := checkDeniedCalls(in); seen != nil {
		return seen
	}
	if !isDenial(in.Facts.ObstacleKind) {
		return nil
	}
	return checkRecordedObstacle(in, "it is on record that something was denied to it")
}

// checkRecordedObstacle answers with an obstacle that was recorded for a task that
// counts as done; nil when none was, or when it belongs to an earlier run.
func checkRecordedObstacle(in *Input, what string) []Observation {
	if !countsAsDone(in) || cycle.Blank(in.Facts.ObstacleText) {
		return nil
	}
	at := in.Facts.BlockedAt
	if r := newestRun(in); r != nil && !at.IsZero() && r.Started.After(at) {
		return nil
	}
	if e := newestEvent(in, model.EventUnblocked, model.EventRequeued); e != nil && !at.IsZero() && !e.At.Before(at) {
		return nil
	}
	if at.IsZero() {
		at = finishTime(in)
	}
	o := readObstacle(in.Facts.ObstacleText, in.Facts.ObstacleKind, in.Facts.ObstacleWhere)
	return both(model.Finding{
		Severity: model.SeverityError, Message: "marked done, but " + what, First: at, Last: at,
		Clears: clearsByRun, Actions: answerRequeue, Evidence: []model.Evidence{quote(o.Where, o.Text)},
	}, signalObstacleOnRecord.opine(Opinion{
		Grade:    model.GradeStrong,
		Headline: cmp.Or(kindHeadlines[o.Kind], "an obstacle is on record"), Obstacle: o,
	}))
}
