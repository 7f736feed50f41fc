package board

import (
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
)

// TestASourceThatIsAlwaysResetIsShown: a queue without a history is reset with
// every commit, and its owner may commit faster than it can be listed.
func TestASourceThatIsAlwaysResetIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.perPage = 10
		for i := range 100 {
			src.set(caseOf(fmt.Sprintf("t%02d", i), "queued"))
		}
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		var quiet atomic.Bool
		src.set(caseOf("t50", "blocked"))
		src.change(func() {
			src.paged = func(int) { // with every page that is read comes a commit
				if time.Sleep(10 * time.Millisecond); !quiet.Load() {
					src.reset = true
					src.signal()
				}
			}
			src.reset = true
		})
		src.signal()
		s := b.settle(10 * second)
		if r, ok := s.Get(model.Ref{Queue: "/q", ID: "t50"}); !ok || r.State != model.StateBlocked {
			t.Errorf("what changed is not shown: %+v", r)
		}
		quiet.Store(true)
		if s := b.settle(10 * second); s.Counts[model.StateQueued] != 99 || s.Counts[model.StateBlocked] != 1 {
			t.Errorf("counts are %v", s.Counts)
		}
	})
}

// TestTheLastResetIsListed: when a source was reset more often than its listing begins again,
// what changed then is listed afterwards.
func TestTheLastResetIsListed(t *testing.T) {
	for commits := range 10 {
		synctest.Test(t, func(t *testing.T) {
			src := newFake("/q")
			src.perPage = 10
			for i := range 100 {
				src.set(caseOf(fmt.Sprintf("t%02d", i), "queued"))
			}
			b := follow(t, Options{}, feedOf(src))
			b.settle(second)
			left := commits
			src.change(func() {
				src.reset = true
				src.paged = func(int) { // with a page that is read comes a commit
					if time.Sleep(10 * time.Millisecond); left == 0 {
						return
					}
					left--
					c := src.cases["t00"]
					c.Task.Priority++
					src.cases["t00"], src.reset = c, true
					src.signal()
				}
			})
			src.signal()
			s := b.settle(20 * second)
			if r, ok := s.Get(model.Ref{Queue: "/q", ID: "t00"}); !ok || r.Priority != commits || left > 0 {
				t.Errorf("after %d commits, %d to come, it is %+v", commits, left, r)
			}
		})
	}
}
