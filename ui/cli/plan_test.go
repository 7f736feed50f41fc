package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/report"
)

func TestShowPlan(t *testing.T) {
	t.Parallel()
	p := board.Planned{Title: "Move\x1b[2J it", Warning: "same obstacle 3 times, nothing changed since", Plan: source.Plan{
		Task: model.Ref{Queue: "q.db", ID: "t1"}, Was: "blocked", Now: "ready", TakesAnswer: true, AgentSees: true,
		Changes: []source.Change{
			{Table: "tasks", Row: "t1", Column: "status", Old: "blocked", New: "ready"},
			{Table: "tasks", Row: "t1", Column: "error", Old: "", NewNull: true},
			{Table: "events", Row: "7", Column: "kind", New: "un\u202eblocked", Added: true, OldNull: true},
			{Table: "events", Row: "7", Column: "payload", NewNull: true, Added: true, OldNull: true},
			{Table: "events", Row: "8", Column: "kind", New: "commented", Added: true, OldNull: true},
		},
		Guards: []string{"still blocked"}, Effects: []string{"a worker starts", "its parent waits"}, Undo: "until a worker claims it",
		Command: []string{"hermes", "unblock", "t 1"}, Request: source.Request{Actor: "anna", Answer: "yes"},
	}}
	var out bytes.Buffer
	if err := (&batch{}).showPlans(&out, "unblock", []report.TaskPlan{{Planned: p}}); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimPrefix(`
unblock t1  Move␛[2J it
  The blocked task becomes ready; the answer goes to the agent; a worker starts
  queue     q.db
  warning   same obstacle 3 times, nothing changed since
  then      its parent waits
  undo      possible until a worker claims it
  signed    anna
  status    blocked -> ready
  writes    tasks t1 status: blocked -> ready
            tasks t1 error: "" -> nothing
            events + kind=unblocked
            events + kind=commented
  only if   still blocked
  by hand   hermes unblock 't 1'
`, "\n")
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestChangesAsJSON(t *testing.T) {
	t.Parallel()
	empty, ready := "", "ready"
	got := planRecord(&board.Planned{Plan: source.Plan{Changes: []source.Change{
		{Table: "tasks", Row: "t1", Column: "status", OldNull: true, New: "ready"},
		{Table: "tasks", Row: "t1", Column: "error", Old: "", NewNull: true},
		{Table: "events", Row: "7", Column: "kind", New: "ready", Added: true},
	}}})
	want := []changeShape{
		{Table: "tasks", Row: "t1", Column: "status", New: &ready},
		{Table: "tasks", Row: "t1", Column: "error", Old: &empty},
		{Table: "events", Row: "7", Column: "kind", New: &ready, Added: true},
	}
	if diff := cmp.Diff(want, got.Changes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestConfirmed(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]bool{
		"y\n": true, "Y\n": true, "yes\n": true, " yes \r\n": true, "y": true,
		"": false, "\n": false, "n\n": false, "no\n": false, "yes please\n": false, "yy\n": false, "n\ny\n": false,
		strings.Repeat("y", 5000): false,
	} {
		var asked bytes.Buffer
		got, err := confirmed(t.Context(), &asked, strings.NewReader(answer), 2)
		if err != nil || got != want || asked.String() != "apply 2 plans? [y/N] " {
			t.Errorf("%.20q is taken for %v (%v), asked %q", answer, got, err, asked.String())
		}
	}
}
