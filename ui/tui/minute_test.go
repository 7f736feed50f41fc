package tui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Ages are those of the minute; until it is over nothing happens at all.
func TestAgesMoveOnWithTheMinutes(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.options.Frozen = false
	s.now = s.now.Add(20 * time.Second)
	s.listening()
	shown := func(age string) bool {
		return strings.Contains(s.frame(), "Summarise the support inbox        "+age+"     #1")
	}
	if !shown("4m") || len(s.timers) != 1 || s.timers[0].at.Sub(s.now) != 40*time.Second {
		t.Fatalf("waiting: %v\n%s", s.timers, s.frame())
	}
	s.wait(40 * time.Second)
	if !shown("5m") {
		t.Errorf("after a minute:\n%s", s.frame())
	}
	s.wait(3 * time.Minute)
	if !shown("8m") || len(s.timers) != 1 {
		t.Errorf("after four, waiting: %v\n%s", s.timers, s.frame())
	}
}

// A program that was stopped shows the ages of the moment at which it goes on.
func TestAgesAfterAStop(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.now = s.now.Add(2 * time.Hour)
	s.send(tea.ResumeMsg{})
	s.shows("Summarise the support inbox        2h     #1")
}

func TestAFrozenClockWaitsForNothing(t *testing.T) {
	s := open(t, fleet(), 120, 40).listening()
	if len(s.timers) > 0 {
		t.Errorf("waiting: %v", s.timers)
	}
}

// An answer may have several lines, typed or pasted; what a terminal would obey is
// made visible in it.
func TestAnAnswerOfSeveralLines(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("G", "u")
	s.typeText("first")
	s.press("alt+enter")
	s.send(tea.PasteMsg{Content: "second\nthird " + hostile})
	checkHarmless(t, s.m.View().Content)
	s.shows("> first", "> second", "> third evil")
	s.press("tab", "tab")
	s.wait(2 * time.Second)
	s.press("a")
	if len(h.done) != 1 {
		t.Fatalf("%d actions:\n%s", len(h.done), s.frame())
	}
	got := h.done[0].Request.Answer
	if !strings.HasPrefix(got, "first\nsecond\nthird evil") || strings.ContainsAny(got, "\x1b\x07\x00\u202e") {
		t.Errorf("the agent is told %q", got)
	}
}

// A field of one line stays one.
func TestAPasteIntoAFieldIsOneLine(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("G", "u", "tab")
	s.send(tea.PasteMsg{Content: "INC-7\nand more"})
	s.press("tab")
	s.wait(2 * time.Second)
	s.press("a")
	if len(h.done) != 1 || h.done[0].Request.Reason != "INC-7 and more" {
		t.Errorf("%+v\n%s", h.done, s.frame())
	}
}
