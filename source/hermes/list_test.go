package hermes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
	"notdone/source/watch"
)

// add is an INSERT of a bare task.
func add(id, status string) string {
	done := "NULL"
	if status == stDone {
		done = fmt.Sprint(ago(time.Hour))
	}
	return fmt.Sprintf("INSERT INTO tasks (id, title, status, assignee, created_at, completed_at) VALUES ('%s', 'Do %s', '%s', 'default', %d, %s)",
		id, id, status, ago(2*time.Hour), done)
}

// listIDs returns the ids of the whole listing in windows of a size.
func listIDs(t testing.TB, src source.Source, limit int) []string {
	t.Helper()
	var ids []string
	for c := source.Cursor(""); ; {
		p, err := src.List(context.Background(), source.Query{After: c, Limit: limit})
		must(t, err)
		if len(p.Cases) > limit {
			t.Fatalf("%d cases where %d were asked for", len(p.Cases), limit)
		}
		for i := range p.Cases {
			ids = append(ids, p.Cases[i].Task.ID)
		}
		if c = p.Next; c == "" {
			return ids
		}
	}
}

func TestListOrder(t *testing.T) {
	statements := []string{
		add("t_d1", stDone), add("t_todo", stTodo), add("t_odd", "parked"), add("t_arch", stArchived), add("t_run", stRunning),
		add("t_rev", stReview), add("t_rdy1", stReady), add("t_d2", stDone), add("t_blk", stBlocked), add("t_sch", stScheduled),
		add("t_tri", stTriage), add("t_rdy2", stReady), add("t_last", "zzz"),
	}
	want := []string{
		"t_run", "t_blk", "t_rev", "t_tri", "t_rdy1", "t_rdy2", "t_todo", "t_sch", "t_odd", "t_last", "t_d2", "t_d1", "t_arch",
	}
	arrival := []string{
		"t_d1", "t_todo", "t_odd", "t_arch", "t_run", "t_rev", "t_rdy1", "t_d2", "t_blk", "t_sch", "t_tri", "t_rdy2", "t_last",
	}
	for _, l := range []layout{present, older, first} {
		if l.name == first.name {
			want = arrival // it has no index of statuses
		}
		for _, journal := range journals {
			t.Run(l.name+" "+journal, func(t *testing.T) {
				r := openFixture(t, fixture(t, filepath.Join(t.TempDir(), dbName), l, journal, statements...))
				for _, limit := range []int{1, 2, 5, 1000} {
					if diff := cmp.Diff(want, listIDs(t, r, limit)); diff != "" {
						t.Errorf("in windows of %d (-want +got):\n%s", limit, diff)
					}
				}
			})
		}
	}
}

func TestNoBoard(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, dbName)
	must(t, os.WriteFile(empty, nil, 0o600))
	other := fixture(t, filepath.Join(dir, "other.db"), layout{schema: "CREATE TABLE tasks (id TEXT, state TEXT)"}, "delete")
	text := filepath.Join(dir, "text.db")
	must(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600))
	for _, path := range []string{empty, other, text, filepath.Join(dir, "missing.db")} {
		src, err := open(context.Background(), path, source.Options{})
		if err == nil {
			must(t, src.Close())
			t.Errorf("%s is opened", path)
			continue
		}
		if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), path) {
			t.Errorf("not one clear line: %v", err)
		}
	}
}

func TestRoot(t *testing.T) {
	dir := t.TempDir()
	boards := filepath.Join(dir, kanbanFolder, boardsFolder)
	fixture(t, filepath.Join(dir, dbName), present, "wal", add("t_1", stReady), add("t_same", stDone))
	fixture(t, filepath.Join(boards, "alpha", dbName), older, "delete", add("t_2", stRunning), add("t_same", stBlocked))
	fixture(t, filepath.Join(boards, "_archived", dbName), present, "delete", add("t_x", stReady))
	fixture(t, filepath.Join(boards, "Upper", dbName), present, "delete", add("t_y", stReady))
	fixture(t, filepath.Join(boards, defaultSlug, dbName), present, "delete", add("t_z", stReady))
	must(t, os.MkdirAll(filepath.Join(boards, "placeholder"), 0o700))
	must(t, os.WriteFile(filepath.Join(boards, "placeholder", dbName), nil, 0o600))
	must(t, os.MkdirAll(filepath.Join(boards, "beta"), 0o700))

	r := openFixture(t, dir)
	want := []string{"alpha/t_2", "alpha/t_same", "default/t_1", "default/t_same"}
	if diff := cmp.Diff(want, listIDs(t, r, 3)); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"default", "alpha"}, r.Describe().Groups); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}

	t.Run("resolve", func(t *testing.T) {
		for name, want := range map[string]string{"t_1": "default/t_1", "alpha/t_same": "alpha/t_same", "alpha/t_2": "alpha/t_2"} {
			if got, err := r.Resolve(context.Background(), name); err != nil || got != want {
				t.Errorf("%s is %s, %v", name, got, err)
			}
		}
		for _, name := range []string{"t_same", "t_", "beta/t_1", "", "alpha/"} {
			if got, err := r.Resolve(context.Background(), name); !errors.Is(err, source.ErrNotFound) {
				t.Errorf("%s is %s, %v", name, got, err)
			}
		}
	})

	t.Run("a board appears and vanishes", func(t *testing.T) {
		unchanged(t, r)
		fixture(t, filepath.Join(boards, "beta", dbName), present, "delete", add("t_3", stReady))
		if d := refreshed(t, r); !d.Reset {
			t.Fatal("a new board is not noticed")
		}
		if ids := listIDs(t, r, 10); len(ids) != 5 {
			t.Fatalf("listed are %v", ids)
		}
		must(t, os.RemoveAll(filepath.Join(boards, "beta")))
		if d := refreshed(t, r); !d.Reset {
			t.Fatal("a vanished board is not noticed")
		}
		if diff := cmp.Diff(want, listIDs(t, r, 10)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestRootWithACorruptBoard(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, kanbanFolder, boardsFolder, "broken", dbName)
	fixture(t, filepath.Join(dir, dbName), present, "delete", add("t_1", stReady))
	must(t, os.MkdirAll(filepath.Dir(broken), 0o700))
	must(t, os.WriteFile(broken, []byte("SQLite format 3\x00"+strings.Repeat("x", 5000)), 0o600))

	r := openFixture(t, dir)
	p, err := r.List(context.Background(), source.Query{Limit: 10})
	must(t, err)
	if len(p.Cases) != 1 || p.Next != "" {
		t.Fatalf("%d cases, next %q", len(p.Cases), p.Next)
	}
	if err := r.Trouble(); err == nil || !strings.Contains(err.Error(), "board broken") {
		t.Fatalf("the trouble is not told: %v", err)
	}
	told := slices.ContainsFunc(r.Describe().Facts, func(f source.Fact) bool { return strings.Contains(f.Name, "broken") })
	if !told {
		t.Errorf("Describe does not tell: %v", r.Describe().Facts)
	}
	unchanged(t, r)

	another := filepath.Join(dir, kanbanFolder, boardsFolder, "another", dbName)
	must(t, os.MkdirAll(filepath.Dir(another), 0o700))
	must(t, os.WriteFile(another, []byte(strings.Repeat("no database ", 100)), 0o600))
	if _, err := r.Refresh(context.Background(), watch.Signal{}); err != nil {
		t.Fatalf("a broken board stops the others: %v", err)
	}
	if err := r.Trouble(); err == nil || !strings.Contains(err.Error(), "board another") {
		t.Errorf("a new trouble is not told: %v", err)
	}
	must(t, os.Remove(another))
	must(t, os.Remove(broken))
	if _, err := r.Refresh(context.Background(), watch.Signal{}); err != nil || r.Trouble() != nil {
		t.Errorf("a trouble that is over is told: %v, %v", err, r.Trouble())
	}
	unchanged(t, r)
}

func TestNothingReadable(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete", add("t_1", stReady))
	r := openFixture(t, path)
	must(t, os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600))
	for range 2 {
		if _, err := r.Refresh(context.Background(), watch.Signal{}); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("not one clear line: %v", err)
		}
	}
	if _, err := r.List(context.Background(), source.Query{Limit: 1}); err == nil {
		t.Error("an unreadable board is listed")
	}
}

func refreshed(t testing.TB, r *reader) source.Delta {
	t.Helper()
	d, err := r.Refresh(context.Background(), watch.Signal{})
	must(t, err)
	return d
}

// unchanged asserts that there is nothing to tell.
func unchanged(t testing.TB, r *reader) {
	t.Helper()
	if d := refreshed(t, r); d.Reset || d.More || len(d.Cases) > 0 || len(d.Removed) > 0 {
		t.Fatalf("something is told of a quiet board: %+v", d)
	}
}
