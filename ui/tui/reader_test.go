package tui

import (
	"strings"
	"testing"
)

func TestRevealScrollsAsLittleAsItTakes(t *testing.T) {
	for _, tc := range []struct{ from, line, want int }{
		{0, 0, 0}, {0, 7, 0}, {0, 8, 1}, {0, 50, 43}, {50, 52, 50}, {50, 51, 49}, {50, 0, 0}, {0, 99, 90},
	} {
		r := reader{lines: make([]string, 100), room: 10, from: tc.from}
		if r.reveal(tc.line); r.from != tc.want {
			t.Errorf("line %d from %d: %d, want %d", tc.line, tc.from, r.from, tc.want)
		}
	}
}

// Every line knows what it belongs to, and what it belongs to its first line.
func TestTargetsOfLines(t *testing.T) {
	r := reader{marks: []mark{{3, 0}, {5, 1}, {9, -1}}}
	for line, want := range []int{-1, -1, -1, 0, 0, 1, 1, 1, 1, -1, -1} {
		if got := r.target(line); got != want {
			t.Errorf("line %d belongs to %d, want %d", line, got, want)
		}
	}
	for target, want := range map[int]int{0: 3, 1: 5, 2: -1} {
		if got := r.line(target); got != want {
			t.Errorf("%d begins at %d, want %d", target, got, want)
		}
	}
	if (&reader{}).target(4) != -1 {
		t.Error("a text without targets has one")
	}
}

// A log that was rewritten is shown from its new beginning.
func TestARewrittenLogReplacesTheOldOne(t *testing.T) {
	d := &detail{}
	f := &follower{ctx: t.Context(), lines: []string{"old"}}
	f.fold(look{theme: still(t).theme}, 40)
	d.logRead(logMsg{from: f, again: true, lines: []string{"new"}})
	if got := f.fold(look{theme: still(t).theme}, 40).text; len(got) != 1 || strings.TrimSpace(got[0]) != "new" {
		t.Errorf("shown are %q", got)
	}
}
