package tui

import (
	"fmt"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
)

// The outcome of an action is said whatever became of its tasks.
func TestOutcomes(t *testing.T) {
	m := still(t)
	done := source.Record{Task: model.Ref{ID: "job-1"}, Was: "blocked", Now: "ready", Undo: "until it is claimed"}
	final := source.Record{Task: model.Ref{ID: "job-1"}, Was: "blocked", Now: "ready"}
	went := func(fates ...fate) (all []result) {
		for _, f := range fates {
			all = append(all, result{fate: f, said: "it runs"})
		}
		return all
	}
	for _, tc := range []struct {
		work work
		want string
	}{
		{work{results: went(wasApplied), first: done}, "unblocked job-1: blocked to ready (z undoes it until it is claimed)"},
		{work{results: went(wasApplied), first: final}, "unblocked job-1: blocked to ready"},
		{work{results: went(wasApplied), first: final, undoing: true}, "undone job-1: blocked to ready"},
		{work{results: went(wasRefused, wasApplied), known: 1, first: final}, "unblocked job-1: blocked to ready"},
		{work{results: went(wasApplied, wasApplied), first: done}, "2 tasks unblocked (z undoes it until it is claimed)"},
		{work{results: went(wasApplied, wasApplied), first: final, undoing: true}, "2 tasks undone"},
		{work{results: went(hasFailed), why: "the disk is full"}, "nothing was done: the disk is full"},
		{work{results: went(isLeft, isLeft, isLeft)}, "stopped: nothing was done"},
		{work{results: went(wasApplied, isLeft, isLeft), first: done}, "1 task unblocked, 2 not tried"},
		{work{results: went(wasPassed, wasPassed)}, "0 tasks unblocked, 2 left as they are: it runs"},
		{work{results: went(isLeft, isLeft, hasFailed), why: "the disk is full"}, "0 tasks unblocked, 2 not tried, 1 not: the disk is full"},
		{
			work{results: went(wasApplied, wasApplied, hasFailed, hasChanged), first: final, why: "the disk is full"},
			"2 tasks unblocked, 2 not, of which 1 changed under you: the disk is full",
		},
		{
			work{results: went(hasChanged, hasChanged), why: "changed under you: was blocked, now queued"},
			"0 tasks unblocked, 2 not: changed under you: was blocked, now queued",
		},
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

// What somebody else has undone meanwhile is refused, as the command undo says it; it has not failed.
func TestWhatIsUndoneAlreadyHasNotFailed(t *testing.T) {
	w := &work{}
	w.fail(model.Ref{ID: "job-8"}, "Deploy", fmt.Errorf("0mw: %w", journal.ErrUndone))
	if got := w.results[0]; got.fate != wasRefused || got.said != "it has been undone already" || w.why != got.said {
		t.Errorf("%+v, %q", got, w.why)
	}
}
