package tui_test

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// BenchmarkKey is a key press and the frame that follows it.
func BenchmarkKey(b *testing.B) {
	for _, size := range [][2]int{{120, 40}, {200, 60}} {
		for name, keys := range map[string][]string{"board": nil, "why": {"4", "j", "enter"}, "plan": {"G", "u"}, "help": {"?"}} {
			b.Run(fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), func(b *testing.B) {
				s := acting(b, &hand{}, size[0], size[1])
				s.press(keys...)
				var down, up tea.Msg = keyPress("j"), keyPress("k")
				for b.Loop() {
					s.m.Update(down)
					_ = s.m.View()
					down, up = up, down
				}
			})
		}
	}
}
