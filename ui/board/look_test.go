package board

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"

	"notdone/model"
)

// startSlowly begins a search that looks at its keys when look is called, which reports whether
// others are left.
func (b *bench) startSlowly(text string) (s *Search, look func() bool) {
	b.t.Helper()
	s = newSearch(b.t.Context(), b.Board, parse(text))
	if begun, _ := ask(b.t.Context(), b.Board, func(ix *indexer) bool { return ix.begin(s) }); !begun {
		b.t.Fatal("it does not begin")
	}
	return s, func() bool {
		more, _ := ask(b.t.Context(), b.Board, func(ix *indexer) bool { return ix.look(s) })
		return more
	}
}

// TestWhatIsHeldIsFoundFirst: before a search has looked at a key it shows those of the held rows
// that match, and says of all other tasks that it has not searched them.
func TestWhatIsHeldIsFoundFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range lookedAtOnce + 10 {
			src.set(trouble(fmt.Sprintf("t%05d", i), i))
		}
		b := follow(t, Options{KeepRows: 100}, feedOf(src))
		b.settle(10 * second)
		s, look := b.startSlowly("vault")
		b.settle(second)
		first := s.Snapshot()
		found, unsearched := first.Rows(model.PaneBlocked).Len(), first.Unsearched(model.PaneBlocked)
		if found < 100 || found+unsearched != lookedAtOnce+10 || !first.Searching() {
			t.Errorf("at first it finds %d, searching: %v, %d were not looked at", found, first.Searching(), unsearched)
		}
		if !look() || look() {
			t.Error("not all keys were looked at by the second time")
		}
		b.settle(10 * second)
		if now := s.Snapshot(); now.Searching() || now.Rows(model.PaneBlocked).Len() != lookedAtOnce+10 {
			t.Errorf("it finds %d, searching: %v", now.Rows(model.PaneBlocked).Len(), now.Searching())
		}
	})
}

// TestFirstRowsAreShownAtOnce: a search has its first snapshot as soon as it has found something, and
// otherwise when it has looked at all keys.
func TestFirstRowsAreShownAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 3 * lookedAtOnce {
			src.set(trouble(fmt.Sprintf("t%05d", i), i))
		}
		b := follow(t, Options{KeepRows: 100}, feedOf(src))
		b.settle(10 * second)
		s, _ := b.startSlowly("vault")
		if more := s.lookFor(idle, true); !more {
			t.Error("it looks at all keys before it shows anything")
		}
		if first := s.Snapshot(); first == nil || !first.Searching() || first.Rows(model.PaneBlocked).Len() < 100 {
			t.Errorf("at first it shows %v", first)
		}
		if s, _ := b.startSlowly("no-such-word"); s.lookFor(idle, true) {
			t.Error("it shows that it has found nothing before it has looked at all keys")
		}
	})
}

// TestASearchBesideChanges: whatever comes, changes and goes while a search looks at the keys, it
// finds in the end what one finds that begins afterwards.
func TestASearchBesideChanges(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { searchBesideChanges(t, rand.New(rand.NewPCG(seed, 1))) })
		})
	}
}

func searchBesideChanges(t *testing.T, r *rand.Rand) {
	t.Helper()
	src := newFake("/q")
	change := func() {
		id := fmt.Sprintf("t%05d", r.IntN(3*lookedAtOnce))
		c := titled(id, "chore", r.IntN(1000))
		switch r.IntN(4) {
		case 0:
			src.remove(id)
			return
		case 1:
			c.Task.Title = "Rewrite the Ledger"
		case 2:
			c = trouble(id, r.IntN(1000))
			c.Task.Title = "ledger"
		}
		src.set(c)
	}
	for range 4 * lookedAtOnce {
		change()
	}
	b := follow(t, Options{Keep: 2 * lookedAtOnce, KeepRows: 50}, feedOf(src))
	b.settle(100 * second)
	s, look := b.startSlowly("ledger !t00001")
	for more := true; more; more = look() {
		for range 50 {
			change()
		}
		src.signal()
		b.settle(second)
	}
	b.settle(100 * second)
	fresh := b.Search(t.Context(), parse("ledger !t00001"))
	b.settle(100 * second)
	if got, want := matches(s.Snapshot()), matches(fresh.Snapshot()); got != want || want == "" || s.Snapshot().Searching() {
		t.Errorf("it finds %d bytes of ids, and %d when it begins afterwards; searching: %v", len(got), len(want), s.Snapshot().Searching())
	}
}
