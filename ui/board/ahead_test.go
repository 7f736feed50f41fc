package board

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
)

// slowly returns a task that takes a while to judge.
func slowly(id string, d time.Duration) model.Case {
	return judged(id, func(time.Time) model.Verdict {
		time.Sleep(d)
		return model.Verdict{State: model.StateQueued}
	})
}

// TestAPageReadAheadIsOlderThanARefresh: a task that changes after its page was read and
// before that page is taken in is shown as it is now.
func TestAPageReadAheadIsOlderThanARefresh(t *testing.T) {
	for _, how := range []string{"signal", "reread"} {
		synctest.Test(t, func(t *testing.T) {
			src := newFake("/q")
			src.perPage = 10
			src.set(slowly("t00", second))
			for i := range 30 {
				src.set(caseOf(fmt.Sprintf("t%02d", i+1), "queued"))
			}
			b := follow(t, Options{}, feedOf(src))
			if b.settle(second / 2); src.count("List") != 2 {
				t.Fatalf("%d pages are read while the first is judged", src.count("List"))
			}
			src.set(caseOf("t15", "failed"))
			if how == "signal" {
				src.signal()
			} else {
				src.change(func() { clear(src.moved) })
				b.rereadTasks([]model.Ref{{Queue: "/q", ID: "t15"}})
			}
			s := b.settle(10 * second)
			if r, ok := s.Get(model.Ref{Queue: "/q", ID: "t15"}); !ok || r.State != model.StateFailed || s.Counts[model.StateQueued] != 30 {
				t.Errorf("%s: it is shown as %v, of %v", how, r, s.Counts)
			}
		})
	}
}

// TestAFailureToReadAheadIsTold: the page before is shown, and the page that could not be
// read is read when it can be.
func TestAFailureToReadAheadIsTold(t *testing.T) {
	for _, failure := range []error{errors.New("it is locked"), errPanic} {
		synctest.Test(t, func(t *testing.T) {
			src := newFake("/q")
			src.perPage = 10
			for i := range 30 {
				src.set(caseOf(fmt.Sprintf("t%02d", i), "queued"))
			}
			src.paged = func(page int) {
				if page == 1 {
					src.fails["List"] = failure
				}
			}
			b := follow(t, Options{}, feedOf(src))
			s := b.settle(second)
			if s.Counts[model.StateQueued] != 10 || !s.Sources[0].Late() {
				t.Errorf("%v: shown are %v, status %+v", failure, s.Counts, s.Sources[0])
			}
			src.fail("List", nil)
			if s := b.settle(10 * second); s.Counts[model.StateQueued] != 30 || s.Sources[0].Late() || s.Sources[0].Listed != 30 {
				t.Errorf("%v: shown are %v, status %+v", failure, s.Counts, s.Sources[0])
			}
		})
	}
}

// TestAPanicWhileJudging: whichever goroutine judged the task, it has a finding, and all are shown.
func TestAPanicWhileJudging(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		broken := func(i int) bool { return i%100 == 50 }
		for i := range 300 {
			src.set(judged(fmt.Sprintf("t%03d", i), func(time.Time) model.Verdict {
				if broken(i) {
					panic("a rule is broken")
				}
				return model.Verdict{State: model.StateQueued}
			}))
		}
		s := follow(t, Options{}, feedOf(src)).settle(second)
		if s.Counts[model.StateQueued] != 300 || s.Sources[0].Late() {
			t.Errorf("shown are %v, status %+v", s.Counts, s.Sources[0])
		}
		for i := range 300 {
			r, _ := s.Get(model.Ref{Queue: "/q", ID: fmt.Sprintf("t%03d", i)})
			if found := r != nil && len(r.Findings) > 0; found != broken(i) {
				t.Errorf("%d has a finding: %v", i, found)
			}
		}
	})
}

// TestAPanicInACall: a panic of one call is passed on, whichever goroutine made the call.
func TestAPanicInACall(t *testing.T) {
	for _, at := range []int{0, shortCalls, 999} {
		func() {
			defer func() {
				if p := recover(); p != at {
					t.Errorf("of a panic at %d %v is passed on", at, p)
				}
			}()
			inParallel(1000, func(i int) {
				if i == at {
					panic(at)
				}
			})
		}()
	}
}

// TestScanEndsWhileAPageIsRead: a scan leaves no reading behind, of the source of which
// a row was enough and of those that come after it.
func TestScanEndsWhileAPageIsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.perPage = 1
		for _, id := range []string{"a", "b", "c"} {
			src.set(caseOf(id, "done"))
		}
		reading := 0
		src.paged = func(int) {
			reading++
			time.Sleep(second)
			reading--
		}
		enough := errors.New("enough")
		err := prepare(t, Options{}, feedOf(src)).Scan(t.Context(), func(*model.Row) error { return enough })
		if !errors.Is(err, enough) || reading > 0 {
			t.Errorf("%d pages are being read, %v", reading, err)
		}
	})
}

func TestInParallel(t *testing.T) {
	for _, n := range []int{0, 1, shortCalls, shortCalls + 1, 1000} {
		calls := make([]atomic.Int64, n)
		inParallel(n, func(i int) { calls[i].Add(1) })
		for i := range calls {
			if made := calls[i].Load(); made != 1 {
				t.Errorf("of %d, call %d is made %d times", n, i, made)
			}
		}
	}
}
