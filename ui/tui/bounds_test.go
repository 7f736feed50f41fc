package tui_test

import (
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// A pause lasts as long as it is said to: what waits for its end does not happen a
// millisecond before.
func TestPauses(t *testing.T) {
	for _, tc := range []struct {
		name  string
		keys  string // with the last one the pause begins
		pause time.Duration
		key   string // at the end of the pause
	}{
		{"a plan is read", "u", 600 * time.Millisecond, "a"},
		{"a letter means nothing", "u b", 2 * time.Second, "a"},
		{"something is refused", "u x", 2 * time.Second, "a"},
		{"the size changes", "u 90x30", 600 * time.Millisecond, "a"},
		{"no key follows the one that applies", "u a", 300 * time.Millisecond, "b"},
		{"no key follows the one that marks", "enter y", 50 * time.Millisecond, "b"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, early := range []time.Duration{time.Millisecond, 0} {
				s, b, h := rich(t, 100, 40)
				s.on(nil).press("2", "j", "j")
				all := steps(tc.keys)
				s.press(all[:len(all)-1]...)
				s.do(all[len(all)-1])
				s.wait(tc.pause - early)
				s.press(tc.key)
				if did := len(h.done) > 0 || b.marks["block-loop"] != ""; did != (early == 0) {
					t.Errorf("%v before its end: done is %v\n%s", early, did, s.frame())
				}
			}
		})
	}
}

// A text is drawn up to its bound, and no letter more.
func TestTextsAreCutAtTheirBounds(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, tc := range []struct {
		name string
		set  func(*model.Task)
		key  string
		want int
	}{
		{"title of a task", func(t *model.Task) { t.Title = long }, "enter", 2 << 10},
		{"id in a plan", func(t *model.Task) { t.ID = long }, "u", 64},
		{"worker of a task", func(t *model.Task) { t.Worker = long }, "enter", 1<<10 - len("blocked  1h ago  by ")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := blocked("job-1", "Deploy", "no access to the vault", model.KindAccess, time.Hour)
			tc.set(&c.Task)
			s := openWith(t, []model.Case{c}, 7000, 30, &hand{})
			s.press(tc.key)
			most := 0
			for word := range strings.FieldsFuncSeq(s.frame(), func(r rune) bool { return r != 'x' }) {
				most = max(most, len(word))
			}
			if most != tc.want {
				t.Errorf("%d letters are drawn, want %d", most, tc.want)
			}
		})
	}
}
