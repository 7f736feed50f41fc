package tui_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/tui"
)

// retitled is the fleet with another title for one task.
func retitled(title string) []model.Case {
	all := fleet()
	for i := range all {
		if all[i].Task.ID == "job-53" {
			all[i].Task.Title = title
		}
	}
	return all
}

func TestAnOpenTaskIsReadAgainWhenItChanges(t *testing.T) {
	s := open(t, retitled("Version one"), 100, 30).listening()
	s.press("G", "enter")
	s.shows("Version one")
	s.change(retitled("Version two"))
	s.shows("Version two")
}

// What changes while a task is being read is read too.
func TestAHistoryThatCameTooLateIsReadAgain(t *testing.T) {
	s := open(t, retitled("Version one"), 100, 30).listening()
	s.press("G")
	_, reading := s.m.Update(keyPress("enter"))
	late := s.say(reading)
	s.change(retitled("Version two"))
	s.run(func() tea.Msg { return late })
	s.shows("Version two")
}

// The history of a task that was left does not come into the one that is open.
func TestTheHistoryOfAnotherTaskIsOfNoAccount(t *testing.T) {
	s := open(t, fleet(), 100, 30)
	s.press("G")
	_, reading := s.m.Update(keyPress("enter"))
	late := reading()
	s.press("esc", "3", "enter")
	s.run(func() tea.Msg { return late })
	s.shows("job-40", "Nightly warehouse export")
}

// logged is a board whose tasks have logs, the newest first.
type logged struct {
	tui.Board
	logs []model.LogRef
}

func (l *logged) History(ctx context.Context, ref model.Ref) (board.Detail, error) {
	d, err := l.Board.History(ctx, ref)
	d.History.Case.Task.Logs = l.logs
	return d, err
}

func TestTheNewestLogIsShown(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"run-2.log", "run-1.log"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("said in "+name+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, fleet(), 100, 30)
	s.options.Board = &logged{s.options.Board, []model.LogRef{{Root: dir, Path: "run-2.log"}, {Root: dir, Path: "run-1.log"}}}
	s.on(nil)
	s.press("G")
	_, next := s.m.Update(keyPress("enter"))
	for range 2 { // the history, and the log; the next one waits for more of it
		_, next = s.m.Update(next())
	}
	s.press("tab", "tab")
	if got := s.frame(); !strings.Contains(got, "said in run-2.log") || strings.Contains(got, "run-1.log") {
		t.Errorf("the log of the newest run is not shown:\n%s", got)
	}
}

// A log opens at its end, and stays where it is scrolled to.
func TestALogOpensAtItsEnd(t *testing.T) {
	dir, text := t.TempDir(), ""
	for i := range 200 {
		text += fmt.Sprintf("line %03d\n", i)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.log"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, fleet(), 100, 30)
	s.options.Board = &logged{s.options.Board, []model.LogRef{{Root: dir, Path: "run.log"}}}
	s.on(nil)
	s.press("G")
	_, next := s.m.Update(keyPress("enter"))
	for range 2 { // the history, and the log; the next one waits for more of it
		_, next = s.m.Update(next())
	}
	s.press("tab", "tab")
	s.shows("line 199", "following")
	s.m.Update(keyPress("g"))
	s.shows("line 000")
	if strings.Contains(s.frame(), "following") {
		t.Error("it follows while an older part is read")
	}
	s.m.Update(keyPress("G"))
	s.shows("line 199", "following")
}
