package libraries

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"maragu.dev/goqite"

	"notdone/model"
	"notdone/source"
)

// TestGoqite reads messages that goqite has sent, received, received too often and deleted.
func TestGoqite(t *testing.T) {
	t.Parallel()
	db, path := openLibrary(t)
	schema, err := os.ReadFile(filepath.Join(moduleFolder(t, "maragu.dev/goqite"), "schema_sqlite.sql"))
	must(t, err)
	_, err = db.ExecContext(t.Context(), string(schema))
	must(t, err)
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
