package hermes

import (
	"slices"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

// failures are the events of an attempt that went wrong.
var failures = []string{evGaveUp, evProtocolViolation, evCrashed, evTimedOut, evSpawnFailed}

// doneAfterFailures is about a task that failed and that somebody then
// completed in words, without another attempt (PR #92031): that person may have
// done it. Without words classify's failed-run sees it.
func doneAfterFailures(in *classify.Input, r *record) []classify.Observation {
	if r.status != stDone || cycle.Blank(in.Result) {
		return nil
	}
	var failed, done *model.Event
	for i := range in.Events {
		switch e := &in.Events[i]; {
		case e.Name == evClaimed:
			failed = nil
		case slices.Contains(failures, e.Name):
			failed, done = e, nil
		case e.Name == evCompleted:
			done = e
		}
	}
	if failed == nil || done == nil {
		return nil
	}
	return one(model.Finding{
		Severity: model.SeverityWarning, First: done.At, Last: done.At,
		Message:  "completed by hand after a failure, with no attempt between",
		Evidence: []model.Evidence{saidBy(failed), {Where: done.Where}},
		Clears:   "another attempt completes it",
	})
}
