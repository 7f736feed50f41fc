package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The SQL in the README is what the tests of the queue execute.
func TestReadmeQuotesTheClientsSQL(t *testing.T) {
	t.Parallel()
	readme := read(t, "README.md")
	client := read(t, "source/queue/client.sql")
	_, rest, found := strings.Cut(readme, "```sql\n")
	quoted, _, closed := strings.Cut(rest, "\n```")
	if !found || !closed {
		t.Fatal("README has no SQL")
	}
	seen := map[string]bool{}
	for _, block := range strings.Split(quoted, "\n\n") {
		if !strings.Contains(client, block) {
			t.Errorf("not in client.sql as it stands:\n%s", block)
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(block, "-- name: "), " ")
		seen[name] = true
	}
	for _, name := range []string{"add", "claim", "heartbeat", "finish", "block", "fail"} {
		if !seen[name] {
			t.Errorf("README does not say how to %s", name)
		}
	}
}

func TestReadmeOpensWithItsTwoCommands(t *testing.T) {
	t.Parallel()
	readme := read(t, "README.md")
	for _, command := range []string{"go run . demo", "go test ./..."} {
		if i := strings.Index(readme, command); i < 0 || strings.Contains(readme[:i], "\n## ") {
			t.Errorf("README does not open with %q", command)
		}
	}
	if !strings.Contains(read(t, ".ci/run"), "go test ./...") {
		t.Error(".ci/run does not call the README's test command")
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
