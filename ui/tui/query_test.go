package tui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// What is wrong with a filter is said while it is typed, and the list stays as it was.
func TestAWrongFilterIsSaidAndLosesNothing(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.press("/")
	s.send(tea.PasteMsg{Content: "state:failed"})
	s.shows("job-40", "/state:failed")
	s.lacks("job-50")
	s.send(tea.PasteMsg{Content: " kind:permision"})
	s.shows(`no kind "permision": did you mean permission?`, "job-40")
	s.lacks("job-50")
	s.press("enter") // is not taken
	s.shows(`no kind "permision"`)
	s.press("backspace", "backspace", "backspace", "backspace", "enter")
	s.lacks("did you mean")
	s.press("esc")
	s.shows("job-54", "job-40")
}

func TestAFilterIsCompleted(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.options.Views = map[string]string{"stale work": "state:blocked age>1d", "mine": "worker:me"}
	s.on(nil)
	s.press("/")
	s.shows("mine  stale work  state:  kind:")
	s.typeText("gr")
	s.shows("/gr", "grade:")
	s.press("tab", "tab")
	s.shows("/grade:cannot-tell", "text-only  strong  proven")
	s.press("tab", "tab")
	s.shows("/grade:strong")
	s.press("shift+tab")
	s.shows("/grade:text-only")
	s.press("ctrl+u")
	s.typeText("stal")
	s.press("tab")
	s.shows("/state:blocked age>1d")
	s.press("ctrl+u")
	s.typeText("cause:")
	s.press("tab")
	if !strings.Contains(s.frame(), `/cause:"`) {
		t.Errorf("a cause is not completed:\n%s", s.frame())
	}
}

func TestFiltersAreKeptForLater(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	for _, text := range []string{"job-4", "state:blocked", "job-4"} {
		s.press("/", "ctrl+u")
		s.typeText(text)
		s.press("enter")
	}
	s.press("esc", "/")
	s.typeText("new")
	s.press("up")
	s.shows("/job-4")
	s.press("up")
	s.shows("/state:blocked")
	s.press("up", "down", "down")
	s.shows("/new")
}

// The count is of all panes, and tells how many of the tasks are not on the screen.
func TestMatchesAreCounted(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.press("/")
	s.typeText("state:failed,unknown")
	s.press("enter")
	s.shows("/state:failed,unknown  1 task")
	s.press("/", "ctrl+u")
	s.typeText("job-")
	s.shows("more in 5 The rest")
	s.press("enter", "5")
	s.lacks("more in 5 The rest")
}
