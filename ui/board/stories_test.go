package board

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/memory"
)

// richCases are tasks of every state, with costs, wishes, obstacles, findings and
// dependencies.
func richCases() (all []model.Case) {
	usd := func(n float64) *float64 { return &n }
	for i, recorded := range []string{"queued", "scheduled", "active", "blocked", "failed", "done", "cancelled", "odd"} {
		c := caseOf(fmt.Sprintf("s%d", i), recorded)
		c.Task.Created, c.Task.Attempts = epoch.Add(-time.Duration(i)*time.Hour), i
		all = append(all, c)
	}
	for i, key := range []string{"access:vault", "access:vault", "permission:vault", "network:api", "access:vault"} {
		c := blockedBy(fmt.Sprintf("w%d", i), "renew the certificate", key)
		c.Task.CostUSD, c.Task.Attempts = usd(0.25*float64(i)), 2*i+1
		c.Task.Updated = epoch.Add(time.Duration(i) * time.Hour)
		all = append(all, c)
	}
	for i, on := range []string{"r1", "r2", "r0", "r3", "r2"} {
		c := caseOf(fmt.Sprintf("r%d", i), "queued")
		c.Task.DependsOn = []string{on}
		all = append(all, c)
	}
	for i, grade := range []model.Grade{model.GradeTextOnly, model.GradeStrong, model.GradeProven} {
		c := suspect(fmt.Sprintf("f%d", i), "I could not run the tests.")
		of := c.Native.(verdictFunc)
		c.Native = verdictFunc(func(now time.Time) model.Verdict {
			v := of(now)
			v.Grade, v.Headline = grade, fmt.Sprint("it says so ", i)
			v.Findings[0].Severity = model.Severity(i)
			return v
		})
		all = append(all, c)
	}
	return all
}

func TestStoryOfARichBoard(t *testing.T) {
	tellStory(t, func(s *story) {
		one, two := s.listen(newFake("/srv/one/q.db")), s.listen(newFake("/srv/two/q.db"))
		for i, c := range richCases() {
			one.set(c)
			if i%3 == 0 {
				two.set(c)
			}
		}
		two.paged = func(int) { time.Sleep(20 * time.Millisecond) } // so that it comes second
		s.b = follow(s.t, Options{Keep: 6}, feedOf(one), feedOf(two))
		s.step("both are open", second)
		one.set(caseOf("w0", "done"))
		one.set(caseOf("r1", "done"))
		one.signal()
		s.step("one blocked task is done, and one of a ring", second)
		for _, id := range []string{"s0", "s3", "w1", "w2", "f1"} {
			one.remove(id)
		}
		one.signal()
		s.step("some tasks are gone", 10*second)
		c := blockedBy("w9", "renew the certificate", "access:vault")
		c.Task.Logs = []model.LogRef{{Root: "/logs", Path: "w9.log"}}
		two.set(c)
		two.signal("/srv/two/q.db")
		s.step("the loop is met in the other queue", second)
		two.set(suspect("f1", "now it is something else"))
		two.signal("/srv/two/q.db")
		s.step("other evidence", second)
		fmt.Fprint(&s.said, "== those with an obstacle\n")
		s.tellLines("+", s.describe(s.b.Search(s.t.Context(), parse("vault")).Snapshot()), s.shown)
	})
}

func TestStoryOfALongListing(t *testing.T) {
	tellStory(t, func(s *story) {
		s.crowded = true
		src := s.listen(newFake("/q"))
		for i := range 2400 {
			src.set(caseOf(fmt.Sprintf("t%04d", i), []string{"done", "queued", "blocked"}[i%3]))
		}
		src.paged = func(int) { time.Sleep(100 * time.Millisecond) }
		s.b = follow(s.t, Options{Keep: 40}, feedOf(src))
		for range 11 {
			s.step("a page is read", 100*time.Millisecond)
		}
		src.change(func() { src.paged = nil })
		s.step("all is read", second)
		src.change(func() { src.reset, src.perPage = true, 500 })
		src.signal()
		s.step("it was reset", second)
		var ids []string
		for i := range 1200 {
			ids = append(ids, fmt.Sprintf("t%04d", i))
		}
		s.b.feeds[0].requests.addTasks(ids...)
		s.step("1,200 tasks are read again", second)
		for i := range 120 {
			src.remove(fmt.Sprintf("t%04d", i))
		}
		src.signal()
		s.step("what is held leaves", 10*second)
		src.change(func() {
			for i := 200; i < 2400; i++ {
				delete(src.cases, fmt.Sprintf("t%04d", i)) // of which nobody is told
			}
		})
		for i := 120; i < 200; i++ {
			src.remove(fmt.Sprintf("t%04d", i))
		}
		src.signal()
		s.step("nothing is left to be found", 20*second)
		src.fail("List", errors.New("the disk is gone"))
		s.step("it cannot be listed", 20*second)
		src.fail("List", nil)
		s.step("it can again", time.Minute)
	})
}

func TestStoryOfTheClock(t *testing.T) {
	tellStory(t, func(s *story) {
		src := s.listen(newFake("/q"))
		alive := caseOf("alive", "active")
		alive.Facts.Worker = model.LivenessAlive
		src.set(alive)
		both := judged("both", func(now time.Time) model.Verdict {
			return model.Verdict{State: model.StateActive, Until: now.Add(4*second + 1)}
		})
		both.Facts.Worker = model.LivenessAlive
		src.set(both)
		later := judged("later", func(now time.Time) model.Verdict {
			return model.Verdict{State: model.StateActive, Until: now.Add(time.Minute)}
		})
		later.Facts.Worker = model.LivenessAlive
		src.set(later)
		src.set(judged("past", func(now time.Time) model.Verdict {
			return model.Verdict{State: model.StateQueued, Until: now.Add(-time.Minute), Headline: "since " + now.Format("15:04")}
		}))
		src.set(judged("turns", func(now time.Time) model.Verdict {
			if at := s.began.Add(25 * second); now.Before(at) {
				return model.Verdict{State: model.StateQueued, Until: at}
			}
			return model.Verdict{State: model.StateFailed, Headline: "too late"}
		}))
		s.b = follow(s.t, Options{}, feedOf(src))
		s.step("open", 100*time.Millisecond)
		s.step("half a minute", 30*second)
		src.remove("past")
		src.signal("/q")
		s.step("one is gone", 20*second)
	})
}

func TestStoryOfSignals(t *testing.T) {
	tellStory(t, func(s *story) {
		src := s.listen(newFake("/q"))
		src.targets = []watch.Target{{Path: "/q", Database: true}}
		src.set(caseOf("a", "active"))
		s.b = follow(s.t, Options{}, feedOf(src))
		s.step("open", 10*second)
		src.signal("/q")
		s.step("one signal", 12*second)
		for range 6 {
			src.signal("/q")
			s.b.settle(189 * time.Millisecond)
		}
		s.step("six signals", second)
		for range 5 {
			src.signal("/q")
			s.b.settle(191 * time.Millisecond)
		}
		s.step("five signals that are not steady", second)
		src.change(func() { src.oneAt = true })
		for _, id := range []string{"b", "c", "d"} {
			src.set(caseOf(id, "blocked"))
		}
		src.signal("/q", "/q-wal")
		s.step("told one by one", 10*second)
	})
}

func TestStoryOfResets(t *testing.T) {
	tellStory(t, func(s *story) {
		src := s.listen(newFake("/q"))
		for i := range 450 {
			src.set(caseOf(fmt.Sprintf("t%03d", i), []string{"done", "queued"}[i%2]))
		}
		src.perPage = 100
		src.paged = func(page int) {
			time.Sleep(100 * time.Millisecond)
			src.reset = src.reset || page%2 == 0 && page < 14 // a commit comes with every second page
		}
		s.b = follow(s.t, Options{Keep: 20}, feedOf(src))
		for range 10 {
			s.step("pages are read", 240*time.Millisecond)
		}
	})
}

// slowRefresh is a source that takes its time to tell what changed.
type slowRefresh struct {
	*fake
	takes atomic.Int64
}

func (f *slowRefresh) Refresh(ctx context.Context, changed watch.Signal) (source.Delta, error) {
	time.Sleep(time.Duration(f.takes.Load()))
	return f.fake.Refresh(ctx, changed)
}

func TestStoryOfASlowSource(t *testing.T) {
	tellStory(t, func(s *story) {
		src := &slowRefresh{fake: s.listen(newFake("/q"))}
		src.paged = func(int) { time.Sleep(12 * second) }
		src.set(caseOf("a", "active"))
		s.b = follow(s.t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		s.step("it is being listed", loadingAfter-time.Millisecond)
		s.step("that takes long", 2*time.Millisecond)
		s.step("it is listed", 4*second)
		for _, takes := range []time.Duration{10 * time.Millisecond, 60 * time.Millisecond, 400 * time.Millisecond} {
			src.takes.Store(int64(takes))
			s.step(fmt.Sprint(takes, " for a look"), 90*second)
		}
		src.takes.Store(int64(3 * second))
		src.set(caseOf("b", "blocked"))
		s.step("no signal", 30*second)
		src.signal()
		s.step("3 s for a look", lateAfter-time.Millisecond)
		s.step("late", 2*time.Millisecond)
		s.step("told", 2*second)
	})
}

func TestStoryOfFailures(t *testing.T) {
	tellStory(t, func(s *story) {
		src := s.listen(newFake("/q"))
		src.set(caseOf("a", "active"))
		s.b = follow(s.t, Options{}, feedOf(src))
		s.step("open", second)
		for _, method := range []string{"Refresh", "Get"} {
			src.fail(method, fmt.Errorf("%s: it is locked", method))
			s.b.rereadTasks([]model.Ref{{Queue: "/q", ID: "a"}})
			src.signal("/q")
			s.step(method+" fails", 20*second)
			src.fail(method, errPanic)
			s.step(method+" is broken", 10*second)
			src.fail(method, nil)
			s.step(method+" works", 10*second)
		}
		src.change(func() { src.trouble = errors.New("a part is damaged") })
		s.step("a part of it fails", 6*second)
	})
}

func TestStoryOfAQueueThatComesLate(t *testing.T) {
	tellStory(t, func(s *story) {
		src := s.listen(newFake("/later/q"))
		src.set(caseOf("a", "active"))
		var there atomic.Bool
		feed := Feed{Path: "/later/q", Open: func(context.Context) (source.Adapter, source.Source, error) {
			s.note("/later/q", "Open")
			if !there.Load() {
				return source.Adapter{}, nil, errors.New("no such file")
			}
			return fakeAdapter, src, nil
		}}
		s.b = follow(s.t, Options{}, feed)
		s.step("it is not there", 12*second)
		there.Store(true)
		s.step("it is", 12*second)
		fmt.Fprintln(&s.said, "watched:", s.b.sets)
	})
}

func TestStoryOfLogs(t *testing.T) {
	tellStory(t, func(s *story) {
		src, logs := s.listen(newFake("/q")), newFakeLogs(map[string]string{"a": "working", "b": "I gave up"})
		s.listen(logs.fake)
		logs.until = s.began.Add(25 * second)
		logs.paged = func(int) { time.Sleep(20 * time.Millisecond) } // so that the queue comes first
		src.set(caseOf("a", "active"))
		s.b = prepare(s.t, Options{}, Feed{Adapter: fakeAdapter, Source: logs, Logs: true}, feedOf(src))
		logs.resolve = func(ctx context.Context, name string) (model.Ref, bool) {
			time.Sleep(50 * time.Millisecond)
			return s.b.Resolve(ctx, name)
		}
		s.b.start(s.t)
		s.step("open", second)
		for i := range 5 {
			src.set(caseOf(fmt.Sprint("new", i), "queued"))
			src.signal()
			s.step("a new task", 900*time.Millisecond)
		}
		src.set(caseOf("b", "active"))
		src.signal()
		s.step("the task of a log comes", 3*second)
		s.step("its log is written, then not", 50*second)
		logs.change(func() { logs.says["a"] = "all is done" })
		logs.signal("/logs/a.log")
		s.step("the log goes on", second)
	})
}

func TestStoryOfAMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	tellStory(t, func(s *story) {
		store := memory.Open(path)
		src := s.listen(newFake("/q"))
		src.set(suspect("f", "I could not."))
		src.set(caseOf("a", "blocked"))
		src.set(blockedBy("b", "renew", "access:vault"))
		src.set(blockedBy("c", "renew", "access:vault"))
		s.b = prepare(s.t, Options{Memory: store, Config: classify.DefaultConfig()}, feedOf(src))
		s.t.Cleanup(func() {
			if err := store.Close(); err != nil {
				s.t.Error(err)
			}
		})
		s.b.start(s.t)
		s.step("open", 50*time.Millisecond)
		s.step("remembered", second)
		for _, id := range []string{"f", "b"} {
			r, _ := s.b.Snapshot().Get(model.Ref{Queue: "/q", ID: id})
			if err := s.b.Mark(s.t.Context(), r.Ref(), &r.Findings[0], false, "not so "+id); err != nil {
				s.t.Fatal(err)
			}
			s.step(id+" is marked as wrong", second)
		}
		src.set(blockedBy("a", "renew", "access:vault"))
		src.signal()
		s.step("a third one", 3*second)
		d, err := s.b.History(s.t.Context(), model.Ref{Queue: "/q", ID: "a"})
		fmt.Fprintf(&s.said, "== history: %v\n%s\n", err, s.row(d.Row))
		for _, c := range d.Before {
			fmt.Fprintf(&s.said, "before: %s %s since=%s until=%s\n", c.State, c.Obstacle, s.time(c.Since), s.time(c.Until))
		}
	})
}

func TestStoryOfAnOwnerThatIsBusy(t *testing.T) {
	tellStory(t, func(s *story) {
		src := &ownedActor{fakeActor: &fakeActor{fake: s.listen(newFake("/q"))}}
		src.set(caseOf("t", "blocked"))
		s.b = follow(s.t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		s.step("open", second)
		for _, busy := range []time.Duration{500 * time.Millisecond, time.Hour} {
			p, began := planned(s.t, s.b), time.Now()
			src.waits, src.until = nil, began.Add(busy)
			done, err := s.b.Do(s.t.Context(), &fakeJournal{}, p)
			fmt.Fprintf(&s.said, "busy for %v: after %v %+v, %v, tried %d times with %v\n",
				busy, time.Since(began), done, err, len(src.waits), src.waits[0])
			s.step("it was tried", second)
			src.set(caseOf("t", "blocked"))
			src.signal()
			s.b.settle(second)
		}
	})
}

func TestStoryOfABurst(t *testing.T) {
	tellStory(t, func(s *story) {
		src := newFake("/q")
		s.b = follow(s.t, Options{}, feedOf(src))
		s.step("open", second)
		for i := range 200 {
			src.set(caseOf(fmt.Sprintf("t%03d", i), "done"))
			src.signal("/q")
			s.b.settle(time.Millisecond)
		}
		s.step("200 changes in 200 ms", second)
	})
}

func TestStoryOfScans(t *testing.T) {
	tellStory(t, func(s *story) {
		sources := func() []Feed {
			one, two := s.listen(newFake("/one")), s.listen(newFake("/two"))
			for i, c := range richCases() {
				one.set(c)
				if i%3 == 0 {
					two.set(c)
				}
			}
			return []Feed{feedOf(one), feedOf(two)}
		}
		for _, keep := range []int{0, 5} {
			s.b = prepare(s.t, Options{KeepScan: keep}, sources()...)
			n := 0
			err := s.b.Scan(s.t.Context(), func(r *model.Row) error {
				fmt.Fprintf(&s.said, "%d %s\n", n, s.row(r))
				n++
				return nil
			})
			fmt.Fprintf(&s.said, "== a scan that holds %d: %v\n", keep, err)
			s.tellCalls()
		}
		for _, ids := range [][]string{{"w0"}, {"r4", "s4"}, {"f1", "none", "w3"}} {
			s.b = prepare(s.t, Options{}, sources()...)
			rows, err := s.b.JudgeTasks(s.t.Context(), "/one", ids)
			for _, r := range rows {
				fmt.Fprintln(&s.said, s.row(r))
			}
			fmt.Fprintf(&s.said, "== tasks %v: %v\n", ids, err)
			s.tellCalls()
		}
	})
}
