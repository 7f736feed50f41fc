package libraries

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/pgsource/pgtest"
)

// startNode starts a script of the folder node, and returns what waits for its end.
func startNode(t *testing.T, env []string, args ...string) (wait func()) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node is not on this machine")
	}
	if _, err := os.Stat("node/node_modules"); err != nil {
		t.Skip("the libraries of Node are not installed: npm ci in source/mapped/libraries/node")
	}
	return start(t, "node", env, append([]string{"node"}, args...)...)
}

// start starts a program in a folder, and returns what waits for its end.
func start(t *testing.T, dir string, env []string, argv ...string) (wait func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	must(t, cmd.Start())
	return func() {
		t.Helper()
		defer cancel()
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v: %v: %s", argv, err, said.Bytes())
		}
	}
}

// runNode lets a library of Node make and work jobs in a new database of PostgreSQL, and
// opens that as a queue of the system.
func runNode(t *testing.T, system, script string) source.Source {
	t.Helper()
	url, _ := pgtest.Database(t)
	startNode(t, nil, script, url, "make")()
	return openURL(t, system, url)
}

// runNodeFile is runNode with a new file of SQLite.
func runNodeFile(t *testing.T, system, script string) source.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), "queue.db")
	startNode(t, nil, script, path)()
	return open(t, system, path)
}

// compareTitles compares the states and the last errors of tasks by their titles.
func compareTitles(t *testing.T, s source.Source, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for _, c := range list(t, s) {
		said := c.Stands.String()
		for _, run := range c.Runs {
			if run.Error != "" {
				said += ": " + run.Error
			}
		}
		title, _, _ := strings.Cut(c.Task.Title, ":")
		got[title] = said
	}
	for title, state := range want {
		if said, ok := got[title]; !ok || !strings.HasPrefix(said, state) {
			t.Errorf("%s is %q, want %q", title, said, state)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %v", got)
	}
}

func TestGraphileWorker(t *testing.T) {
	compareTitles(t, runNode(t, "graphile-worker", "graphile.mjs"), map[string]string{
		"stamp": "failed: no stamps", "seal": "scheduled: no wax", "post": "scheduled", "weigh": "queued", // "greet" was deleted
	})
}

func TestPgBoss(t *testing.T) {
	compareTitles(t, runNode(t, "pg-boss", "pgboss.mjs"), map[string]string{
		"greet": "done", "stamp": "failed", "seal": "scheduled", "post": "scheduled", "weigh": "queued",
	})
}

func TestPlainjob(t *testing.T) {
	t.Parallel()
	compareTitles(t, runNodeFile(t, "plainjob", "plainjob.mjs"), map[string]string{
		"greet": "done", "stamp": "failed: Error: no stamps", "seal": "active", "post": "scheduled", "weigh": "queued",
	})
}

func TestLiteque(t *testing.T) {
	t.Parallel()
	compareTitles(t, runNodeFile(t, "liteque", "liteque.mjs"), map[string]string{
		"stamp": "failed", "seal": "active", "post": "scheduled", "weigh": "queued", // "greet" was deleted
	})
}
