package tui_test

import (
	"fmt"
	"testing"
	"time"

	"notdone/model"
)

// TestSharedCausesOfActiveAndFailed: tasks that nobody takes are one line, which says whether
// anything is at work there, and failed ones with one headline are one.
func TestSharedCausesOfActiveAndFailed(t *testing.T) {
	var all []model.Case
	for i := range 3 {
		lost := running(fmt.Sprintf("run-%d", i), "Port", 3*time.Hour)
		lost.Facts.Heartbeat = noon.Add(-95 * time.Minute)
		failed := task(fmt.Sprintf("job-%d", i), "failed", "Nightly export", 7*time.Hour)
		failed.Runs[0].Outcome = model.OutcomeTimedOut
		all = append(all, lost, failed, task(fmt.Sprintf("q-%d", i), "queued", "Wait", 30*time.Hour))
	}
	s := open(t, all, 120, 40)
	s.shows("no worker seems to run", "6 tasks", "3 in 1 cause")
	s.press("1", "enter")
	s.shows("run-0", "q-2")
	s = open(t, append(all, running("fine", "At work", time.Minute)), 120, 40)
	s.shows("not claimed, or no sign of life", "fine")
	s.lacks("no worker seems to run")
}

// TestAHeadingIsNotToldTwice: what a cause is called is not quoted once more beneath it.
func TestAHeadingIsNotToldTwice(t *testing.T) {
	s := open(t, []model.Case{
		blocked("a", "One", "Which vendor?", model.KindDecision, time.Hour),
		blocked("b", "Two", "Which vendor?", model.KindDecision, 2*time.Hour),
	}, 120, 40)
	s.shows("which vendor?")
	s.lacks("“Which vendor?”")
}
