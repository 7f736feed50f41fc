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
	"notdone/ui/board"
	"notdone/ui/report"
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
	said, width := printed(t, func(out *output) error { return printEntries(out, []journal.Entry{e}, nil, 60, false) })
	if width > 60 || !strings.Contains(said, "\n"+entryIndent) || !strings.Contains(strings.Join(strings.Fields(said), " "), "harbour build of this week") {
		t.Errorf("%d wide:\n%s", width, said)
	}
}

// TestPlansAreBrokenBetweenWords: on a terminal, but for the command, which is copied as one line.
func TestPlansAreBrokenBetweenWords(t *testing.T) {
	p := board.Planned{Title: "Publish the harbour build", Plan: source.Plan{
		Task: model.Ref{Queue: "/srv/queue.db", ID: "t1"}, Was: "blocked", Now: "ready", TakesAnswer: true, AgentSees: true,
		Effects: []string{"the dispatcher starts a worker for it, usually within a minute", "blocked again for the same reason, it goes to triage instead"},
		Command: []string{"hermes", "unblock", "t1", "--reason", "the signing key of the harbour is in its place"},
		Request: source.Request{Actor: "anna", Answer: "yes"},
	}}
	lines := wrapPlan((&batch{}).planText("unblock", []report.TaskPlan{{Planned: p}}), 60)
	said := strings.Join(lines, "\n")
	for _, l := range lines {
		if ansi.StringWidth(l) > 60 && !strings.Contains(l, "hermes unblock") {
			t.Errorf("%q is too wide", l)
		}
	}
	for _, whole := range []string{"  then      blocked again for the same reason, it goes to\n            triage instead", "by hand   hermes unblock t1 --reason 'the signing key of the harbour is in its place'"} {
		if !strings.Contains(said, whole) {
			t.Errorf("%q is missing:\n%s", whole, said)
		}
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
