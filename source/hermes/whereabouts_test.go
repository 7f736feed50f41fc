package hermes

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"notdone/source"
	"notdone/source/watch"
)

func TestWhereabouts(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete", add("t_1", stReady), add("t_2", stDone),
		"UPDATE tasks SET session_id = 's-1', workspace_path = '/srv/one' WHERE id = 't_1'",
		"UPDATE tasks SET session_id = 's-2', workspace_path = '/srv/two' WHERE id = 't_2'")
	r := openFixture(t, path)
	ctx := context.Background()
	is := func(name, want string) {
		t.Helper()
		got, err := r.Resolve(ctx, name)
		if want == "" {
			if !errors.Is(err, source.ErrNotFound) {
				t.Errorf("%s is %q, %v", name, got, err)
			}
		} else if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %s", name, got, err, want)
		}
	}
	is("/srv/one", "t_1")
	is("/srv/two", "t_2")
	is("s-2", "t_2")
	is("/srv/three", "")

	// The owner makes a task, gives one that waits a folder as it starts it, and
	// moves one.
	statements(t, path, add("t_3", stReady), "UPDATE tasks SET session_id = 's-3', workspace_path = '/srv/three' WHERE id = 't_3'",
		"UPDATE tasks SET workspace_path = '/srv/elsewhere', status = 'running' WHERE id = 't_1'")
	is("/srv/three", "t_3")
	is("s-3", "t_3")
	is("/srv/elsewhere", "t_1")
	is("/srv/one", "")

	// A task that has finished since is known from being read.
	statements(t, path, "UPDATE tasks SET workspace_path = '/srv/late', status = 'running' WHERE id = 't_3'",
		"INSERT INTO task_events (task_id, kind, created_at) VALUES ('t_3', 'claimed', 5)")
	if _, err := r.Refresh(ctx, watch.Signal{}); err != nil {
		t.Fatal(err)
	}
	statements(t, path, "UPDATE tasks SET status = 'done' WHERE id = 't_3'")
	is("/srv/late", "t_3")

	// A folder that a second task gets is the folder of none.
	statements(t, path, add("t_4", stReady), "UPDATE tasks SET workspace_path = '/srv/late' WHERE id = 't_4'")
	is("/srv/late", "")
}

// BenchmarkResolveNothing is what a log of no task costs.
func BenchmarkResolveNothing(b *testing.B) {
	all := []string{"BEGIN"}
	for i := range 50_000 {
		all = append(all, add(fmt.Sprintf("t_%05d", i), stDone))
	}
	path := fixture(b, filepath.Join(b.TempDir(), dbName), present, "delete", append(all,
		"UPDATE tasks SET session_id = 's-' || id, workspace_path = '/srv/' || id", "COMMIT")...)
	r := openFixture(b, path)
	i := 0
	for b.Loop() {
		i++
		for _, name := range []string{fmt.Sprint("/srv/", i), fmt.Sprint("s-", i)} {
			if _, err := r.Resolve(b.Context(), name); !errors.Is(err, source.ErrNotFound) {
				b.Fatal(err)
			}
		}
	}
}
