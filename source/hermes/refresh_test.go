package hermes

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
	"notdone/source/watch"
)

// changes refreshes until nothing more comes and returns the ids told.
func changes(t testing.TB, r *reader) (told []string, reset bool) {
	t.Helper()
	for range 20 {
		d := refreshed(t, r)
		if d.Reset {
			return nil, true
		}
		for i := range d.Cases {
			told = append(told, d.Cases[i].Task.ID)
		}
		for _, id := range d.Removed {
			told = append(told, "-"+id)
		}
		if !d.More {
			slices.Sort(told)
			return told, false
		}
	}
	t.Fatal("there is always more")
	return nil, false
}

// eventually refreshes until something is told: what leaves no event is looked
// for with pauses.
func eventually(t testing.TB, r *reader) (told []string, reset bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if told, reset = changes(t, r); reset || len(told) > 0 {
			break
		}
	}
	return told, reset
}

func event(id, kind, payload string) string {
	if payload == "" {
		payload = "NULL"
	} else {
		payload = "'" + payload + "'"
	}
	return fmt.Sprintf("INSERT INTO task_events (task_id, kind, payload, created_at) VALUES ('%s', '%s', %s, %d)", id, kind, payload, ago(time.Minute))
}

func TestRefresh(t *testing.T) {
	statements := []string{
		add("t_run", stRunning), add("t_rdy", stReady), add("t_blk", stBlocked), add("t_par", stReady), add("t_kid", stTodo), add("t_done", stDone),
		"INSERT INTO task_links VALUES ('t_par', 't_kid')",
		event("t_blk", evBlocked, `{"reason": "which shelf?"}`),
	}
	cases := []struct {
		name  string
		write []string
		want  []string
		reset bool
	}{
		{name: "an event", write: []string{event("t_rdy", evCommented, `{"author": "alice", "len": 2}`)}, want: []string{"t_rdy"}},
		{
			name: "a new task", write: []string{add("t_new", stReady), event("t_new", evCreated, `{"status": "ready"}`)},
			want: []string{"t_new"},
		},
		{
			name: "neighbours", write: []string{"UPDATE tasks SET status = 'done', completed_at = 1 WHERE id = 't_par'", event("t_par", evCompleted, `{}`)},
			want: []string{"t_kid", "t_par"},
		},
		{
			name: "an unlinked parent", write: []string{"DELETE FROM task_links", event("t_kid", "unlinked", `{"parent": "t_par", "child": "t_kid"}`)},
			want: []string{"t_kid", "t_par"},
		},
		{name: "a heartbeat without an event", write: []string{fmt.Sprintf("UPDATE tasks SET claim_expires = %d WHERE id = 't_run'", ago(0))}, want: []string{"t_run"}},
		{name: "done by hand, while running", write: []string{"UPDATE tasks SET status = 'done' WHERE id = 't_run'"}, want: []string{"t_run"}},
		{name: "done by hand", write: []string{"UPDATE tasks SET status = 'done' WHERE id = 't_rdy'"}, want: []string{"t_rdy"}},
		{name: "reopened by hand", write: []string{"UPDATE tasks SET status = 'ready' WHERE id = 't_done'"}, want: []string{"t_done"}},
		{name: "added by hand", write: []string{add("t_hand", stTodo)}, want: []string{"t_hand"}},
		{name: "an event of a task that is gone", write: []string{event("t_gone", evArchived, "")}, want: []string{"-t_gone"}},
		{name: "an unfinished task deleted", write: []string{"DELETE FROM tasks WHERE id = 't_rdy'"}, reset: true},
		{name: "a finished task deleted", write: []string{"DELETE FROM tasks WHERE id = 't_done'"}, reset: true},
		{name: "the newest events collected", write: []string{"DELETE FROM task_events"}, reset: true},
		{name: "a column added", write: []string{"ALTER TABLE tasks ADD COLUMN colour TEXT"}, reset: true},
	}
	for j, journal := range journals {
		for i, c := range cases {
			if testing.Short() && i%len(journals) != j {
				continue // each case needs a process of its own: one journal mode for each
			}
			t.Run(journal+" "+c.name, func(t *testing.T) {
				path := fixture(t, filepath.Join(t.TempDir(), dbName), present, journal, statements...)
				w := startWriter(t, path)
				r := openFixture(t, path)
				listIDs(t, r, 4)
				unchanged(t, r)
				for _, s := range c.write {
					w.exec("%s", s)
				}
				told, reset := eventually(t, r)
				if diff := cmp.Diff(c.want, told); diff != "" || reset != c.reset {
					t.Errorf("reset %v (-want +got):\n%s", reset, diff)
				}
				if !reset {
					unchanged(t, r)
				}
			})
		}
	}
}

func TestRefreshTellsWhatChangedDuringTheListing(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "wal", add("t_1", stReady), add("t_2", stReady), add("t_3", stDone))
	w := startWriter(t, path)
	r := openFixture(t, path)
	p, err := r.List(context.Background(), source.Query{Limit: 1})
	must(t, err)
	w.exec("UPDATE tasks SET priority = 9 WHERE id = 't_1'") // listed already, and no event
	for p.Next != "" {
		p, err = r.List(context.Background(), source.Query{After: p.Next, Limit: 1})
		must(t, err)
	}
	if told, _ := changes(t, r); !slices.Equal(told, []string{"t_1"}) {
		t.Errorf("told is %v", told)
	}
}

func TestRefreshInParts(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "wal", crowd(3000)...)
	w := startWriter(t, path)
	r := openFixture(t, path)
	listIDs(t, r, 1000)
	w.exec("INSERT INTO task_events (task_id, kind, created_at) SELECT id, 'archived', 1 FROM tasks")
	told, reset := changes(t, r)
	if reset || len(told) != 3000 {
		t.Errorf("%d tasks are told, reset %v", len(told), reset)
	}
	if len(slices.Compact(told)) != len(told) {
		t.Error("a task is told twice")
	}
}

func TestReplacedFile(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete", add("t_1", stReady))
	r := openFixture(t, path)
	listIDs(t, r, 10)
	unchanged(t, r)

	next := fixture(t, filepath.Join(filepath.Dir(path), "next.db"), first, "delete", add("t_2", stDone))
	must(t, os.Rename(next, path))
	if _, reset := changes(t, r); !reset {
		t.Fatal("another file is not noticed")
	}
	if diff := cmp.Diff([]string{"t_2"}, listIDs(t, r, 10)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	must(t, os.Remove(path))
	if _, err := r.Refresh(context.Background(), watch.Signal{}); err == nil {
		t.Error("a missing file is no error")
	}
	fixture(t, path, present, "wal", add("t_3", stReady))
	if _, reset := changes(t, r); !reset {
		t.Error("a file that is back is not noticed")
	}
	if diff := cmp.Diff([]string{"t_3"}, listIDs(t, r, 10)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestConfigurationChanges(t *testing.T) {
	dir := t.TempDir()
	path := fixture(t, filepath.Join(dir, dbName), present, "delete", add("t_1", stReady))
	r := openFixture(t, path)
	listIDs(t, r, 10)
	unchanged(t, r)
	must(t, os.WriteFile(filepath.Join(dir, configName), []byte("kanban:\n  failure_limit: 7\n"), 0o600))
	if d := refreshed(t, r); !d.Reset {
		t.Error("a new configuration is not noticed")
	}
	p, err := r.List(context.Background(), source.Query{Limit: 1})
	must(t, err)
	if got := recordOf(&p.Cases[0]).limit(); got != 7 {
		t.Errorf("the limit is %d", got)
	}
	must(t, os.WriteFile(filepath.Join(dir, configName), []byte("kanban: [\n"), 0o600))
	refreshed(t, r)
	if !slices.ContainsFunc(r.Describe().Facts, func(f source.Fact) bool { return f.Name == "configuration" }) {
		t.Errorf("a broken configuration is not told: %v", r.Describe().Facts)
	}
	if r.env.limits.breaker != 7 {
		t.Error("a broken configuration takes the known one away")
	}
}
