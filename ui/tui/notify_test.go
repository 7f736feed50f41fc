package tui_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/config"
	"notdone/ui/export"
	"notdone/ui/notify"
	"notdone/ui/tui"
)

// notified is a screen that tells of tasks as it is set, on which a task runs.
func notified(t *testing.T, set config.Notify) *screen {
	t.Helper()
	s := newScreen(t, 120, 40)
	s.options = s.with(boardOf(t, withTask(running("job-1", "Deploy the preview", time.Minute))), nil)
	s.options.Notify = notify.New(set, func(string) string { return "" })
	return s.listening()
}

// withTask is the usual fleet with one more task.
func withTask(c model.Case) []model.Case { return append(slices.Clone(fleet()), c) }

func nowBlocked() []model.Case {
	return withTask(blocked("job-1", "Deploy the preview", "Which region should this use?", model.KindDecision, 0))
}

const blockedSaid = "\x1b]9;notdone: blocked: Deploy the preview\a"

// What is said when a task becomes blocked, by where the focus was and what was pressed last.
func TestTheTerminalSignals(t *testing.T) {
	for name, tc := range map[string]struct {
		before func(s *screen)
		want   string
	}{
		"out of focus":             {func(s *screen) { s.send(tea.BlurMsg{}) }, blockedSaid},
		"in focus":                 {func(s *screen) { s.send(tea.FocusMsg{}) }, ""},
		"in focus and idle":        {func(s *screen) { s.send(tea.FocusMsg{}); s.wait(time.Hour) }, ""},
		"out of focus and back":    {func(s *screen) { s.send(tea.BlurMsg{}); s.send(tea.FocusMsg{}) }, ""},
		"keys while out of focus":  {func(s *screen) { s.send(tea.BlurMsg{}); s.press("j") }, blockedSaid},
		"mute, just opened":        {func(*screen) {}, ""},
		"mute, and idle":           {func(s *screen) { s.wait(time.Minute) }, blockedSaid},
		"mute, a key was pressed":  {func(s *screen) { s.wait(time.Minute); s.press("j") }, ""},
		"mute, the wheel was used": {func(s *screen) { s.wait(time.Minute); s.send(tea.MouseWheelMsg{}) }, ""},
		"mute, a paste":            {func(s *screen) { s.wait(time.Minute); s.send(tea.PasteMsg{Content: "x"}) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := notified(t, config.Notify{Bell: "off", OSC: "9"})
			tc.before(s)
			s.change(nowBlocked())
			s.wait(10 * time.Second)
			if s.written != tc.want {
				t.Errorf("written is %q, want %q", s.written, tc.want)
			}
		})
	}
}

// Nothing that was there before is told of, nothing twice, and what comes together or soon
// after is told of together.
func TestSignalsAreFew(t *testing.T) {
	s := notified(t, config.Notify{Bell: "on", OSC: "off"})
	s.send(tea.BlurMsg{})
	rings := func(want int, why string) {
		t.Helper()
		s.wait(time.Minute)
		if got := strings.Count(s.written, "\a"); got != want {
			t.Errorf("%s: %d bells, want %d", why, got, want)
		}
		s.written = ""
	}
	s.change(withTask(running("job-1", "Deploy the preview", 0)))
	rings(0, "nothing came")
	s.change(nowBlocked())
	rings(1, "blocked")
	s.change(withTask(running("job-1", "Deploy the preview", 0)))
	s.wait(time.Minute)
	s.change(nowBlocked())
	rings(0, "the same again")
	s.change(withTask(blocked("job-1", "Deploy the preview", "I need the production deploy key.", model.KindCredentials, 0)))
	rings(0, "blocked all the time")
	all := fleet()
	for _, id := range []string{"a", "b", "c", "d"} {
		all = append(all, finished("new-"+id, "Publish "+id, "I could not push: I did not have permission to push. No changes were made.", 0))
		s.change(all)
		s.wait(500 * time.Millisecond)
	}
	rings(1, "four within two seconds")
	for i := range 30 {
		all = append(all, blocked("more-"+string(rune('a'+i)), "More", "Which one?", model.KindDecision, 0))
		s.change(all)
		s.wait(time.Second)
	}
	rings(4, "thirty within thirty seconds")
	s.send(tea.FocusMsg{})
	s.shows("35 tasks came to need you while you looked elsewhere")
	s.press("j")
	s.lacks("while you looked elsewhere")
}

// What has moved on by the time that it is told of is not told of, and what cannot be read is.
func TestWhatMovedOnIsNotTold(t *testing.T) {
	for _, tc := range []struct {
		rows error
		want string
	}{
		{nil, ""},
		{errors.New("the file is locked"), "\x1b]9;notdone: a task needs you\a"},
	} {
		s := notified(t, config.Notify{Bell: "off", OSC: "9"})
		s.send(tea.BlurMsg{})
		s.change(nowBlocked())
		s.board.Board = &rowsLater{s.board.Board, boardOf(t, fleet()), tc.rows}
		if s.wait(time.Minute); s.written != tc.want {
			t.Errorf("written is %q, want %q", s.written, tc.want)
		}
	}
}

// rowsLater is a board whose rows are read from a later one, or not at all.
type rowsLater struct {
	tui.Board
	later tui.Board
	err   error
}

func (b *rowsLater) Rows(ctx context.Context, refs []model.Ref, yield func(*model.Row) error) error {
	return cmp.Or(b.err, b.later.Rows(ctx, refs, yield))
}

// The command gets each task as the command line writes it, and no more often than it may.
func TestTheCommandGetsTheTask(t *testing.T) {
	dir := t.TempDir()
	s := notified(t, config.Notify{Bell: "off", OSC: "off", OnNew: []string{"sh", "-c", `cat >"$0/$$"; echo noise; echo noise >&2`, dir}})
	s.send(tea.BlurMsg{})
	all := nowBlocked()
	for _, id := range []string{"a", "b"} {
		all = append(all, finished("new-"+id, "Publish "+hostile, "", 0))
	}
	s.change(all)
	for i, pause := range []time.Duration{2 * time.Second, 5 * time.Second, 5 * time.Second, time.Minute} {
		s.wait(pause)
		if files, err := os.ReadDir(dir); err != nil || len(files) != min(i+1, 3) {
			t.Errorf("after %d pauses it was run %d times, %v", i, len(files), err)
		}
	}
	s.lacks("noise")
	got := map[string]bool{}
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name())) // #nosec G304 -- the test's own
		var task struct{ ID, State, Queue string }
		if err := json.Unmarshal(text, &task); err != nil {
			t.Fatal(err)
		}
		r, _ := s.options.Board.Snapshot().Get(model.Ref{Queue: task.Queue, ID: task.ID})
		want, _ := new(export.Encoder).Row(r)
		if err != nil || string(text) != string(want) {
			t.Errorf("it is given\n%s%v, want\n%s", text, err, want)
		}
		got[task.ID+" "+task.State] = true
	}
	if want := "job-1 blocked"; !got[want] || len(got) != 3 {
		t.Errorf("it was run for %v", got)
	}
}

// A command that fails is told of once, to somebody who looks, and goes on being run.
func TestACommandThatFails(t *testing.T) {
	s := notified(t, config.Notify{Bell: "off", OSC: "off", OnNew: []string{"/nowhere/notdone-test"}})
	s.send(tea.BlurMsg{})
	s.change(nowBlocked())
	s.wait(time.Hour)
	s.lacks("notdone-test")
	s.send(tea.FocusMsg{})
	s.shows("notify.on-new: /nowhere/notdone-test: ")
	s.press("j")
	s.send(tea.BlurMsg{})
	s.change(append(nowBlocked(), finished("new-a", "Publish", "", 0)))
	s.wait(time.Hour)
	s.send(tea.FocusMsg{})
	s.lacks("notdone-test")
}

// The focus is asked for only where it decides something.
func TestTheFocusIsAskedFor(t *testing.T) {
	quiet := notified(t, config.Notify{Bell: "off", OSC: "off"})
	told := notified(t, config.Notify{Bell: "on", OSC: "off"})
	if quiet.m.View().ReportFocus || !told.m.View().ReportFocus {
		t.Error("the terminal is asked for its focus where nobody is told, or is not where somebody is")
	}
	quiet.send(tea.BlurMsg{})
	quiet.change(nowBlocked())
	if quiet.wait(time.Hour); quiet.written != "" {
		t.Errorf("%q is written where nobody is told", quiet.written)
	}
}
