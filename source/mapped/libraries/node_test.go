package libraries

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"notdone/source"
	"notdone/source/pgsource/pgtest"
)

// runNode lets a library of Node make and work jobs in a new database, and opens that as a
// queue of the system.
func runNode(t *testing.T, system, script string) source.Source {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node is not on this machine")
	}
	if _, err := os.Stat("node/node_modules"); err != nil {
		t.Skip("the libraries of Node are not installed: npm ci in source/mapped/libraries/node")
	}
	url, _ := pgtest.Database(t)
	cmd := exec.CommandContext(t.Context(), "node", script, url)
	cmd.Dir = "node"
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return openURL(t, system, url)
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
