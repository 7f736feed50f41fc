package tui_test

import (
	"strings"
	"testing"
)

// The keys of the place come first, the signs are at the end, and all of it is in as many
// columns as fit.
func TestHelpIsAboutWhereItWasOpened(t *testing.T) {
	for _, tc := range []struct {
		keys  []string
		first string
	}{
		{nil, "why, or open a cause"},
		{[]string{"4", "j", "enter"}, "back, fold"},
		{[]string{"A"}, "back, fold"},
	} {
		s := openWith(t, fleet(), 80, 24, &hand{})
		s.press(append(tc.keys, "?")...)
		if lines := strings.Split(s.frame(), "\n"); !strings.Contains(strings.Join(lines[1:6], ""), tc.first) {
			t.Errorf("%v:\n%s", tc.keys, s.frame())
		}
		s.press("G")
		s.shows("times round a cycle")
	}
	// In a task y marks; on the board it does nothing.
	s := open(t, fleet(), 200, 60)
	s.press("?")
	s.shows("times round a cycle") // all of it
	board := s.frame()
	s.press("esc", "4", "j", "enter", "?")
	task := s.frame()
	if before(board, "this is right", "Elsewhere") || !before(task, "this is right", "Elsewhere") {
		t.Errorf("on the board:\n%s\nin a task:\n%s", board, task)
	}
}

func before(text, a, b string) bool { return strings.Index(text, a) < strings.Index(text, b) }

// No word of the help is lost, however narrow the screen is.
func TestHelpSaysTheSameAtEveryWidth(t *testing.T) {
	for _, width := range []int{40, 80, 120, 200} {
		s := open(t, fleet(), width, 400)
		s.press("?")
		for _, want := range []string{"suspend", "false-done", "completion", "profile", "state:blocked"} {
			s.shows(want)
		}
	}
}
