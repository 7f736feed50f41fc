package sourcetest

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source/watch"
)

// refreshTellsOnce: each change is told once, whoever follows the changes has
// what a new listing shows, and while nothing changes nothing is told.
func refreshTellsOnce(t *testing.T, h *Harness) {
	tr := begin(t, h, 24)
	seen := shown(t, tr.Source)
	tr.quiet()
	ids := slices.Sorted(maps.Keys(seen))
	for _, step := range []struct {
		name    string
		do      func()
		changed []string
		signal  watch.Signal
	}{
		{"one task changes", func() { tr.owner.Change(ids[3]) }, ids[3:4], watch.Signal{}},
		{"it changes twice", func() { tr.owner.Change(ids[3]); tr.owner.Change(ids[3]) }, ids[3:4], watch.Signal{}},
		{"another changes, and its file is named", func() { tr.owner.Change(ids[4]) }, ids[4:5], watch.Signal{Paths: []string{tr.owner.Path(ids[4])}}},
		{"every task changes", func() {
			for _, id := range ids {
				tr.owner.Change(id)
			}
		}, ids, watch.Signal{}},
		{"tasks are added", func() { tr.owner.Add(3) }, nil, watch.Signal{}},
		{"one task is removed", func() { tr.owner.Remove(ids[5]) }, ids[5:6], watch.Signal{}},
	} {
		step.do()
		if step.changed == nil {
			step.changed = slices.Sorted(maps.Keys(tr.anew()))
			step.changed = slices.DeleteFunc(step.changed, func(id string) bool { return seen[id] != "" })
			if len(step.changed) != 3 {
				t.Fatalf("%s: %v", step.name, step.changed)
			}
		}
		told := tr.follow(step.signal, seen, step.changed)
		for id, times := range told {
			if times > 1 {
				t.Errorf("%s: %s is told %d times", step.name, id, times)
			}
		}
		if diff := cmp.Diff(tr.anew(), seen); diff != "" {
			t.Errorf("%s (-listed +followed):\n%s", step.name, diff)
		}
		tr.quiet()
	}
}

// patience is how long a source may keep a change to itself: what its owner left
// no trace of is looked for with pauses, which are long where reading takes long, as on a
// busy machine.
const patience = 2 * time.Minute

// follow refreshes until all of the ids are told, and returns how often each was.
func (tr *trial) follow(changed watch.Signal, seen map[string]string, ids []string) map[string]int {
	tr.t.Helper()
	all := map[string]int{}
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		told, err := tr.refresh(tr.t.Context(), changed, seen)
		if err != nil {
			tr.t.Fatal(err)
		}
		for id, times := range told {
			all[id] += times
		}
		if !slices.ContainsFunc(ids, func(id string) bool { return all[id] == 0 }) {
			return all
		}
		if time.Now().After(deadline) {
			tr.t.Fatalf("of %v are told %v", ids, all)
		}
	}
}

// catchUp refreshes until what was followed is what is listed, or patience ends, and
// returns what then differs.
func (tr *trial) catchUp(seen map[string]string) (diff string) {
	tr.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if _, err := tr.refresh(tr.t.Context(), watch.Signal{}, seen); err != nil {
			tr.t.Fatal(err)
		}
		if now := tr.anew(); maps.Equal(now, seen) || time.Now().After(deadline) {
			return cmp.Diff(now, seen)
		}
	}
}

// countdown is a context that ends when it has been asked a number of times.
type countdown struct {
	context.Context
	left int
	end  context.CancelFunc
}

func (c *countdown) ask() {
	if c.left--; c.left < 0 {
		c.end()
	}
}

func (c *countdown) Done() <-chan struct{} { c.ask(); return c.Context.Done() }
func (c *countdown) Err() error            { c.ask(); return c.Context.Err() }

// cancelledRefreshLosesNothing: a Refresh that was broken off, wherever that was,
// tells by the next call what it did not return.
func cancelledRefreshLosesNothing(t *testing.T, h *Harness) {
	tr := begin(t, h, 12)
	seen := shown(t, tr.Source)
	tr.quiet()
	for left, ended := 0, false; !ended && left < 200; left += 1 + left/8 {
		ids := slices.Sorted(maps.Keys(seen))
		for _, i := range []int{0, len(ids) / 2, len(ids) - 1} {
			tr.owner.Change(ids[i])
		}
		tr.owner.Add(1)
		tr.breakOff(left, seen, &ended)
		if diff := tr.catchUp(seen); diff != "" {
			t.Fatalf("broken off after %d questions (-listed +followed):\n%s", left, diff)
		}
	}
}

// breakOff calls Refresh once with a context that ends after so many questions,
// and takes what it tells.
func (tr *trial) breakOff(left int, seen map[string]string, ended *bool) {
	tr.t.Helper()
	ctx, cancel := context.WithCancel(tr.t.Context())
	defer cancel()
	d, err := tr.Refresh(&countdown{Context: ctx, left: left, end: cancel}, watch.Signal{})
	if err != nil {
		return
	}
	*ended = ctx.Err() == nil
	tr.take(&d, seen, map[string]int{})
}
