package guard_test

import (
	"testing"
	"testing/synctest"
	"time"

	"notdone/ui/guard"
)

// What cannot be printed stays new where nobody else is told of it, and the guard ends with an error.
func TestWhatCannotBePrintedStaysNew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.set = func(o *guard.Options) { o.Once, o.Webhook = true, nil }
		w.start()
		w.end()
		w.queue.set(task("a", "blocked", 1, time.Now()))
		time.Sleep(time.Minute)
		w.deaf = true
		for range 2 {
			w.start()
			if r := w.end(); w.err == nil || r.Found != 0 || len(w.found) > 0 {
				t.Errorf("%+v, error %v, found %q", r, w.err, w.found)
			}
		}
		w.deaf = false
		for range 2 {
			w.start()
			if w.end(); w.err != nil || len(w.found) != 1 {
				t.Errorf("error %v, found %q", w.err, w.found)
			}
		}
	})
}

// Where somebody else is told, it is enough that an error says that nothing is printed.
func TestWhatCannotBePrintedIsPosted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		w.pass(time.Minute)
		w.deaf = true
		w.queue.set(task("a", "blocked", 1, time.Now()))
		w.pass(time.Minute)
		w.want("posted", "a blocked")
		if w.end(); w.err != nil || !w.saidSomething("findings cannot be printed") {
			t.Errorf("error %v, said %q", w.err, w.said)
		}
	})
}
