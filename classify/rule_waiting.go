package classify

import (
	"fmt"
	"time"

	"notdone/model"
)

// blockedLimit is the age from which a block has lasted too long.
const blockedLimit = 24 * time.Hour

// checkWaiting sees a task that could be worked on and that nobody takes, and a
// block that lasts. A task whose dependencies are unfinished is not waiting.
func checkWaiting(in *Input) []Observation {
	since, limit := time.Time{}, in.Config.WaitingLimit
	f := model.Finding{Severity: model.SeverityWarning}
	what := ""
	switch in.Recorded {
	case model.StateQueued, model.StateScheduled:
		if in.Recorded == model.StateScheduled && in.Task.Due.IsZero() || in.Facts.Claimed || waitsForParent(in) {
			return nil
		}
		since, what = readySince(in), "ready for %s and not taken by anybody"
		f.Clears = "a worker that claims it"
	case model.StateBlocked:
		since, limit, what = blockedSince(in), blockedLimit, "blocked for %s"
		f.Clears, f.Actions = "a release", answerBlocked
	case model.StateUnknown, model.StateActive, model.StateFailed, model.StateFalseDone, model.StateDone, model.StateCancelled:
		return nil
	}
	if since.IsZero() || limit <= 0 {
		return nil
	}
	late := since.Add(limit)
	if !in.Now.After(late) {
		return []Observation{{Until: late.Add(time.Nanosecond)}}
	}
	f.First, f.Last = late, late
	f.Message = fmt.Sprintf(what, Span(in.Now.Sub(since)))
	return []Observation{{Finding: &f, Until: spanTick(since, in.Now)}}
}

func waitsForParent(in *Input) bool {
	for i := range in.Facts.Parents {
		if !in.Facts.Parents[i].Finished {
			return true
		}
	}
	return false
}

// readySince returns the newest moment that can have made the task ready:
// whatever changed its state, and the time at which it is due.
func readySince(in *Input) time.Time {
	since := in.Task.Created
	later := func(t time.Time) {
		if t.After(since) {
			since = t
		}
	}
	later(in.Task.Due)
	if r := newestEndedRun(in); r != nil {
		later(r.Ended)
	}
	for i := range in.Events {
		switch e := &in.Events[i]; e.Kind {
		case model.EventCreated, model.EventClaimed, model.EventBlocked, model.EventUnblocked, model.EventRequeued,
			model.EventFinished, model.EventFailed, model.EventCancelled, model.EventReleased, model.EventGaveUp, model.EventBlockLoop:
			later(e.At)
		default:
		}
	}
	return since
}

func blockedSince(in *Input) time.Time {
	if !in.Facts.BlockedAt.IsZero() {
		return in.Facts.BlockedAt
	}
	if e := newestEvent(in, model.EventBlocked, model.EventBlockLoop); e != nil {
		return e.At
	}
	return in.Task.Updated
}
