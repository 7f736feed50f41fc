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
