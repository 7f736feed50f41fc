package board

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
)

// TestLoopsOfABoard: what is met once is no loop; panes are joined; orders are by the column.
func TestLoopsOfABoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		now := time.Now()
		at := func(c model.Case, ago time.Duration) model.Case {
			c.Task.Updated = now.Add(-ago)
			return c
		}
		const key, down = "I need the production deploy key.", "The registry is unreachable."
		src.set(at(attempts("a", key, key, key), 0))
		free := attempts("b", down, down)
		free.Task.CostUSD = nil
		for i := range free.Runs {
			free.Runs[i].CostUSD = nil
		}
		src.set(at(free, time.Hour))
		src.set(at(attempts("once", "Which vendor?"), 0))
		done := attempts("c", down)
		failed := done.Native.(verdictFunc)
		done.Native = verdictFunc(func(now time.Time) model.Verdict {
			v := failed(now)
			v.State = model.StateFailed
			return v
		})
		src.set(at(done, 30*time.Hour))
		b := follow(t, Options{Now: time.Now}, feedOf(src))
		s := b.settle(time.Second)
		for order, want := range map[LoopOrder]string{ByCost: "3 1", ByRuns: "3 3", ByTasks: "3 3"} {
			said := ""
			for _, l := range s.Loops(now, order, false) {
				said += fmt.Sprint(l.Runs, " ")
				if usd := l.CostUSD(); order == ByCost && (usd == nil || *usd != map[int]float64{1: 3, 2: 1}[l.Tasks]) {
					t.Errorf("%d tasks cost %v", l.Tasks, usd)
				}
			}
			if said != "3 3 " {
				t.Errorf("by %v: runs %s, want %s", order, said, want)
			}
		}
		by := s.Loops(now, ByTasks, false)
		if by[0].Tasks != 2 || by[0].Days != 2 {
			t.Errorf("the loop of two panes: %+v", by[0])
		}
		if back := s.Loops(now, ByTasks, true); back[0].ID != by[1].ID {
			t.Error("the other way round is the same")
		}
	})
}

// TestDaysOfALoopWithoutRuns: tasks of which no run is known met what they met on the day of
// their last change.
func TestDaysOfALoopWithoutRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, now := newFake("/q"), time.Now()
		for i := range 2 {
			c := blockedBy(fmt.Sprint(i), fmt.Sprint("wish ", i), "credentials:deploy key")
			c.Task.Updated = now.Add(-48 * time.Hour)
			src.set(c)
		}
		b := follow(t, Options{Now: time.Now}, feedOf(src))
		loops := b.settle(time.Second).Loops(now, ByCost, false)
		if len(loops) != 1 || loops[0].Days != 1 || loops[0].ByDay[shownDays-3] != 2 {
			t.Errorf("of two tasks that changed the day before yesterday: %+v", loops)
		}
	})
}

// TestALoopStaysWhileItsTaskRuns: a task that is at work again keeps its place among the loops,
// with what it cost, until it gets past what it met.
func TestALoopStaysWhileItsTaskRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		const said = "I need the production deploy key."
		stood := attempts("a", said, said, said)
		once := attempts("b", "Which vendor?")
		other := attempts("c", "Which vendor?")
		for _, c := range []model.Case{stood, once, other} {
			src.set(c)
		}
		b := follow(t, Options{Now: time.Now}, feedOf(src))
		loops := func() []Loop { return b.settle(time.Second).Loops(time.Now(), ByCost, false) }
		was := loops()
		if len(was) != 2 || !was[0].Repeats || was[1].Repeats || *was[0].AgainUSD() != 2 {
			t.Fatalf("of one task that repeats and two that met a thing once: %+v", was)
		}
		run := func(state model.State) {
			c := attempts("a", said, said, said)
			c.Native = verdictFunc(func(time.Time) model.Verdict { return model.Verdict{State: state} })
			if state == model.StateActive {
				c.Runs = append(c.Runs, model.Run{ID: "9", Started: time.Now()})
			}
			src.set(c)
			src.signal()
		}
		for _, state := range []model.State{model.StateActive, model.StateQueued, model.StateActive} {
			run(state)
			now := loops()
			if len(now) != 2 || now[0].ID != was[0].ID || now[0].Runs < 3 || *now[0].CostUSD() != 3 || *now[0].AgainUSD() != 2 ||
				now[0].Running != map[model.State]int{model.StateActive: 1}[state] || len(now[0].AtWork) != 1 || now[0].Stood == nil {
				t.Errorf("while it is %s: %+v", state, now)
			}
			if got := b.Snapshot().AgainUSD(); got == nil || *got != 2 {
				t.Errorf("while it is %s the header says %v", state, got)
			}
		}
		run(model.StateDone)
		if now := loops(); len(now) != 1 {
			t.Errorf("done, and still a loop: %+v", now)
		}
		src.set(stood)
		src.signal()
		if now := loops(); len(now) != 2 || now[0].ID != was[0].ID {
			t.Errorf("where it stood: %+v", now)
		}
	})
}

// TestCostsAndTasksOutweighEachOther: a task counts as much as a dollar.
func TestCostsAndTasksOutweighEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 4 {
			src.set(attempts(fmt.Sprint("a", i), "I need the production deploy key."))
		}
		const down = "The registry is unreachable."
		src.set(attempts("b", down, down, down, down, down, down))
		b := follow(t, Options{Now: time.Now}, feedOf(src))
		asks := b.settle(time.Second).Asks()
		if len(asks) != 2 || asks[0].Group.Tasks != 4 {
			t.Errorf("four tasks of a dollar each do not come before one of six: %v", asks)
		}
	})
}

// TestNewsAndAsks: new is what asks for somebody and changed since, cause by cause, and beside
// it is what got done; what costs most and frees
// most is asked for first, and what is critical before that.
func TestNewsAndAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, now := newFake("/q"), time.Now()
		for i := range 3 {
			c := attempts(fmt.Sprint("a", i), "I need the production deploy key.")
			c.Task.Updated = now.Add(-time.Duration(i) * time.Hour)
			src.set(c)
		}
		worst := attempts("worst", "Which vendor?")
		plain := worst.Native.(verdictFunc)
		worst.Native = verdictFunc(func(now time.Time) model.Verdict {
			v := plain(now)
			v.Findings = []model.Finding{{Rule: "r", Severity: model.SeverityCritical, Count: 1}}
			return v
		})
		worst.Task.Updated = now.Add(-48 * time.Hour)
		src.set(worst)
		quiet := caseOf("quiet", "done")
		quiet.Task.Finished = now
		src.set(quiet)
		b := follow(t, Options{Now: time.Now}, feedOf(src))
		s := b.settle(time.Second)
		since := func(string) time.Time { return now.Add(-90 * time.Minute) }
		news := s.News(since)
		if len(news.Fresh) != 1 || news.Tasks != 2 || news.Done != 1 || news.More {
			t.Fatalf("new are %+v", news)
		}
		if f := news.Fresh[0]; f.Newest.ID != "a0" || f.Tasks != 2 || f.Group.Tasks != 3 || f.Pane != model.PaneBlocked {
			t.Errorf("new is %+v", f)
		}
		asks := s.Asks()
		if len(asks) != 2 || asks[0].Group.Tasks != 1 || asks[1].Group.Tasks != 3 {
			t.Errorf("asked for are %v", asks)
		}
	})
}
