package queue

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/queue/schema"
)

// newFile1 makes a file as it was before schema version 2.
func newFile1(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "queue.db")
	db := connect(t, path)
	execSQL(t, db, `PRAGMA journal_mode = WAL`)
	execSQL(t, db, schema.First)
	return path
}

// TestVersion1 reads, refreshes and acts on a file of the older schema, and
// leaves its schema as it is.
func TestVersion1(t *testing.T) {
	path := newFile1(t)
	db := connect(t, path)
	schema := rows(t, db, `SELECT sql FROM sqlite_schema ORDER BY name`)
	setBlocked(t, db)
	addTask(t, db, "b", 0)
	a := actor(t, path, model.LivenessAlive)
	if d := a.Describe(); d.Facts[0].Value != "1" {
		t.Errorf("described as %+v", d)
	}
	if _, err := a.List(t.Context(), source.Query{Limit: 9}); err != nil {
		t.Fatal(err)
	}
	// A row that is replaced gets another number, as if one were deleted and one new: a
	// sweep, where one is due, has everything listed again.
	const replace = `INSERT OR REPLACE INTO tasks (id) VALUES ('b')`
	for _, edit := range []string{
		`UPDATE tasks SET title = 'x' WHERE id = 'b'`,
		`UPDATE tasks SET heartbeat_at = 7 WHERE id = 'b'`,
		`INSERT INTO runs (task_id) VALUES ('b')`,
		`INSERT INTO events (task_id, kind) VALUES ('b', 'commented')`,
		`UPDATE tasks SET state = 'done', updated_at = 1 WHERE id = 'b'`,
		replace,
	} {
		execSQL(t, db, edit)
		d := refreshed(t, a)
		cases := d.Cases
		if d.Reset && edit == replace {
			page, err := a.List(t.Context(), source.Query{Limit: 9})
			if err != nil {
				t.Fatal(err)
			}
			cases = page.Cases
		}
		if d.Reset && edit != replace || !slices.Contains(idsOf(cases), "b") {
			t.Errorf("%s: %+v", edit, d)
		}
	}
	execSQL(t, db, `DELETE FROM tasks WHERE id = 'b'`)
	if d := refreshed(t, a); !slices.Equal(d.Removed, []string{"b"}) {
		t.Errorf("a deletion: %+v", d)
	}
	addTask(t, db, "b", 0)
	execSQL(t, db, `INSERT INTO tasks (id, updated_at) VALUES ('ahead', 9000000000000)`)
	refreshed(t, a)
	for i := range 3 {
		execSQL(t, db, `UPDATE tasks SET heartbeat_at = ? WHERE id = 'b'`, 8+i)
		if d := refreshed(t, a); d.Reset || !slices.Equal(idsOf(d.Cases), []string{"b"}) {
			t.Errorf("an edit behind one that lies ahead of now: %+v", d)
		}
	}
	many := `INSERT INTO tasks (id, updated_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600) SELECT 'n' || i, %d FROM n`
	execSQL(t, db, fmt.Sprintf(many, time.Now().UnixMilli()))
	if d := refreshed(t, a); d.Reset || len(d.Cases) != 600 {
		t.Errorf("many at once: reset %v, %d cases", d.Reset, len(d.Cases))
	}
	execSQL(t, db, `UPDATE tasks SET title = 'y' WHERE id = 'b'`)
	if d := refreshed(t, a); d.Reset || !slices.Equal(idsOf(d.Cases), []string{"b"}) {
		t.Errorf("one edit after many: reset %v, %d cases", d.Reset, len(d.Cases))
	}
	execSQL(t, db, `DELETE FROM tasks WHERE id LIKE 'n%'`)
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
