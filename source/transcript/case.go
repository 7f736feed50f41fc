package transcript

import (
	"cmp"
	"fmt"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source/runlog"
)

// native is what the rules of this package know of a log.
type native struct {
	open  bool
	torn  bool      // its last line is cut
	until time.Time // when an open log counts as silent
	last  runlog.Kind
}

// buildCase makes the task that a log is.
func (l *Logs) buildCase(f *file, id string, s *runlog.Summary) *model.Case {
	beat := l.heartbeat(f, s)
	open := isOpen(s, beat, l.Options.Now())
	human := s.Human && l.Only == "" && !f.named
	c := &model.Case{
		Task: model.Task{
			Source: f.form.kind(), Queue: l.Path, Group: groupOf(s, f.Rel), ID: id,
			Title: s.Title, Recorded: recordedEnd(s, open, human, f.Torn, f.form.format), Attempts: s.NumRuns,
			Created: s.Started, Started: s.Started, Updated: beat,
			Agent: s.Agent, Model: s.Model, Repo: s.Cwd, Branch: s.Branch, Logs: l.refs(f),
			Resume: resumeCommand(s),
		},
		Body: s.Prompt, Result: s.Final, Runs: s.Runs,
		Facts:  model.Facts{Heartbeat: beat, OpenRun: open, Chat: human || s.Idle, Work: l.workOf(f, s)},
		Native: &native{open: open, torn: f.Torn, until: beat.Add(quietLimit(s)), last: s.LastKind},
	}
	c.Task.CostUSD, c.Task.Tokens = l.sumCosts(f, s)
	if c.Task.Resume != nil {
		c.Task.Dir = s.Cwd
	}
	if c.Task.Agent == "" {
		c.Task.Agent = s.Kind
	}
	if human {
		c.Task.Group = chats
	}
	if c.Task.Title == "" {
		c.Task.Title = stem(f.Rel)
	}
	if c.Task.Wish = cycle.Wish(s.Prompt, ""); c.Task.Wish == "" {
		c.Task.Wish = cycle.Wish(c.Task.Title, "")
	}
	if s.FinalLine > 0 {
		c.ResultWhere = s.Where(s.FinalLine)
	}
	if !open && s.Work.Waiting.Quote == "" {
		c.Task.Finished = beat
	}
	c.Facts.ObstacleText, c.Facts.ObstacleWhere = readObstacle(s)
	c.Facts.ObstacleOwn = s.ReasonOwn && c.Facts.ObstacleText == s.Reason
	if c.Facts.ObstacleText != "" {
		c.Facts.BlockedAt = beat
	}
	nameRuns(c.Runs, f.Rel, open, beat)
	switch {
	case c.Task.Recorded == died:
		markCrashed(c, s)
	case s.Kind != "" && state(c.Task.Recorded) == model.StateFailed:
		explainFailure(c, s)
	}
	placeError(c, s)
	return c
}

// nameRuns gives the runs of the log at rel their ids, and an end to those that have none but for
// the newest of a log that is open.
func nameRuns(runs []model.Run, rel string, open bool, beat time.Time) {
	for i := range runs {
		r := &runs[i]
		r.ID = fmt.Sprintf("%s#%s", rel, r.ID)
		if newest := i == len(runs)-1; newest && open {
			r.Ended = time.Time{}
		} else if r.Ended.IsZero() {
			r.Ended = beat
		}
	}
}

// placeError says where in the log stands what ended the newest run.
func placeError(c *model.Case, s *runlog.Summary) {
	line := cmp.Or(s.ErrorLine, s.LastLine)
	if len(c.Runs) == 0 || line == 0 {
		return
	}
	r := &c.Runs[len(c.Runs)-1]
	switch {
	case r.Error == "":
	case s.Work.Pending.Quote != "" && r.Outcome == model.OutcomeCrashed:
		r.Where = s.Work.Pending.Where
	default:
		r.Where = s.Where(line)
	}
}

// readObstacle returns what the log itself names as what keeps the run from going on.
func readObstacle(s *runlog.Summary) (text, where string) {
	switch {
	case s.Work.Waiting.Quote != "":
		return s.Work.Waiting.Quote, s.Work.Waiting.Where
	case s.Reason != "":
		return s.Reason, s.Where(max(s.FinalLine, 1))
	}
	return "", ""
}

// markCrashed ends the newest run of a log that stops where nothing ends.
func markCrashed(c *model.Case, s *runlog.Summary) {
	if len(c.Runs) == 0 {
		return
	}
	r := &c.Runs[len(c.Runs)-1]
	r.Outcome = model.OutcomeCrashed
	if r.Error != "" {
		return
	}
	r.ErrorOwn = true
	if r.Error = describeStop(s.LastKind); s.Work.Pending.Quote != "" {
		r.Error += ": " + s.Work.Pending.Quote
	}
}

// explainFailure names what ended the newest run of a log that has no words for it.
func explainFailure(c *model.Case, s *runlog.Summary) {
	if len(c.Runs) == 0 || c.Runs[len(c.Runs)-1].Error != "" {
		return
	}
	r := &c.Runs[len(c.Runs)-1]
	r.ErrorOwn = true
	switch r.Outcome {
	case model.OutcomeBudget:
		r.Error = "a limit was reached: " + s.Word
	case model.OutcomeCancelled:
		r.Error = "it was stopped from outside: " + s.Word
	default:
		r.Error = "it ended with " + s.Word
	}
	if n := len(s.Work.Loops); n > 0 && !s.Work.Loops[n-1].Ended {
		l := &s.Work.Loops[n-1]
		r.Error += fmt.Sprintf(", while %s %s gave the same result %d times", l.Tool, l.Args, l.Count)
	}
}
