package cli_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"notdone/ui/tui"
)

const (
	readmeFile   = "README.md"
	keysFile     = "ui/tui/README.md"
	protocolFile = "source/queue/README.md"
	// readmeSize is how long README may be, in bytes: what belongs to one package
	// is told in a README beside it.
	readmeSize = 12_000
)

// The SQL in the queue's README is what the tests of the queue execute.
func TestReadmeQuotesTheClientsSQL(t *testing.T) {
	t.Parallel()
	readme := read(t, protocolFile)
	client := read(t, "source/queue/schema/client.sql")
	_, rest, found := strings.Cut(readme, "```sql\n")
	quoted, _, closed := strings.Cut(rest, "\n```")
	if !found || !closed {
		t.Fatalf("%s has no SQL", protocolFile)
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
			t.Errorf("%s does not say how to %s", protocolFile, name)
		}
	}
	for _, line := range strings.Split(client, "\n") {
		rest, found := strings.CutPrefix(line, "-- name: ")
		if name, _, _ := strings.Cut(rest, " "); found && !seen[name] && !strings.Contains(readme, "`"+name+"`") {
			t.Errorf("%s does not name the block %s", protocolFile, name)
		}
	}
}

func TestReadmeOpensWithItsTwoCommands(t *testing.T) {
	t.Parallel()
	readme := read(t, readmeFile)
	for _, command := range []string{"go run . demo", "go test ./..."} {
		if i := strings.Index(readme, command); i < 0 || strings.Contains(readme[:i], "\n## ") {
			t.Errorf("README does not open with %q", command)
		}
	}
	if !regexp.MustCompile(`(?m)^(tests )?go test (\$longest )?\./\.\.\.$`).MatchString(read(t, ".ci/run")) {
		t.Error(".ci/run does not call the README's test command")
	}
}

func TestReadmeIsShort(t *testing.T) {
	t.Parallel()
	if n := len(read(t, readmeFile)); n > readmeSize {
		t.Errorf("README has %d bytes, more than %d: move what belongs to one package to its README", n, readmeSize)
	}
}

var update = flag.Bool("rewrite", false, "rewrite what is derived in README")

// The tables of keys are those of the actions: all of them beside the screen, and in README
// those of its groups; -rewrite writes them.
func TestReadmeListsTheKeys(t *testing.T) { // before those that run at the same time
	for name, groups := range map[string][]string{readmeFile: {"Look", "Act"}, keysFile: nil} {
		want := keyTable(groups)
		text := read(t, name)
		before, rest, _ := strings.Cut(text, "\n### Keys\n\n")
		_, after, _ := strings.Cut(rest, "\n\n")
		if now := before + "\n### Keys\n\n" + want + "\n" + after; now != text {
			if !*update {
				t.Fatalf("the table of keys in %s is not that of the actions (go test ./ui/cli -run %s -rewrite):\n%s", name, t.Name(), want)
			}
			if err := os.WriteFile(filepath.Join(root, name), []byte(now), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// keyTable is a table of the keys of some groups of actions; nil: of all.
func keyTable(groups []string) string {
	var rows []string
	group := ""
	for _, a := range tui.Actions() {
		if len(a.Keys) == 0 || groups != nil && !slices.Contains(groups, a.Group) {
			continue
		}
		said := "`" + strings.Join(a.Keys, "/") + "` " + a.Help
		if a.Group == group {
			rows[len(rows)-1] += " · " + said
		} else {
			group = a.Group
			rows = append(rows, "| "+group+" | "+said)
		}
	}
	return "| | |\n|---|---|\n" + strings.Join(rows, " |\n") + " |\n"
}

// What a document links to inside the repository exists.
func TestDocumentsLinkToWhatExists(t *testing.T) {
	t.Parallel()
	for _, name := range documents(t) {
		text := read(t, name)
		for _, part := range strings.Split(text, "](")[1:] {
			link, _, _ := strings.Cut(part, ")")
			if strings.Contains(link, "://") || strings.ContainsAny(link, " \n\"?") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(name), link)); err != nil {
				t.Errorf("%s links to %s: %v", name, link, err)
			}
		}
	}
}

// The files that the contributor's guide names exist.
func TestGuideNamesWhatExists(t *testing.T) {
	t.Parallel()
	guide := read(t, ".github/CONTRIBUTING.md")
	named := 0
	for i, part := range strings.Split(guide, "`") {
		if i%2 == 0 || !strings.Contains(part, "/") || strings.ContainsAny(part, " *") || strings.Contains(part, "NAME") {
			continue
		}
		named++
		if _, err := os.Stat(filepath.Join(root, part)); err != nil {
			t.Error(err)
		}
	}
	if named < 10 {
		t.Errorf("only %d files are named: the test looks for them in the wrong way", named)
	}
}

// documents are the Markdown files of the repository, by their path in it.
func documents(t *testing.T) []string {
	t.Helper()
	names := []string{".github/CONTRIBUTING.md"}
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, rel)
		}
	}
	if len(names) < 5 {
		t.Fatalf("only %v found: the test looks in the wrong place", names)
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
