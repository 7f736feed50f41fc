package queue

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/queue/schema"
	"notdone/source/sqlitedb"
)

// hands are somebody else's, on the same file.
type hands struct {
	t  testing.TB
	db *sql.DB
}

const everything = `SELECT 'task', t.* FROM tasks t`

func TestChangedUnderYou(t *testing.T) {
	for _, tc := range []struct {
		name      string
		set       func(testing.TB, *sql.DB)
		r         source.Request
		meanwhile func(hands)
		was, now  string
	}{
		{
			name: "a worker claimed it", set: setQueued, r: source.Request{Action: "hold"},
			meanwhile: func(h hands) { claim(h.t, h.db, "w2") }, was: "queued", now: "active",
		},
		{
			name: "somebody unblocked it", set: setBlocked, r: source.Request{Action: "unblock", Answer: "mine"},
			meanwhile: func(h hands) { do(h.t, h.db, "unblock", "a", "bob", "his", nil) }, was: "blocked", now: "queued",
		},
		{
			name: "it was unblocked and blocked again", set: setBlocked, r: source.Request{Action: "unblock"},
			meanwhile: func(h hands) {
				do(h.t, h.db, "unblock", "a", "bob", "his", nil)
				claim(h.t, h.db, "w2")
				do(h.t, h.db, "block", "a", "w2", "access", "still no access", nil, nil, nil, nil, nil, nil, nil)
			}, was: "blocked, event ", now: "blocked, event ",
		},
		{
			name: "somebody commented", set: setDone, r: source.Request{Action: "requeue"},
			meanwhile: func(h hands) { do(h.t, h.db, "comment", "a", "bob", "leave it") }, was: "done, event ", now: "done, event ",
		},
		{
			name: "somebody edited it", set: setDone, r: source.Request{Action: "requeue"},
			meanwhile: func(h hands) { execSQL(h.t, h.db, `UPDATE tasks SET body = 'other' WHERE id = 'a'`) },
			was:       `done, body "body"`, now: `done, body "other"`,
		},
		{
			name: "it was deleted", set: setDone, r: source.Request{Action: "requeue"},
			meanwhile: func(h hands) { execSQL(h.t, h.db, `DELETE FROM tasks WHERE id = 'a'`) }, was: "done", now: "deleted",
		},
		{
			name: "its worker renewed the lease", set: setExpired, r: source.Request{Action: "reclaim"},
			meanwhile: func(h hands) { do(h.t, h.db, "heartbeat", "a", "w", minute) },
			was:       "active", now: "active, and its lease runs until ",
		},
		{
			name: "another worker took it over", set: setExpired, r: source.Request{Action: "reclaim"},
			meanwhile: func(h hands) { claim(h.t, h.db, "w2") }, was: "active, event ", now: "active, event ",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path, db := newFile(t)
			tc.set(t, db)
			a := actor(t, path, model.LivenessUnknown)
			tc.r.Task, tc.r.Actor = "a", "ann"
			p := plan(t, a, tc.r)
			tc.meanwhile(hands{t, db})
			before := rows(t, db, everything)
			err := a.Apply(t.Context(), p, func([]source.Image) error {
				t.Error("it was announced")
				return nil
			})
			var changed *source.Changed
			if !errors.As(err, &changed) || !errors.Is(err, source.ErrChanged) {
				t.Fatalf("applied to what is not there any more: %v", err)
			}
			if !strings.HasPrefix(changed.Was, tc.was) || !strings.HasPrefix(changed.Now, tc.now) || changed.Was == changed.Now {
				t.Errorf("was %q, now %q", changed.Was, changed.Now)
			}
			if diff := cmp.Diff(before, rows(t, db, everything)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestALivingWorkerMayBeatItsHeart proves that what a worker does all the time
// keeps nobody from cancelling its task.
func TestALivingWorkerMayBeatItsHeart(t *testing.T) {
	path, db := newFile(t)
	setActive(t, db)
	a := actor(t, path, model.LivenessAlive)
	p := plan(t, a, source.Request{Task: "a", Action: "cancel", Actor: "ann"})
	do(t, db, "heartbeat", "a", "w", 2*minute)
	apply(t, a, p)
	if n := do(t, db, "heartbeat", "a", "w", minute)[0]; n != 0 {
		t.Error("the worker is not told to stop")
	}
	if n := do(t, db, "finish", "a", "w", "done", "late", nil, nil, nil, nil, nil, nil); n[1] != 1 || n[2] != 0 {
		t.Errorf("a late worker changed %v rows", n)
	}
	if got := taskStates(t, db)[0]; got != "a cancelled" {
		t.Error(got)
	}
}

func TestUndoAfterSomethingHappened(t *testing.T) {
	for name, since := range map[string]func(hands){
		"claimed":   func(h hands) { claim(h.t, h.db, "w2") },
		"commented": func(h hands) { do(h.t, h.db, "comment", "a", "bob", "good") },
		"edited":    func(h hands) { execSQL(h.t, h.db, `UPDATE tasks SET title = 'x' WHERE id = 'a'`) },
		"deleted":   func(h hands) { execSQL(h.t, h.db, `DELETE FROM tasks WHERE id = 'a'`) },
	} {
		t.Run(name, func(t *testing.T) {
			path, db := newFile(t)
			setBlocked(t, db)
			a := actor(t, path, model.LivenessUnknown)
			p := plan(t, a, source.Request{Task: "a", Action: "unblock", Answer: "42", Actor: "ann"})
			images := apply(t, a, p)
			undo, err := a.PlanUndo(t.Context(), recordOf(p, images), "ann")
			if err != nil || undo.Refused != "" {
				t.Fatalf("%+v, %v", undo, err)
			}
			since(hands{t, db})
			before := rows(t, db, everything)
			late, err := a.PlanUndo(t.Context(), recordOf(p, images), "ann")
			if err != nil || late.Refused == "" || late.Native != nil {
				t.Errorf("planned %+v, %v", late, err)
			}
			if err := a.Apply(t.Context(), undo, func([]source.Image) error { return nil }); !errors.Is(err, source.ErrChanged) {
				t.Error(err)
			}
			if diff := cmp.Diff(before, rows(t, db, everything)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFilesThatMustNotBeWritten(t *testing.T) {
	for _, tc := range []struct {
		name string
		sql  []string
		do   func(path string) error
		says string
	}{
		{name: "another trigger", sql: []string{`CREATE TRIGGER spy AFTER UPDATE ON tasks BEGIN DELETE FROM links; END`}, says: "trigger spy"},
		{
			name: "a trigger on the history", says: "trigger spy",
			sql: []string{`CREATE TRIGGER spy AFTER INSERT ON events BEGIN DELETE FROM links; END`},
		},
		{name: "a second name", do: func(path string) error { return os.Link(path, path+".too") }, says: "2 names"},
		{
			name: "a trigger of the same name", says: "trigger tasks_edited",
			sql: []string{`DROP TRIGGER tasks_edited`, `CREATE TRIGGER tasks_edited AFTER UPDATE ON tasks BEGIN DELETE FROM links; END`},
		},
		{name: "no history", sql: []string{`DROP TRIGGER tasks_state`}, says: "triggers"},
		{name: "a column that must be filled", says: "runs.must", sql: []string{
			`DROP TABLE runs`, `CREATE TABLE runs (id INTEGER PRIMARY KEY, task_id TEXT NOT NULL, ended_at, outcome, error, pid, host, started_at, must TEXT NOT NULL)`,
		}},
		{name: "read only", do: func(path string) error { return os.Chmod(path, 0o400) }, says: "read"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path, db := newFile(t)
			setDone(t, db)
			for _, query := range tc.sql {
				execSQL(t, db, query)
			}
			if tc.do != nil {
				if err := tc.do(path); err != nil {
					t.Fatal(err)
				}
			}
			p := plan(t, actor(t, path, model.LivenessUnknown), source.Request{Task: "a", Action: "requeue"})
			if !strings.Contains(p.Refused, tc.says) || strings.Contains(p.Refused, "\n") {
				t.Errorf("refused: %q", p.Refused)
			}
		})
	}
}

func TestAnotherFileInItsPlace(t *testing.T) {
	path, db := newFile(t)
	setDone(t, db)
	a := actor(t, path, model.LivenessUnknown)
	p := plan(t, a, source.Request{Task: "a", Action: "requeue"})
	other, db2 := newFile(t)
	setDone(t, db2)
	if err := db2.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	for _, side := range []string{"-wal", "-shm"} {
		if err := os.Rename(path+side, path+".old"+side); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	if err := a.Apply(t.Context(), p, func([]source.Image) error { return nil }); !errors.Is(err, sqlitedb.ErrReplaced) {
		t.Error(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := a.Apply(t.Context(), p, func([]source.Image) error { return nil }); !errors.Is(err, sqlitedb.ErrMissing) {
		t.Error(err)
	}
	if left, err := filepath.Glob(path + "*"); err != nil || len(left) == 0 || left[0] == path {
		t.Errorf("a file was made: %v, %v", left, err)
	}
}

// TestKnownSchema holds what is read from the schema's text against SQLite.
func TestKnownSchema(t *testing.T) {
	_, db := newFile(t)
	for table, known := range schema.Shipped().Columns {
		if diff := cmp.Diff(rows(t, db, `SELECT name FROM pragma_table_info(?) ORDER BY cid`, table), known); diff != "" {
			t.Errorf("%s: %s", table, diff)
		}
	}
	if len(schema.Shipped().Columns) != 6 {
		t.Errorf("%d tables", len(schema.Shipped().Columns))
	}
	names := rows(t, db, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
	for _, name := range names {
		var text string
		if err := db.QueryRowContext(t.Context(), `SELECT sql FROM sqlite_schema WHERE name = ?`, name).Scan(&text); err != nil {
			t.Fatal(err)
		}
		if !schema.IsShipped("", name, text) || !schema.IsShipped("", name, strings.ReplaceAll(text, "\n", "\r\n")) || schema.IsShipped("", name, strings.Replace(text, "BEGIN", "BEGIN DELETE FROM links;", 1)) {
			t.Errorf("%s is not told from another", name)
		}
	}
	if current := slices.Concat(schema.Shipped().Second, schema.Shipped().Third); !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(current))) {
		t.Errorf("triggers %v, known %v", names, current)
	}
}
