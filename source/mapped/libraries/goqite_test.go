package libraries

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"maragu.dev/goqite"

	"notdone/model"
	"notdone/source"
)

// openGoqite makes goqite's table in a new database.
func openGoqite(t *testing.T) (*sql.DB, string) {
	t.Helper()
	db, path := openLibrary(t)
	schema, err := os.ReadFile(filepath.Join(moduleFolder(t, "maragu.dev/goqite"), "schema_sqlite.sql"))
	must(t, err)
	_, err = db.ExecContext(t.Context(), string(schema))
	must(t, err)
	return db, path
}

// TestGoqite reads messages that goqite has sent, received, received too often and deleted.
func TestGoqite(t *testing.T) {
	t.Parallel()
	db, path := openGoqite(t)
	ctx := t.Context()
	send := func(q *goqite.Queue, delay time.Duration) string {
		id, err := q.SendAndGetID(ctx, goqite.Message{Body: []byte("hello"), Delay: delay})
		must(t, err)
		return string(id)
	}
	receive := func(q *goqite.Queue) goqite.ID {
		for {
			m, err := q.Receive(ctx)
			must(t, err)
			if m != nil {
				return m.ID
			}
		}
	}
	slow := goqite.New(goqite.NewOpts{DB: db, Name: "slow", Timeout: time.Hour})
	quick := goqite.New(goqite.NewOpts{DB: db, Name: "quick", Timeout: time.Millisecond})
	f := follow(t, open(t, "goqite", path))
	want := map[string]model.State{send(slow, 0): model.StateActive}
	receive(slow)
	want[send(quick, 0)] = model.StateFailed
	for range 3 {
		receive(quick)
		f.refresh()
	}
	want[send(slow, 0)], want[send(slow, time.Hour)] = model.StateQueued, model.StateScheduled
	handled := goqite.New(goqite.NewOpts{DB: db, Name: "handled"})
	send(handled, 0)
	f.refresh()
	must(t, handled.Delete(ctx, receive(handled)))
	waitFor(t, "a lease that ends", func() bool { f.refresh(); f.relist(); return cmp.Equal(want, f.states()) })
	for id, state := range want {
		if state == model.StateFailed {
			p, err := f.s.(source.Actor).Plan(context.Background(), source.Request{Task: id, Action: model.ActionRequeue})
			if err != nil || p.Refused == "" {
				t.Errorf("goqite has no way to requeue, and it is planned: %v", err)
			}
		}
	}
}

// TestGoqiteActs: what is done to a message is what goqite's own Extend and Delete do to
// another one like it, and goqite receives and handles a message that was hurried.
func TestGoqiteActs(t *testing.T) {
	t.Parallel()
	db, path := openGoqite(t)
	ctx := t.Context()
	letters := goqite.New(goqite.NewOpts{DB: db, Name: "letters", Timeout: time.Hour})
	send := func(body string) string {
		id, err := letters.SendAndGetID(ctx, goqite.Message{Body: []byte(body), Delay: time.Hour})
		must(t, err)
		return string(id)
	}
	hurried, hasty, undone := send("hello"), send("hello"), send("hello")
	deleted, cancelled, kept := send("stay"), send("stay"), send("stay")
	a := open(t, "goqite", path)
	f := follow(t, a)
	row := func(id string) map[string]string { return rowOf(t, db, "goqite", id) }

	must(t, letters.Extend(ctx, goqite.ID(hurried), 0))
	act(t, a, model.ActionRunNow, hasty)
	sameRow(t, row(hurried), row(hasty), "id", "created", "updated", "timeout")
	must(t, letters.Delete(ctx, goqite.ID(deleted)))
	act(t, a, model.ActionCancel, cancelled)
	before := row(undone)
	undo(t, a, act(t, a, model.ActionRunNow, undone))
	undo(t, a, act(t, a, model.ActionCancel, kept))
	sameRow(t, before, row(undone), "updated") // goqite's trigger sets it
	want := map[string]model.State{
		hurried: model.StateQueued, hasty: model.StateQueued, undone: model.StateScheduled, kept: model.StateScheduled,
	}
	f.settle(want)
	if diff := cmp.Diff(want, f.states()); diff != "" {
		t.Errorf("what is followed is another (-want +got):\n%s", diff)
	}

	for range 2 {
		m, err := letters.Receive(ctx)
		must(t, err)
		if m == nil || string(m.ID) != hurried && string(m.ID) != hasty {
			t.Fatalf("goqite receives %v, want a hurried message", m)
		}
		must(t, letters.Delete(ctx, m.ID))
		delete(want, string(m.ID))
	}
	if m, err := letters.Receive(ctx); err != nil || m != nil {
		t.Errorf("goqite receives %v, which waits for its time: %v", m, err)
	}
	f.settle(want)
	if diff := cmp.Diff(want, f.states()); diff != "" {
		t.Errorf("what is followed is another (-want +got):\n%s", diff)
	}
}
