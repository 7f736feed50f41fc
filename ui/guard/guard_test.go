package guard_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/ui/guard"
)

// What is there at the very first start is not new; what comes after it is told once.
func TestWhatIsThereAtTheFirstStartIsNotNew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.queue.set(task("old", "blocked", 1, time.Now()))
		w.start()
		w.pass(time.Minute)
		w.want("first start")
		w.queue.set(falseDone("a", 1, time.Now()))
		w.queue.set(task("fine", "done", 1, time.Now()))
		w.pass(time.Minute)
		w.want("a change", "a false-done")
		w.end()
		w.queue.set(task("b", "blocked", 1, time.Now()))
		w.start()
		w.pass(time.Minute)
		w.want("second start", "a false-done", "b blocked")
		if r := w.end(); r.Found != 1 || r.Waiting != 0 {
			t.Errorf("result %+v", r)
		}
		if !w.saidSomething("1 task is not told: in trouble before the first start") {
			t.Errorf("said %q", w.said)
		}
	})
}

func TestAllTellsOfWhatIsThere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.set = func(o *guard.Options) { o.All, o.Once = true, true }
		w.queue.set(task("a", "blocked", 1, time.Now()))
		for range 2 {
			w.start()
			w.end()
			w.want("once", "a blocked")
		}
	})
}

// What was not told at the first start is told by a later one that is to tell all, once.
func TestAllTellsOfWhatWasThereBefore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.queue.set(task("a", "blocked", 1, time.Now()))
		w.set = func(o *guard.Options) { o.Once = true }
		w.start()
		w.end()
		w.want("first start")
		w.set = func(o *guard.Options) { o.All, o.Once = true, true }
		for range 2 {
			w.start()
			w.end()
			w.want("all", "a blocked")
		}
	})
}

// A task is told again when it has come into its state again, and not when something else
// about it changes.
func TestTheSameThingIsToldOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		w.pass(time.Minute)
		began := time.Now()
		w.queue.set(task("a", "blocked", 1, began))
		w.pass(time.Minute)
		w.want("blocked", "a blocked")
		again := task("a", "blocked", 1, time.Now()) // somebody wrote a comment
		w.queue.set(again)
		w.pass(time.Minute)
		w.want("a comment", "a blocked")
		w.queue.set(task("a", "queued", 1, time.Now()))
		w.pass(time.Minute)
		w.queue.set(task("a", "blocked", 2, time.Now()))
		w.pass(time.Minute)
		w.want("blocked again", "a blocked", "a blocked")
		w.end()
		w.queue.set(task("a", "blocked", 3, time.Now())) // unseen it was queued and blocked again
		w.start()
		w.pass(time.Minute)
		w.want("blocked again meanwhile", "a blocked", "a blocked", "a blocked")
		w.end()
		keys := map[string]bool{}
		for _, p := range w.server.got {
			keys[p.key] = true
		}
		if len(keys) != 3 {
			t.Errorf("the keys are %v", keys)
		}
	})
}

// Another task of the same id, in a queue that was made anew, is told of, whatever it became.
func TestAQueueThatIsMadeAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.set = func(o *guard.Options) { o.Once = true }
		w.start()
		w.end()
		want := []string{}
		for range 3 {
			time.Sleep(time.Hour)
			w.queue.renew(task("a", "blocked", 1, time.Now()))
			w.queue.renew(falseDone("b", 1, time.Now()))
			w.queue.renew(task("c", "failed", 1, time.Now()))
			time.Sleep(time.Minute)
			for range 2 {
				w.start()
				w.end()
			}
			want = append(want, "a blocked", "b false-done", "c failed")
			w.server.mu.Lock()
			slices.SortFunc(w.server.got[max(len(w.server.got)-3, 0):], func(a, b post) int { return strings.Compare(a.id, b.id) })
			w.server.mu.Unlock()
			w.want("a night", want...)
		}
	})
}

// A task that was released and blocked on something else between two looks, or while no guard
// was running, is told again, although nobody has tried it meanwhile.
func TestAnotherObstacleIsToldAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		w.pass(time.Minute)
		blocked := func(on string) model.Case {
			c := task("a", "blocked", 1, time.Now())
			c.Events[0].Note, c.Facts.ObstacleText = on, on
			return c
		}
		w.queue.set(blocked("I need permission to access that file"))
		w.pass(time.Minute)
		w.queue.set(blocked("Which account should I use?"))
		w.pass(time.Minute)
		w.want("another obstacle", "a blocked", "a blocked")
		w.end()
		w.queue.set(blocked("Which account should I use?"))
		w.start()
		w.pass(time.Minute)
		w.want("the same obstacle", "a blocked", "a blocked")
		w.end()
		w.queue.set(blocked("I need permission to access that file"))
		w.start()
		w.pass(time.Minute)
		w.want("another one meanwhile", "a blocked", "a blocked", "a blocked")
		w.end()
	})
}

// A verdict that moves on before it is looked at is no finding.
func TestWhatPassesIsNotTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		w.pass(time.Minute)
		w.queue.set(task("a", "blocked", 1, time.Now()))
		w.pass(time.Second)
		w.queue.set(task("a", "queued", 1, time.Now()))
		w.pass(time.Minute)
		w.want("passed")
		w.end()
	})
}

// event is what happens in the day of TestADay.
type event struct {
	at   time.Duration
	what func(w *world)
}

// A day's events: each new finding is told once, and none is lost, although the guard is
// started again three times, is killed at any moment, and the server is down for hours.
func TestADay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { runDay(t, seed) })
		})
	}
}

func runDay(t *testing.T, seed uint64) {
	t.Helper()
	const day = 24 * time.Hour
	random := rand.New(rand.NewPCG(seed, 0))
	w := newWorld(t)
	var want []string
	var events []event
	somewhen := func() time.Duration { return time.Duration(random.Int64N(int64(day-time.Hour))) + 10*time.Minute }
	for i := range 200 {
		id := fmt.Sprintf("t%03d", i)
		switch what := random.IntN(4); what {
		case 0, 1:
			events = append(events, event{somewhen(), func(w *world) { w.queue.set(falseDone(id, 1, time.Now())) }})
			want = append(want, id+" false-done")
		case 2:
			events = append(events, event{somewhen(), func(w *world) { w.queue.set(task(id, "blocked", 1, time.Now())) }})
			want = append(want, id+" blocked")
		default:
			events = append(events, event{somewhen(), func(w *world) { w.queue.set(task(id, "done", 1, time.Now())) }})
		}
	}
	for range 3 {
		events = append(events, event{somewhen(), func(w *world) {
			w.end()
			w.pass(time.Duration(random.Int64N(int64(20 * time.Minute))))
			w.start()
		}})
	}
	events = append(events, event{somewhen(), func(w *world) {
		// What was written is all that a killed guard leaves, and its last line may be cut off.
		log := w.log()
		before, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		w.end()
		write(t, log, string(before)+`{"op":"found","id":"cut`)
		w.start()
	}})
	var down atomic.Bool
	var refused atomic.Int32
	w.server.answer = func(post) int {
		if down.Load() {
			return []int{0, 503}[refused.Add(1)%2]
		}
		return 200
	}
	for range 2 {
		at := somewhen()
		events = append(events, event{at, func(*world) { down.Store(true) }}, event{at + 3*time.Hour, func(*world) { down.Store(false) }})
	}
	slices.SortFunc(events, func(a, b event) int { return int(a.at - b.at) })
	w.start()
	w.pass(5 * time.Minute)
	begun := time.Now()
	for _, e := range events {
		if wait := e.at - time.Since(begun); wait > 0 {
			w.pass(wait)
		}
		e.what(w)
	}
	down.Store(false)
	w.pass(time.Hour)
	if r := w.end(); r.Waiting != 0 || r.Failed != 0 {
		t.Errorf("at the end %+v", r)
	}
	got := w.server.ids()
	seen := map[string]int{}
	for i, p := range w.server.got {
		if seen[p.key]++; seen[p.key] > 1 {
			t.Errorf("%s was told more than once", got[i])
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("told of %d, want %d:\n%q\n%q", len(got), len(want), got, want)
	}
}

// Whatever of the log a killed guard has left, nothing is lost, and what is told twice has the
// same key: it was told before that could be written down.
func TestKilledAnywhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		w.pass(time.Minute)
		for i := range 3 {
			w.queue.set(falseDone(fmt.Sprint("t", i), 1, time.Now()))
			w.pass(time.Minute)
		}
		w.end()
		whole, err := os.ReadFile(w.log())
		if err != nil {
			t.Fatal(err)
		}
		first := strings.Index(string(whole), "\n") + 1
		for cut := first; cut <= len(whole); cut += 7 {
			write(t, w.log(), string(whole[:cut]))
			w.start()
			w.pass(time.Minute)
			w.end()
			keys := map[string]bool{}
			for _, p := range w.server.got {
				keys[p.key] = true
			}
			if len(keys) != 3 {
				t.Fatalf("cut at %d: %d keys", cut, len(keys))
			}
			again, err := os.ReadFile(w.log())
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(again), `"op":"done"`); n != 3 {
				t.Fatalf("cut at %d: %d are told as the log says", cut, n)
			}
		}
	})
}

// The order is kept over failures; what a server refuses is given up and can be told again.
func TestRefusedFindings(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		bad := true
		w.server.answer = func(p post) int {
			if p.id == "b" && bad {
				return 400
			}
			return 200
		}
		w.start()
		w.pass(time.Minute)
		for _, id := range []string{"a", "b", "c"} {
			w.queue.set(task(id, "blocked", 1, time.Now()))
			w.pass(time.Second)
		}
		w.pass(time.Hour)
		w.want("refused", "a blocked", "c blocked")
		if r := w.end(); r.Failed != 1 || r.Waiting != 0 || w.server.tries != 3 {
			t.Errorf("result %+v after %d tries", r, w.server.tries)
		}
		for _, s := range w.said {
			if strings.Contains(s, "secret") || strings.Contains(s, "token") {
				t.Errorf("said %q", s)
			}
		}
		if !w.saidSomething("example.org answers 400 Bad Request (given up; --redeliver tries again)") {
			t.Errorf("said %q", w.said)
		}
		bad = false
		w.start()
		w.pass(time.Hour)
		w.want("without --redeliver", "a blocked", "c blocked")
		w.end()
		w.set = func(o *guard.Options) { o.Redeliver = true }
		for range 2 {
			w.start()
			w.pass(time.Hour)
			w.want("redelivered", "a blocked", "c blocked", "b blocked")
			w.end()
		}
	})
}

// A server that answers with errors is asked again, later each time, and when it says; after
// GiveUp the finding is given up.
func TestFailingServer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.server.answer = func(p post) int {
			if p.id == "bad" {
				return 500
			}
			return 200
		}
		w.start()
		w.pass(time.Minute)
		w.queue.set(task("bad", "blocked", 1, time.Now()))
		w.pass(time.Minute)
		if w.server.tries != 6 { // after 0, 1, 3, 7, 15 and 31 seconds
			t.Errorf("%d tries", w.server.tries)
		}
		w.queue.set(task("next", "blocked", 1, time.Now()))
		w.pass(20 * time.Hour)
		w.want("still trying")
		w.pass(5 * time.Hour)
		w.want("given up", "next blocked")
		if r := w.end(); r.Failed != 1 {
			t.Errorf("result %+v", r)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.server.set(func(post) int { return 429 }, "120")
		w.start()
		w.pass(time.Minute)
		w.queue.set(task("a", "blocked", 1, time.Now()))
		w.pass(90 * time.Second)
		if w.server.tries != 1 {
			t.Errorf("%d tries", w.server.tries)
		}
		w.server.set(nil, "")
		w.pass(time.Minute)
		w.want("later", "a blocked")
		w.end()
	})
}

// While nobody is there a finding waits however long that takes; a guard that runs once leaves
// it to the next one.
func TestServerIsDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		var up atomic.Bool
		w.server.answer = func(post) int {
			if up.Load() {
				return 200
			}
			return 0
		}
		w.set = func(o *guard.Options) { o.Once = true }
		w.start()
		w.end()
		w.queue.set(task("a", "blocked", 1, time.Now()))
		w.start()
		if r := w.end(); r.Found != 1 || r.Waiting != 1 {
			t.Errorf("result %+v", r)
		}
		w.set = nil
		w.start()
		w.pass(100 * time.Hour)
		up.Store(true)
		w.pass(10 * time.Minute)
		w.want("up", "a blocked")
		if r := w.end(); r.Failed != 0 || r.Found != 0 {
			t.Errorf("result %+v", r)
		}
	})
}

// Two guards on one queue do not both tell: the second is refused.
func TestOneGuardAQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		w.set = func(o *guard.Options) {
			_, err := guard.Open(*o)
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("/srv/queue.db: another guard watches it (process %d)", os.Getpid())) {
				t.Errorf("the second one: %v", err)
			}
			o.Folder = t.TempDir()
		}
		end := w.end
		w.start()
		w.end()
		end()
	})
}

// A loop is told of once, however many rounds it takes, until the task is done.
func TestALoopIsToldOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.set = func(o *guard.Options) { o.Kinds = []guard.Kind{guard.Looping} }
		w.start()
		w.pass(time.Minute)
		rounds := task("a", "failed", 0, time.Now())
		for i := range 8 {
			at := time.Now()
			rounds.Task.Recorded, rounds.Task.Attempts, rounds.Task.Updated = "failed", i+1, at
			rounds.Runs = append(rounds.Runs, model.Run{
				ID: fmt.Sprint(i), Started: at.Add(-time.Second), Ended: at, Outcome: model.OutcomeFailed, Error: "the door is locked",
			})
			w.queue.set(rounds)
			w.pass(time.Minute)
			rounds.Task.Recorded = "queued"
			w.queue.set(rounds)
			w.pass(time.Minute)
		}
		w.want("a loop", "a looping")
		w.end()
	})
}
