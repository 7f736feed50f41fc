package tui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// An answer reaches the agent as it was pasted: whole, with its line breaks, however the terminal
// sends them. What does not fit is told.
func TestAPastedAnswer(t *testing.T) {
	long := strings.Repeat("0123456789 line\n", 4<<10)
	for _, tc := range []struct{ name, pasted, answer, told string }{
		{"breaks of tmux", "one\rtwo\r\rthree", "one\ntwo\n\nthree", ""},
		{"breaks of Windows", "one\r\ntwo", "one\ntwo", ""},
		{"breaks of Unix", "one\n\ntwo", "one\n\ntwo", ""},
		{"2,503 characters", strings.Repeat("x", 2503), strings.Repeat("x", 2503), ""},
		{"64 KiB", long, long, ""},
		{"more than fits", long + "tail", long, "no more fits: 4 of 65,540 characters left out"},
		{"one line that does not fit", strings.Repeat("x", 70000), strings.Repeat("x", 65536), "no more fits: 4,464 of 70,000 characters left out"},
		{"what is invalid", "a\xffb", "ab", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := &hand{}
			s := openWith(t, fleet(), 100, 30, h)
			s.press("2", "G", "u")
			s.send(tea.PasteMsg{Content: tc.pasted})
			if s.shows(tc.told); tc.told == "" {
				s.lacks("left out")
			}
			s.press("tab", "tab")
			if got := h.asked[len(h.asked)-1].Answer; got != tc.answer {
				t.Errorf("%d bytes, want %d: %.80q", len(got), len(tc.answer), got)
			}
		})
	}
}

// An input of one line tells what does not fit, of a paste and of a key.
func TestWhatDoesNotFitIntoALine(t *testing.T) {
	for _, width := range []int{80, 160} {
		s := open(t, fleet(), width, 30)
		s.press("/")
		s.send(tea.PasteMsg{Content: strings.Repeat("x", 2503)})
		s.shows("no more fits: 2,303 of 2,503 characters left out")
		s.press("y")
		s.shows("no more fits: 1 of 1 character left out")
		s.press("left")
		s.lacks("no more fits")
	}
}
