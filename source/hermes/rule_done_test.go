package hermes

import (
	"testing"
	"time"

	"notdone/model"
)

func TestDoneWithoutCompletion(t *testing.T) {
	finished := func(before time.Duration) func(*record, *model.Case) {
		return func(r *record, c *model.Case) { r.completed, c.Task.Updated = ago(before), at(before) }
	}
	never := func(_ *record, c *model.Case) { c.Task.Updated = at(time.Hour) }
	testRule(t, "done-without-completion", []ruleCase{
		{name: "completed", subject: subject{status: stDone, change: finished(time.Hour), events: []model.Event{did(evClaimed, 2*time.Hour), did(evCompleted, time.Hour), did(evCommented, 0)}}},
		{name: "nothing says when", subject: subject{status: stDone, change: never}, severity: "error", state: "false-done"},
		{name: "lately, and no event", subject: subject{status: stDone, change: finished(time.Hour)}, severity: "error", state: "false-done", until: at(time.Hour).Add(eventsKept)},
		{name: "long ago: the events were collected", subject: subject{status: stDone, change: finished(31 * 24 * time.Hour)}},
		{name: "open again, then set by hand", subject: subject{status: stDone, change: finished(time.Hour), events: []model.Event{did(evCreated, 5*time.Hour), did(evCompleted, 4*time.Hour), did(evStatus, 3*time.Hour)}}, severity: "error", state: "false-done"},
		{name: "set by hand while blocked", subject: subject{status: stDone, change: finished(time.Hour), events: []model.Event{did(evBlocked, 4*time.Hour)}}, severity: "error", state: "false-done"},
		{name: "a whole history is another rule's", subject: subject{status: stDone, change: finished(time.Hour), events: []model.Event{did(evCreated, 5*time.Hour), did(evClaimed, 4*time.Hour)}}},
		{name: "not done", subject: subject{status: stReady}},
	})
}

func TestBareApproval(t *testing.T) {
	approved := func(result string) func(*record, *model.Case) {
		return func(r *record, c *model.Case) { r.approval, c.Result = true, result }
	}
	runs := []model.Run{{Recorded: outCompleted, Outcome: model.OutcomeCompleted, Output: approvedBare, Started: at(time.Hour), Ended: at(time.Hour)}}
	testRule(t, "bare-approval", []ruleCase{
		{name: "with a hand-over", subject: subject{status: stDone, runs: runs, change: approved("built the hinge")}, severity: "warning"},
		{name: "with nothing", subject: subject{status: stDone, runs: runs, change: approved("")}, severity: "warning", state: "false-done"},
		{name: "no approval", subject: subject{status: stDone, runs: runs}},
		{name: "open again", subject: subject{status: stReady, runs: runs, change: approved("")}},
	})
}

func TestDoneAfterFailures(t *testing.T) {
	result := func(s string) func(*record, *model.Case) { return func(_ *record, c *model.Case) { c.Result = s } }
	closed := []model.Event{did(evClaimed, 4*time.Hour), did(evGaveUp, 3*time.Hour, "it broke"), did(evCompleted, time.Hour)}
	testRule(t, "done-after-failures", []ruleCase{
		{name: "by hand, in words", subject: subject{status: stDone, events: closed, change: result("did it myself")}, severity: "warning"},
		{name: "without words is another rule's", subject: subject{status: stDone, events: closed, change: result(" ")}},
		{name: "another attempt", subject: subject{status: stDone, change: result("x"), events: []model.Event{
			did(evCrashed, 4*time.Hour), did(evClaimed, 3*time.Hour), did(evCompleted, time.Hour),
		}}},
		{name: "not done", subject: subject{status: stReady, events: closed, change: result("x")}},
	})
}

func TestArchivedCard(t *testing.T) {
	completed := func(r *record, _ *model.Case) { r.completed = ago(time.Hour) }
	testRule(t, "archived", []ruleCase{
		{name: "after it was done", subject: subject{status: stArchived, events: []model.Event{did(evCompleted, 2*time.Hour), did(evArchived, time.Hour)}}, state: "done"},
		{name: "the events are gone", subject: subject{status: stArchived, change: completed}, state: "done"},
		{name: "open again, then dropped", subject: subject{status: stArchived, change: completed, events: []model.Event{did(evCompleted, 2*time.Hour), did(evStatus, time.Hour)}}, state: "cancelled"},
		{name: "dropped", subject: subject{status: stArchived}, state: "cancelled"},
		{name: "not archived", subject: subject{status: stDone, change: completed}},
	})
}
