package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// causes are blocked tasks of three causes, the largest first.
func causes(first int) (all []model.Case) {
	for cause, n := range []int{first, 3, 2} {
		for i := range n {
			said := fmt.Sprintf("no access to room%d", cause)
			all = append(all, blocked(fmt.Sprintf("t%d%d", cause, i), "Paint", said, model.KindAccess, time.Duration(cause+1)*time.Hour))
		}
	}
	return all
}

// under says whether the line under the cursor holds a text.
func (s *screen) under(text string) {
	s.t.Helper()
	if l := cursorLine(s); !strings.Contains(l, text) {
		s.t.Errorf("the cursor is not on %q:\n%s", text, s.frame())
	}
}

// TestTheCursorGoesToTheNextCause: a cause that loses its tasks one by one moves down the
// list; when it is gone the cursor is on the cause that stood behind it.
func TestTheCursorGoesToTheNextCause(t *testing.T) {
	s := open(t, causes(5), 80, 24).listening()
	s.press("2", "j", "k")
	s.under("room0")
	for _, left := range []int{4, 1, 0} {
		s.change(causes(left))
	}
	s.under("room1")
}

// TestAKeyForAnotherItemIsNotTaken: an item that came under the cursor by itself is not acted
// on by a key that was meant for the one before; the same key again is taken.
func TestAKeyForAnotherItemIsNotTaken(t *testing.T) {
	s := openWith(t, causes(5), 80, 24, &hand{}).listening()
	s.press("2", "j", "k")
	s.change(causes(0))
	s.press("u")
	s.shows("the list has just moved", "u again")
	s.lacks("nothing is written yet")
	s.press("u")
	s.shows("nothing is written yet")

	s = openWith(t, causes(5), 80, 24, &hand{}).listening()
	s.press("2", "j", "k")
	s.change(causes(0))
	s.wait(time.Second)
	s.press("u")
	s.shows("nothing is written yet")
}

// TestAnUntouchedCursorStaysOnTop: until a key is pressed the cursor is on the first item,
// whatever comes above.
func TestAnUntouchedCursorStaysOnTop(t *testing.T) {
	s := open(t, causes(0), 80, 24).listening()
	s.under("room1")
	s.change(causes(5))
	s.under("room0")
}

// TestTheSmallestScreenShowsWhatKeysActOn: what is shown is what is under the cursor.
func TestTheSmallestScreenShowsWhatKeysActOn(t *testing.T) {
	s := openWith(t, causes(5), 20, 5, &hand{})
	s.shows("room0")
	s.press("j")
	s.shows("room1")
	s.press("u")
	s.lacks("room0")
}

// TestAKeyForTheSameTaskIsTaken: a task that comes where nothing was, comes back, or gets
// another cause is no other item.
func TestAKeyForTheSameTaskIsTaken(t *testing.T) {
	said := func(why string) []model.Case {
		return []model.Case{blocked("t1", "Paint", why, model.KindAccess, time.Hour)}
	}
	for name, changes := range map[string][][]model.Case{
		"comes":         {nil, said("no access to room1")},
		"comes back":    {said("no access to room1"), nil, said("no access to room2")},
		"another cause": {said("no access to room1"), said("no access to room2")},
		"no other task": {said("no access to room1"), causes(0)[:1], said("no access to room2")},
	} {
		t.Run(name, func(t *testing.T) {
			s := openWith(t, changes[0], 80, 24, &hand{}).listening()
			s.press("2")
			for _, cases := range changes[1:] {
				s.change(cases)
			}
			s.press("u")
			if name == "no other task" {
				s.shows("the list has just moved", "u again for t1")
				return
			}
			s.shows("nothing is written yet")
		})
	}
}
