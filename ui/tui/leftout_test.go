package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// What the sources leave out is said once, when all have been listed.
func TestABoardSaysWhatIsLeftOutWhenItIsRead(t *testing.T) {
	s, b, _ := rich(t, 100, 30)
	const left = "fleet: not shown: 2 empty files"
	b.reading = true
	s.listening()
	s.send(s.waiting())
	s.lacks(left)
	b.reading = false
	s.send(s.waiting())
	s.shows("one action was settled; " + left)
	s.press("j")
	s.send(s.waiting())
	s.lacks(left)
}

// How far the first listing has come is said, as a share where the source can count.
func TestTheHeaderTellsHowFarTheListingIs(t *testing.T) {
	s, b, _ := rich(t, 100, 30)
	b.reading = true
	s.listening()
	s.send(s.waiting())
	s.shows("reading… 1,234")
	for total, want := range map[int]string{5000: "judging 24 %", 1234: "judging 100 %", 1000: "judging 100 %"} {
		b.total = total
		s.send(s.waiting())
		s.shows(want)
	}
	b.reading = false
	s.send(s.waiting())
	s.lacks("judging")
}

// The task that was opened stays under the cursor, however many come before it.
func TestATaskThatWasOpenedStaysUnderTheCursor(t *testing.T) {
	cases := fleet()
	s := open(t, cases, 80, 14).listening()
	s.press("1")
	opened := strings.Fields(cursorLine(s))
	s.press("enter", "esc")
	for i := range 60 {
		cases = append(cases, running(fmt.Sprintf("job-1%02d", i), "Rebuild the index", time.Duration(10*i)*time.Minute))
	}
	s.change(cases)
	if now := cursorLine(s); !strings.Contains(now, "job-21") {
		t.Errorf("the cursor went from %q to %q", opened, now)
	}
}

// The name of the host and the text of a filter are cut at their bounds.
func TestHostAndFilterAreCutAtTheirBounds(t *testing.T) {
	s := open(t, fleet(), 700, 30)
	s.options.Host = strings.Repeat("x", 80)
	s.on(nil)
	for _, want := range []int{64, 200} {
		most := 0
		for word := range strings.FieldsFuncSeq(s.frame(), func(r rune) bool { return r != 'x' }) {
			most = max(most, len(word))
		}
		if most != want {
			t.Errorf("%d letters are drawn, want %d:\n%s", most, want, s.frame())
		}
		s.press("/")
		s.send(tea.PasteMsg{Content: strings.Repeat("x", 300)})
	}
}

// A session that is taken up by a command of one word is offered too.
func TestASessionByACommandOfOneWord(t *testing.T) {
	cases := fleet()
	for i := range cases {
		cases[i].Task.Resume = []string{"codex"}
	}
	s := open(t, cases, 100, 40)
	s.press("1", "enter")
	s.shows("resume     codex")
}
