package report

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

// taskPlan is a plan that moves a task.
func taskPlan(id, was, now string, change ...func(*board.Planned)) TaskPlan {
	p := TaskPlan{Planned: board.Planned{Plan: source.Plan{Task: model.Ref{ID: id}, Was: was, Now: now, Undo: "until it is claimed"}}}
	for _, c := range change {
		c(&p.Planned)
	}
	return p
}

func refused(why string) func(*board.Planned) { return func(p *board.Planned) { p.Refused = why } }

func warned(of string) func(*board.Planned) { return func(p *board.Planned) { p.Warning = of } }

func then(effects ...string) func(*board.Planned) {
	return func(p *board.Planned) { p.Effects = effects }
}

func adds(id string) func(*board.Planned) { return func(p *board.Planned) { p.Adds = id } }

func answered(seen bool) func(*board.Planned) {
	return func(p *board.Planned) { p.Request.Answer, p.TakesAnswer, p.AgentSees = "yes", true, seen }
}

func TestSentenceOfPlans(t *testing.T) {
	t.Parallel()
	start := then("a worker starts")
	for _, tc := range []struct {
		plans   []TaskPlan
		undoing bool
		want    string
	}{
		{[]TaskPlan{taskPlan("a", "blocked", "ready")}, false, "The blocked task becomes ready"},
		{[]TaskPlan{taskPlan("a", "blocked", "ready", answered(true), start)}, false, "The blocked task becomes ready; the answer goes to the agent; a worker starts"},
		{[]TaskPlan{taskPlan("a", "ready", "blocked")}, true, "The ready task becomes blocked again"},
		{[]TaskPlan{taskPlan("a", "active", "active")}, false, "The active task stays active"},
		{[]TaskPlan{taskPlan("a", "3", "0")}, false, `The "3" task becomes "0"`},
		{[]TaskPlan{taskPlan("a", "in_progress", "to do")}, false, `The in_progress task becomes "to do"`},
		{[]TaskPlan{taskPlan("a", "dead", "dead", adds("b"))}, false, "The dead task stays dead; b is added, which does the work"},
		{
			[]TaskPlan{taskPlan("a", "blocked", "ready", answered(true), start), taskPlan("b", "blocked", "ready", answered(true), start)},
			false,
			"2 blocked tasks become ready; the answer goes to each agent; for each: a worker starts",
		},
		{
			[]TaskPlan{taskPlan("a", "triage", "ready", answered(false)), taskPlan("b", "blocked", "ready", answered(true)), taskPlan("c", "blocked", "ready"), taskPlan("d", "held", "held")},
			false,
			"2 blocked tasks and 1 triage task become ready, 1 held task stays held; the answer goes to 1 agent",
		},
		{
			[]TaskPlan{taskPlan("a", "blocked", "ready", answered(false)), taskPlan("b", "x", "y", refused("no"))},
			false,
			"The blocked task becomes ready; the answer is kept, but nothing says that an agent will read it",
		},
		{[]TaskPlan{taskPlan("a", "x", "y", refused("no"))}, false, ""},
	} {
		if got := Summarize(tc.plans, tc.undoing, "->").Sentence; got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

func TestSummaryOfPlans(t *testing.T) {
	t.Parallel()
	plans := []TaskPlan{
		taskPlan("a", "blocked", "ready", warned("again"), then("a worker starts", "its parent waits")),
		taskPlan("b", "triage", "ready", warned("a loop"), then("a worker starts")),
		taskPlan("c", "blocked", "", refused("it runs")),
		taskPlan("d", "blocked", "ready", warned("again"), then("a worker starts", "its parent waits")),
		{Planned: board.Planned{Plan: source.Plan{Task: model.Ref{ID: "e"}}}, Err: fmt.Errorf("q.db: e: %w", source.ErrNotFound)},
		taskPlan("f", "blocked", "", refused("it runs")),
		{Planned: board.Planned{Plan: source.Plan{Task: model.Ref{ID: "g"}}}, Err: errors.New("the disk is broken")},
	}
	want := &Summary{
		Allowed: 3, Sentence: "2 blocked tasks and 1 triage task become ready; for each: a worker starts",
		Refusals: []string{"c and 1 more: it runs", "e: it is not in the queue any more", "g: the disk is broken"},
		Warnings: []string{"2 of 3: again", "1 of 3: a loop"},
		Lines:    []Line{{Name: "then", Text: "2 of 3: its parent waits"}, {Name: "undo", Text: "possible until it is claimed", Role: Faint}},
		Tasks: []TaskLine{
			{Index: 1, Moved: "triage -> ready", Note: "a loop", Differs: true},
			{Index: 2, Moved: "refused", Note: "it runs", Refused: true, Differs: true},
			{Index: 4, Moved: "refused", Note: "it is not in the queue any more", Refused: true, Differs: true},
			{Index: 5, Moved: "refused", Note: "it runs", Refused: true, Differs: true},
			{Index: 6, Moved: "refused", Note: "the disk is broken", Refused: true, Differs: true},
			{Index: 0, Moved: "blocked -> ready"},
			{Index: 3, Moved: "blocked -> ready"},
		},
		Differing: 5,
	}
	if diff := cmp.Diff(want, Summarize(plans, false, "->")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// However many tasks there are, what is said of all of them stays short.
func TestSummaryIsBounded(t *testing.T) {
	t.Parallel()
	var plans []TaskPlan
	for i := range 50 {
		n := fmt.Sprint(i)
		plans = append(plans, taskPlan(n, "blocked", "ready", warned("warning "+n), then("effect "+n)), taskPlan("r"+n, "x", "", refused("no "+n)))
	}
	s := Summarize(plans, false, "->")
	if len(s.Refusals) != maxReasons || len(s.Warnings) != maxReasons || len(s.Lines) > maxEffects+2 || len(s.Tasks) != 100 {
		t.Errorf("%d refusals, %d warnings, %d lines, %d tasks", len(s.Refusals), len(s.Warnings), len(s.Lines), len(s.Tasks))
	}
	if l := s.Lines[maxEffects]; l.Text != "44 more, which the tasks tell one by one" {
		t.Errorf("behind the effects stands %+v", l)
	}
}

// A name is cut between words, and not behind one that only leads to the next.
func TestNamesAreCutBetweenWords(t *testing.T) {
	for _, tc := range []struct {
		name    string
		columns int
		want    string
	}{
		{"no access to the vault", 22, "no access to the vault"},
		{"no access to the vault", 21, "no access…"},
		{"no access to the replica db-replica-3.fennel.example, which holds it", 62, "no access to the replica db-replica-3.fennel.example…"},
		{"token for the registry expired, and I have no other", 46, "token for the registry expired…"},
		{"no permission to write to s3://fennel-releases", 37, "no permission to write to s3://fenne…"},
		{"mirror-17.north.example.org/packages-of-the-north", 20, "mirror-17.north.exa…"},
		{"漢字漢字漢字漢字", 9, "漢字漢字…"},
		{"a sentence that was cut…", 30, "a sentence that was cut…"},
		{"no access", 1, "…"},
		{"kept for seven years or ten", 21, "kept for seven years…"},
	} {
		if got := CutName(tc.name, tc.columns); got != tc.want {
			t.Errorf("%q in %d: %q, want %q", tc.name, tc.columns, got, tc.want)
		}
	}
}
