package tui_test

import (
	"context"
	"errors"
	"testing"
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
