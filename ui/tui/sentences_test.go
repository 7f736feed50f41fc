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

// The outcome of an action is said whatever became of its tasks.
func TestOutcomes(t *testing.T) {
	m := still(t)
	broken := errors.New("the disk is full")
	done := source.Record{Task: model.Ref{ID: "job-1"}, Was: "blocked", Now: "ready", Undo: "until it is claimed"}
	final := source.Record{Task: model.Ref{ID: "job-1"}, Was: "blocked", Now: "ready"}
	for _, tc := range []struct {
		work work
		want string
	}{
		{work{done: 1, first: done}, "unblocked job-1: blocked to ready (z undoes it until it is claimed)"},
		{work{done: 1, first: final}, "unblocked job-1: blocked to ready"},
		{work{done: 1, first: final, undoing: true}, "undone job-1: blocked to ready"},
		{work{done: 2, first: done}, "2 tasks unblocked"},
		{work{done: 2, first: done, undoing: true}, "2 tasks undone"},
		{work{errs: []error{broken}}, "nothing was done: the disk is full"},
		{work{left: 3}, "stopped: nothing was done"},
		{work{left: 1000, done: 1, first: done}, "1 task unblocked, 1,000 not tried"},
		{work{passed: 2, why: "it runs"}, "0 tasks unblocked, 2 left as they are: it runs"},
		{work{left: 3, errs: []error{broken}}, "0 tasks unblocked, 3 not tried, 1 not, of which 0 changed under you: the disk is full"},
		{work{done: 2, first: done, errs: []error{broken, fmt.Errorf("job-3: %w", source.ErrChanged)}}, "2 tasks unblocked, 2 not, of which 1 changed under you: the disk is full"},
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
