package tui_test

import (
	"strings"
	"testing"
)

// Sorted by a key the tasks of a pane stand one by one, and its title says how; each pane has
// its own order, which stays with a filter and without one.
func TestAPaneIsSorted(t *testing.T) {
	s := open(t, oneCause(30), 120, 40)
	s.press("2", "o")
	s.shows("2 Blocked · oldest first")
	if got := cursorLine(s); !strings.Contains(got, "0029") {
		t.Errorf("the oldest is %q", got)
	}
	s.press("O")
	s.shows("2 Blocked · newest first")
	if got := cursorLine(s); !strings.Contains(got, "0000") {
		t.Errorf("the newest is %q", got)
	}
	s.press("/")
	s.typeText("job-001")
	s.press("enter")
	s.shows("newest first", "10 of 30")
	if got := cursorLine(s); !strings.Contains(got, "0010") {
		t.Errorf("the newest match is %q", got)
	}
	s.press("O")
	if got := cursorLine(s); !strings.Contains(got, "0019") {
		t.Errorf("the oldest match is %q", got)
	}
	s.press("esc")
	s.shows("oldest first")
	s.press("o")
	s.shows("dearest first")
	s.press("o")
	s.shows("most tries first")
	s.press("o")
	s.shows("by id")
	s.press("o")
	s.lacks("est first", "by id")
	s.shows("access")
}
