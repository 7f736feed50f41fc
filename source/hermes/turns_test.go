package hermes

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
)

// longBoard is a board of so many tasks with a rollback journal that takes a
// while to read.
func longBoard(t *testing.T, l layout, tasks int) (path string, ids []string) {
	t.Helper()
	statements := []string{"BEGIN"}
	for i := range tasks {
		id := fmt.Sprintf("t_%04d", i)
		ids = append(ids, id)
		statements = append(statements, add(id, []string{stReady, stBlocked, stTodo, stDone}[i%4]))
	}
	statements = append(statements, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100)
		INSERT INTO task_events (id, task_id, kind, payload, created_at)
		SELECT NULL, t.id, 'blocked', json_object('reason', 'the ' || n.i || 'th shelf is locked'), 1773000000 + n.i FROM tasks t, n`, "COMMIT")
	return fixture(t, filepath.Join(t.TempDir(), "kanban.db"), l, "delete", statements...), ids
}

// TestOwnerCommitsWhileItsBoardIsRead: beside a rollback journal each commit
// has to wait for a read that is on its way, but not for the next one.
func TestOwnerCommitsWhileItsBoardIsRead(t *testing.T) {
	for _, l := range []layout{present, first} {
		t.Run(l.name, func(t *testing.T) { ownerCommitsWhileItsBoardIsRead(t, l) })
	}
}

func ownerCommitsWhileItsBoardIsRead(t *testing.T, l layout) {
	t.Helper()
	path, ids := longBoard(t, l, 80)
	r := openFixture(t, path)
	w := startWriter(t, path)
	for name, read := range map[string]func() error{
		"List": func() error { _, err := r.List(t.Context(), source.Query{Limit: 1000}); return err },
		"Get":  func() error { _, err := r.Get(t.Context(), ids); return err },
	} {
		if commits := commitsDuring(t, w, ids[0], read); commits < 5 {
			t.Errorf("%s: the owner committed %d times during it", name, commits)
		}
	}
}

// commitsDuring returns how often the owner commits something to a task while a board is read.
func commitsDuring(t *testing.T, w *writer, id string, read func() error) (commits int) {
	t.Helper()
	commit := func() { w.exec("UPDATE tasks SET priority = priority + 1 WHERE id = '%s'", id) }
	commit()
	ended := make(chan error, 1)
	go func() { ended <- read() }()
	for {
		commit()
		commits++
		select {
		case err := <-ended:
			must(t, err)
			return commits
		default:
		}
	}
}

// TestOwnerCommitsWhileACrowdIsDigested: a task with very many events, of which
// many were made in one moment, is read in parts the first time as well.
func TestOwnerCommitsWhileACrowdIsDigested(t *testing.T) {
	moment := `INSERT INTO task_events (task_id, kind, payload, created_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) SELECT 't_1', 'crashed', NULL, 1773000000 FROM n`
	path := fixture(t, filepath.Join(t.TempDir(), "kanban.db"), present, "delete", "BEGIN",
		card("t_1", stReady), manyEvents("t_1", evCrashed, 40000), moment, "COMMIT")
	w := startWriter(t, path)
	for name, read := range map[string]func(*reader) error{
		"List":    func(r *reader) error { _, err := r.List(t.Context(), source.Query{Limit: 10}); return err },
		"Get":     func(r *reader) error { _, err := r.Get(t.Context(), []string{"t_1"}); return err },
		"History": func(r *reader) error { _, err := r.History(t.Context(), "t_1"); return err },
	} {
		r := openFixture(t, path)
		if commits := commitsDuring(t, w, "t_1", func() error { return read(r) }); commits < 10 {
			t.Errorf("%s: the owner committed %d times during it", name, commits)
		}
	}
}

// TestChangesBetweenPartsAreNotLost reads a board in parts while its owner moves
// tasks from those that are still to be listed to those that were, and back.
func TestChangesBetweenPartsAreNotLost(t *testing.T) {
	path, ids := longBoard(t, present, 200)
	r := openFixture(t, path)
	w := startWriter(t, path)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for i := range 200 {
			id, status := ids[i*37%len(ids)], []string{stBlocked, stReady, stTriage, stDone}[i%4]
			switch {
			case i%5 == 0:
				w.exec("DELETE FROM tasks WHERE id = '%s'", id)
			case i%5 == 1 && status != stDone: // past Hermes
				w.exec("UPDATE tasks SET title = 'changed %d', status = '%s' WHERE id = '%s'", i, status, id)
				continue
			default:
				w.exec("UPDATE tasks SET title = 'changed %d', status = '%s' WHERE id = '%s'", i, status, id)
			}
			w.exec("%s", event(id, "status", ""))
		}
	}()
	seen := listTitles(t, r, map[string]string{}, 50)
	for over := false; !over; {
		catchUp(t, r, seen)
		select {
		case <-stopped:
			over = true
		default:
		}
	}
	want := listTitles(t, openFixture(t, path), map[string]string{}, 1000)
	for deadline := time.Now().Add(2 * time.Minute); !maps.Equal(want, seen) && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		catchUp(t, r, seen)
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("(-board +followed):\n%s", diff)
	}
}

// listTitles notes what each task is called and where it stands.
func listTitles(t *testing.T, r *reader, into map[string]string, limit int) map[string]string {
	t.Helper()
	for q := (source.Query{Limit: limit}); ; {
		page, err := r.List(context.Background(), q)
		must(t, err)
		for i := range page.Cases {
			into[page.Cases[i].Task.ID] = page.Cases[i].Task.Recorded + " " + page.Cases[i].Task.Title
		}
		if q.After = page.Next; q.After == "" {
			return into
		}
	}
}

// catchUp moves what was seen on by one Refresh after the other, as a board does.
func catchUp(t *testing.T, r *reader, seen map[string]string) {
	t.Helper()
	for more := true; more; {
		d := refreshed(t, r)
		if d.Reset {
			clear(seen)
			listTitles(t, r, seen, 50)
		}
		for i := range d.Cases {
			seen[d.Cases[i].Task.ID] = d.Cases[i].Task.Recorded + " " + d.Cases[i].Task.Title
		}
		for _, id := range d.Removed {
			delete(seen, id)
		}
		more = d.More || d.Reset
	}
}
