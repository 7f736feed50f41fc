package board

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"notdone/classify"
	"notdone/model"
)

// attempts returns a blocked task whose attempts ended with these words, an hour apart, each
// for a dollar; the last one at the epoch.
func attempts(id string, said ...string) model.Case {
	c := blockedBy(id, "wish "+id, "credentials:deploy key")
	c.Task.Attempts = len(said)
	usd, all := 1.0, float64(len(said))
	c.Task.CostUSD = &all
	for i, words := range said {
		end := epoch.Add(-time.Duration(len(said)-1-i) * time.Hour)
		c.Runs = append(c.Runs, model.Run{
			ID: fmt.Sprint(i), Started: end.Add(-30 * time.Minute), Ended: end, Outcome: model.OutcomeBlocked, Output: words, CostUSD: &usd,
		})
	}
	c.Native = verdictFunc(func(time.Time) model.Verdict {
		return model.Verdict{State: model.StateBlocked, Obstacle: classify.NewObstacle(said[len(said)-1], "")}
	})
	return c
}

func TestSpendingCountsWhatWasMetAgain(t *testing.T) {
	const key, down = "I need the production deploy key.", "The registry is unreachable."
	for _, tt := range []struct {
		name  string
		said  []string
		met   int
		again float64
	}{
		{"once", []string{key}, 1, 0},
		{"another obstacle before", []string{down, key}, 1, 0},
		{"twice", []string{key, key}, 2, 1},
		{"in other words", []string{"Need the production deploy key", down, key, key}, 3, 2},
	} {
		c := attempts("a", tt.said...)
		v := c.Native.(verdictFunc)(epoch)
		got := spendingOf(&c, &v)
		if len(got.Met) != tt.met || got.AgainUSD != tt.again {
			t.Errorf("%s: met %d times, again for %v, want %d and %v", tt.name, len(got.Met), got.AgainUSD, tt.met, tt.again)
		}
	}
}

func TestSpendingOfRepeatedFailures(t *testing.T) {
	usd := 0.5
	c := model.Case{Runs: []model.Run{
		{Ended: epoch, Outcome: model.OutcomeCrashed, Error: "exit status 1"},
		{Ended: epoch, Outcome: model.OutcomeBudget, Error: "90/90 turns", CostUSD: &usd},
		{Ended: epoch, Outcome: model.OutcomeBudget, Error: "90/90 turns", CostUSD: &usd},
	}}
	got := spendingOf(&c, &model.Verdict{State: model.StateFailed})
	if len(got.Met) != 2 || got.AgainUSD != 0.5 {
		t.Errorf("met %d times, again for %v", len(got.Met), got.AgainUSD)
	}
	if got := spendingOf(&c, &model.Verdict{State: model.StateDone}); got.Met != nil || len(got.Charges) != 2 {
		t.Errorf("of a task that is done: %+v", got)
	}
}

// TestSpendingOfSilence: runs that said nothing end otherwise than those that did.
func TestSpendingOfSilence(t *testing.T) {
	c := model.Case{}
	for i, said := range []string{"a report", "another one", "", "", ""} {
		usd := 1.0
		c.Runs = append(c.Runs, model.Run{Ended: epoch.Add(time.Duration(i) * time.Hour), Outcome: model.OutcomeCompleted, Output: said, CostUSD: &usd})
	}
	if got := spendingOf(&c, &model.Verdict{State: model.StateFailed}); len(got.Met) != 3 || got.AgainUSD != 2 {
		t.Errorf("met %d times, again for %v, want 3 and 2", len(got.Met), got.AgainUSD)
	}
}

// TestSpendingOfWhatRunsAgain: what attempts ended at more than once is known while the task
// is at work again.
func TestSpendingOfWhatRunsAgain(t *testing.T) {
	const key, down = "I need the production deploy key.", "The registry is unreachable."
	for _, tt := range []struct {
		name  string
		said  []string
		again bool
	}{{"once", []string{key}, false}, {"twice", []string{key, key}, true}, {"another one since", []string{key, key, down}, false}} {
		c := attempts("a", tt.said...)
		c.Runs = append(c.Runs, model.Run{Started: epoch})
		got := spendingOf(&c, &model.Verdict{State: model.StateActive})
		if (got.Stood != nil) != tt.again || tt.again && (got.AgainUSD != 1 || got.Stood.State != model.StateBlocked) {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	crashed := model.Run{Ended: epoch, Outcome: model.OutcomeCrashed, Error: "exit status 1"}
	c := model.Case{Runs: []model.Run{crashed, crashed}}
	if got := spendingOf(&c, &model.Verdict{State: model.StateQueued}); got.Stood == nil || got.Stood.Headline != "crashed" {
		t.Errorf("crashed twice and queued: %+v", got)
	}
}

// TestCostOfLoops: of each task the attempts count that ended where one at it had ended before.
func TestCostOfLoops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		b := follow(t, Options{}, feedOf(src))
		b.settle(time.Second)
		if got := b.Snapshot().AgainUSD(); got != nil {
			t.Errorf("an empty board: %v", *got)
		}
		const said = "I need the production deploy key."
		older, newer := attempts("a", said, said, said), attempts("b", said, said)
		older.Task.Updated, newer.Task.Updated = epoch.Add(-time.Hour), epoch
		src.set(older)
		src.set(newer)
		src.signal()
		b.settle(time.Second)
		if got := b.Snapshot().AgainUSD(); got == nil || *got != 3 {
			t.Errorf("AgainUSD %v, want 3", got)
		}
		src.remove("b")
		src.signal()
		b.settle(time.Second)
		if got := b.Snapshot().AgainUSD(); got == nil || *got != 2 {
			t.Errorf("AgainUSD of the older alone %v, want 2", got)
		}
	})
}

// TestPerHour: what ended within the hour counts, of a longer attempt the share of its time,
// and an hour later nothing is known.
func TestPerHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, now := newFake("/q"), time.Now()
		b := follow(t, Options{Now: time.Now}, feedOf(src))
		b.settle(time.Second)
		if got := b.Snapshot().PerHour(time.Now()); got != nil {
			t.Errorf("without costs: %v", *got)
		}
		for i, run := range []model.Run{
			{Started: now.Add(-2 * time.Hour), Ended: now},                          // half of it
			{Started: now.Add(-10 * time.Minute), Ended: now.Add(-5 * time.Minute)}, // all of it
			{Started: now.Add(-9 * time.Hour), Ended: now.Add(-8 * time.Hour)},      // none of it
			{Started: now.Add(-30 * time.Minute)},                                   // all of it so far
		} {
			c, usd := caseOf(fmt.Sprint(i), "done"), 2.0
			run.CostUSD = &usd
			c.Runs = []model.Run{run}
			src.set(c)
		}
		src.signal()
		b.settle(time.Second)
		if got := b.Snapshot().PerHour(time.Now()); got == nil || *got < 4.99 || *got > 5.01 {
			t.Errorf("PerHour %v, want 5", got)
		}
		if got := b.Snapshot().PerHour(time.Now().Add(10 * time.Hour)); got == nil || *got > 0.3 {
			t.Errorf("later only what still runs counts: %v", got)
		}
	})
}

// TestCostsOfTasksThatAreNotListed: where they are recorded, costs are not unknown.
func TestCostsOfTasksThatAreNotListed(t *testing.T) {
	for _, priced := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			src := newFake("/q")
			for i := range 40 {
				c, usd := caseOf(fmt.Sprintf("t%02d", i), "done"), 2.0
				c.Task.Updated = epoch.Add(-time.Duration(i) * time.Hour)
				c.Task.Finished = c.Task.Updated
				if priced && i > 30 {
					c.Task.CostUSD = &usd
				}
				src.set(c)
			}
			s := follow(t, Options{Keep: 4, KeepRows: 8}, feedOf(src)).settle(time.Second)
			if n := s.Rows(model.PaneRest).Len(); n > 20 {
				t.Fatalf("%d tasks are listed", n)
			}
			if s.RecordsCost() != priced {
				t.Errorf("costs are recorded: %v, want %v", s.RecordsCost(), priced)
			}
		})
	}
}

func TestPackedSpending(t *testing.T) {
	day := 24 * time.Hour
	k := &Key{facts: facts{state: model.StateBlocked, nanoUSD: 50 * nano}}
	k.first = packSpending(&model.Spending{
		AgainUSD: 12.345678,
		Met:      []time.Time{epoch.Add(-40 * day), epoch.Add(-9 * day), epoch.Add(-day), epoch.Add(-day), epoch, {}},
	}, epoch)
	if got := k.againUSD(); got != 12_345_678_000 {
		t.Errorf("again %d", got)
	}
	for back, want := range map[int]int{0: 1, 1: 2, 2: 0, 9: 1} {
		if got := k.metOn(back); got != want {
			t.Errorf("%d days back: %d, want %d", back, got, want)
		}
	}
}

// A pane counts the tasks whose cost is known.
func TestPaneCountsPricedTasks(t *testing.T) {
	p := newPanes(nil)[model.PaneRest]
	queue := "/q"
	priced, other := &Key{queue: &queue, id: "a"}, &Key{queue: &queue, id: "b"}
	priced.flags = isPriced
	for i, step := range []struct {
		do   func(*Key)
		key  *Key
		want int
	}{{p.add, other, 0}, {p.add, priced, 1}, {p.remove, other, 1}, {p.remove, priced, 0}} {
		step.do(step.key)
		if got := p.view().priced; got != step.want {
			t.Errorf("after step %d: %d priced tasks, want %d", i, got, step.want)
		}
	}
}
