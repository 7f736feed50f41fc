package report_test

import (
	"testing"

	"notdone/model"
	"notdone/ui/report"
)

// A blocked task is called by its obstacle, as its row says it: that its claim is an orphan's is
// the reason of tasks that are active or of which nothing can be told.
func TestBlockedTasksAreCalledByTheirObstacle(t *testing.T) {
	r := &model.Row{Verdict: model.Verdict{
		State: model.StateBlocked, Headline: "its container died in the turn",
		Findings: []model.Finding{{Rule: "orphan-claim", Severity: model.SeverityError, Message: "claimed, and its container has stopped"}},
		Obstacle: &model.Obstacle{Name: "its container died in the turn", Text: "its container died in the turn"},
	}}
	for state, want := range map[model.State]string{model.StateBlocked: "its container died in the turn", model.StateActive: "no worker seems to run", model.StateUnknown: "no worker seems to run"} {
		r.State = state
		if got := report.WholeCause(r, r, false); got != want {
			t.Errorf("%v: called %q, want %q", state, got, want)
		}
	}
}

// Failed tasks of different obstacles are told apart by their names, where their headline says
// no more than that they failed, and how often. One that says how they failed is their name.
func TestFailedTasksAreToldApartByTheirObstacle(t *testing.T) {
	const met = "registry.fenne.example does not answer"
	for _, tc := range []struct{ headline, obstacle, want string }{
		{"failed once, then gave up", met, met},
		{"failed 3 times", met, met},
		{"crashed twice", met, "crashed twice"},
		{"crashed twice", "", "crashed twice"},
		{"failed once, then gave up", "", "failed once, then gave up"},
		{"budget exhausted twice, then gave up (40/40 turns)", met, "budget exhausted twice, then gave up"},
		{"time limit hit 12 times", met, "time limit hit 12 times"},
		{"failed its checks", met, "failed its checks"},
	} {
		r := &model.Row{Verdict: model.Verdict{State: model.StateFailed, Headline: tc.headline}}
		if tc.obstacle != "" {
			r.Obstacle = &model.Obstacle{Name: tc.obstacle, Text: tc.obstacle, Key: "k"}
		}
		if got := report.Cause(r, r, false); got != tc.want {
			t.Errorf("%q, %q: %q, want %q", tc.headline, tc.obstacle, got, tc.want)
		}
	}
}
