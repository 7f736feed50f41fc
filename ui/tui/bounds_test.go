package tui_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source/journal"
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
		{"a plan is read", "u shift+tab", 600 * time.Millisecond, "a"},
		{"a letter means nothing", "u shift+tab b", 2 * time.Second, "a"},
		{"something is refused", "u shift+tab x", 2 * time.Second, "a"},
		{"the size changes", "u shift+tab 90x30", 600 * time.Millisecond, "a"},
		{"no key follows the one that applies", "u shift+tab a", 300 * time.Millisecond, "b"},
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

// A key that confirms too early, or does not stand alone, does nothing and says so.
func TestHastyKeys(t *testing.T) {
	for _, tc := range []struct{ way, hasty, want string }{
		{"", "r a", "not applied: keys came too fast to have read this; wait a moment, then a"},
		{"u shift+tab", "a b", "not applied: other keys followed at once"},
		{"1 u", "x x", "not run: keys came too fast to have read this; wait a moment, then x"},
		{"1 u x", "x b", "not run: other keys followed at once"},
		{"1 enter", "y b", "nothing was marked: other keys followed at once"},
		{"60x9 1 u x", "x", "nothing is run before all of this was shown"},
	} {
		t.Run(tc.way+"|"+tc.hasty, func(t *testing.T) {
			s, b, h := rich(t, 120, 40)
			s.on(nil)
			for _, step := range steps(tc.way) {
				s.do(step)
				s.wait(s.pace)
			}
			marks := len(b.marks)
			for _, step := range steps(tc.hasty) {
				s.do(step)
			}
			s.shows(tc.want)
			if s.wait(time.Minute); len(h.done) > 0 || len(b.marks) != marks || len(h.log) != len(newRichHand().log) {
				t.Errorf("it was done all the same:\n%s", s.frame())
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
		keys string
		want int
	}{
		{"title of a task", func(t *model.Task) { t.Title = long }, "enter", 2 << 10},
		{"id in a plan", func(t *model.Task) { t.ID = long }, "u", 64},
		{"actor of an entry", func(*model.Task) {}, "A", 64},
		{"worker of a task", func(t *model.Task) { t.Worker = long }, "enter", 1<<10 - len("blocked  1h ago  by ")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := blocked("job-1", "Deploy", "no access to the vault", model.KindAccess, time.Hour)
			tc.set(&c.Task)
			e := done("1", "job-1", time.Hour)
			e.Request.Actor = strings.Repeat("x", 80)
			s := openWith(t, []model.Case{c}, 7000, 30, &hand{log: []journal.Entry{e}})
			s.press(strings.Fields(tc.keys)...)
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

// Drafts are kept each for its own task, until there are too many.
func TestDraftsOfManyTasks(t *testing.T) {
	s := openWith(t, oneCause(101), 100, 30, &hand{})
	s.press("2", "enter")
	for i := range 101 {
		if i == 100 {
			s.press("g", "j", "u")
			s.shows("draft-000.")
			s.press("esc", "G")
		} else {
			s.press("j")
		}
		s.press("u")
		s.lacks("draft")
		s.send(tea.PasteMsg{Content: fmt.Sprintf("draft-%03d.", i)})
		s.press("esc")
	}
	s.press("u")
	s.shows("draft-100.")
	s.press("esc", "k", "u")
	s.lacks("draft")
}

// An undo looks at so many actions that cannot be undone any more, and not at all.
func TestAnUndoEndsItsSearch(t *testing.T) {
	h := &stuck{task: "job-1"}
	for i := range 60 {
		h.log = append(h.log, done(strconv.Itoa(i), "job-1", time.Hour))
	}
	h.log[49].Task.ID = "job-2"
	s := openWith(t, fleet(), 100, 60, h)
	s.press("z")
	s.shows("Undo requeue of job-2")
	h.log[49].Task.ID, h.log[50].Task.ID = "job-1", "job-2"
	s.press("esc", "z")
	s.shows("there is nothing to undo any more; job-1: a worker has claimed it")
}

func TestTheOnlyActionCannotBeUndone(t *testing.T) {
	h := &stuck{task: "job-1"}
	h.log = []journal.Entry{done("1", "job-1", time.Hour)}
	s := openWith(t, fleet(), 100, 60, h)
	s.press("z")
	s.shows("there is nothing to undo any more; job-1: a worker has claimed it")
}

// A long timeline is shown from its newest moment to its oldest.
func TestALongTimelineIsWhole(t *testing.T) {
	c := blocked("job-1", "Deploy", "no access to the vault", model.KindAccess, time.Hour)
	for i := range 17_000 {
		name := "edit-" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
		c.Events = append(c.Events, model.Event{Seq: int64(i + 3), Kind: model.EventEdited, Name: name, At: noon})
	}
	s := open(t, []model.Case{c}, 100, 30)
	s.press("enter", "tab")
	s.shows("edit-vdz", "27 of 17,006 lines")
	s.press("G")
	s.shows("created", "edit-aaa")
	s.typed("/edit-cab\n", 1e6)
	s.shows("edit-cab", "1 of 1")
}
