package tui

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

// What a plan is about, and what it leaves out, is said of every kind of rest.
func TestRestOfACause(t *testing.T) {
	for _, tc := range []struct {
		n         int
		rest      rest
		of, leave string
	}{
		{1, rest{}, "1 task", ""},
		{5, rest{}, "5 tasks", ""},
		{5, rest{tasks: 1}, "5 of the 6 tasks", "1 further task of this cause are left as they are: act again for those"},
		{5, rest{tasks: 2000}, "5 of the 2,005 tasks", "2,000 further tasks of this cause are left as they are: act again for those"},
	} {
		if got := tc.rest.of(tc.n); got != tc.of {
			t.Errorf("%d, %+v: %q, want %q", tc.n, tc.rest, got, tc.of)
		}
		if got := tc.rest.leave(); got != tc.leave {
			t.Errorf("%+v: %q, want %q", tc.rest, got, tc.leave)
		}
	}
}

// The outcome of an action is said whatever became of its tasks.
func TestOutcomes(t *testing.T) {
	m := still(t)
	broken := errors.New("the disk is full")
	done := []source.Record{{Task: model.Ref{ID: "job-1"}, Was: "blocked", Now: "ready", Undo: "until it is claimed"}, {}}
	final := []source.Record{{Task: model.Ref{ID: "job-1"}, Was: "blocked", Now: "ready"}}
	for _, tc := range []struct {
		work work
		want string
	}{
		{work{records: done[:1]}, "unblocked job-1: blocked to ready (z undoes it until it is claimed)"},
		{work{records: final}, "unblocked job-1: blocked to ready"},
		{work{records: final, undoing: true}, "undone job-1: blocked to ready"},
		{work{records: done}, "2 tasks unblocked"},
		{work{records: done, undoing: true}, "2 tasks undone"},
		{work{errs: []error{broken}}, "nothing was done: the disk is full"},
		{work{left: 3}, "stopped: nothing was done"},
		{work{left: 1000, records: done[:1]}, "1 task unblocked, 1,000 not tried"},
		{work{left: 3, errs: []error{broken}}, "0 tasks unblocked, 3 not tried, 1 not, of which 0 changed under you: the disk is full"},
		{work{records: done, errs: []error{broken, fmt.Errorf("job-3: %w", source.ErrChanged)}}, "2 tasks unblocked, 2 not, of which 1 changed under you: the disk is full"},
	} {
		tc.work.action = model.ActionUnblock
		if got := m.outcome(&tc.work); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

// The progress of an action names the task under way and what it waits for.
func TestProgressOfWork(t *testing.T) {
	m := still(t)
	plans := []board.Planned{{Plan: source.Plan{Task: model.Ref{ID: "job-8"}}}, {}}
	for _, tc := range []struct {
		work  work
		since time.Duration // the task was begun
		want  string
	}{
		{work{total: 1, plans: plans[:1]}, 0, "working…  job-8  esc stops"},
		{work{total: 9, plans: plans}, waitShown - 1, "8 of 9 tasks…  job-8  esc stops"},
		{work{total: 9, plans: plans}, waitShown, "8 of 9 tasks…  job-8  waits for another program that holds the queue or the journal  esc stops"},
		{work{total: 9, plans: plans, halted: true}, waitShown, "8 of 9 tasks…  job-8  stopping"},
	} {
		tc.work.since = m.now.Add(-tc.since)
		m.work = &tc.work
		if got := m.progress(); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}
