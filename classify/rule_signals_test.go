package classify

import (
	"testing"
	"time"

	"notdone/classify/text"
	"notdone/model"
)

// asked is a task that counts as done, with what was asked and what its run did.
func asked(title, said string, tools, files *int) model.Case {
	return with(done(said), func(c *model.Case) {
		c.Task.Title, c.Runs[0].ToolCalls, c.Runs[0].FilesChanged = title, tools, files
	})
}

func TestClaimWithoutWork(t *testing.T) {
	says := &text.Reading{Label: text.LabelDone, Score: 0.1}
	const but = ", but no run of it called a tool"
	const tests, change, acts = "its last message claims tests that passed" + but, "its last message claims a change" + but, "its last message claims more than words" + but
	earlier := with(asked("x", "All tests pass.", count(0), nil), func(c *model.Case) {
		c.Runs = append([]model.Run{{ID: "r0", Ended: ago(3 * time.Hour), ToolCalls: count(9)}}, c.Runs...)
	})
	try(t, checkClaimWithoutWork, []trial{
		{name: "tests", c: asked("x", "Done. All 14 tests pass.", count(0), nil), recorded: stateDone, reading: says, message: tests, state: stateFalse, sev: severe},
		{name: "a deployment", c: asked("x", "Deployed release 7.", count(0), nil), recorded: stateDone, reading: says, message: acts, state: stateFalse, sev: severe},
		{name: "a change", c: asked("x", "I’ve updated the paragraph.", count(0), nil), recorded: stateDone, reading: says, message: change, state: stateFalse, sev: warning},
		{name: "in a list", c: asked("x", "Summary:\n- Added a cache\n", count(0), nil), recorded: stateDone, reading: says, message: change, state: stateFalse, sev: warning},
		{name: "in Spanish", c: asked("x", "Listo: he corregido el fallo.", count(0), nil), recorded: stateDone, reading: says, message: change, state: stateFalse, sev: warning},
		{name: "nothing had to change", c: asked("x", "No changes: I updated it yesterday, it is already right.", count(0), nil), recorded: stateDone, reading: says},
		{name: "an answer", c: asked("x", "The parser reads a line at a time.", count(0), nil), recorded: stateDone, reading: says},
		{name: "tests that were not run", c: asked("x", "The tests should pass now.", count(0), nil), recorded: stateDone, reading: says},
		{name: "an earlier run worked", c: earlier, recorded: stateDone, reading: says},
		{name: "tools were called", c: asked("x", "All tests pass.", count(1), nil), recorded: stateDone, reading: says},
		{name: "unknown", c: asked("x", "All tests pass.", nil, nil), recorded: stateDone, reading: says},
		{name: "files changed", c: asked("x", "I updated it.", count(0), count(1)), recorded: stateDone, reading: says},
		{name: "the words speak against it already", c: asked("x", "I updated it, but it fails.", count(0), nil), recorded: stateDone, reading: &text.Reading{Label: text.LabelFailed, Score: 0.9}},
		{name: "queued", c: asked("x", "All tests pass.", count(0), nil), recorded: model.StateQueued, reading: says},
	})
}

func TestNoFiles(t *testing.T) {
	says := &text.Reading{Label: text.LabelDone, Score: 0.1}
	try(t, checkNoFiles, []trial{
		{
			name: "claimed", c: asked("x", "I fixed the parser.", count(3), count(0)), recorded: stateDone, reading: says, state: stateFalse,
			message: "its last message claims a change, but its run changed no file",
		},
		{
			name: "asked for", c: asked("Fix the parser", "All good now.", count(3), count(0)), recorded: stateDone, reading: says, state: stateFalse,
			message: "it was to make a change, but its run changed no file",
		},
		{name: "needless", c: asked("Fix the parser", "It is already right.", count(3), count(0)), recorded: stateDone, reading: says},
		{name: "nobody said that one should", c: asked("Look at it", "It looks right.", count(3), count(0)), recorded: stateDone, reading: says, state: stateFalse},
		{name: "files changed", c: asked("Fix the parser", "I fixed it.", count(3), count(2)), recorded: stateDone, reading: says},
		{name: "unknown", c: asked("Fix the parser", "I fixed it.", count(3), nil), recorded: stateDone, reading: says},
		{name: "cancelled", c: asked("Fix the parser", "I fixed it.", nil, count(0)), recorded: model.StateCancelled, reading: says},
	})
}

func TestShortRun(t *testing.T) {
	took := func(c model.Case, d time.Duration) model.Case {
		return with(c, func(c *model.Case) { c.Runs[0].Started = c.Runs[0].Ended.Add(-d) })
	}
	fix := func() model.Case { return asked("Fix the parser", "All good now.", nil, nil) }
	const message = "its run took 1.5 seconds, which is short for what it reports"
	try(t, checkShortRun, []trial{
		{name: "a change was asked for", c: took(fix(), 1500*time.Millisecond), recorded: stateDone, message: message, state: stateFalse},
		{name: "tests are claimed", c: took(asked("x", "All tests pass.", nil, nil), 1500*time.Millisecond), recorded: stateDone, message: message, state: stateFalse},
		{name: "an answer", c: took(asked("Which one?", "The blue one.", nil, nil), time.Second), recorded: stateDone},
		{name: "needless", c: took(asked("Fix it", "It was already right.", nil, nil), time.Second), recorded: stateDone},
		{name: "no time at all", c: took(fix(), 0), recorded: stateDone},
		{name: "long enough", c: took(fix(), 4*time.Second), recorded: stateDone},
		{name: "tools were called", c: took(asked("Fix it", "ok", count(1), nil), time.Second), recorded: stateDone},
		{name: "an unknown start", c: with(fix(), func(c *model.Case) { c.Runs[0].Started = time.Time{} }), recorded: stateDone},
		{name: "failed", c: took(fix(), time.Second), recorded: model.StateFailed},
	})
}

func TestRunError(t *testing.T) {
	met := func(o model.Outcome, err string) model.Case {
		return with(done("ok"), func(c *model.Case) { c.Runs[0].Outcome, c.Runs[0].Error = o, err })
	}
	const message = "marked done, but an error is on record with its last run"
	try(t, checkRunError, []trial{
		{name: "completed with an error", c: met(model.OutcomeCompleted, "disk full"), recorded: stateDone, message: message, state: stateFalse},
		{name: "ended with an error", c: met(model.OutcomeUnknown, "disk full"), recorded: stateDone, message: message, state: stateFalse},
		{name: "blank", c: met(model.OutcomeCompleted, " \n"), recorded: stateDone},
		{name: "a failed run is another rule's", c: met(model.OutcomeCrashed, "disk full"), recorded: stateDone},
		{name: "failed", c: met(model.OutcomeCompleted, "disk full"), recorded: model.StateFailed},
	})
}
