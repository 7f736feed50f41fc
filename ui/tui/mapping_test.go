package tui_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

// The mapping of a queue that is read by one is shown by a key, and scrolls; what it quotes
// of the queue is harmless.
func TestMapping(t *testing.T) {
	for name, one := range map[string]struct {
		said string
		err  error
		want string
	}{
		"a mapping":       {"# Read by shape\n[tables.roles]\nid = 'id" + hostile + "'\n", nil, "[tables.roles]"},
		"no mapping left": {"", errors.New("fleet: it is gone"), "fleet: it is gone"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScreen(t, 100, 30)
			s.options = s.with(boardOf(t, fleet()), nil)
			s.options.Mapped = func(kind string) bool { return kind == "fake" }
			s.options.Mapping = func(_ context.Context, queue, kind string) (string, error) {
				if queue != "fleet" || kind != "fake" {
					t.Errorf("asked for %s of kind %s", queue, kind)
				}
				return one.said, one.err
			}
			s = s.on(nil)
			s.press("3", "i")
			s.shows(one.want)
			s.lacks("\x1b[2J", "\u202e")
			if one.err == nil {
				s.shows("How it is read")
				s.press("esc")
				s.lacks("How it is read")
			}
		})
	}
}

// What is read by its shape is marked wherever there is room: in the header, beside the
// key that shows how it is read, among the queues and above a task.
func TestQueuesReadByTheirShapeAreMarked(t *testing.T) {
	shaped := func(t *testing.T, width, height int) *screen {
		t.Helper()
		s := newScreen(t, width, height)
		s.options = s.with(boardOf(t, fleet()), nil)
		s.options.ByShape = func(kind string) bool { return kind == "fake" }
		s.options.Mapped = s.options.ByShape
		s.options.Mapping = func(context.Context, string, string) (string, error) {
			return "# Read by shape, 98 % sure of the table.\n[tables.roles]\n# its name, and its values can be read and differ (100 %)\ntitle = 'title'\n", nil
		}
		return s.on(nil)
	}
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			golden.RequireEqual(t, []byte(shaped(t, size[0], size[1]).frame()))
		})
	}
	s := shaped(t, 100, 30)
	s.shows("by shape")
	s.press("i")
	s.shows("98 % sure of the table", "its name, and its values can be read and differ")
	s.press("esc", "3", "enter")
	s.shows("read by shape")
	s.press("esc", "b")
	s.shows("read by shape", "all queues")

	s = open(t, fleet(), 160, 48)
	s.lacks("by shape", "how read")
}
