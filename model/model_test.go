package model_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
)

func TestNamesOfEnumsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for s := range model.NumStates {
		state := model.State(s)
		got, err := model.ParseState(state.String())
		if err != nil || got != state {
			t.Errorf("%v is read as %v, %v", state, got, err)
		}
		text, err := state.MarshalText()
		var again model.State
		if err != nil || again.UnmarshalText(text) != nil || again != state {
			t.Errorf("%v is written as %q", state, text)
		}
	}
	for s := range model.NumSeverities {
		if got, err := model.ParseSeverity(model.Severity(s).String()); err != nil || got != model.Severity(s) {
			t.Errorf("severity %d: %v, %v", s, got, err)
		}
	}
	for k := model.KindUnknown; k <= model.KindPolicy; k++ {
		if got, err := model.ParseObstacleKind(k.String()); err != nil || got != k {
			t.Errorf("kind %d: %v, %v", k, got, err)
		}
	}
	for _, bad := range []string{"", "Blocked", "nonsense", "invalid(77)"} {
		if s, err := model.ParseState(bad); err == nil {
			t.Errorf("%q is taken for %v", bad, s)
		}
	}
	if got := model.State(77).String(); got != "invalid(77)" {
		t.Errorf("a value without a name reads %q", got)
	}
}

func TestPaneOfAState(t *testing.T) {
	t.Parallel()
	for state, want := range map[model.State]model.Pane{
		model.StateActive: model.PaneActive, model.StateQueued: model.PaneActive, model.StateScheduled: model.PaneActive,
		model.StateBlocked: model.PaneBlocked, model.StateFailed: model.PaneFailed, model.StateUnknown: model.PaneFailed,
		model.StateFalseDone: model.PaneFalseDone, model.StateDone: model.PaneRest, model.StateCancelled: model.PaneRest,
	} {
		if got := state.Pane(); got != want {
			t.Errorf("%v is in pane %v, want %v", state, got, want)
		}
	}
}

func finding(s model.Severity, discounted bool) model.Finding {
	return model.Finding{Rule: "r", Severity: s, Count: 1, Discounted: discounted}
}

func TestDiscountedFindingsDoNotCount(t *testing.T) {
	t.Parallel()
	if s, ok := model.Worst([]model.Finding{finding(model.SeverityCritical, true)}); ok {
		t.Errorf("a discounted finding counts as %v", s)
	}
	s, ok := model.Worst([]model.Finding{finding(model.SeverityCritical, true), finding(model.SeverityWarning, false)})
	if !ok || s != model.SeverityWarning {
		t.Errorf("the worst is %v, %v", s, ok)
	}
}

func TestNothingThatSpeaksIsQuiet(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		state    model.State
		findings []model.Finding
		want     bool
	}{
		{model.StateBlocked, nil, true},
		{model.StateFalseDone, nil, true},
		{model.StateUnknown, nil, true},
		{model.StateDone, nil, false},
		{model.StateQueued, nil, false},
		{model.StateDone, []model.Finding{finding(model.SeverityInfo, false)}, false},
		{model.StateDone, []model.Finding{finding(model.SeverityWarning, false)}, true},
		{model.StateQueued, []model.Finding{finding(model.SeverityCritical, true)}, false},
	} {
		r := &model.Row{Verdict: model.Verdict{State: tc.state, Findings: tc.findings}}
		if got := r.Loud(); got != tc.want {
			t.Errorf("%v with %v: loud %v, want %v", tc.state, tc.findings, got, tc.want)
		}
	}
}

// row makes a row whose age and state matter for the order.
func row(id string, s model.State, minutes int, findings ...model.Finding) *model.Row {
	at := time.Unix(1_900_000_000, 0).Add(-time.Duration(minutes) * time.Minute)
	return &model.Row{
		Task:    model.Task{Queue: "q", ID: id, Created: at, Started: at, Updated: at},
		Verdict: model.Verdict{State: s, Findings: findings},
	}
}

func TestOrderOfTheActivePane(t *testing.T) {
	t.Parallel()
	later := row("due-later", model.StateScheduled, 1)
	later.Due = time.Unix(1_900_000_900, 0)
	soon := row("due-soon", model.StateScheduled, 9)
	soon.Due = time.Unix(1_900_000_100, 0)
	urgent := row("queued-urgent", model.StateQueued, 1)
	urgent.Priority = 5
	rows := []*model.Row{
		later, soon, row("queued-new", model.StateQueued, 2), row("queued-old", model.StateQueued, 90), urgent,
		row("running", model.StateActive, 3), row("queued-stuck", model.StateQueued, 60, finding(model.SeverityWarning, false)),
		row("running-stale", model.StateActive, 60, finding(model.SeverityError, false)),
	}
	slices.SortFunc(rows, model.Compare)
	var got []string
	for _, r := range rows {
		got = append(got, r.ID)
	}
	want := []string{"running-stale", "queued-stuck", "running", "queued-urgent", "queued-old", "queued-new", "due-soon", "due-later"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNewestFirstElsewhere(t *testing.T) {
	t.Parallel()
	rows := []*model.Row{
		{Task: model.Task{Queue: "q", ID: "unknown"}, Verdict: model.Verdict{State: model.StateFailed}},
		row("old", model.StateFailed, 90), row("new", model.StateFailed, 1),
		row("bad", model.StateFailed, 300, finding(model.SeverityCritical, false)),
	}
	slices.SortFunc(rows, model.Compare)
	if rows[0].ID != "bad" || rows[1].ID != "new" || rows[2].ID != "old" || rows[3].ID != "unknown" {
		t.Errorf("order %s %s %s %s", rows[0].ID, rows[1].ID, rows[2].ID, rows[3].ID)
	}
}

func TestWhatIsBorneOutStandsFirstAmongFalseDone(t *testing.T) {
	t.Parallel()
	graded := func(id string, g model.Grade, minutes int, findings ...model.Finding) *model.Row {
		r := row(id, model.StateFalseDone, minutes, findings...)
		r.Grade = g
		return r
	}
	rows := []*model.Row{
		graded("words-critical", model.GradeTextOnly, 1, finding(model.SeverityCritical, false)),
		graded("cannot-tell", model.GradeCannotTell, 2), graded("words-new", model.GradeTextOnly, 3),
		graded("proven-old", model.GradeProven, 900), graded("strong-new", model.GradeStrong, 4),
		graded("strong-error", model.GradeStrong, 800, finding(model.SeverityError, false)),
	}
	slices.SortFunc(rows, model.Compare)
	var got []string
	for _, r := range rows {
		got = append(got, r.ID)
	}
	want := []string{"strong-error", "strong-new", "proven-old", "words-critical", "cannot-tell", "words-new"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	failed := []*model.Row{row("old", model.StateFailed, 9), row("new", model.StateFailed, 1)}
	failed[0].Grade = model.GradeProven
	if model.Compare(failed[0], failed[1]) < 0 {
		t.Error("grades order the failed pane too")
	}
}

func TestCompareIsATotalOrder(t *testing.T) {
	t.Parallel()
	one := rapid.Custom(func(t *rapid.T) *model.Row {
		r := row(rapid.StringMatching("[a-c]").Draw(t, "id"), model.State(rapid.IntRange(0, model.NumStates-1).Draw(t, "state")), rapid.IntRange(0, 3).Draw(t, "age"))
		r.Priority = rapid.IntRange(0, 1).Draw(t, "priority")
		r.Grade = model.Grade(rapid.IntRange(0, 3).Draw(t, "grade"))
		if rapid.Bool().Draw(t, "finding") {
			r.Findings = []model.Finding{finding(model.Severity(rapid.IntRange(0, model.NumSeverities-1).Draw(t, "severity")), rapid.Bool().Draw(t, "discounted"))}
		}
		if rapid.Bool().Draw(t, "due") {
			r.Due = r.Created
		}
		return r
	})
	rapid.Check(t, func(t *rapid.T) {
		pane := model.Pane(rapid.IntRange(0, model.NumPanes-1).Draw(t, "pane"))
		mine := one.Filter(func(r *model.Row) bool { return r.State.Pane() == pane })
		a, b, c := mine.Draw(t, "a"), mine.Draw(t, "b"), mine.Draw(t, "c")
		if model.Compare(a, b) != -model.Compare(b, a) {
			t.Fatalf("%v and %v are not ordered the same both ways", a, b)
		}
		if model.Compare(a, b) <= 0 && model.Compare(b, c) <= 0 && model.Compare(a, c) > 0 {
			t.Fatal("the order is not transitive")
		}
		if model.Compare(a, b) == 0 && a.Ref() != b.Ref() {
			t.Fatal("two tasks are the same place")
		}
	})
}

func TestDisagreement(t *testing.T) {
	for _, c := range []struct {
		judged, recorded model.State
		want             bool
	}{
		{model.StateDone, model.StateDone, false},
		{model.StateFalseDone, model.StateDone, true},
		{model.StateScheduled, model.StateQueued, false},
		{model.StateQueued, model.StateScheduled, false},
		{model.StateActive, model.StateQueued, true},
		{model.StateBlocked, model.StateScheduled, true},
	} {
		r := model.Row{RecordedState: c.recorded}
		r.State = c.judged
		if r.Disagrees() != c.want {
			t.Errorf("judged %s, recorded %s: %v", c.judged, c.recorded, !c.want)
		}
	}
}

// The age of a row is that of its state: how it came about says when it began.
func TestSinceIsTheBeginningOfTheState(t *testing.T) {
	hour := func(n int) time.Time { return time.Date(2031, 5, 6, n, 0, 0, 0, time.UTC) }
	event := func(k model.EventKind, at int) model.Event { return model.Event{Kind: k, At: hour(at)} }
	lifetime := model.Case{
		Task: model.Task{Created: hour(1), Updated: hour(20), Started: hour(2), Finished: hour(9)},
		Runs: []model.Run{{Started: hour(2), Ended: hour(3)}, {Started: hour(6), Ended: hour(7)}},
		Events: []model.Event{
			event(model.EventCreated, 1), event(model.EventBlocked, 3), event(model.EventUnblocked, 5),
			event(model.EventBlocked, 8), event(model.EventCommented, 12),
		},
	}
	young, open, released, untold := lifetime, lifetime, lifetime, lifetime
	young.Runs, young.Events = nil, lifetime.Events[:1]
	open.Runs = append(open.Runs[:2:2], model.Run{Started: hour(11)})
	released.Events = append(released.Events[:5:5], event(model.EventReleased, 13))
	untold.Events = nil
	for _, tc := range []struct {
		name string
		of   model.Case
		is   model.State
		want int
	}{
		{"blocked", lifetime, model.StateBlocked, 8},
		{"blocked, and nothing tells since when", untold, model.StateBlocked, 20},
		{"queued and never run", young, model.StateQueued, 1},
		{"queued again after a failed run", untold, model.StateQueued, 7},
		{"released", released, model.StateQueued, 13},
		{"running again", open, model.StateActive, 11},
		{"done", lifetime, model.StateDone, 9},
	} {
		r := model.Row{Task: tc.of.Task, Verdict: model.Verdict{State: tc.is}, Entered: tc.of.Entered(tc.is)}
		if got := r.Since(); !got.Equal(hour(tc.want)) {
			t.Errorf("%s: since %v, want %d o'clock", tc.name, got, tc.want)
		}
	}
	blocked := lifetime
	blocked.Facts.BlockedAt = hour(4)
	if got := blocked.Entered(model.StateBlocked); !got.Equal(hour(4)) {
		t.Errorf("the queue's own moment of the block is passed over: %v", got)
	}
}
