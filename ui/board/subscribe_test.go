package board

import (
	"testing"
	"testing/synctest"

	"notdone/model"
)

// TestSubscribers: each of three screens sees the newest snapshot, although one
// of them never receives.
func TestSubscribers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(caseOf("t", "active"))
		b := prepare(t, Options{}, feedOf(src))
		deaf, cancelDeaf := b.Subscribe()
		var seen [2]*Snapshot
		var cancels [2]func()
		for i := range seen {
			updates, cancel := b.Subscribe()
			cancels[i] = cancel
			go func() {
				for {
					select {
					case <-updates:
						seen[i] = b.Snapshot()
					case <-t.Context().Done():
						return
					}
				}
			}()
		}
		b.start(t)
		for _, state := range []string{"blocked", "failed", "active", "done"} {
			b.settle(second)
			src.set(caseOf("t", state))
			src.signal()
			s := b.settle(second)
			for i := range seen {
				if seen[i] != s {
					t.Errorf("%s: screen %d does not show the newest snapshot", state, i)
				}
			}
		}
		if s := b.Snapshot(); s.Counts[model.StateDone] != 1 || len(deaf) != 1 {
			t.Errorf("counts are %v; for who never receives wait %d messages", s.Counts, len(deaf))
		}
		cancelDeaf()
		cancels[0]()
		<-deaf
		src.set(caseOf("t", "failed"))
		src.signal()
		if s := b.settle(second); len(deaf) != 0 || seen[0] == s || seen[1] != s {
			t.Error("not only the one that still listens is told")
		}
		cancels[1]()
	})
}

// TestWhatDoesNotChangeIsTheSame: a snapshot has the lists of the one before for the panes in
// which nothing has changed, so that a screen can tell.
func TestWhatDoesNotChangeIsTheSame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for _, state := range []string{"active", "blocked", "failed", "done"} {
			src.set(caseOf("a "+state, state))
			src.set(caseOf("b "+state, state))
		}
		b := follow(t, Options{}, feedOf(src))
		before := b.settle(second)
		src.set(caseOf("b failed", "blocked"))
		src.signal()
		after := b.settle(second)
		for p := range model.Pane(model.NumPanes) {
			moved := p == model.PaneFailed || p == model.PaneBlocked
			if same := before.Rows(p) == after.Rows(p) && before.Groups(p) == after.Groups(p); same == moved {
				t.Errorf("pane %d: the same: %t, with %d tasks instead of %d", p, same, after.Rows(p).Len(), before.Rows(p).Len())
			}
		}
		if before.Rows(model.PaneFailed).Len() != 2 || after.Rows(model.PaneFailed).Len() != 1 || after.Rows(model.PaneBlocked).Len() != 3 {
			t.Error("the task is not where it belongs")
		}
	})
}
