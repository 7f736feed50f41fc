package board

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

const second = time.Second

func TestLoadAndFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(caseOf("a", "active"))
		src.set(caseOf("b", "done"))
		b := follow(t, Options{}, feedOf(src))
		s := b.settle(second)
		if diff := cmp.Diff([]string{"a active", "b done"}, states(s)); diff != "" {
			t.Fatal(diff)
		}
		if s.Loading() || s.Sources[0].Listed != 2 {
			t.Errorf("status is %+v", s.Sources[0])
		}
		src.set(caseOf("a", "failed"))
		src.set(caseOf("c", "queued"))
		src.remove("b")
		src.signal()
		s = b.settle(second)
		if diff := cmp.Diff([]string{"a failed", "c queued"}, states(s)); diff != "" {
			t.Fatal(diff)
		}
		want := [model.NumStates]int{model.StateFailed: 1, model.StateQueued: 1}
		if diff := cmp.Diff(want, s.Counts); diff != "" {
			t.Error(diff)
		}
	})
}

func TestFirstPageIsShownAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 5000 {
			src.set(caseOf(fmt.Sprintf("%05d", i), "blocked"))
		}
		b := prepare(t, Options{}, feedOf(src))
		var early *Snapshot
		src.paged = func(page int) {
			if page == 2 {
				time.Sleep(frame)
				early = b.Snapshot()
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), second)
		defer cancel()
		if err := b.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if early.Rows(model.PaneBlocked).Len() != firstPage || !early.Loading() {
			t.Errorf("%d rows are shown at the second page", early.Rows(model.PaneBlocked).Len())
		}
		if s := b.Snapshot(); s.Rows(model.PaneBlocked).Len() != 5000 || s.Loading() {
			t.Errorf("%d rows are shown at the end", s.Rows(model.PaneBlocked).Len())
		}
	})
}

func TestChangeDuringLoadIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 40 {
			src.set(caseOf(fmt.Sprintf("%02d", i), "queued"))
		}
		src.perPage = 10
		src.paged = func(page int) {
			if page == 3 {
				c := src.cases["01"] // listed already
				c.Task.Recorded = "failed"
				src.cases["01"] = c
				src.moved["01"] = true
				delete(src.cases, "02")
				src.moved["02"] = true
			}
		}
		b := follow(t, Options{}, feedOf(src))
		s := b.settle(second)
		r, ok := s.Get(model.Ref{Queue: "/q", ID: "01"})
		if !ok || r.State != model.StateFailed {
			t.Errorf("the task is %+v", r)
		}
		if s.Total(model.PaneActive) != 38 {
			t.Errorf("%d tasks are left", s.Total(model.PaneActive))
		}
	})
}

func TestQuietMakesNoGeneration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		alive := caseOf("a", "active")
		alive.Facts.Worker = model.LivenessAlive
		src.set(alive)
		b := follow(t, Options{}, feedOf(src))
		s := b.settle(second)
		row, _ := s.Get(model.Ref{Queue: "/q", ID: "a"})
		src.set(alive) // a commit that changes nothing
		src.signal()
		later := b.settle(time.Minute)
		if later.Generation != s.Generation || later != s {
			t.Errorf("generation %d became %d", s.Generation, later.Generation)
		}
		if got := src.count("Get"); got != 6 {
			t.Errorf("the living worker was looked at %d times in a minute", got)
		}
		alive.Facts.Worker = model.LivenessDead
		alive.Task.Recorded = "failed"
		src.change(func() { src.cases["a"] = alive }) // nobody commits that
		last := b.settle(10 * second)
		if now, _ := last.Get(row.Ref()); now == row || now.State != model.StateFailed {
			t.Errorf("the dead worker's task is %v", now.State)
		}
	})
}

// TestOnlyProcessesAreLookedAt: while the processes of workers live no task is read, and
// when one ends its task is, and no other.
func TestOnlyProcessesAreLookedAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		var dead, looks atomic.Int64
		const workers = 400
		for pid := 1; pid <= workers; pid++ {
			c := caseOf(fmt.Sprintf("%03d", pid), "active")
			c.Facts.Worker, c.Facts.Process = model.LivenessAlive, model.Process{PID: pid}
			src.set(c)
		}
		b := follow(t, Options{Alive: func(p model.Process) model.Liveness {
			if looks.Add(1); p.PID == int(dead.Load()) {
				return model.LivenessDead
			}
			return model.LivenessAlive
		}}, feedOf(src))
		s := b.settle(second)
		if later := b.settle(time.Minute); later != s || src.count("Get") != 0 || looks.Load() < 6*workers {
			t.Errorf("%d looks, %d reads, another snapshot: %v", looks.Load(), src.count("Get"), later != s)
		}
		gone := caseOf("007", "failed")
		src.change(func() { src.cases["007"] = gone }) // nobody commits that
		dead.Store(7)
		if s = b.settle(time.Minute); s.Counts[model.StateFailed] != 1 || src.count("Get") != 1 {
			t.Errorf("%v, read again %d times", s.Counts, src.count("Get"))
		}
		src.remove("008")
		src.signal()
		b.settle(second)
		looks.Store(0)
		if b.settle(10 * second); looks.Load() != workers-2 {
			t.Errorf("%d processes are looked at", looks.Load())
		}
	})
}

func TestUntilWakesOnceAndExactly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		at := time.Now().Add(90 * second)
		src.set(judged("a", func(now time.Time) model.Verdict {
			if now.Before(at) {
				return model.Verdict{State: model.StateActive, Until: at}
			}
			return model.Verdict{State: model.StateFailed, Headline: "late by " + now.Sub(at).String()}
		}))
		b := follow(t, Options{}, feedOf(src))
		if s := b.settle(89 * second); s.Counts[model.StateActive] != 1 || src.count("Get") != 0 {
			t.Errorf("before: %v, read again %d times", s.Counts, src.count("Get"))
		}
		s := b.settle(10 * time.Minute)
		if r, _ := s.Get(model.Ref{Queue: "/q", ID: "a"}); r.Headline != "late by 0s" {
			t.Errorf("after: %q", r.Headline)
		}
		if got := src.count("Get"); got != 1 {
			t.Errorf("it was read again %d times", got)
		}
	})
}

// A clock that is set back or forward, by hand or after a suspension, neither stops
// the looks at living workers nor makes them more.
func TestClockIsSet(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, time.Hour} {
		t.Run(step.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var set atomic.Int64
				src := newFake("/q")
				alive := caseOf("a", "active")
				alive.Facts.Worker = model.LivenessAlive
				src.set(alive)
				now := func() time.Time { return time.Now().Add(time.Duration(set.Load())).Round(0) }
				b := follow(t, Options{Now: now}, feedOf(src))
				b.settle(15 * second)
				looks := src.count("Get")
				set.Store(int64(step))
				b.settle(time.Minute)
				if got := src.count("Get") - looks; got < 3 || got > 7 {
					t.Errorf("the living worker was looked at %d times in a minute", got)
				}
			})
		})
	}
}

func TestUntilOfATaskThatIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(judged("a", func(now time.Time) model.Verdict {
			return model.Verdict{State: model.StateActive, Until: now.Add(time.Minute)}
		}))
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		src.change(func() { clear(src.cases) }) // and nobody says so
		if s := b.settle(time.Minute); s.Counts[model.StateActive] != 0 || s.Rows(model.PaneActive).Len() != 0 {
			t.Errorf("it is still there: %v", s.Counts)
		}
	})
}

func TestTargetsThatChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(caseOf("a", "active"))
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		refreshed, sets := src.count("Refresh"), len(b.sets)
		src.change(func() { src.targets = []watch.Target{{Path: "/q"}, {Path: "/q.d", Recursive: true}} })
		src.signal()
		b.settle(second)
		if got := b.sets[sets:]; len(got) != 1 || len(got[0]) != 2 {
			t.Errorf("then %v is watched", got)
		}
		// One for the signal, one for what happened before the new watch began.
		if got := src.count("Refresh") - refreshed; got != 2 {
			t.Errorf("it was refreshed %d times", got)
		}
	})
}

func TestSourceIsToldWhatChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(caseOf("a", "active"))
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		told := func(do func()) (paths [][]string) {
			src.change(func() { src.told = nil })
			do()
			b.settle(second)
			src.change(func() {
				for _, s := range src.told {
					paths = append(paths, s.Paths)
				}
			})
			return paths
		}
		if got := told(func() { src.signal("/q/a", "/q/b") }); !reflect.DeepEqual(got, [][]string{{"/q/a", "/q/b"}}) {
			t.Errorf("after a signal with paths it was told %q", got)
		}
		if got := told(func() { src.signal() }); !reflect.DeepEqual(got, [][]string{nil}) {
			t.Errorf("after a signal without paths it was told %q", got)
		}
		src.fail("Refresh", errors.New("not now"))
		told(func() { src.signal("/q/a") })
		src.fail("Refresh", nil)
		if got := told(func() { b.settle(time.Minute) }); len(got) == 0 || got[0] != nil {
			t.Errorf("after a failure it was told %q", got)
		}
	})
}

func TestFrozenNeverWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(judged("a", func(now time.Time) model.Verdict {
			return model.Verdict{State: model.StateActive, Until: now.Add(second)}
		}))
		b := follow(t, Options{Frozen: true}, feedOf(src))
		b.settle(time.Hour)
		if got := src.count("Get"); got != 0 {
			t.Errorf("it was read again %d times", got)
		}
	})
}

func TestUntilThatNeverMovesOnIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(judged("a", func(now time.Time) model.Verdict {
			return model.Verdict{State: model.StateActive, Until: now}
		}))
		b := follow(t, Options{}, feedOf(src))
		first := b.settle(second / 2)
		last := b.settle(10 * second)
		if got := src.count("Get"); got != 10 {
			t.Errorf("it was read again %d times in 10 s", got)
		}
		if first.Generation != last.Generation {
			t.Errorf("generation %d became %d", first.Generation, last.Generation)
		}
	})
}

func TestStaleAndRecovered(t *testing.T) {
	for _, method := range []string{"Refresh", "Get", "List"} {
		for _, failure := range []error{errors.New("it is locked"), errPanic} {
			t.Run(method+" "+failure.Error(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { testStale(t, method, failure) })
			})
		}
	}
}

func testStale(t *testing.T, method string, failure error) {
	t.Helper()
	bad, good := newFake("/bad"), newFake("/good")
	bad.set(caseOf("a", "active"))
	good.set(caseOf("b", "active"))
	b := follow(t, Options{}, feedOf(bad), feedOf(good))
	b.settle(second)
	bad.fail(method, failure)
	since := time.Now()
	if method == "List" {
		bad.change(func() { bad.reset = true })
	}
	b.rereadTasks([]model.Ref{{Queue: "/bad", ID: "a"}})
	bad.signal()
	s := b.settle(second)
	if st := s.Sources[0]; !st.Late() || !st.Since.Equal(since) || strings.Contains(st.Err.Error(), "\n") {
		t.Fatalf("status is %+v", st)
	}
	if s.Sources[1].Late() {
		t.Error("the other source is late too")
	}
	calls := bad.count(method)
	good.set(caseOf("b", "failed"))
	good.signal()
	s = b.settle(time.Minute)
	if diff := cmp.Diff([]string{"a active", "b failed"}, states(s)); diff != "" {
		t.Error(diff)
	}
	if got := bad.count(method) - calls; got < 12 || got > 14 {
		t.Errorf("it was tried %d times in a minute", got)
	}
	bad.fail(method, nil)
	bad.set(caseOf("a", "failed"))
	bad.signal()
	s = b.settle(second)
	if st := s.Sources[0]; st.Late() || !st.Since.IsZero() {
		t.Errorf("recovered: status is %+v", st)
	}
	if diff := cmp.Diff([]string{"a failed", "b failed"}, states(s)); diff != "" {
		t.Error(diff)
	}
}

func TestResetDoesNotFlicker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 30 {
			src.set(caseOf(fmt.Sprintf("a%02d", i), "blocked"))
		}
		src.set(caseOf("both", "failed"))
		b := follow(t, Options{}, feedOf(src))
		old := b.settle(second)
		both, _ := old.Get(model.Ref{Queue: "/q", ID: "both"})
		src.change(func() { clear(src.cases) })
		for i := range 20 {
			src.set(caseOf(fmt.Sprintf("b%02d", i), "blocked"))
		}
		src.set(caseOf("both", "failed"))
		src.change(func() {
			src.reset, src.perPage = true, 5
			src.paged = func(int) {
				time.Sleep(100 * time.Millisecond)
				if s := b.Snapshot(); s.Counts != old.Counts || s.Rows(model.PaneBlocked).Len() != 30 || s.Loading() {
					t.Errorf("in between, %d tasks are shown: %v", s.Rows(model.PaneBlocked).Len(), s.Counts)
				}
			}
		})
		src.signal()
		s := b.settle(5 * second)
		if s.Rows(model.PaneBlocked).Len() != 20 || s.Counts[model.StateBlocked] != 20 {
			t.Errorf("at the end: %v", s.Counts)
		}
		if now, _ := s.Get(both.Ref()); now != both {
			t.Error("a row that did not change was replaced")
		}
	})
}

func TestQueueThatAppearsLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/later/q")
		src.set(caseOf("a", "active"))
		var there atomic.Bool
		feed := Feed{Adapter: fakeAdapter, Path: "/later/q", Open: func(context.Context) (source.Adapter, source.Source, error) {
			if !there.Load() {
				return source.Adapter{}, nil, errors.New("no such file")
			}
			return fakeAdapter, src, nil
		}}
		t.Cleanup(func() {
			if !src.closed {
				t.Error("what the board opened it did not close")
			}
		})
		b := follow(t, Options{}, feed)
		s := b.settle(second)
		if st := s.Sources[0]; !st.Late() || st.Queue != "/later/q" || st.Err.Error() != "no such file" {
			t.Fatalf("status is %+v", st)
		}
		if b.sets[0][0].Path != "/later" {
			t.Errorf("%v is watched", b.sets)
		}
		if _, err := b.History(t.Context(), model.Ref{Queue: "/later/q", ID: "a"}); err == nil {
			t.Error("a queue that is not open has a history")
		}
		there.Store(true)
		s = b.settle(6 * second)
		if s.Sources[0].Late() || s.Counts[model.StateActive] != 1 {
			t.Errorf("status is %+v", s.Sources[0])
		}
		if last := b.sets[len(b.sets)-1][0].Path; last != "/later/q" {
			t.Errorf("%s is watched", last)
		}
	})
}

// TestMoreThanOneRefreshTells: a source that tells of its changes in parts is asked
// until there is no more.
func TestMoreThanOneRefreshTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.oneAt = true
		b := follow(t, Options{}, feedOf(src))
		b.settle(10 * second)
		for _, id := range []string{"a", "b", "c", "d"} {
			src.set(caseOf(id, "blocked"))
		}
		src.signal()
		if s := b.settle(second / 10); s.Counts[model.StateBlocked] != 4 {
			t.Errorf("of 4 tasks %d are shown", s.Counts[model.StateBlocked])
		}
	})
}

// TestSameStatus: the text of an error is what a status shows of it.
func TestSameStatus(t *testing.T) {
	locked := Status{Queue: "/q", Err: errors.New("it is locked")}
	for _, tt := range []struct {
		other Status
		want  bool
	}{
		{Status{Queue: "/q", Err: errors.New("it is locked")}, true},
		{Status{Queue: "/q", Err: errors.New("it is gone")}, false},
		{Status{Queue: "/q"}, false},
		{Status{Queue: "/q", Err: errors.New("it is locked"), Listed: 1}, false},
	} {
		if got := locked.same(tt.other); got != tt.want {
			t.Errorf("%+v: %v", tt.other, got)
		}
	}
}
