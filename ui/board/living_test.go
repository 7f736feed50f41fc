package board

import (
	"testing"
	"testing/synctest"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
)

// manned returns a task that is worked on by a worker, whose newest sign of life is so old.
func manned(id, owner string, silent time.Duration) model.Case {
	c := caseOf(id, "active")
	c.Facts = model.Facts{Claimed: true, ClaimOwner: owner, Heartbeat: time.Now().Add(-silent), HeartbeatLimit: time.Minute}
	return c
}

// The workers of active tasks are counted by their names while they give a sign of life.
func TestWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, other := newFake("/q"), newFake("/other")
		src.set(caseOf("waits", "queued"))
		src.set(caseOf("unknown", "active")) // nothing is known of who works on it
		b := prepare(t, Options{}, feedOf(src), feedOf(other))
		b.newJudge = func(source.Adapter) judge { return classify.New(classify.DefaultConfig()) }
		for _, f := range b.feeds {
			f.makeJudges()
		}
		b.start(t)
		want := func(when string, alive int, known bool) {
			t.Helper()
			if n, ok := b.settle(second).Workers(); n != alive || ok != known {
				t.Errorf("%s: %d, %v; want %d, %v", when, n, ok, alive, known)
			}
		}
		put := func(of *fake, c model.Case) {
			of.set(c)
			of.signal()
		}
		want("nobody", 0, false)
		put(src, manned("a", "w1", 0))
		want("one", 1, true)
		put(src, manned("b", "w1", 0))
		want("one with two tasks", 1, true)
		put(src, manned("c", "w2", 0))
		put(other, manned("a", "w1", 0)) // another worker of that name
		want("three", 3, true)
		put(src, caseOf("a", "done"))
		want("one task less", 3, true)
		put(src, caseOf("b", "done"))
		want("one worker less", 2, true)
		time.Sleep(2 * time.Minute)
		want("silent", 0, true)
		put(src, manned("c", "w2", 0))
		want("back", 1, true)
		src.remove("c")
		other.remove("a")
		src.signal()
		other.signal()
		want("gone", 0, false)
		run := caseOf("run", "active")
		run.Runs = []model.Run{{ID: "1", Worker: "w3", Started: time.Now()}}
		put(src, run)
		want("by its run", 1, true)
		dead := manned("dead", "w4", 0)
		dead.Facts.Worker = model.LivenessDead
		put(src, dead)
		want("a dead one", 1, true)
	})
}
