package classify

import (
	"testing"
	"time"

	"notdone/model"
)

// TestCountsAsDone: a log of no queue counts as done when its end says so, or else its newest run.
func TestCountsAsDone(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	run := func(o model.Outcome, ended time.Time) model.Run {
		return model.Run{Started: at, Ended: ended, Outcome: o}
	}
	for name, c := range map[string]struct {
		recorded string
		state    model.State
		chat     bool
		runs     []model.Run
		want     bool
	}{
		"a task recorded as done":           {recorded: "done", state: model.StateDone, want: true},
		"a conversation":                    {recorded: "done", state: model.StateDone, chat: true},
		"a task recorded as failed":         {recorded: "failed", state: model.StateFailed, runs: []model.Run{run(model.OutcomeCompleted, at)}},
		"a log without a run":               {},
		"a log whose run completed":         {runs: []model.Run{run(model.OutcomeCompleted, at)}, want: true},
		"a log whose run failed":            {runs: []model.Run{run(model.OutcomeFailed, at)}},
		"a log whose run goes on":           {runs: []model.Run{run(model.OutcomeCompleted, time.Time{})}},
		"a log whose newest run failed":     {runs: []model.Run{run(model.OutcomeCompleted, at), run(model.OutcomeFailed, at.Add(time.Hour))}},
		"a task of a queue without a state": {recorded: "odd", runs: []model.Run{run(model.OutcomeCompleted, at)}},
	} {
		in := &Input{Case: &model.Case{Task: model.Task{Recorded: c.recorded}, Runs: c.runs, Facts: model.Facts{Chat: c.chat}}, Recorded: c.state}
		if got := countsAsDone(in); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
