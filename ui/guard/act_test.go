package guard_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/ui/guard"
	"notdone/ui/notify"
)

// Something is done about the tasks of the named rules, once; that they are blocked then is not
// told, and when somebody takes it back it is not done again.
func TestActing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		var done []string
		var busy atomic.Bool
		busy.Store(true)
		w.set = func(o *guard.Options) {
			o.Rules = []string{"obstacle-in-result"}
			o.Act = func(_ context.Context, row *model.Row, rule string) (string, error) {
				if busy.Load() {
					return "", errors.New("its owner is busy")
				}
				done = append(done, row.ID+" "+rule)
				if row.ID == "refused" {
					return "", &guard.Refused{Why: "it cannot be marked blocked"}
				}
				w.queue.set(task(row.ID, "blocked", 1, time.Now()))
				return "marked blocked", nil
			}
		}
		w.start()
		w.pass(time.Minute)
		first := time.Now()
		w.queue.set(falseDone("a", 1, first))
		w.queue.set(falseDone("refused", 1, first.Add(time.Millisecond)))
		w.queue.set(task("b", "blocked", 1, first.Add(2*time.Millisecond)))
		w.pass(time.Minute)
		busy.Store(false)
		w.pass(10 * time.Minute)
		want := []string{"a false-done", "refused false-done", "b blocked"}
		w.want("acted", want...)
		w.queue.set(falseDone("a", 1, first)) // undone
		w.pass(time.Hour)
		w.want("undone", want...)
		w.queue.set(falseDone("a", 2, time.Now())) // tried again
		w.pass(time.Hour)
		w.want("tried again", append(want, "a false-done")...)
		if !slices.Equal(done, []string{"a obstacle-in-result", "refused obstacle-in-result", "a obstacle-in-result"}) {
			t.Errorf("done %q", done)
		}
		for _, said := range []string{"act for a: marked blocked", "act for refused: it cannot be marked blocked", "act: its owner is busy"} {
			if !w.saidSomething(said) {
				t.Errorf("%q is not in %q", said, w.said)
			}
		}
		w.end()
	})
}

// A command is run for one finding after the other with a pause between; one that fails is not
// run again, and one that was cut off is given up.
func TestCommand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		out := filepath.Join(t.TempDir(), "out")
		command := []string{"sh", "-c", `cat >> "$0"; echo >> "$0"; ! grep -q '"id":"bad"' "$0"`, out}
		w.set = func(o *guard.Options) {
			o.Webhook, o.Command = nil, &notify.Command{Argv: command, Pause: time.Minute, Limit: time.Hour}
		}
		w.start()
		w.pass(time.Minute)
		begun := time.Now()
		for _, id := range []string{"a", "b", "bad"} {
			w.queue.set(task(id, "blocked", 1, time.Now()))
			w.pass(time.Second)
		}
		for range 5 {
			w.pass(30 * time.Second)
		}
		if n := strings.Count(read(t, out), `"became"`); n != 3 || time.Since(begun) < 2*time.Minute {
			t.Errorf("run %d times in %s:\n%s", n, time.Since(begun), read(t, out))
		}
		if r := w.end(); r.Failed != 1 || r.Waiting != 0 || !w.saidSomething("command for bad: sh: exit status 1 (given up") {
			t.Errorf("result %+v, said %q", r, w.said)
		}
		// A log that ends while a command runs.
		log := read(t, w.log())
		write(t, w.log(), log[:strings.LastIndex(log[:len(log)-1], "\n")+1])
		w.said = nil
		w.start()
		w.pass(time.Hour)
		if w.end(); !w.saidSomething("command for bad: the guard was killed while it told of this") || strings.Count(read(t, out), `"became"`) != 3 {
			t.Errorf("said %q", w.said)
		}
	})
}
