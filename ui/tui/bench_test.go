package tui_test

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// BenchmarkLongTimeline is the frame that opens a timeline of 100,000 events, a key press
// in it and the frame after that, and a search for what is not there.
func BenchmarkLongTimeline(b *testing.B) {
	c := blocked("job-1", "Deploy", "no access to the vault", model.KindAccess, time.Hour)
	for i := range 100_000 {
		name := "edited by " + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26))
		c.Events = append(c.Events, model.Event{Seq: int64(i + 3), Kind: model.EventEdited, Name: name, Note: "a note of it", At: noon})
	}
	s := open(b, []model.Case{c}, 160, 48)
	s.press("enter")
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			s.press("tab")
			_ = s.m.View()
			s.press("shift+tab")
		}
	})
	s.press("tab")
	b.Run("key", func(b *testing.B) {
		for b.Loop() {
			s.press("j")
			_ = s.m.View()
		}
	})
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			s.typed("/zebra\n", 1e6)
			s.press("esc")
		}
	})
}

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
