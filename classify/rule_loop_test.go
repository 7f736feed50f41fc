package classify

import (
	"testing"
	"time"

	"notdone/model"
)

// history makes events of the kinds, an hour apart and the last one now.
func history(note string, kinds ...model.EventKind) model.Case {
	c := model.Case{Task: model.Task{ID: "t", Recorded: "blocked"}}
	for i, k := range kinds {
		c.Events = append(c.Events, model.Event{Seq: int64(i + 1), Kind: k, Note: note, At: ago(time.Duration(len(kinds)-1-i) * time.Hour)})
	}
	return c
}

const (
	block   = model.EventBlocked
	unblock = model.EventUnblocked
	requeue = model.EventRequeued
)

func TestBlockLoop(t *testing.T) {
	thrice := []model.EventKind{block, unblock, block, unblock, block, unblock, block}
	try(t, checkBlockLoop, []trial{
		{name: "no history", recorded: model.StateBlocked},
		{name: "two rounds", c: history("", block, unblock, block, unblock, block), recorded: model.StateBlocked},
		{
			name: "three rounds", c: history("", thrice...), recorded: model.StateBlocked, sev: severe, count: 3,
			message: "blocked again 3 times after it was released, within 24h", until: 20 * time.Hour,
		},
		{
			name: "running again", c: history("", append(thrice, unblock)...), recorded: stateActive, sev: warning, count: 3,
			message: "blocked again 3 times after it was released, within 24h", until: 19 * time.Hour,
		},
		{
			name: "the queue says so", c: history("", block, unblock, model.EventBlockLoop), recorded: model.StateQueued, sev: severe, count: 2,
			message: "its queue reports that it was blocked again for the same reason", until: 24 * time.Hour,
		},
		{name: "the queue said so, and it was released", c: history("", block, unblock, model.EventBlockLoop, unblock), recorded: model.StateQueued},
		{name: "cancelled", c: history("", thrice...), recorded: model.StateCancelled},
	})
}

func TestRequeueLoop(t *testing.T) {
	const note = "no access to vault/staging"
	other := history(note, block, requeue, block)
	other.Events[2].Note = "the disk is full: /srv"
	try(t, checkRequeueLoop, []trial{
		{name: "never sent back", c: history(note, block, unblock, block), recorded: model.StateBlocked},
		{
			name: "sent back", c: history(note, block, requeue, block), recorded: model.StateBlocked, sev: warning, count: 2,
			message: "requeued and met the same obstacle again",
		},
		{
			name: "sent back twice", c: history(note, block, requeue, block, requeue, block), recorded: model.StateBlocked, sev: severe, count: 3,
			message: "requeued twice and met the same obstacle again",
		},
		{name: "another obstacle", c: other, recorded: model.StateBlocked},
		{name: "no reasons", c: history("", block, requeue, block), recorded: model.StateBlocked},
		{name: "cancelled", c: history(note, block, requeue, block), recorded: model.StateCancelled},
	})
}

func TestRequeueLoopIsBounded(t *testing.T) {
	var kinds []model.EventKind
	for range 500 {
		kinds = append(kinds, block, requeue)
	}
	c, config := history("no access to vault/staging", append(kinds, block)...), DefaultConfig()
	in := &Input{Case: &c, Recorded: model.StateBlocked, Now: now, Config: &config}
	seen := checkRequeueLoop(in)
	if len(seen) != 1 || seen[0].Finding.Count != maxEnds || len(seen[0].Finding.Evidence) != 3 {
		t.Errorf("got %+v", seen)
	}
}

func TestRetryLoop(t *testing.T) {
	crashes := func(errs ...string) model.Case {
		c := model.Case{Task: model.Task{ID: "t"}}
		for _, e := range errs {
			c.Runs = append(c.Runs, model.Run{Outcome: model.OutcomeCrashed, Error: e, Ended: ago(time.Hour)})
		}
		return c
	}
	upTo := func(limit int, errors ...string) model.Case {
		return with(crashes(errors...), func(c *model.Case) { c.Facts.AttemptLimit = limit })
	}
	try(t, checkRetryLoop, []trial{
		{name: "twice", c: crashes("x", "x"), recorded: model.StateQueued},
		{
			name: "three times", c: crashes("pid 1 gone", "pid 2 gone", "pid 3 gone"), recorded: model.StateQueued, sev: severe, count: 3,
			message: "the last 3 attempts ended the same way: crashed",
		},
		{
			name: "running again", c: crashes("x", "x", "x"), recorded: stateActive, sev: warning, count: 3,
			message: "the last 3 attempts ended the same way: crashed",
		},
		{
			name: "before its owner gives up", c: upTo(3, "x", "x"), recorded: stateActive, sev: warning, count: 2,
			message: "the last 2 attempts ended the same way: crashed",
		},
		{name: "not yet", c: upTo(5, "x", "x"), recorded: stateActive},
		{name: "one failure is no loop", c: upTo(2, "x"), recorded: stateActive},
		{name: "differently", c: crashes("x", "y", "x"), recorded: model.StateQueued},
		{name: "done since", c: crashes("x", "x", "x"), recorded: stateDone},
	})
}
