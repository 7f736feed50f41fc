package tui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// pileUp is the fleet with many running tasks, of which those that have lost
// their worker come first.
func pileUp(lost int) []model.Case {
	all := fleet()[2:] // the first two run
	for i := range 40 {
		c := running(fmt.Sprintf("run-%02d", i), fmt.Sprintf("Port-%02d", i), time.Duration(i+1)*time.Minute)
		if i < lost {
			c = running(c.Task.ID, c.Task.Title, 3*time.Hour)
			c.Facts.Heartbeat = noon.Add(-95 * time.Minute)
		}
		all = append(all, c)
	}
	return all
}

// order is the ids on the screen that begin so, from above.
func (s *screen) order(prefix string) []string {
	var ids []string
	for _, w := range strings.Fields(s.frame()) {
		if strings.HasPrefix(w, prefix) {
			ids = append(ids, w)
		}
	}
	return ids
}

// cursorTitle is the title of the row under the cursor.
func cursorTitle(s *screen) string {
	s.t.Helper()
	for _, w := range strings.Fields(cursorLine(s)) {
		if strings.HasPrefix(w, "Port-") {
			return w
		}
	}
	s.t.Errorf("the cursor is on no such row:\n%s", s.frame())
	return ""
}

// top opens a screen that shows the cases anew and returns the ids in pane 1.
func top(t *testing.T, cases []model.Case, width, height int) []string {
	t.Helper()
	ids := open(t, cases, width, height).order("Port-")
	if len(ids) < 5 {
		t.Fatalf("shown are %v", ids)
	}
	return ids
}

func (s *screen) resize(width, height int) {
	s.t.Helper()
	s.size = tea.WindowSizeMsg{Width: width, Height: height}
	s.send(s.size)
}

// Whatever happens to a pane in which the cursor was never moved, it shows its
// first rows.
func TestAPaneInWhichNobodyMovedShowsItsTop(t *testing.T) {
	for name, do := range map[string]func(s *screen){
		"the rows are sorted anew":         func(s *screen) { s.change(pileUp(12)) },
		"the rest and back":                func(s *screen) { s.press("5"); s.change(pileUp(12)); s.press("2") },
		"focus comes and goes":             func(s *screen) { s.press("1"); s.change(pileUp(12)); s.press("2") },
		"focus goes round":                 func(s *screen) { s.change(pileUp(12)); s.press("tab", "tab", "tab", "tab", "tab") },
		"one column and back":              func(s *screen) { s.resize(80, 24); s.change(pileUp(12)); s.resize(100, 30) },
		"a small screen and back":          func(s *screen) { s.resize(20, 5); s.change(pileUp(12)); s.resize(1, 1); s.resize(100, 30) },
		"with the focus":                   func(s *screen) { s.press("1"); s.change(pileUp(12)) },
		"with the focus, and again":        func(s *screen) { s.press("1"); s.change(pileUp(3)); s.change(pileUp(12)) },
		"a filter and back":                func(s *screen) { s.press("/"); s.typeText("inbox"); s.change(pileUp(12)); s.press("esc") },
		"a task is opened in another pane": func(s *screen) { s.press("3", "enter"); s.change(pileUp(12)); s.press("esc") },
	} {
		t.Run(name, func(t *testing.T) {
			s := acting(t, &hand{}, 100, 30)
			s.options.Board = boardOf(t, pileUp(0))
			s.listening()
			do(s)
			if got, want := s.order("Port-"), top(t, pileUp(12), 100, 30); !slices.Equal(got, want) {
				t.Errorf("shown are %v, want %v\n%s", got, want, s.frame())
			}
		})
	}
}

// A pane that shows its first row goes on to show it while the row under the
// cursor is in sight, and the cursor stays with its row.
func TestTheTopStaysInSightWithTheCursor(t *testing.T) {
	s := open(t, pileUp(0), 100, 30)
	s.listening()
	s.press("1", "j", "j")
	was := cursorTitle(s)
	s.change(pileUp(3))
	if now := cursorTitle(s); now != was {
		t.Errorf("the cursor went from %q to %q", was, now)
	}
	if got, want := s.order("Port-"), top(t, pileUp(3), 100, 30); !slices.Equal(got, want) {
		t.Errorf("shown are %v, want %v", got, want)
	}
	for _, size := range [][2]int{{100, 8}, {80, 24}, {20, 5}, {100, 30}} {
		s.resize(size[0], size[1])
	}
	if got, want := s.order("Port-"), top(t, pileUp(3), 100, 30); !slices.Equal(got, want) {
		t.Errorf("after resizes %v, want %v", got, want)
	}
	s.change(pileUp(30))
	if now := cursorTitle(s); now != was {
		t.Errorf("the cursor went from %q to %q, out of sight", was, now)
	}
	s.press("g")
	s.change(pileUp(12))
	if got, want := s.order("Port-"), top(t, pileUp(12), 100, 30); !slices.Equal(got, want) {
		t.Errorf("after g %v, want %v", got, want)
	}
}

// A cursor that leaves the pane at the bottom takes the rows along one by one, and
// a pane that is large enough again shows its top.
func TestRowsMoveAsLittleAsTheCursorNeeds(t *testing.T) {
	all := open(t, pileUp(0), 100, 200).order("Port-")
	s := open(t, pileUp(0), 100, 30)
	s.press("1")
	shown := len(s.order("Port-"))
	for range shown {
		s.press("j")
	}
	if got, want := s.order("Port-"), all[1:shown+1]; !slices.Equal(got, want) {
		t.Errorf("shown are %v, want %v", got, want)
	}
	s.press("g")
	for range shown - 2 {
		s.press("j")
	}
	was := cursorTitle(s)
	s.resize(100, 20)
	if got := s.order("Port-"); got[0] == all[0] || got[len(got)-1] != was {
		t.Errorf("in a small pane %v, the cursor is on %s", got, was)
	}
	s.resize(100, 30)
	if got, want := s.order("Port-"), all[:shown]; !slices.Equal(got, want) {
		t.Errorf("in a larger pane %v, want %v", got, want)
	}
}

// What was opened or acted on stays under the cursor.
func TestTheCursorStaysOnWhatWasActedOn(t *testing.T) {
	for name, keys := range map[string][]string{"opened": {"1", "enter", "esc"}, "planned": {"1", "u", "esc"}, "only looked at": {"1"}} {
		s := acting(t, &hand{}, 100, 30)
		s.options.Board = boardOf(t, pileUp(0))
		s.listening()
		s.press(keys...)
		was := cursorTitle(s)
		s.change(pileUp(3))
		if now := cursorTitle(s); now != was {
			t.Errorf("%s: the cursor went from %q to %q", name, was, now)
		}
	}
}

// TestLinesOfWhatIsGoneAreNotKept: an item of an older snapshot holds the rows
// that its cause had then.
func TestLinesOfWhatIsGoneAreNotKept(t *testing.T) {
	s := open(t, pileUp(12), 80, 24)
	s.listening()
	before := s.m.DrawnItems()
	for range 20 {
		s.change(pileUp(12))
	}
	if n := s.m.DrawnItems(); before == 0 || n > before {
		t.Errorf("of 20 snapshots the lines of %d items are kept, of one those of %d", n, before)
	}
}

// A cause of two tasks opens as any other does, and a task says how many share it.
func TestACauseOfTwoTasks(t *testing.T) {
	all := slices.DeleteFunc(fleet(), func(c model.Case) bool { return c.Task.ID == "job-52" })
	s := open(t, all, 100, 30)
	s.press("2", "g", "enter", "j")
	if got := cursorLine(s); !strings.Contains(got, "job-5") {
		t.Errorf("the cursor is on %q", got)
	}
	s.press("j")
	s.shows("job-50", "job-51")
	s.press("enter")
	s.shows("SAME CAUSE", "2 tasks")
	s.press("esc", "j", "enter")
	s.lacks("SAME CAUSE")
}

// A task that leaves its cause gives the cursor to the one that takes its place.
func TestTheLastTaskLeavesItsCause(t *testing.T) {
	s := open(t, fleet(), 100, 30)
	s.listening()
	s.press("2", "g", "enter", "j", "j", "j")
	was := cursorLine(s)
	gone := ""
	for _, id := range []string{"job-50", "job-51", "job-52"} {
		if strings.Contains(was, id) {
			gone = id
		}
	}
	s.change(slices.DeleteFunc(fleet(), func(c model.Case) bool { return c.Task.ID == gone }))
	if now := cursorLine(s); gone == "" || !strings.Contains(now, "job-5") || strings.Contains(now, gone) || strings.Contains(now, "job-54") {
		t.Errorf("the cursor went from %q to %q\n%s", was, now, s.frame())
	}
}

// TestACauseOpensWhereItsRowsAreSeen: a cause at the end of the pane moves up when it is
// opened, so that some of its rows are seen beneath its heading.
func TestACauseOpensWhereItsRowsAreSeen(t *testing.T) {
	var all []model.Case
	for i := range 30 {
		for j := range 9 {
			why := fmt.Sprintf("I have no access to the vault of plant %c%c.", 'a'+i/5, 'p'+i%5)
			all = append(all, blocked(fmt.Sprintf("job-%02d-%d", i, j), "Deploy", why, model.KindAccess, time.Duration(i)*time.Minute))
		}
	}
	for _, height := range []int{14, 24, 40} {
		s := open(t, all, 80, height)
		s.press("2")
		for range 12 {
			s.press("j")
		}
		s.press("enter")
		if got := s.order("job-"); len(got) < 2 {
			t.Errorf("%d high: of the rows %v are seen\n%s", height, got, s.frame())
		}
		if got := cursorLine(s); !strings.Contains(got, "9 tasks") {
			t.Errorf("%d high: the cursor is on %q", height, got)
		}
	}
}
