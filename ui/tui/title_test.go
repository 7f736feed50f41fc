package tui_test

import (
	"testing"
	"time"

	"notdone/model"
)

// The window's title counts what needs somebody, as it is now, and holds nothing
// of the tasks.
func TestWindowTitle(t *testing.T) {
	failed := task(hostile, "failed", hostile, time.Hour)
	failed.Runs[0].Outcome = model.OutcomeTimedOut
	cases := []model.Case{
		blocked("a", hostile, hostile, model.KindAccess, time.Hour), blocked("b", hostile, "Which store?", model.KindDecision, time.Hour),
		blocked("c", hostile, "Which queue?", model.KindDecision, time.Hour), failed, running("d", hostile, time.Minute),
		finished("e", hostile, "I could not push: I did not have permission to push. No changes were made.", time.Hour),
		finished("f", hostile, "I could not push: I did not have permission to push. No changes were made.", time.Hour),
	}
	s := open(t, cases, 100, 30).listening()
	for _, keys := range [][]string{{}, {"2"}, {"2", "enter"}, {"esc", "?"}} {
		s.press(keys...)
		if got, want := s.m.View().WindowTitle, "notdone: 3 blocked, 1 failed, 2 suspected"; got != want {
			t.Errorf("after %q the title is %q, want %q", keys, got, want)
		}
	}
	s.change(cases[:1])
	if got, want := s.m.View().WindowTitle, "notdone: 1 blocked, 0 failed, 0 suspected"; got != want {
		t.Errorf("the title is %q, want %q", got, want)
	}
}
