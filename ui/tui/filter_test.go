package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// TestAFilterSearchesEveryTask: of many quiet tasks only the first are listed, and the
// others are read before any is denied.
func TestAFilterSearchesEveryTask(t *testing.T) {
	var all []model.Case
	for i := range 6000 {
		all = append(all, finished(fmt.Sprintf("done-%04d", i), "Routine chore", "Updated the page; everything passes.", time.Duration(i+1)*time.Minute))
	}
	s := open(t, all, 120, 40)
	s.press("5")
	search := func(text string) {
		t.Helper()
		s.press("esc", "5", "/")
		s.m.Update(keyPress("x")) // typed faster than anything is answered
		s.m.Update(keyPress("ctrl+u"))
		for _, r := range text[:len(text)-1] {
			s.m.Update(keyPress(string(r)))
		}
		s.press(text[len(text)-1:], "enter")
	}
	search("nowhere")
	s.shows("6,000 tasks, none of which matches")
	s.lacks("searched")
	search("done-5999") // the oldest
	s.shows("done-5999", "1 of 6,000")
	if strings.Contains(s.frame(), "none of which matches; a") {
		t.Errorf("the task that was found is denied:\n%s", s.frame())
	}
	search("done-0000")
	s.shows("done-0000")
	s.press("esc")
	s.shows("5,000 of 6,000")
}

func TestEnterGoesToTheFirstPaneWithMatches(t *testing.T) {
	for _, tc := range []struct {
		name, from, text, want string
	}{
		{"in another pane", "2", "nightly", "job-40"},
		{"in this one", "2", "limiter", "job-53"},
		{"in this one and others", "4", "could", "job-61"},
		{"the rest comes last", "4", "job-8", "job-800"},
		{"in the rest", "1", "routine", "job-800"},
		{"from the rest", "5", "inbox", "job-20"},
	} {
		for _, width := range []int{120, 80} {
			s := open(t, fleet(), width, 40)
			s.press(tc.from, "/")
			s.typeText(tc.text)
			s.press("enter")
			if got := cursorLine(s); !strings.Contains(got, tc.want) {
				t.Errorf("%s, %d wide: the cursor is on %q, want %q\n%s", tc.name, width, got, tc.want, s.frame())
			}
		}
	}
}

// The result of a text may come after the key.
func TestEnterBeforeTheResultGoesThereToo(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.press("2", "/")
	_, late := s.m.Update(tea.PasteMsg{Content: "nightly"})
	s.m.Update(keyPress("enter"))
	s.run(late)
	if got := cursorLine(s); !strings.Contains(got, "job-40") {
		t.Errorf("the cursor is on %q", got)
	}
	s.press("esc", "2", "/")
	_, late = s.m.Update(tea.PasteMsg{Content: "nightly"})
	s.m.Update(keyPress("enter"))
	s.m.Update(keyPress("4")) // the operator went elsewhere meanwhile
	s.run(late)
	s.press("esc")
	if got := cursorLine(s); !strings.Contains(got, "job-6") {
		t.Errorf("the focus was taken away: %q", got)
	}
}

func TestEnterFindsATaskThatIsNotListed(t *testing.T) {
	var all []model.Case
	for i := range 6000 {
		all = append(all, finished(fmt.Sprintf("done-%04d", i), "Routine chore", "Updated the page; everything passes.", time.Duration(i+1)*time.Minute))
	}
	s := open(t, all, 120, 40)
	s.press("2", "/")
	s.send(tea.PasteMsg{Content: "done-5999"})
	s.press("enter")
	if got := cursorLine(s); !strings.Contains(got, "done-5999") {
		t.Errorf("the cursor is on %q", got)
	}
}

func TestMatchesInThePaneThatIsNotShownAreTold(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.press("/")
	s.typeText("job-80")
	s.shows("/job-80", "10 more in 5 The rest")
	s.press("enter")
	if got := cursorLine(s); !strings.Contains(got, "job-800") {
		t.Errorf("the cursor is on %q", got)
	}
	s.press("1")
	s.shows("/job-80", "10 more in 5 The rest")
	s.press("5")
	if strings.Contains(s.frame(), "30 more in 5") {
		t.Error("it is told where it is seen")
	}
	s.press("esc")
	if strings.Contains(s.frame(), "in 5 The rest") {
		t.Error("it is told without a filter")
	}
}

func TestEscapeOnTheBoard(t *testing.T) {
	for _, tc := range []struct {
		name string
		keys []string
		want string // on the line under the cursor
	}{
		{"from the rest to where one was", []string{"3", "5", "esc"}, "job-40"},
		{"from the rest, entered by tab", []string{"4", "tab", "esc"}, "job-60"},
		{"folds from inside", []string{"enter", "j", "j", "esc"}, "access"},
		{"folds at the heading", []string{"enter", "esc", "j"}, "job-54"},
		{"drops the filter first", []string{"3", "5", "/", "c", "h", "o", "r", "e", "enter", "esc"}, "job-800"},
		{"and goes back then", []string{"3", "5", "/", "c", "h", "o", "r", "e", "enter", "esc", "esc"}, "job-40"},
	} {
		for _, width := range []int{120, 80} {
			s := open(t, fleet(), width, 40)
			s.press(tc.keys...)
			if got := cursorLine(s); !strings.Contains(got, tc.want) {
				t.Errorf("%s, %d wide: the cursor is on %q, want %q\n%s", tc.name, width, got, tc.want, s.frame())
			}
		}
	}
}

// What was searched for is under the cursor when the filter is dropped, wherever
// it stands.
func TestWhatWasFoundStaysUnderTheCursor(t *testing.T) {
	for _, tc := range []struct{ from, text string }{{"2", "Port-03"}, {"1", "Port-03"}, {"3", "chore 27"}} {
		s := open(t, pileUp(0), 100, 30)
		s.press(tc.from, "/")
		s.send(tea.PasteMsg{Content: tc.text})
		s.press("enter", "esc")
		if got := cursorLine(s); !strings.Contains(got, tc.text) {
			t.Errorf("from %s: the cursor is on %q", tc.from, got)
		}
	}
}

// While the text is no filter, the panes show what the terms before the wrong one select, and not
// the matches of what was typed on the way to it.
func TestAWrongTermSelectsNothing(t *testing.T) {
	s := open(t, fleet(), 100, 30)
	s.press("2", "/")
	s.typeText("kindd")
	s.shows("5 tasks, none of which matches")
	s.typeText(":foo")
	s.shows(`no field "kindd": did you mean kind?`, "no access to vault/eu-west")
	s.lacks("none of which matches")
	s.press("enter")
	s.shows(`no field "kindd": did you mean kind?`, "no access to vault/eu-west")
	s.press("ctrl+u")
	s.typeText("limiter sev>=x")
	s.shows("Add the rate limiter")
	s.lacks("no access to vault/eu-west")
	s.press("esc")
	s.shows("no access to vault/eu-west")
}
