package tui_test

import (
	"strings"
	"testing"
)

// The next task of a list is the one that is shown below, cause after cause, round the ends.
func TestTheNextTaskOfTheList(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.press("2", "g", "l")
	s.press("j", "enter")
	seen := map[string]bool{}
	for i := range 10 {
		want := string(rune('1'+i%5)) + " of 5"
		if !strings.Contains(s.frame(), want) {
			t.Fatalf("after %d steps, want %q:\n%s", i, want, s.frame())
		}
		_, line, _ := strings.Cut(s.frame(), "fake · fleet · ")
		id, _, _ := strings.Cut(line, " ")
		if seen[id] != (i >= 5) {
			t.Errorf("step %d is at %s", i, id)
		}
		seen[id] = true
		s.press("J")
	}
	s.press("K", "K")
	s.shows("4 of 5")
}
