package tui_test

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A terminal without a size is asked for it with each snapshot, because the size
// may have been set unseen; one with a size is not.
func TestSizeIsAskedFor(t *testing.T) {
	asking := fmt.Sprintf("%T", tea.RequestWindowSize())
	for _, c := range []struct {
		width, height int
		want          bool
	}{{0, 0, true}, {80, 0, true}, {80, 24, false}} {
		s := open(t, nil, c.width, c.height).listening()
		_, cmd := s.m.Update(s.waiting())
		asked := false
		all := []tea.Cmd{cmd}
		for len(all) > 0 {
			cmd, all = all[0], all[1:]
			if cmd == nil {
				continue
			}
			msg := s.say(cmd)
			if batch, ok := msg.(tea.BatchMsg); ok {
				all = append(all, batch...)
			}
			asked = asked || fmt.Sprintf("%T", msg) == asking
		}
		if asked != c.want {
			t.Errorf("%dx%d: asked for its size: %v", c.width, c.height, asked)
		}
	}
}
