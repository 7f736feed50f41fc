package live

import (
	"syscall"
	"testing"
)

// However the program is ended, it ends without an error and gives the
// terminal back as it got it.
func TestEnds(t *testing.T) {
	t.Parallel()
	signal := func(s syscall.Signal) func(d *dashboard) {
		return func(d *dashboard) { must(d.tb, d.cmd.Process.Signal(s)) }
	}
	cases := []struct {
		name string
		end  func(d *dashboard)
	}{
		{"q", func(d *dashboard) { d.press("q") }},
		{"q, and more was typed", func(d *dashboard) { d.press("qls\n") }},
		{"ctrl+c", func(d *dashboard) { d.press("\x03") }},
		{"terminated", signal(syscall.SIGTERM)},
		{"hung up", signal(syscall.SIGHUP)},
		{"interrupted", signal(syscall.SIGINT)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := open(t, ownQueue.fixture(t))
			d.untilIn("1 Active", "t_one")
			d.until("the second screen, without a cursor", func(s *screen) bool { return s.alt && s.noCursor })
			c.end(d)
			d.untilEnded()
		})
	}
}
