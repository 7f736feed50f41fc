package classify

import (
	"fmt"
	"time"

	"notdone/model"
)

// newestRun returns the newest run; nil when there is none.
func newestRun(in *Input) *model.Run {
	if n := len(in.Runs); n > 0 {
		return &in.Runs[n-1]
	}
	return nil
}

// newestEndedRun returns the newest run that ended; nil when there is none.
func newestEndedRun(in *Input) *model.Run {
	for i := len(in.Runs) - 1; i >= 0; i-- {
		if !in.Runs[i].Open() {
			return &in.Runs[i]
		}
	}
	return nil
}

// newestOpenRun returns the newest run that is open; nil when there is none.
func newestOpenRun(in *Input) *model.Run {
	for i := len(in.Runs) - 1; i >= 0; i-- {
		if in.Runs[i].Open() {
			return &in.Runs[i]
		}
	}
	return nil
}

// newestEnding returns the newest end of an attached log, the last one where
// times are unknown or equal; nil when no log is attached.
func newestEnding(in *Input) *model.Ending {
	var last *model.Ending
	for i := range in.Facts.Endings {
		if e := &in.Facts.Endings[i]; last == nil || !e.At.Before(last.At) {
			last = e
		}
	}
	return last
}

// newestEvent returns the newest event of one of the kinds; nil when none is.
func newestEvent(in *Input, kinds ...model.EventKind) *model.Event {
	for i := len(in.Events) - 1; i >= 0; i-- {
		for _, k := range kinds {
			if in.Events[i].Kind == k {
				return &in.Events[i]
			}
		}
	}
	return nil
}

// finishTime returns when the task ended, as far as known.
func finishTime(in *Input) time.Time {
	if !in.Task.Finished.IsZero() {
		return in.Task.Finished
	}
	if r := newestEndedRun(in); r != nil {
		return r.Ended
	}
	return in.Task.Updated
}

// declaredState returns the state of a log whose agent declared this outcome.
func declaredState(o model.Outcome) model.State {
	switch o {
	case model.OutcomeCompleted:
		return model.StateDone
	case model.OutcomeBlocked, model.OutcomeRefused, model.OutcomeRateLimited:
		return model.StateBlocked
	case model.OutcomeFailed, model.OutcomeCrashed, model.OutcomeTimedOut, model.OutcomeBudget, model.OutcomeSpawnFailed,
		model.OutcomeCancelled:
		return model.StateFailed
	default:
		return model.StateUnknown
	}
}

// workerClause returns a clause on what is known of the worker's process.
func workerClause(in *Input) string {
	switch in.Facts.Worker {
	case model.LivenessAlive:
		return ", " + workerName(in) + " still alive"
	case model.LivenessDead:
		return ", " + workerName(in) + " is gone"
	case model.LivenessUnknown:
		if in.Facts.WorkerHost != "" {
			return ", its worker is on " + cut(in.Facts.WorkerHost, 60)
		}
	}
	return ""
}

// workerName returns a name for the worker.
func workerName(in *Input) string {
	if in.Facts.WorkerPID > 0 {
		return fmt.Sprintf("worker %d", in.Facts.WorkerPID)
	}
	return "the worker"
}

// calledNoTool reports whether every run is known to have called no tool and changed
// no file.
func calledNoTool(in *Input) bool {
	for i := range in.Runs {
		if r := &in.Runs[i]; !zero(r.ToolCalls) || some(r.FilesChanged) {
			return false
		}
	}
	return len(in.Runs) > 0
}
