package tui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// find returns where a text stands on the screen.
func (s *screen) find(text string) (x, y int) {
	s.t.Helper()
	for y, l := range strings.Split(s.frame(), "\n") {
		if before, _, found := strings.Cut(l, text); found {
			return len([]rune(before)), y
		}
	}
	s.t.Fatalf("the screen does not say %q:\n%s", text, s.frame())
	return 0, 0
}

func (s *screen) clickOn(text string) {
	s.t.Helper()
	x, y := s.find(text)
	s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

func (s *screen) wheelOn(text string, notches int) {
	s.t.Helper()
	x, y := s.find(text)
	button := tea.MouseWheelDown
	if notches < 0 {
		button, notches = tea.MouseWheelUp, -notches
	}
	for range notches {
		s.send(tea.MouseWheelMsg{X: x, Y: y, Button: button})
	}
}

func TestAClickChoosesAndTwoOpen(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.clickOn("Nightly warehouse")
	if got := cursorLine(s); !strings.Contains(got, "job-40") {
		t.Fatalf("the cursor is on %q", got)
	}
	s.wait(time.Second)
	s.clickOn("Nightly warehouse")
	s.lacks("[Why]")
	s.clickOn("Nightly warehouse")
	s.shows("[Why]", "Nightly warehouse export")
	s.clickOn("Timeline")
	s.shows("[Timeline]")
	s.press("esc")
	s.clickOn("2 Blocked")
	if got := cursorLine(s); !strings.Contains(got, "no access") {
		t.Errorf("a click on a title leaves the cursor on %q", got)
	}
	s.clickOn("5 The rest")
	s.shows("[5 The rest 31]")
	s.clickOn("4 Suspected")
	s.shows("◐  job-60")
}

func TestATabIsChosenByAClick(t *testing.T) {
	s := open(t, fleet(), 50, 14)
	for _, name := range []string{"1:2+1", "4:3", "5:31", "3:1"} {
		s.clickOn(name)
		s.lacks(name)
	}
}

func TestTheWheelScrollsWhatIsUnderThePointer(t *testing.T) {
	s := open(t, pileUp(0), 120, 40)
	x := "1 Active"
	s.wheelOn(x, 2)
	s.lacks("Port-39")
	s.shows("Port-33")
	if got := cursorLine(s); !strings.Contains(got, "no access") {
		t.Errorf("the wheel moved the focus to %q", got)
	}
	s.wheelOn(x, 100)
	s.shows("Port-00")
	s.wheelOn(x, -100)
	s.shows("Port-39")
	s.press("?")
	s.wheelOn("Help", 20)
	s.lacks("k/up")
	s.wheelOn("Help", -20)
	s.shows("k/up")
}

// A plan is applied by its key alone: the mouse does nothing in it but scroll, and whoever
// used it has to read again.
func TestTheMouseAppliesNothing(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("G", "u", "shift+tab")
	for range 3 {
		for _, on := range []string{"apply: ", "[ Cancel ]", "Unblock job"} {
			s.clickOn(on)
			s.clickOn(on)
			s.wheelOn(on, 1)
			s.wait(time.Second)
		}
	}
	s.wheelOn("Unblock job", 1)
	s.press("a")
	s.wait(time.Minute)
	if len(h.done) > 0 {
		t.Errorf("done is %v", h.done)
	}
}

// The mouse is left to the terminal where that is set.
func TestTheMouseCanBeLeftToTheTerminal(t *testing.T) {
	s := open(t, fleet(), 80, 24)
	if s.m.View().MouseMode != tea.MouseModeCellMotion {
		t.Error("the mouse is not asked for")
	}
	s.options.Mouse = false
	s.on(nil)
	if s.m.View().MouseMode != tea.MouseModeNone {
		t.Error("the mouse is asked for")
	}
}
