package tui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// What is typed into a plan that takes an answer is the answer from the first letter on, however
// slowly it is typed: no letter of it applies the plan.
func TestTheAnswerIsTypedAtOnce(t *testing.T) {
	all := boardOf(t, fleet())
	for _, keys := range [][]string{{"G", "u"}, {"g", "u"}, {"G", "enter", "u"}} {
		for _, pause := range []time.Duration{0, 150, 250, 300, 450, 700, 1000, 3000} {
			h := &hand{}
			s := openOn(t, all, 100, 30, h)
			s.press(keys...)
			s.send(keyPress("a"))
			s.wait(pause * time.Millisecond)
			s.typeText("ccess granted")
			s.wait(time.Minute)
			if len(h.done) > 0 {
				t.Fatalf("%v, %d ms: %d actions were done:\n%s", keys, pause, len(h.done), s.frame())
			}
			s.shows("> access granted", "apply: tab to the end, then a")
			s.press("tab", "tab", "a")
			if len(h.done) == 0 || h.done[0].Request.Answer != "access granted" {
				t.Errorf("%v, %d ms: done %+v:\n%s", keys, pause, h.done, s.frame())
			}
		}
	}
}

// What is pasted into a plan goes into its first field, wherever the focus is; where there is no
// field, the screen says that it went nowhere.
func TestAPasteIntoAPlanIsNotLost(t *testing.T) {
	for name, tc := range map[string]struct {
		keys []string
		says string
	}{
		"an answer":                {[]string{"G", "u"}, "> the key is in vault"},
		"an answer, on the button": {[]string{"G", "u", "shift+tab"}, "> the key is in vault"},
		"a reason, on the button":  {[]string{"G", "r"}, "reason               > the key is in vault"},
		"an undo":                  {[]string{"z"}, "nothing was pasted: there is no field here"},
		"what cannot be done":      {[]string{"1", "s"}, "nothing was pasted: there is no field here"},
	} {
		t.Run(name, func(t *testing.T) {
			s := acting(t, markedHand(""), 100, 30)
			s.press(tc.keys...)
			s.send(tea.PasteMsg{Content: "the key is in vault"})
			s.shows(tc.says)
		})
	}
}

// Letters that are typed on the button of a plan go into no field, and the screen says so.
func TestLettersOnTheButtonAreSaidToBeLost(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("G", "r", "t")
	s.shows("t does nothing here; tab goes to the fields")
	s.press("enter")
	s.shows("nothing was written; letters typed on [ Cancel ] went into no field")
	s.press("u", "shift+tab", "enter")
	s.lacks("went into no field")
	s.press("z", "t")
	s.lacks("tab goes to the fields")
}

// A plan that lacks its reason begins in the field for it.
func TestARequiredReasonIsTypedAtOnce(t *testing.T) {
	h := &reasonHand{}
	s := openWith(t, fleet(), 100, 30, h)
	s.press("G", "m")
	s.typeText("a key is missing")
	s.press("enter", "a")
	if len(h.done) != 1 || h.done[0].Request.Reason != "a key is missing" {
		t.Fatalf("applied: %+v", h.done)
	}
}

// The wheel scrolls a plan while its field has the focus.
func TestTheWheelScrollsAPlanBesideItsField(t *testing.T) {
	s := acting(t, &hand{}, 60, 12)
	s.press("G", "u")
	s.shows("Unblock job-53", "1 more line below")
	s.lacks("j moves")
	s.wheelOn("Unblock job-53", 3)
	s.lacks("Unblock job-53")
	s.typeText("yes")
	s.shows("> yes")
}

// The hint of a plan that was not shown whole names a key that leads to the rest of it, also
// where lines came in above those that are shown, and so does the key that applies.
func TestTheHintLeadsToWhatWasNotShown(t *testing.T) {
	for _, key := range []string{"g", "a"} {
		s := openWith(t, oneCause(90), 80, 24, &hand{})
		s.press("2", "g", "u", "shift+tab", "G", "tab")
		s.typeText("granted")
		s.press("tab", "tab")
		s.shows("apply: when all of it was shown, g moves")
		for range 6 {
			s.press(key)
			if strings.Contains(s.frame(), "apply: a") {
				break
			}
		}
		s.shows("apply: a", "the answer goes to each agent")
	}
}
