package model_test

import (
	"testing"
	"time"

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

// What keeps a task that waits is the operator before another task.
func TestKept(t *testing.T) {
	t.Parallel()
	hold, waits := model.Finding{Rule: model.RuleOnHold, Message: "on hold"}, model.Finding{Rule: model.RuleFailedDependency, Message: "it waits"}
	for want, findings := range map[string][]model.Finding{
		"on hold": {waits, hold}, "it waits": {{Rule: "another"}, waits}, "": {{Rule: "another"}},
	} {
		r := model.Row{Verdict: model.Verdict{Findings: findings}}
		got := ""
		if f := r.Kept(); f != nil {
			got = f.Message
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
