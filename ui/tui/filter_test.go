package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// TestAFilterSaysWhatItDidNotSearch: of many quiet tasks only the first are held,
// so a filter over those knows nothing of the others.
func TestAFilterSaysWhatItDidNotSearch(t *testing.T) {
	var all []model.Case
	for i := range 6000 {
		all = append(all, finished(fmt.Sprintf("done-%04d", i), "Routine chore", "Updated the page; everything passes.", time.Duration(i+1)*time.Minute))
	}
	s := open(t, all, 120, 40)
	s.press("5")
	search := func(text string) {
		t.Helper()
		s.press("esc", "/")
		s.m.Update(keyPress("x")) // typed faster than anything is answered
		s.m.Update(keyPress("ctrl+u"))
		for _, r := range text[:len(text)-1] {
			s.m.Update(keyPress(string(r)))
		}
		s.press(text[len(text)-1:], "enter")
	}
	search("nowhere")
	s.shows("searched 5,000 of 6,000 tasks, none of which matches", "a whole id is looked up")
	search("done-5999") // the oldest
	s.shows("done-5999", "1, searched 5,000 of 6,000")
	if strings.Contains(s.frame(), "none of which matches; a") {
		t.Errorf("the task that was found is denied:\n%s", s.frame())
	}
	search("done-0000")
	s.shows("done-0000")
	s.press("esc")
	s.shows("5,000 of 6,000")
}
