package transcript

import (
	"fmt"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source/runlog"
)

// native is what the rules of this package know of a log.
type native struct {
	open  bool
	until time.Time // when an open log counts as silent
	last  runlog.Kind
}

// build makes the task that a log is.
func (l *Logs) build(f *file, s *runlog.Summary) model.Case {
	beat := f.beat(s)
	open := s.Open(beat, l.options.Now())
	c := model.Case{
		Task: model.Task{
			Source: Kind, Queue: l.path, Group: group(f.rel), ID: f.rel,
			Title: s.Title, Recorded: recorded(s, open, f.format), Attempts: s.NumRuns,
			Created: s.Started, Started: s.Started, Updated: beat,
			Agent: s.Agent, Model: s.Model, Repo: s.Cwd, Branch: s.Branch,
			CostUSD: s.CostUSD, Tokens: s.Tokens, Logs: []model.LogRef{l.ref(f)},
		},
		Body: s.Prompt, Result: s.Final, Runs: s.Runs,
		Facts:  model.Facts{Heartbeat: beat, OpenRun: open},
		Native: &native{open: open, until: beat.Add(runlog.Quiet), last: s.LastKind},
	}
	if c.Task.Title == "" {
		c.Task.Title = stem(f.rel)
	}
	if c.Task.Wish = cycle.Wish(s.Prompt, ""); c.Task.Wish == "" {
		c.Task.Wish = cycle.Wish(c.Task.Title, "")
	}
	if s.FinalLine > 0 {
		c.ResultWhere = fmt.Sprintf("%s:%d", f.rel, s.FinalLine)
	}
	if !open {
		c.Task.Finished = beat
	}
	if s.Reason != "" {
		c.Facts.ObstacleText, c.Facts.BlockedAt = s.Reason, beat
		c.Facts.ObstacleWhere = fmt.Sprintf("%s:%d", f.rel, max(s.FinalLine, 1))
	}
	for i := range c.Runs {
		r := &c.Runs[i]
		r.ID = fmt.Sprintf("%s#%s", f.rel, r.ID)
		if newest := i == len(c.Runs)-1; newest && open {
			r.Ended = time.Time{}
		} else if r.Ended.IsZero() {
			r.Ended = beat
		}
	}
	return c
}

// What is recorded of a log that fell silent without a terminal record.
const (
	ended   = "ended"   // after something was said
	stopped = "stopped" // in the middle of something, or without a word
)

// recorded is how the log itself says that it ended; empty while it is written.
func recorded(s *runlog.Summary, open bool, format runlog.Format) string {
	switch {
	case open:
		return ""
	case s.Terminal && s.Word != "":
		return s.Word
	case s.Terminal, s.LastKind == runlog.KindSaid, s.LastKind == runlog.KindError, format == runlog.FormatText && s.Final != "":
		return ended
	}
	return stopped
}

// state maps how a log says that it ended to the state that it stands for. A
// log without any word is still being written.
func state(recorded string) model.State {
	switch recorded {
	case "":
		return model.StateActive
	case ended:
		return model.StateDone
	case stopped:
		return model.StateUnknown
	case "canceled", "cancelled":
		return model.StateCancelled
	}
	switch o := runlog.OutcomeOf(recorded); o {
	case model.OutcomeBlocked, model.OutcomeRefused:
		return model.StateBlocked
	case model.OutcomeUnknown, model.OutcomeCompleted, model.OutcomeReleased:
		return model.StateDone
	case model.OutcomeFailed, model.OutcomeCrashed, model.OutcomeTimedOut, model.OutcomeBudget, model.OutcomeSpawnFailed,
		model.OutcomeRateLimited, model.OutcomeCancelled:
		return model.StateFailed
	}
	return model.StateUnknown
}
