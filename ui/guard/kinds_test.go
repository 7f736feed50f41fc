package guard_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"notdone/ui/guard"
)

// A task that failed is told of once, and again when another attempt at it failed.
func TestFailuresAreTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		w.pass(time.Minute)
		w.queue.set(task("a", "failed", 1, time.Now()))
		w.pass(time.Minute)
		w.want("failed", "a failed")
		w.queue.set(task("a", "queued", 1, time.Now()))
		w.pass(time.Minute)
		w.queue.set(task("a", "failed", 2, time.Now()))
		w.pass(time.Minute)
		w.want("failed again", "a failed", "a failed")
		w.end()
	})
}

// What was so before a kind began to be told of is not new, unless all is to be told.
func TestKindThatIsAddedLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.set = func(o *guard.Options) { o.Kinds = []guard.Kind{guard.Blocked} }
		w.start()
		w.pass(time.Minute)
		w.queue.set(task("old", "failed", 1, time.Now()))
		w.queue.set(task("a", "blocked", 1, time.Now()))
		w.pass(time.Minute)
		w.end()
		w.want("blocked alone", "a blocked")
		w.set = nil
		w.start()
		w.pass(time.Minute)
		w.queue.set(task("b", "failed", 1, time.Now()))
		w.pass(time.Minute)
		w.end()
		w.want("failures too", "a blocked", "b failed")
		if !w.saidSomething("1 task is not told: false-done, failed, looping before that was told of") {
			t.Errorf("said %q", w.said)
		}
		w.set = func(o *guard.Options) { o.All, o.Once = true, true }
		for range 2 {
			w.start()
			w.end()
			w.want("all", "a blocked", "b failed", "old failed")
		}
	})
}

// A log of a release that did not write what it watched is one of those that knew no failures.
func TestLogThatDoesNotSayWhatWasWatched(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.set = func(o *guard.Options) { o.Once = true }
		w.start()
		w.end()
		text := read(t, w.log())
		old := strings.Replace(text, `,"as":["false-done","blocked","failed","looping"]`, "", 1)
		if old == text {
			t.Fatalf("the log is %q", text)
		}
		write(t, w.log(), old)
		w.queue.set(task("was", "failed", 1, time.Now()))
		w.queue.set(task("a", "blocked", 1, time.Now()))
		w.start()
		w.end()
		w.want("first start of this release", "a blocked")
		w.queue.set(task("b", "failed", 1, time.Now()))
		w.start()
		w.end()
		w.want("second", "a blocked", "b failed")
	})
}
