package live

import (
	"strings"
	"testing"
	"time"
)

// The screen follows its terminal down to the smallest size and back; nothing
// that it draws afterwards is wider (which the terminal counts as a fault).
func TestResized(t *testing.T) {
	t.Parallel()
	k := hermesDelete
	path := k.fixture(t)
	d := open(t, path)
	d.untilIn("1 Active", "t_one")
	w := k.owner(t, path)
	w.exec(k.block("t_one", "The key of the north gate is missing")...)
	d.untilIn("2 Blocked", "t_one")

	d.screen.shared = true // what is drawn for one size may arrive after the next
	d.resize(20, 5)
	d.until("counts and the top item", func(s *screen) bool {
		text := s.text()
		return strings.Contains(text, "■1") && strings.Contains(text, "Weave the")
	})
	w.exec(k.add("t_new", "Oil the hinges")...)
	w.exec(k.block("t_new", "No oil")...)
	d.until("the new count", func(s *screen) bool { return strings.Contains(s.text(), "■2") })

	for _, size := range [][2]int{{80, 24}, {40, 12}, {160, 48}, {1, 1}, {width, height}} {
		d.resize(size[0], size[1])
	}
	d.untilIn("2 Blocked", "t_one", "The key of the north gate is missing", "t_new", "No oil")
	d.untilIn("1 Active", "t_waits")
	d.settled(time.Second)
	d.mu.Lock()
	d.screen.shared = false
	d.mu.Unlock()
	w.exec(k.add("t_more", "Paint the shutters")...)
	d.untilIn("1 Active", "t_more")
}
