package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/source/mapped"
)

// printed returns what print writes, and its greatest width in cells.
func printed(t *testing.T, print func(out *output) error) (said string, width int) {
	t.Helper()
	var b bytes.Buffer
	out := newOutput(&b)
	if err := errors.Join(print(out), out.flush()); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		width = max(width, ansi.StringWidth(strings.TrimRight(line, "\n")))
	}
	return b.String(), width
}

// TestColumnsAreAsWideAsTheirTexts: a wide terminal does not draw them apart, a narrow one
// breaks them.
func TestColumnsAreAsWideAsTheirTexts(t *testing.T) {
	rows := [][]string{{"owner", "root"}, {"changes", "the file and its log are watched"}}
	for _, c := range []struct{ terminal, most int }{{0, 43}, {160, 43}, {30, 30}} {
		said, width := printed(t, func(out *output) error { return out.columns(rows, c.terminal) })
		if width > c.most || strings.Contains(said, "owner          root") {
			t.Errorf("at %d columns %d wide:\n%s", c.terminal, width, said)
		}
	}
}

// TestEntriesAreBrokenBetweenWords: no line of the log is wider than the terminal.
func TestEntriesAreBrokenBetweenWords(t *testing.T) {
	e := journal.Entry{
		Record: source.Record{
			ID: "0mwt1f9pf", At: time.Unix(1_800_000_000, 0), Task: model.Ref{Queue: "/srv/queue.db", ID: "task-00000000017"},
			Title: "Publish the harbour build of this week", Was: "blocked", Now: "queued",
		},
	}
	said, width := printed(t, func(out *output) error { return printEntries(out, []journal.Entry{e}, 60, false) })
	if width > 60 || !strings.Contains(said, "\n"+entryIndent) || !strings.Contains(strings.Join(strings.Fields(said), " "), "harbour build of this week") {
		t.Errorf("%d wide:\n%s", width, said)
	}
}

// TestTheListOfSystemsFitsTheTerminal: where there is no room for what each was read from, it is
// left out, and the list says where that is told.
func TestTheListOfSystemsFitsTheTerminal(t *testing.T) {
	systems := mapped.Catalogue()
	narrow, width := printed(t, func(out *output) error { return printSystems(out, systems, 80, false) })
	if width > 80 || strings.Contains(narrow, "READ FROM") || !strings.Contains(narrow, "notdone systems NAME") {
		t.Errorf("%d wide:\n%s", width, narrow)
	}
	if whole, _ := printed(t, func(out *output) error { return printSystems(out, systems, 0, false) }); !strings.Contains(whole, "READ FROM") {
		t.Errorf("a list that is no terminal's:\n%s", whole)
	}
}
