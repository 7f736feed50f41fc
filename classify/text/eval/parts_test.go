package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestParts prints a line of figures for each message, none of its text, and how well each part ranks them.
func TestParts(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "messages.jsonl")
	messages := `{"text": "Zanzibar: I could not reach the server.", "label": "blocked"}
{"text": "Zanzibar: the export is finished and all tests pass.", "label": "done", "lang": "en"}
{"text": "Zanzibar: der Import ist fertig.", "label": "done", "lang": "de"}
`
	if err := os.WriteFile(file, []byte(messages), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(&out, options{file: file, parts: true}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 1+3+5 || strings.Contains(out.String(), "anzibar") {
		t.Fatalf("printed:\n%s", out.String())
	}
	for i, want := range []string{"not-done\tlang\tvoice\tscore\trules", "1\ten\treport\t0.9", "0\ten\treport\t0.0", "0\tde\tforeign\t0.", "# all, 3: score 1.000 rules 1.000"} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d is %q, want %q", i, lines[i], want)
		}
	}
	if of := strings.Count(lines[0], "\t"); strings.Count(lines[1], "\t") != of {
		t.Errorf("%q has not %d columns", lines[1], of+1)
	}
	if want := "# other languages, 1: score 0.000"; !strings.HasPrefix(lines[8], want) {
		t.Errorf("of one class alone: %q, want %q", lines[8], want)
	}
}
