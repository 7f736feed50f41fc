package tui_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"notdone/ui/tui"
)

// A task is added by its title; one whose wish met an obstacle only when enter is pressed once
// more, and letters of a title are no keys.
func TestAddTask(t *testing.T) {
	s := newScreen(t, 100, 30)
	s.options = s.with(boardOf(t, fleet()), &hand{})
	var asked []string
	s.options.Adds = func(kind string) bool { return kind == "fake" }
	s.options.Add = func(_ context.Context, queue string, t tui.NewTask) (tui.Added, error) {
		said := queue + ": " + t.Title
		if t.Again {
			said += " (again)"
		}
		asked = append(asked, said)
		switch {
		case t.Title == "broken":
			return tui.Added{}, errors.New("the disk is full" + hostile)
		case t.Title == "renew" && !t.Again:
			return tui.Added{Refused: "asked 3 times, same obstacle" + hostile}, nil
		}
		return tui.Added{ID: "renew-abc"}, nil
	}
	s = s.on(nil)
	s.press("a")
	s.shows("add to fleet:", "what is to be done")
	s.press("enter")
	s.shows("add to fleet:")
	s.press("r", "e", "n", "e", "w", "enter")
	s.shows("asked 3 times, same obstacle", "enter again adds it anyway: ")
	s.lacks("\x1b[2J", "\u202e")
	s.press("s")
	s.shows("enter adds it")
	s.press("backspace", "enter")
	s.shows("added renew-abc to fleet (s stops it, z does not undo it)")
	s.lacks("add to fleet:")
	s.press("a", "b", "r", "o", "k", "e", "n", "enter")
	s.shows("the disk is full", "add to fleet:")
	s.press("esc")
	s.lacks("add to fleet:")
	if want := []string{"fleet: renew", "fleet: renew (again)", "fleet: broken"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %+v, want %+v", asked, want)
	}
}

// Of several queues of one file name, the one that gets the task is named as in its rows.
func TestAddNamesTheQueue(t *testing.T) {
	s := openSeveral(t, 100, 30)
	s.options.Adds = func(kind string) bool { return kind == "queue" }
	s.options.Add = func(context.Context, string, tui.NewTask) (tui.Added, error) {
		return tui.Added{ID: "renew-abc"}, nil
	}
	s = s.on(nil)
	s.press("3", "a")
	s.shows("add to a-folder-with-a-long-name/queue.db: ")
	s.typeText("renew")
	s.press("enter")
	s.shows("added renew-abc to a-folder-with-a-long-name/queue.db")
	s.press("2", "enter", "G", "a")
	s.shows("add to one/queue.db: ")
}

// Where no queue takes tasks the key says so.
func TestNoQueueTakesTasks(t *testing.T) {
	s := newScreen(t, 100, 30)
	s.options = s.with(boardOf(t, fleet()), &hand{})
	s.options.Adds = func(string) bool { return false }
	s.options.Add = func(context.Context, string, tui.NewTask) (tui.Added, error) { return tui.Added{}, nil }
	s = s.on(nil)
	s.press("a")
	s.shows("no queue of notdone's own is open")
	s.lacks("add to")
}

// Text that comes as fast as a paste adds nothing, wherever a line of it ends; nor does an
// enter that other keys follow.
func TestPastedTextAddsNothing(t *testing.T) {
	s := newScreen(t, 100, 30)
	s.options = s.with(boardOf(t, fleet()), &hand{})
	var asked []string
	s.options.Adds = func(string) bool { return true }
	s.options.Add = func(_ context.Context, _ string, t tui.NewTask) (tui.Added, error) {
		asked = append(asked, t.Title)
		return tui.Added{ID: "t"}, nil
	}
	s = s.on(nil)
	pace := s.pace
	s.pace = 0
	s.press("a", "p", "a", "y", "enter")
	s.wait(pace)
	s.shows("keys came too fast", "enter again adds it")
	s.press("enter", "y")
	s.wait(pace)
	s.shows("not added: other keys followed at once")
	if len(asked) > 0 {
		t.Errorf("%q are added", asked)
	}
	s.press("enter")
	s.wait(pace)
	if want := []string{"payy"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %+v, want %+v", asked, want)
	}
}

// A pasted text of several lines is a title and a body, and nothing of it is lost.
func TestPastedTaskHasABody(t *testing.T) {
	s := newScreen(t, 100, 30)
	s.options = s.with(boardOf(t, fleet()), &hand{})
	var asked []tui.NewTask
	s.options.Adds = func(string) bool { return true }
	s.options.Add = func(_ context.Context, _ string, t tui.NewTask) (tui.Added, error) {
		asked = append(asked, t)
		return tui.Added{ID: "t"}, nil
	}
	s = s.on(nil)
	s.press("a")
	s.typeText("Night: ")
	s.send(tea.PasteMsg{Content: "\r\nRenew the certificate\r\n\r\nIt is that of the shop.\rAsk Anna first.\n"})
	s.shows("add to fleet: Night: Renew the certificate", "enter adds it with 2 lines below it")
	s.wait(s.pace)
	s.press("enter")
	s.shows("added t to fleet")
	s.press("a")
	s.send(tea.PasteMsg{Content: "One line\n"})
	s.shows("add to fleet: One line", "enter adds it")
	s.lacks("below it")
	s.wait(s.pace)
	s.press("enter")
	want := []tui.NewTask{
		{Title: "Night: Renew the certificate", Body: "It is that of the shop.\nAsk Anna first."},
		{Title: "One line"},
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked for %+v, want %+v", asked, want)
	}
}
