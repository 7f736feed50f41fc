package classify

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/classify/text"
	"notdone/model"
)

func TestRecorded(t *testing.T) {
	config := DefaultConfig()
	for _, tt := range []struct {
		recorded model.State
		rank     Rank
		grade    model.Grade
	}{
		{model.StateUnknown, RankRecorded, model.GradeCannotTell},
		{model.StateQueued, RankRecorded, model.GradeProven},
		{model.StateScheduled, RankRecorded, model.GradeProven},
		{model.StateActive, RankLive, model.GradeProven},
		{model.StateBlocked, RankLive, model.GradeProven},
		{model.StateFailed, RankHardError, model.GradeProven},
		{model.StateDone, RankRecorded, model.GradeCannotTell},
		{model.StateCancelled, RankAbort, model.GradeProven},
	} {
		in := &Input{Case: &model.Case{Task: model.Task{Recorded: "word"}}, Recorded: tt.recorded, Now: now, Config: &config}
		o := checkRecorded(in)[0].Opinion
		if o.State != tt.recorded || o.Rank != tt.rank || o.Grade != tt.grade || o.Confidence > 0.9 {
			t.Errorf("%v: %+v", tt.recorded, o)
		}
	}
}

func TestBlockReason(t *testing.T) {
	for _, tt := range []struct {
		name string
		c    model.Case
		want model.Obstacle
		head string
	}{
		{
			"recorded",
			model.Case{Facts: model.Facts{ObstacleText: " no access to vault/staging\n", ObstacleKind: model.KindTool, ObstacleWhere: "tasks#1"}},
			model.Obstacle{Kind: model.KindAccess, Name: "no access to vault/staging", Text: "no access to vault/staging", Key: "access:vault staging", Where: "tasks#1"},
			"no access to vault/staging",
		},
		{
			"in the event",
			model.Case{Facts: model.Facts{ObstacleKind: model.KindMissingInput}, Events: []model.Event{{Kind: model.EventBlocked, Note: "Redis or SQLite?", Where: "events#7"}}},
			model.Obstacle{Kind: model.KindDecision, Name: "Redis or SQLite?", Text: "Redis or SQLite?", Key: "decision:redis sqlite", Where: "events#7"},
			"Redis or SQLite?",
		},
		{
			"in the run",
			model.Case{Facts: model.Facts{}, Runs: []model.Run{{Outcome: model.OutcomeBlocked, Output: "no browser", Where: "runs#2", Ended: now}}},
			model.Obstacle{Kind: model.KindTool, Name: "no browser", Text: "no browser", Key: "tool:browser", Where: "runs#2"},
			"no browser",
		},
		{
			"nowhere",
			model.Case{Task: model.Task{ID: "t1", Wish: "sign it"}, Events: []model.Event{{Kind: model.EventBlocked, Where: "events#8"}}},
			model.Obstacle{Name: noReason, Key: "unknown:no reason, sign it", Where: "events#8"},
			"no reason was recorded",
		},
		{"nowhere, no wish", model.Case{Task: model.Task{ID: "t1"}}, model.Obstacle{Name: noReason, Key: "unknown:no reason, t1"}, "no reason was recorded"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := &Input{Case: &tt.c, Recorded: model.StateBlocked, Now: now}
			o := checkBlockReason(in)[0].Opinion
			if diff := cmp.Diff(&tt.want, o.Obstacle); diff != "" || o.Headline != tt.head {
				t.Errorf("headline %q, want %q\n%s", o.Headline, tt.head, diff)
			}
		})
	}
	try(t, checkBlockReason, []trial{{name: "not blocked", c: running(), recorded: stateActive}})
}

func TestHardError(t *testing.T) {
	failed := func(outcomes ...model.Outcome) model.Case {
		c := model.Case{Task: model.Task{ID: "t", Recorded: "failed"}}
		for _, o := range outcomes {
			c.Runs = append(c.Runs, model.Run{Outcome: o, Error: "Limit 90/90 reached", Ended: now, Where: "runs#1"})
		}
		return c
	}
	said := func(o model.Outcome, words string) model.Case {
		return with(done(words), func(c *model.Case) { c.Task.Recorded, c.Runs[len(c.Runs)-1].Outcome = "failed", o })
	}
	budget := model.OutcomeBudget
	try(t, checkHardError, []trial{
		{name: "once", c: failed(budget), recorded: model.StateFailed, state: model.StateFailed, sev: severe, message: "recorded as failed: budget exhausted"},
		{name: "twice", c: failed(model.OutcomeCrashed, budget, budget), recorded: model.StateFailed, state: model.StateFailed, sev: severe, message: "recorded as failed: budget exhausted twice"},
		{name: "thrice, released between", c: failed(budget, budget, model.OutcomeReleased, budget), recorded: model.StateFailed, state: model.StateFailed, sev: severe, message: "recorded as failed: budget exhausted 3 times"},
		{
			name: "no runs", c: with(failed(), func(c *model.Case) { c.Facts.ObstacleText, c.Facts.ObstacleKind = "gone", model.KindNetwork }),
			recorded: model.StateFailed, state: model.StateFailed, sev: severe, message: "recorded as failed: gone",
		},
		{name: "queued again", c: failed(budget, budget), recorded: model.StateQueued},
		{
			name: "refused, in words that do not say so", c: said(model.OutcomeRefused, "It would leak keys."), recorded: model.StateFailed,
			state: model.StateFailed, sev: severe, message: "recorded as failed: it would leak keys",
		},
		{
			name: "refused", c: said(model.OutcomeRefused, "I'm sorry, but I can't help with creating malware."), recorded: model.StateFailed,
			state: model.StateFailed, sev: severe,
			message: "recorded as failed: I am sorry, but I can't help with creating malware",
		},
		{
			name: "claims that it is done", c: said(model.OutcomeCompleted, "I wrote the report."), recorded: model.StateFailed,
			state: model.StateFailed, sev: severe, message: "recorded as failed: no run says why",
		},
	})
}

func TestExplicit(t *testing.T) {
	declares := func(o model.Outcome) model.Case {
		return with(done("Did it."), func(c *model.Case) {
			c.Facts.Explicit, c.Facts.ExplicitWhere = o, "tasks#t1 outcome"
			c.Facts.ObstacleText, c.Facts.ObstacleKind = "no access to vault/staging", model.KindAccess
		})
	}
	log := func(o model.Outcome) model.Case {
		return with(declares(o), func(c *model.Case) { c.Task.Recorded, c.Runs = "", nil })
	}
	says := &text.Reading{Label: text.LabelDone}
	try(t, checkExplicit, []trial{
		{name: "nothing declared", c: done("x"), recorded: stateDone},
		{name: "completed", c: declares(model.OutcomeCompleted), recorded: stateDone, reading: says, state: stateDone},
		{
			name: "blocked", c: declares(model.OutcomeBlocked), recorded: stateDone, reading: says, state: stateFalse, sev: severe,
			message: "recorded done, but the agent itself declared it blocked",
		},
		{
			name: "refused", c: declares(model.OutcomeRefused), recorded: stateDone, reading: says, state: stateFalse, sev: severe,
			message: "recorded done, but the agent itself declared it refused",
		},
		{
			name: "failed by record", c: declares(model.OutcomeCompleted), recorded: model.StateFailed, reading: says, sev: warning,
			message: "recorded as failed, but the agent itself declared it completed",
		},
		{name: "queued again", c: declares(model.OutcomeBlocked), recorded: model.StateQueued, reading: says},
		{name: "a log, blocked", c: log(model.OutcomeBlocked), reading: says, state: model.StateBlocked},
		{name: "a log, failed", c: log(model.OutcomeFailed), reading: says, state: model.StateFailed},
		{name: "a log, completed", c: log(model.OutcomeCompleted), reading: says, state: stateDone},
	})
}

func TestExplicitAgainstProse(t *testing.T) {
	c := with(done("Did it."), func(c *model.Case) { c.Facts.Explicit = model.OutcomeFailed })
	in := &Input{Case: &c, Recorded: stateDone, Now: now, reading: &text.Reading{Label: text.LabelDone, Quote: "Did it."}}
	seen := checkExplicit(in)
	if len(seen) != 2 || seen[1].Finding.Evidence[0].Quote != "Did it." || seen[1].Finding.Severity != warning {
		t.Errorf("the contradiction is not shown: %+v", seen)
	}
}

func TestUnrecorded(t *testing.T) {
	log := func(e model.Ending) model.Case {
		e.Where, e.At = "a.log:9", now
		return model.Case{Task: model.Task{ID: "a.log"}, Facts: model.Facts{Endings: []model.Ending{e}}}
	}
	plain := log(model.Ending{Text: "some last words"})
	reads := func(l text.Label, promise bool) *text.Reading {
		return &text.Reading{Label: l, Score: 0.8, Quote: "some last words", Promise: promise}
	}
	try(t, checkUnrecorded, []trial{
		{name: "written to", c: log(model.Ending{Open: true}), state: stateActive},
		{name: "completed", c: log(model.Ending{Outcome: model.OutcomeCompleted, Text: "ok"}), state: stateDone},
		{name: "crashed", c: log(model.Ending{Outcome: model.OutcomeCrashed}), reading: reads(text.LabelFailed, false), state: model.StateFailed, sev: severe, message: "the log ends: crashed"},
		{
			name: "interrupted", c: log(model.Ending{Outcome: model.OutcomeCancelled}), reading: reads(text.LabelFailed, false), state: model.StateFailed, sev: severe,
			message: "the log ends: stopped from outside",
		},
		{name: "asks", c: log(model.Ending{Outcome: model.OutcomeBlocked, Text: "which?"}), reading: reads(text.LabelBlocked, false), state: model.StateBlocked},
		{name: "plain, done", c: plain, reading: reads(text.LabelDone, false), state: stateDone},
		{name: "plain, obstacle", c: plain, reading: reads(text.LabelBlocked, false), state: model.StateBlocked},
		{name: "plain, refusal", c: plain, reading: reads(text.LabelRefused, false), state: model.StateBlocked},
		{name: "plain, failure", c: plain, reading: reads(text.LabelFailed, false), state: model.StateFailed, sev: severe, message: "the log ends with a failure"},
		{name: "plain, promise", c: plain, reading: reads(text.LabelFailed, true), state: model.StateFailed, sev: severe, message: "announced, not done"},
		{name: "plain, empty", c: log(model.Ending{Text: " \n"})},
		{name: "by its run", c: model.Case{Runs: []model.Run{{Outcome: model.OutcomeTimedOut, Ended: now}}}, reading: reads(text.LabelFailed, false), state: model.StateFailed, sev: severe, message: "the log ends: timed out"},
		{name: "nothing known", c: model.Case{}},
		{name: "an unknown status is not a log", c: with(plain, func(c *model.Case) { c.Task.Recorded = "paused" })},
	})
}

func TestLogEnding(t *testing.T) {
	attached := func(e model.Ending) model.Case {
		return with(done("All good."), func(c *model.Case) {
			if e.At.IsZero() {
				e.At = now
			}
			e.Where, c.Facts.Endings = "t1.log:40", []model.Ending{e}
		})
	}
	try(t, checkLogEnding, []trial{
		{name: "none", c: done("ok"), recorded: stateDone},
		{name: "crashed", c: attached(model.Ending{Outcome: model.OutcomeCrashed}), recorded: stateDone, state: stateFalse, sev: severe, message: "recorded done, but its log ended: crashed"},
		{name: "still written to", c: attached(model.Ending{Open: true, Text: "working"}), recorded: stateDone, message: "recorded done while its log is still being written"},
		{name: "of an earlier run", c: attached(model.Ending{Outcome: model.OutcomeCrashed, At: ago(9 * 60 * 60 * 1e9)}), recorded: stateDone},
		{name: "says what the result says", c: attached(model.Ending{Text: "All good."}), recorded: stateDone},
		{
			name: "obstacle", c: attached(model.Ending{Text: "I don't have permission to push to acme/site, so I could not complete the task."}), recorded: stateDone, state: stateFalse, sev: severe,
			message: "recorded done, but its log ends with an obstacle",
		},
		{name: "a running task's log is not its end", c: attached(model.Ending{Outcome: model.OutcomeCrashed}), recorded: stateActive},
	})
}
