package tui_test

import (
	"slices"
	"testing"
)

// acted returns the ids of the tasks that were acted on, in order.
func acted(h *hand) (ids []string) {
	for _, p := range h.done {
		ids = append(ids, p.Task.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func TestASelectionIsActedOn(t *testing.T) {
	for _, tc := range []struct {
		name string
		keys []string
		want int // tasks
	}{
		{"one by one", []string{"enter", "j", "space", "space", "j", "space"}, 3},
		{"taken out again", []string{"enter", "j", "space", "space", "k", "space"}, 1},
		{"a range", []string{"enter", "j", "space", "j", "j", "v"}, 4},
		{"a range upwards", []string{"enter", "j", "j", "j", "j", "space", "k", "k", "k", "v"}, 3},
		{"all of the pane", []string{"*"}, 40},
		{"a cause", []string{"space"}, 40},
		{"a cause taken out again", []string{"space", "g", "space", "enter", "j", "space"}, 1},
		{"all that match", []string{"/", "j", "o", "b", "-", "0", "0", "0", "enter", "*"}, 10},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := &hand{}
			s := openWith(t, oneCause(40), 120, 40, h)
			s.press("2", "g")
			s.press(tc.keys...)
			want := count(tc.want) + " selected"
			s.shows(want)
			s.press("u")
			if tc.want > 1 {
				s.shows("Unblock " + count(tc.want) + " selected tasks")
			}
			s.press("shift+tab", "a")
			if got := acted(h); len(got) != tc.want {
				t.Errorf("acted on %v, want %d tasks", got, tc.want)
			}
			s.lacks(want) // what was acted on is selected no more
		})
	}
}

func count(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return count(n/10) + count(n%10)
}

// A selection stays through a new snapshot, names tasks that are gone, and ends with esc, before
// the filter does.
func TestASelectionLasts(t *testing.T) {
	all := oneCause(12)
	s := openWith(t, all, 120, 40, &hand{}).listening()
	s.press("2", "g", "*")
	s.shows("12 selected", "●")
	s.change(all[2:])
	s.shows("10 selected", "2 selected tasks are no longer listed")
	s.press("esc", "/")
	s.lacks("selected", "●")
	s.typeText("Deploy")
	s.press("enter", "space", "esc")
	s.lacks("selected")
	s.shows("/Deploy")
	s.press("esc")
	s.lacks("/Deploy")
}

// A filter that is set after tasks were selected narrows what is acted on: nothing is done to what
// it hides, which stays selected.
func TestWhatAFilterHidesIsNotActedOn(t *testing.T) {
	h := &hand{}
	s := openWith(t, oneCause(40), 120, 40, h)
	s.press("2", "g", "*", "/")
	s.typeText("job-000")
	s.press("enter")
	s.shows("40 selected, 30 hidden")
	s.press("u")
	s.shows("Unblock 10 selected tasks", "the filter hides 30 more selected tasks, to which nothing is done")
	s.press("shift+tab", "a")
	if got := acted(h); len(got) != 10 {
		t.Errorf("acted on %v", got)
	}
	s.shows("30 selected, 30 hidden")
	s.press("u")
	s.shows("the filter hides 30 selected tasks")
	s.lacks("Unblock")
	s.press("/", "ctrl+u", "enter")
	s.shows("30 selected")
	s.lacks("hidden")
	s.press("u", "shift+tab", "a")
	if got := acted(h); len(got) != 40 {
		t.Errorf("acted on %d", len(got))
	}
}

// While a range is open the footer says which key ends it.
func TestAnOpenRangeIsSaid(t *testing.T) {
	const ends = "v ends the range"
	s := openWith(t, oneCause(12), 120, 40, &hand{})
	s.press("2", "g", "enter", "j")
	s.lacks(ends)
	s.press("v")
	s.shows("1 selected", ends)
	s.press("down", "down")
	s.shows("1 selected", ends)
	s.press("v")
	s.shows("3 selected")
	s.lacks(ends)
	s.press("v")
	s.shows(ends)
	s.press("v")
	s.lacks(ends)
	s.press("v", "space")
	s.lacks(ends)
	s.press("v")
	s.lacks(ends)
	s.press("v", "esc")
	s.lacks(ends, "selected")
}

// What is done while a range is open is done to all of it.
func TestAnOpenRangeIsActedOn(t *testing.T) {
	h := &hand{}
	s := openWith(t, oneCause(12), 120, 40, h)
	s.press("2", "g", "enter", "j", "v", "down", "down", "u")
	s.shows("Unblock 3 selected tasks")
	s.press("shift+tab", "a")
	if got := acted(h); len(got) != 3 {
		t.Errorf("acted on %v", got)
	}
}
