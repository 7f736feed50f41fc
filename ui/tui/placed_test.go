package tui_test

import (
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/tui"
)

// The focus begins on the first pane that asks for somebody, and stays where it was put.
func TestTheFocusBeginsWhereSomebodyIsAskedFor(t *testing.T) {
	runs := running("job-1", "Summarise the inbox", time.Minute)
	suspect := finished("job-2", "Publish", "I could not push: I did not have permission to push. No changes were made.", time.Hour)
	fails := task("job-3", "failed", "Nightly export", time.Hour)
	waits := blocked("job-4", "Deploy", "Which region should this use?", model.KindDecision, time.Hour)
	rest := task("job-5", "cancelled", "Old idea", time.Hour)
	for name, tc := range map[string]struct {
		cases []model.Case
		want  string // of the task that enter opens
	}{
		"blocked":    {[]model.Case{rest, runs, suspect, fails, waits}, "job-4"},
		"failed":     {[]model.Case{rest, runs, suspect, fails}, "job-3"},
		"false-done": {[]model.Case{rest, runs, suspect}, "job-2"},
		"active":     {[]model.Case{rest, runs}, "job-1"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, tc.cases, 120, 40)
			s.press("enter")
			s.shows(tc.want, "Why")
		})
	}
	for name, tc := range map[string]struct {
		before func(s *screen)
		want   string
	}{
		"a key before any task":  {func(s *screen) { s.press("j") }, "job-3"},
		"a pane before any task": {func(s *screen) { s.press("1") }, "job-1"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScreen(t, 120, 40)
			s.options = s.with(beingListed{boardOf(t, nil)}, nil)
			tc.before(s.listening())
			s.show(boardOf(t, []model.Case{runs, fails}))
			s.press("j", "enter") // a key that was meant for what stood there before opens nothing
			s.shows(tc.want, "Why")
		})
	}
	t.Run("the first task of an empty queue", func(t *testing.T) {
		s := newScreen(t, 120, 40)
		s.options = s.with(boardOf(t, nil), nil)
		s.listening()
		s.show(boardOf(t, []model.Case{runs}))
		s.press("enter")
		s.shows("job-1", "Why")
	})
	for name, tc := range map[string]struct {
		before func(s *screen)
		want   string
	}{
		"while it is listed":      {func(*screen) {}, "job-4"},
		"listed before":           {func(s *screen) { s.show(boardOf(t, []model.Case{runs, fails})) }, "job-3"},
		"after a key":             {func(s *screen) { s.press("j") }, "job-3"},
		"after the mouse's wheel": {func(s *screen) { s.send(tea.MouseWheelMsg{}) }, "job-3"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScreen(t, 120, 40)
			s.options = s.with(beingListed{boardOf(t, []model.Case{runs, fails})}, nil)
			tc.before(s.listening())
			s.show(boardOf(t, []model.Case{runs, fails, waits}))
			s.press("enter")
			s.shows(tc.want, "Why")
		})
	}
}

// TestAKeyBeforeTheSizeIsKnown: a pane that was chosen while the program starts is shown, although
// the terminal has not told its size and nothing is listed yet.
func TestAKeyBeforeTheSizeIsKnown(t *testing.T) {
	s := newScreen(t, 0, 0)
	s.options = s.with(beingListed{boardOf(t, nil)}, nil)
	s.listening().press("5")
	s.show(boardOf(t, []model.Case{running("job-1", "Summarise the inbox", time.Minute)}))
	s.show(boardOf(t, []model.Case{running("job-1", "Summarise the inbox", time.Minute), task("job-5", "cancelled", "Old idea", time.Hour)}))
	s.resize(120, 40)
	s.shows("Old idea")
}

// beingListed is a board of which more tasks are to come.
type beingListed struct{ tui.Board }

func (b beingListed) Snapshot() *board.Snapshot {
	s := *b.Board.Snapshot()
	s.Sources = slices.Clone(s.Sources)
	s.Sources[0].Loading = true
	return &s
}
