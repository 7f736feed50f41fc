package classify

import (
	"testing"
	"time"

	"notdone/classify/text"
	"notdone/model"
)

const (
	stateDone   = model.StateDone
	stateFalse  = model.StateFalseDone
	stateActive = model.StateActive
	warning     = model.SeverityWarning
	severe      = model.SeverityError
)

func TestNoOutput(t *testing.T) {
	const message = "marked done, but there is no result and no last message"
	logged := with(done(""), func(c *model.Case) { c.Facts.Endings = []model.Ending{{Where: "a.log:9", Text: "wrote it"}} })
	try(t, checkNoOutput, []trial{
		{name: "blank", c: done(" \n\u200b"), recorded: stateDone, message: message, state: stateFalse, sev: severe},
		{name: "no run either", c: with(done(""), func(c *model.Case) { c.Runs = nil }), recorded: stateDone, message: message, state: stateFalse, sev: severe},
		{name: "result alone", c: with(done("ok"), func(c *model.Case) { c.Runs[0].Output = "" }), recorded: stateDone},
		{name: "output of the run alone", c: with(done("ok"), func(c *model.Case) { c.Result = "" }), recorded: stateDone},
		{name: "only an old run said something", recorded: stateDone, message: message, state: stateFalse, sev: severe, c: with(done(""), func(c *model.Case) {
			c.Runs = append([]model.Run{{Output: "ok", Ended: ago(5 * time.Hour)}}, c.Runs...)
		})},
		{
			name: "tools were called", recorded: stateDone, message: "it worked, but left no result and no last message",
			c: with(done(""), func(c *model.Case) { c.Runs[0].ToolCalls = count(3) }),
		},
		{name: "its log says something", c: logged, recorded: stateDone},
		{name: "not done", c: done(""), recorded: model.StateQueued},
	})
}

func TestNoRun(t *testing.T) {
	bare := with(done(""), func(c *model.Case) {
		c.Runs, c.Task.Started, c.Task.Attempts = nil, time.Time{}, 0
		c.Events = []model.Event{c.Events[0], c.Events[2]}
	})
	try(t, checkNoRun, []trial{
		{name: "good", c: done("ok"), recorded: stateDone},
		{name: "nothing worked on it", c: bare, recorded: stateDone, message: "recorded done, but nothing ever worked on it", state: stateFalse, sev: severe},
		{
			name: "a result without a run", c: with(bare, func(c *model.Case) { c.Result = "ok" }), recorded: stateDone,
			message: "recorded done with a result, but nothing is recorded to have worked on it", sev: warning,
		},
		{name: "claimed, by a client that writes no runs", c: with(done("ok"), func(c *model.Case) { c.Runs = nil }), recorded: stateDone},
		{
			name: "no completion", c: with(done("ok"), func(c *model.Case) { c.Events = c.Events[:2] }), recorded: stateDone,
			message: "recorded done, but its history holds no completion", state: stateFalse, sev: severe,
		},
		{name: "its history was pruned", c: with(done("ok"), func(c *model.Case) { c.Events = c.Events[1:2] }), recorded: stateDone},
		{name: "a system without histories", c: with(done("ok"), func(c *model.Case) { c.Events = nil }), recorded: stateDone},
		{name: "not done", c: bare, recorded: model.StateQueued},
	})
}

func TestOpenRun(t *testing.T) {
	const message = "recorded done while a run of it is still open"
	try(t, checkOpenRun, []trial{
		{name: "ended", c: done("ok"), recorded: stateDone},
		{name: "open run", c: running(), recorded: stateDone, message: message, state: stateFalse, sev: severe},
		{name: "open by a fact", c: with(done("ok"), func(c *model.Case) { c.Facts.OpenRun = true }), recorded: stateDone, message: message, state: stateFalse, sev: severe},
		{name: "running", c: running(), recorded: stateActive},
	})
}

func TestFailedRun(t *testing.T) {
	ended := func(o model.Outcome, exit *int) model.Case {
		return with(done("ok"), func(c *model.Case) { c.Runs[0].Outcome, c.Runs[0].ExitCode = o, exit })
	}
	try(t, checkFailedRun, []trial{
		{name: "completed", c: ended(model.OutcomeCompleted, count(0)), recorded: stateDone},
		{
			name: "crashed", c: ended(model.OutcomeCrashed, nil), recorded: stateDone, state: stateFalse, sev: severe,
			message: "marked done, but its last run ended: crashed",
		},
		{
			name: "exit code", c: ended(model.OutcomeCompleted, count(3)), recorded: stateDone, state: stateFalse, sev: severe,
			message: "marked done, but its last run ended: exit code 3",
		},
		{name: "taken back unjudged", c: ended(model.OutcomeReleased, nil), recorded: stateDone},
		{name: "failed by record", c: ended(model.OutcomeCrashed, nil), recorded: model.StateFailed},
	})
}

func TestObstacleInResult(t *testing.T) {
	said := done("No access to vault/staging.")
	reads := func(l text.Label, promise bool) *text.Reading {
		return &text.Reading{Label: l, Score: 0.9, Kind: model.KindAccess, Quote: said.Result, Promise: promise}
	}
	declared := with(said, func(c *model.Case) { c.Facts.Explicit = model.OutcomeCompleted })
	try(t, checkObstacleInResult, []trial{
		{name: "done", c: said, recorded: stateDone, reading: reads(text.LabelDone, false)},
		{
			name: "blocked", c: said, recorded: stateDone, reading: reads(text.LabelBlocked, false), state: stateFalse, sev: warning,
			message: "marked done, but its last message reports an obstacle",
		},
		{
			name: "refused", c: said, recorded: stateDone, reading: reads(text.LabelRefused, false), state: stateFalse, sev: warning,
			message: "marked done, but its last message declines the work",
		},
		{
			name: "failed", c: said, recorded: stateDone, reading: reads(text.LabelFailed, false), state: stateFalse, sev: warning,
			message: "marked done, but its last message reports a failure",
		},
		{name: "a promise is another rule's", c: said, recorded: stateDone, reading: reads(text.LabelFailed, true)},
		{
			name: "declared completed", c: declared, recorded: stateDone, reading: reads(text.LabelBlocked, false), state: stateFalse, sev: warning,
			message: "the agent declared it completed, but its last message reports an obstacle",
		},
		{name: "queued again", c: said, recorded: model.StateQueued, reading: reads(text.LabelBlocked, false)},
		{name: "nothing said", c: done(""), recorded: stateDone, reading: reads(text.LabelBlocked, false)},
	})
}

func TestPromiseInResult(t *testing.T) {
	promise := &text.Reading{Label: text.LabelFailed, Score: 0.8, Promise: true, Quote: "I will do it."}
	try(t, checkPromiseInResult, []trial{
		{
			name: "promise", c: done("I will do it."), recorded: stateDone, reading: promise, state: stateFalse, sev: warning,
			message: "marked done, but its last message announces the work instead of reporting it",
		},
		{name: "work, and an offer", c: done("Did it."), recorded: stateDone, reading: &text.Reading{Label: text.LabelDone, Promise: true}},
		{name: "still running", c: running(), recorded: stateActive, reading: promise},
	})
}

func TestResultSaysDone(t *testing.T) {
	try(t, checkResultSaysDone, []trial{
		{name: "done", c: done("Did it."), recorded: stateDone, reading: &text.Reading{Label: text.LabelDone, Score: 0.1}, state: stateDone},
		{name: "not done", c: done("No."), recorded: stateDone, reading: &text.Reading{Label: text.LabelRefused, Score: 0.9}},
	})
}

func TestZeroActivity(t *testing.T) {
	counts := func(tools, files *int) model.Case {
		return with(done("ok"), func(c *model.Case) { c.Runs[0].ToolCalls, c.Runs[0].FilesChanged = tools, files })
	}
	try(t, checkZeroActivity, []trial{
		{name: "unknown", c: counts(nil, nil), recorded: stateDone},
		{name: "tools called", c: counts(count(2), nil), recorded: stateDone},
		{name: "files changed", c: counts(count(0), count(1)), recorded: stateDone},
		{
			name: "neither", c: counts(count(0), count(0)), recorded: stateDone, state: stateFalse, sev: warning,
			message: "marked done, but its last run called no tool and changed no file",
		},
		{
			name: "no tool", c: counts(count(0), nil), recorded: stateDone, state: stateFalse, sev: warning,
			message: "marked done, but its last run called no tool",
		},
		{name: "that no file changed is another rule's", c: counts(count(4), count(0)), recorded: stateDone},
		{name: "queued", c: counts(count(0), count(0)), recorded: model.StateQueued},
	})
}

func TestWorkSeen(t *testing.T) {
	try(t, checkWorkSeen, []trial{
		{name: "completed", c: done("ok"), recorded: stateDone, state: stateDone},
		{name: "idle", c: with(done("ok"), func(c *model.Case) { c.Runs[0].ToolCalls = count(0) }), recorded: stateDone},
		{name: "crashed", c: with(done("ok"), func(c *model.Case) { c.Runs[0].Outcome = model.OutcomeCrashed }), recorded: stateDone},
		{name: "exit code", c: with(done("ok"), func(c *model.Case) { c.Runs[0].ExitCode = count(1) }), recorded: stateDone},
		{name: "no run", c: with(done("ok"), func(c *model.Case) { c.Runs = nil }), recorded: stateDone},
		{name: "nothing said", c: done(""), recorded: stateDone},
		{name: "nothing said, but tools were called", c: with(done(""), func(c *model.Case) { c.Runs[0].ToolCalls = count(2) }), recorded: stateDone, state: stateDone},
		{name: "nothing said, but a file changed", c: with(done(""), func(c *model.Case) { c.Runs[0].FilesChanged = count(1) }), recorded: stateDone, state: stateDone},
		{name: "nothing said, with a log", c: with(done(""), func(c *model.Case) { c.Facts.Work = &model.Work{Calls: 3} }), recorded: stateDone, state: stateDone},
	})
}

// A task of which nothing is known but that it is recorded as done cannot be judged.
func TestDoneWithoutAnyMessage(t *testing.T) {
	c := done("")
	c.Facts.NoResults = true
	if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); v.State != model.StateDone || v.Grade != model.GradeCannotTell {
		t.Errorf("%s (%s)", v.State, v.Grade)
	}
}

func denied(kind model.ObstacleKind, at time.Time) model.Case {
	return with(done("All set."), func(c *model.Case) {
		c.Facts.ObstacleKind, c.Facts.ObstacleText, c.Facts.BlockedAt = kind, "Write to /etc/hosts was denied", at
	})
}

func TestPermissionDenied(t *testing.T) {
	const message = "marked done, but it is on record that something was denied to it"
	released := with(denied(model.KindPermission, ago(90*time.Minute)), func(c *model.Case) {
		c.Events = append(c.Events, model.Event{Seq: 4, Kind: model.EventUnblocked, At: ago(80 * time.Minute)})
	})
	try(t, checkPermissionDenied, []trial{
		{name: "nothing recorded", c: done("ok"), recorded: stateDone},
		{name: "denied in this run", c: denied(model.KindPermission, ago(90*time.Minute)), recorded: stateDone, message: message, state: stateFalse, sev: severe},
		{name: "at an unknown time", c: denied(model.KindAccess, time.Time{}), recorded: stateDone, message: message, state: stateFalse, sev: severe},
		{name: "in an earlier run", c: denied(model.KindPermission, ago(4*time.Hour)), recorded: stateDone},
		{name: "released since", c: released, recorded: stateDone},
		{name: "no denial", c: denied(model.KindNetwork, time.Time{}), recorded: stateDone},
		{name: "blocked", c: denied(model.KindPermission, time.Time{}), recorded: model.StateBlocked},
	})
}

func TestObstacleOnRecord(t *testing.T) {
	try(t, checkObstacleOnRecord, []trial{
		{
			name: "recorded", c: denied(model.KindNetwork, time.Time{}), recorded: stateDone, state: stateFalse, sev: severe,
			message: "marked done, but an obstacle is on record",
		},
		{name: "a denial is another rule's", c: denied(model.KindPolicy, time.Time{}), recorded: stateDone},
		{name: "none", c: done("ok"), recorded: stateDone},
	})
}

func TestPhantomRefs(t *testing.T) {
	cites := func(ids ...string) model.Case {
		return with(done("ok"), func(c *model.Case) {
			for _, id := range ids {
				c.Facts.PhantomRefs = append(c.Facts.PhantomRefs, model.Evidence{Where: "events#3", Quote: id})
			}
		})
	}
	try(t, checkPhantomRefs, []trial{
		{name: "none", c: cites(), recorded: stateDone},
		{name: "one", c: cites("x9"), recorded: stateDone, message: "its last message cites a task that does not exist", state: stateFalse, sev: warning, count: 1},
		{name: "two", c: cites("x9", "y9"), recorded: stateDone, message: "its last message cites 2 tasks that do not exist", state: stateFalse, sev: warning, count: 2},
		{name: "running", c: cites("x9"), recorded: stateActive},
	})
}

func TestSilentRecurrence(t *testing.T) {
	runs := func(outputs ...string) model.Case {
		return with(done(outputs[len(outputs)-1]), func(c *model.Case) {
			c.Runs = nil
			for i, out := range outputs {
				end := ago(time.Duration(len(outputs)-i) * 24 * time.Hour)
				c.Runs = append(c.Runs, model.Run{Outcome: model.OutcomeCompleted, Output: out, Started: end.Add(-time.Minute), Ended: end})
			}
		})
	}
	try(t, checkSilentRecurrence, []trial{
		{name: "speaks", c: runs("a", "b", "c", "d", "e"), recorded: stateDone},
		{name: "silent once", c: runs("a", "b", "c", "d", ""), recorded: stateDone},
		{
			name: "silent twice", c: runs("a", "b", "c", "", ""), recorded: stateDone, state: stateFalse, sev: warning, count: 2,
			message: "said something on 3 runs, nothing on the last 2",
		},
		{
			name: "silent for longer", c: runs("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "", ""), recorded: stateDone, state: stateFalse, sev: severe, count: 3,
			message: "said something on 9 runs, nothing on the last 3",
		},
		{
			name: "waiting for its next run", c: runs("a", "b", "c", "", ""), recorded: model.StateScheduled, sev: warning,
			message: "said something on 3 runs, nothing on the last 2",
		},
		{name: "hardly ever spoke", c: runs("a", "b", "", "", ""), recorded: stateDone},
		{name: "cancelled", c: runs("a", "b", "c", "", ""), recorded: model.StateCancelled},
	})
}
