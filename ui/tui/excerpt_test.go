package tui

import (
	"strings"
	"testing"
)

// As many whole lines are copied as terminals take, those from what is visible on first.
func TestExcerptOf(t *testing.T) {
	all := make([]string, 100)
	for i := range all {
		all[i] = strings.Repeat("x", 1023) // a kilobyte with its end
	}
	for _, tc := range []struct{ from, first, lines int }{{0, 0, 64}, {10, 10, 64}, {36, 36, 64}, {50, 36, 64}, {99, 36, 64}} {
		x := excerptOf(all, tc.from)
		if x.from != tc.first || len(x.lines) != tc.lines || x.of != 100 {
			t.Errorf("from %d: %d lines from %d on, of %d", tc.from, len(x.lines), x.from, x.of)
		}
		if n := len(strings.Join(x.lines, "\n")); n > copyLimit {
			t.Errorf("%d bytes are copied", n)
		}
	}
	if x := excerptOf([]string{"a", "b"}, 1); x.from != 0 || len(x.lines) != 2 {
		t.Errorf("of a short text %+v is copied", x)
	}
	if x := excerptOf([]string{strings.Repeat("x", copyLimit+1)}, 0); len(x.lines) != 0 || x.of != 1 {
		t.Error("a line that is too long is copied")
	}
}
