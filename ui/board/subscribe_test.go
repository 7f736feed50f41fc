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
