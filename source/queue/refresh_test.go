package queue

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
	"notdone/source/watch"
)

// refreshed calls Refresh until it reports something, and joins the portions.
func refreshed(t testing.TB, s source.Source) source.Delta {
	t.Helper()
	var all source.Delta
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		d, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil {
			t.Fatal(err)
		}
		all.Cases = append(all.Cases, d.Cases...)
		all.Removed = append(all.Removed, d.Removed...)
		all.Reset = all.Reset || d.Reset
		if !d.More && (all.Reset || len(all.Cases)+len(all.Removed) > 0) {
			return all
		}
	}
	t.Fatal("nothing was noticed")
	return all
}

func elsewhere(t testing.TB, path string, statements ...string) {
	t.Helper()
	if out, err := processFor(t, "sql", append([]string{path}, statements...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestRefreshSeesAnotherProcess(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id, created_at, updated_at) VALUES ('a', 1, 1), ('b', 1, 1), ('c', 1, 1), ('d', 1, 1)`)
	s := openQueue(t, path)
	for _, step := range []struct {
		name, query      string
		changed, removed []string
	}{
		{"a state", `UPDATE tasks SET state = 'done' WHERE id = 'a'`, []string{"a"}, nil},
		{"a state in the past", `UPDATE tasks SET state = 'done', updated_at = 1 WHERE id = 'b'`, []string{"b"}, nil},
		{"a heartbeat", `UPDATE tasks SET heartbeat_at = 5 WHERE id = 'c'`, []string{"c"}, nil},
		{"a run", `INSERT INTO runs (task_id) VALUES ('d')`, []string{"d"}, nil},
		{"a run's output", `UPDATE runs SET output = 'x'`, []string{"d"}, nil},
		{"a comment", `INSERT INTO events (task_id, kind) VALUES ('a', 'commented')`, []string{"a"}, nil},
		{"a new task", `INSERT INTO tasks (id) VALUES ('e')`, []string{"e"}, nil},
		{"a new task with an old time", `INSERT INTO tasks (id, created_at, updated_at) VALUES ('f', 1, 1)`, []string{"f"}, nil},
		{"a link", `INSERT INTO links VALUES ('a', 'e')`, []string{"a", "e"}, nil},
		{"what another one waits for", `UPDATE tasks SET state = 'blocked' WHERE id = 'a'`, []string{"a", "e"}, nil},
		{"a deletion", `DELETE FROM tasks WHERE id = 'd'`, nil, []string{"d"}},
		{"two at once", `UPDATE tasks SET state = 'failed' WHERE id IN ('a', 'b')`, []string{"a", "b"}, nil},
	} {
		t.Run(step.name, func(t *testing.T) {
			elsewhere(t, path, step.query)
			d := refreshed(t, s)
			if d.Reset {
				t.Fatal("everything was to be listed again")
			}
			ids := idsOf(d.Cases)
			slices.Sort(ids)
			for _, id := range step.changed {
				if !slices.Contains(ids, id) {
					t.Errorf("%s is missing among %v", id, ids)
				}
			}
			if diff := cmp.Diff(step.removed, d.Removed); diff != "" {
				t.Error(diff)
			}
			for range 3 {
				if d, err := s.Refresh(t.Context(), watch.Signal{}); err != nil || len(d.Cases) > 0 || len(d.Removed) > 0 || d.Reset || d.More {
					t.Errorf("nothing changed, and yet %+v, %v", d, err)
				}
			}
		})
	}
}

// TestRefreshSeesEditsWhateverTheClock: times in rows can be any, since who
// writes them says them, and clocks are set back.
func TestRefreshSeesEditsWhateverTheClock(t *testing.T) {
	for name, future := range map[string]int64{"a year ahead": now.AddDate(1, 0, 0).UnixMilli(), "the greatest": math.MaxInt64} {
		t.Run(name, func(t *testing.T) {
			path, db := newFile(t)
			execSQL(t, db, `INSERT INTO tasks (id, updated_at) VALUES ('b', 1), ('ahead', ?)`, future)
			s := openQueue(t, path)
			for i := range 3 {
				execSQL(t, db, `UPDATE tasks SET heartbeat_at = ?, title = ? WHERE id = 'b'`, i, fmt.Sprint("title ", i))
				d := refreshed(t, s)
				if d.Reset || len(d.Cases) != 1 || d.Cases[0].Task.Title != fmt.Sprint("title ", i) {
					t.Errorf("edit %d: %+v", i, d)
				}
			}
			execSQL(t, db, `UPDATE tasks SET title = 'then', updated_at = 5 WHERE id = 'ahead'`)
			if d := refreshed(t, s); !slices.Equal(idsOf(d.Cases), []string{"ahead"}) {
				t.Errorf("an edit at a time of its own: %+v", d)
			}
		})
	}
}

// TestRefreshAfterReplace: REPLACE takes the old row away without its trigger,
// unless the client asks for it.
func TestRefreshAfterReplace(t *testing.T) {
	for _, recursive := range []string{"OFF", "ON"} {
		t.Run("recursive triggers "+recursive, func(t *testing.T) {
			path, db := newFile(t)
			execSQL(t, db, `INSERT INTO tasks (id) VALUES ('a'), ('b')`)
			s := openQueue(t, path)
			execSQL(t, db, `PRAGMA recursive_triggers = `+recursive)
			for i := range 5 {
				execSQL(t, db, `INSERT OR REPLACE INTO tasks (id, title) VALUES ('a', ?)`, fmt.Sprint("title ", i))
				d := refreshed(t, s)
				if d.Reset || len(d.Cases) != 1 || d.Cases[0].Task.Title != fmt.Sprint("title ", i) || len(d.Removed) > 0 {
					t.Errorf("REPLACE %d: %+v", i, d)
				}
			}
			execSQL(t, db, `INSERT OR IGNORE INTO tasks (id, title) VALUES ('a', 'x'), ('c', 'y')`)
			if d := refreshed(t, s); d.Reset || !slices.Equal(idsOf(d.Cases), []string{"c"}) {
				t.Errorf("IGNORE: %+v", d)
			}
			execSQL(t, db, `UPDATE OR REPLACE tasks SET title = 'z' WHERE id = 'b'`)
			if d := refreshed(t, s); d.Reset || !slices.Equal(idsOf(d.Cases), []string{"b"}) {
				t.Errorf("UPDATE OR REPLACE: %+v", d)
			}
		})
	}
}

func TestRefreshOfMany(t *testing.T) {
	const portion = 1000 // of one Refresh
	const insert = `INSERT INTO tasks (id) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT '%s' || i FROM n`
	path, db := newFile(t)
	s := openQueue(t, path)
	execSQL(t, db, fmt.Sprintf(insert, 3*portion, "a"))
	seen := map[string]bool{}
	for _, id := range idsOf(refreshed(t, s).Cases) {
		seen[id] = true
	}
	if len(seen) != 3*portion {
		t.Errorf("%d of %d new tasks", len(seen), 3*portion)
	}
	for range 4 {
		execSQL(t, db, `UPDATE tasks SET priority = 1 WHERE id IN ('a1', 'a2')`)
	}
	if got := idsOf(refreshed(t, s).Cases); !slices.Equal(got, []string{"a1", "a2"}) {
		t.Errorf("the same tasks again: %v", got)
	}
	if testing.Short() {
		return // what is more than a backlog is too much for the race detector
	}
	execSQL(t, db, fmt.Sprintf(insert, backlog+1, "b"))
	if d := refreshed(t, s); !d.Reset {
		t.Error("more than a backlog was read in portions")
	}
	execSQL(t, db, `UPDATE tasks SET priority = 1`)
	if d := refreshed(t, s); !d.Reset {
		t.Error("an edit of everything was read in portions")
	}
	execSQL(t, db, `UPDATE tasks SET priority = 2 WHERE id = 'a1'`)
	if got := idsOf(refreshed(t, s).Cases); !slices.Equal(got, []string{"a1"}) {
		t.Errorf("one edit later: %v", got)
	}
	if kept := rows(t, db, `SELECT count(*) FROM changes`)[0]; kept != "20000" {
		t.Errorf("%s changes are kept", kept)
	}
}

func TestRefreshNoticesTracelessDeletion(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id) VALUES ('a'), ('b'), ('c')`)
	s := openQueue(t, path)
	execSQL(t, db, `BEGIN; DELETE FROM tasks WHERE id = 'b'; DELETE FROM events WHERE task_id = 'b'; COMMIT`)
	if d := refreshed(t, s); !slices.Equal(d.Removed, []string{"b"}) {
		t.Errorf("%+v", d)
	}
}

// TestRefreshAfterAChangeOfHistory: the numbers of changes only grow.
func TestRefreshAfterAChangeOfHistory(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id) VALUES ('a'), ('b')`)
	s := openQueue(t, path)
	execSQL(t, db, `DELETE FROM changes`)
	if d := refreshed(t, s); !d.Reset {
		t.Errorf("%+v", d)
	}
	execSQL(t, db, `UPDATE tasks SET title = 'x' WHERE id = 'b'`)
	if d := refreshed(t, s); !slices.Equal(idsOf(d.Cases), []string{"b"}) {
		t.Errorf("%+v", d)
	}
}

func TestRefreshOfAnotherFile(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id) VALUES ('a')`)
	s := openQueue(t, path)
	other, otherDB := newFile(t)
	execSQL(t, otherDB, `INSERT INTO tasks (id) VALUES ('z')`)
	for _, d := range []interface{ Close() error }{db, otherDB} {
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, side := range []string{"", "-wal", "-shm", "-journal"} { // ours keeps them open
		if err := os.Remove(path + side); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	if d := refreshed(t, s); !d.Reset {
		t.Fatalf("%+v", d)
	}
	page, err := s.List(t.Context(), source.Query{Limit: 9})
	if err != nil || !slices.Equal(idsOf(page.Cases), []string{"z"}) {
		t.Errorf("%v, %v", idsOf(page.Cases), err)
	}
}
