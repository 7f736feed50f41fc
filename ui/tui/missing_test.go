package tui_test

import (
	"context"
	"testing"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

// reasonHand is a hand whose plans need a reason, but for tasks that have an obstacle.
type reasonHand struct {
	hand
	met map[string]bool // the tasks that have one
}

func (h *reasonHand) Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	p, err := h.hand.Plan(ctx, ref, r)
	p.Was, p.Now, p.TakesAnswer, p.Warning = "queued", "blocked", false, ""
	if r.Reason == "" && !h.met[ref.ID] {
		p.Missing, p.Changes = "the reason is still to be given", nil
	}
	return p, err
}

// A plan that lacks its reason has the field for it, and is applied once it was typed.
func TestAReasonThatIsMissingCanBeTyped(t *testing.T) {
	h := &reasonHand{}
	s := openWith(t, fleet(), 100, 30, h)
	s.press("G", "m")
	s.shows("┏━ Plan", "The reason is still to be given", "reason               > ")
	s.lacks("It cannot be done")
	s.press("shift+tab")
	s.shows("apply: the reason is still to be given")
	s.press("a")
	if len(h.done) > 0 {
		t.Fatal("a plan without its reason was applied")
	}
	s.press("tab")
	s.typeText("no key")
	s.press("enter")
	s.lacks("still to be given")
	s.press("a")
	if len(h.done) != 1 || h.done[0].Request.Reason != "no key" {
		t.Fatalf("applied: %+v", h.done)
	}
}

// Of several tasks those that lack nothing are acted on, and with a reason all are.
func TestAReasonThatIsMissingForSomeTasks(t *testing.T) {
	h := &reasonHand{met: map[string]bool{"job-51": true, "job-52": true}}
	s := openWith(t, fleet(), 100, 30, h)
	s.press("m")
	s.shows("2 tasks of 3 can be done", "the reason is still to be given", "reason               > ")
	s.press("tab")
	s.typeText("no key")
	s.press("enter")
	s.lacks("can be done", "still to be given")
	s.press("shift+tab")
	for range len("no key") {
		s.press("backspace")
	}
	s.press("enter", "a")
	if len(h.done) != 2 {
		t.Fatalf("applied: %+v", h.done)
	}
}
