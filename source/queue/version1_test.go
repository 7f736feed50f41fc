package queue

import (
	"path/filepath"
	"slices"
	"testing"

	"notdone/model"
	"notdone/source"
)

// newFile1 makes a file as it was before schema version 2.
func newFile1(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "queue.db")
	db := client(t, path)
	execSQL(t, db, `PRAGMA journal_mode = WAL`)
	execSQL(t, db, schema1SQL)
	return path
}

// TestVersion1 reads, refreshes and acts on a file of the older schema, and
// leaves its schema as it is.
func TestVersion1(t *testing.T) {
	path := newFile1(t)
	db := client(t, path)
	schema := rows(t, db, `SELECT sql FROM sqlite_schema ORDER BY name`)
	setBlocked(t, db)
	addTask(t, db, "b", 0)
	execSQL(t, db, `INSERT INTO tasks (id, updated_at) VALUES ('ahead', 9000000000000)`)
	a := actor(t, path, model.LivenessAlive)
	if d := a.Describe(); d.Facts[0].Value != "1" || !d.Actions {
		t.Errorf("described as %+v", d)
	}
	for _, edit := range []string{
		`UPDATE tasks SET title = 'x' WHERE id = 'b'`,
		`UPDATE tasks SET heartbeat_at = 7 WHERE id = 'b'`,
		`INSERT OR REPLACE INTO tasks (id) VALUES ('b')`,
		`INSERT INTO events (task_id, kind) VALUES ('b', 'commented')`,
	} {
		execSQL(t, db, edit)
		if d := refreshed(t, a); !d.Reset {
			t.Errorf("%s: %+v", edit, d)
		}
	}
	page, err := a.List(t.Context(), source.Query{Limit: 9})
	if err != nil || !slices.Equal(idsOf(page.Cases), []string{"a", "ahead", "b"}) {
		t.Errorf("%v, %v", idsOf(page.Cases), err)
	}
	p := plan(t, a, source.Request{Task: "a", Action: "unblock", Answer: "use preview", Actor: "ann"})
	images := apply(t, a, p)
	if got := rows(t, db, lastEvent, "a"); !slices.Equal(got, []string{"unblocked blocked queued - ann"}) {
		t.Error(got)
	}
	undo, err := a.PlanUndo(t.Context(), recordOf(p, images), "bob")
	if err != nil {
		t.Fatal(err)
	}
	apply(t, a, undo)
	if got := rows(t, db, `SELECT state FROM tasks WHERE id = 'a'`); !slices.Equal(got, []string{"blocked"}) {
		t.Error(got)
	}
	if got := rows(t, db, `SELECT sql FROM sqlite_schema ORDER BY name`); !slices.Equal(got, schema) {
		t.Error("the schema was changed")
	}
}
