package tui_test

import (
	"strings"
	"testing"

	"notdone/model"
)

// lacks reports text that the screen must not show.
func (s *screen) lacks(parts ...string) {
	s.t.Helper()
	for _, p := range parts {
		if strings.Contains(s.frame(), p) {
			s.t.Errorf("the screen says %q:\n%s", p, s.frame())
		}
	}
}

// What was typed into a plan comes back with the same action on the same task,
// both texts in their own place, and with no other.
func TestWhatWasTypedComesBack(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("G", "u")
	s.typeText("take SQLite")
	s.press("tab")
	s.typeText("INC-7")
	s.press("esc")
	s.shows("what you typed comes back with the same key")
	s.press("r")
	s.lacks("take SQLite", "INC-7")
	s.press("esc")
	s.lacks("what you typed comes back")
	s.press("g", "u")
	s.lacks("take SQLite", "INC-7")
	s.press("esc", "G", "u")
	s.shows("take SQLite", "INC-7", "the answer goes to the agent")
	s.press("shift+tab", "a")
	if len(h.done) != 1 || h.done[0].Request.Answer != "take SQLite" || h.done[0].Request.Reason != "INC-7" {
		t.Fatalf("done: %+v", h.done)
	}
	s.press("u")
	s.lacks("take SQLite", "INC-7")
}

// What was typed for an action that was not done comes back.
func TestWhatWasTypedForNothingComesBack(t *testing.T) {
	h := &hand{moved: map[string]bool{"job-53": true}}
	s := acting(t, h, 100, 30)
	s.press("G", "u")
	s.typeText("take SQLite")
	s.press("tab", "tab", "a")
	s.shows("nothing was done")
	s.press("u")
	s.shows("take SQLite")
}

// What was deleted again does not come back.
func TestAnEmptiedPlanIsForgotten(t *testing.T) {
	s := acting(t, &hand{}, 100, 30)
	s.press("G", "u")
	s.typeText("yes")
	s.press("esc", "u")
	s.shows("yes")
	s.press("end", "ctrl+u", "esc")
	s.lacks("what you typed comes back")
	s.press("u")
	s.lacks("yes")
}

// What is typed stays when the plan is worked out anew, and when it becomes
// another one meanwhile.
func TestWhatIsTypedOutlivesItsPlan(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("G", "u")
	s.typeText("take SQLite")
	h.refused = map[string]string{"job-53": "it is running"}
	s.press("tab")
	s.shows("it is running")
	h.refused = nil
	s.typeText("INC-7")
	s.press("tab")
	s.shows("take SQLite", "INC-7")
	s.press("a")
	if len(h.done) != 1 || h.done[0].Request.Answer != "take SQLite" || h.done[0].Request.Reason != "INC-7" {
		t.Errorf("done: %+v", h.done)
	}
}

// One key takes back what was done to the tasks of a cause, to all of them and
// to no other.
func TestUndoAfterActingOnACause(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("G", "r", "a") // of an earlier action
	s.press("g", "u", "shift+tab", "a")
	if len(h.done) != 4 {
		t.Fatalf("%d actions:\n%s", len(h.done), s.frame())
	}
	s.press("z")
	s.shows("Undo unblock of 3 tasks")
	s.press("a")
	undone := map[string]bool{}
	for _, p := range h.done[4:] {
		undone[p.Task.ID] = p.Action == model.ActionUnblock
	}
	if len(h.done) != 7 || !undone["job-50"] || !undone["job-51"] || !undone["job-52"] {
		t.Errorf("undone: %v", undone)
	}
	s.shows("3 tasks undone")
}
