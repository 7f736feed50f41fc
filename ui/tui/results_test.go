package tui_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/tui"
)

// Where a task of several is not done as planned, the list of all of them opens; it is
// scrolled, searched, copied, and left for a task.
func TestResultsTellOfEachTask(t *testing.T) {
	h := &during{hand: hand{refused: map[string]string{"job-0002": "it is running"}, moved: map[string]bool{"job-0001": true}}}
	h.do = func(_ context.Context, n int) error {
		if n == 3 {
			return errors.New("the disk is broken")
		}
		return nil
	}
	s := openWith(t, oneCause(6), 100, 30, h)
	s.press("2", "g", "u", "shift+tab", "a")
	s.shows("━ Results", "unblock, 5 tasks", "3 unblocked · 1 refused · 1 changed · 1 failed", "changed under you: was blocked, now running",
		"the disk is broken", "it is running", "3 tasks unblocked, 2 not, of which 1 changed under you", "z undoes it")
	if frame := s.frame(); strings.Index(frame, "it is running") > strings.Index(frame, "job-0005") {
		t.Errorf("what was done stands before what was not:\n%s", frame)
	}
	s.press("c")
	s.shows("lines of the list")
	s.press("/", "d", "i", "s", "k", "enter", "esc", "enter")
	s.shows("[Why]", "job-0003")
	s.press("esc", "esc")
	s.lacks("Results")
	s.press("D")
	s.shows("━ Results")
	s.press("D")
	s.lacks("━ Results")
}

// What went as planned needs no list, and who does something else meanwhile keeps what is
// in front.
func TestResultsOpenWhereTheyAreLookedFor(t *testing.T) {
	h := &during{do: func(context.Context, int) error { return nil }}
	s := openWith(t, oneCause(6), 100, 30, h)
	s.press("2", "g", "u", "shift+tab", "a")
	s.shows("6 tasks unblocked (z undoes it until a worker claims it)")
	s.lacks("━ Results")
	h.n, h.do = 0, func(_ context.Context, n int) error {
		if n == 2 {
			s.press("j")
			return errors.New("the disk is broken")
		}
		return nil
	}
	s.press("g", "r", "a")
	s.shows("5 tasks requeued, 1 not: the disk is broken")
	s.lacks("━ Results")
}

// The results are followed while the action goes on.
func TestResultsWhileItGoesOn(t *testing.T) {
	h := &during{}
	s := openWith(t, oneCause(30), 100, 40, h)
	h.do = func(_ context.Context, n int) error {
		if n == 16 {
			s.shows("█████─────", "16 of 30 tasks")
			s.press("D")
			s.shows("15 unblocked · 15 to come")
		}
		return nil
	}
	s.press("2", "g", "u", "shift+tab", "a")
	s.shows("━ Results", "30 unblocked")
}

// The plan of a group says in a sentence what happens and lists its tasks; the rows of each
// are shown by a key.
func TestThePlanOfAGroupListsItsTasks(t *testing.T) {
	s := openWith(t, oneCause(3), 100, 30, &mixed{})
	s.press("2", "g", "u", "shift+tab")
	s.shows("2 blocked tasks and 1 triage task become ready; for each: the dispatcher will start it", "▌△ job-0001", "  job-0000", "  job-0002", "apply: a")
	s.lacks("last_error", "still blocked by event")
	s.press("j", "d")
	s.shows("tasks job-0000", "last_error", "still blocked by event 187")
	s.lacks("tasks job-0001", "tasks job-0002")
	s.press("d")
	s.lacks("last_error")
}

// A list of a size that a person reads must have been seen whole; of a longer one that is
// asked of what differs, and the key that applies shows more until then.
func TestAGroupIsAppliedWhenItWasSeen(t *testing.T) {
	for _, tc := range []struct{ tasks, keys int }{{5, 1}, {20, 2}, {200, 1}} {
		h := &hand{}
		s := openWith(t, oneCause(tc.tasks), 80, 24, h)
		s.press("2", "g", "u", "shift+tab")
		if alike := strings.Contains(s.frame(), "tasks, all alike"); alike != (tc.tasks > 20) {
			t.Errorf("%d tasks: alike is %v:\n%s", tc.tasks, alike, s.frame())
		}
		for i := range tc.keys {
			if len(h.done) > 0 {
				t.Errorf("%d tasks: applied after %d keys", tc.tasks, i)
			}
			s.press("a")
		}
		if len(h.done) != tc.tasks {
			t.Errorf("%d tasks: %d were done after %d keys:\n%s", tc.tasks, len(h.done), tc.keys, s.frame())
		}
	}
}

// On the least screen the first line says what would be written.
func TestThePlanOnALittleScreen(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 20, 5)
	s.press("2", "G", "u", "shift+tab")
	s.shows("blocked → ready", "more: j")
	s.press("G", "a")
	if len(h.done) > 0 {
		t.Error("it was applied unseen")
	}
	for range 20 {
		s.press("k")
	}
	for range 20 {
		s.press("j")
	}
	s.shows("apply: a")
	s.press("a")
	if len(h.done) != 1 {
		t.Errorf("%d actions:\n%s", len(h.done), s.frame())
	}
}

// What is shown on no line is not applied.
func TestAPlanThatHasNoRoomIsNotApplied(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 2}, {80, 1}, {80, 3}, {1, 24}, {2, 24}} {
		h := &hand{}
		s := acting(t, h, size[0], size[1])
		s.press("2", "G", "u", "shift+tab", "a", "a", "a", "a")
		if len(h.done) > 0 {
			t.Errorf("%v: applied:\n%s", size, s.frame())
		}
	}
}

// The key that applies a plan does nothing on the board when it comes too late for the plan,
// or too early, whatever it is bound to there.
func TestTheApplyingKeyIsForPlansAlone(t *testing.T) {
	keys, err := tui.NewKeys(map[string][]string{"sort.next": {"a"}, "task.add": {}})
	if err != nil {
		t.Fatal(err)
	}
	h := markedHand("")
	s := acting(t, h, 100, 30)
	s.options.Keys = keys
	s.on(nil)
	s.press("2", "G", "u", "shift+tab", "a")
	if len(h.done) != 1 {
		t.Fatalf("%d actions", len(h.done))
	}
	for range 20 {
		s.send(keyPress("a"))
		s.wait(33 * time.Millisecond)
	}
	s.lacks("oldest first")
	s.shows("unblocked job-53")
	s.wait(3 * time.Second)
	s.press("a")
	s.shows("oldest first")
	s.press("j", "a")
	s.lacks("oldest first")

	s = acting(t, markedHand(""), 100, 30)
	s.options.Keys = keys
	s.on(nil)
	_, reading := s.m.Update(keyPress("z"))
	s.send(keyPress("a"))
	s.shows("the plan is not shown yet")
	s.lacks("oldest first")
	s.run(reading)
	s.shows("Undo requeue of job-40")
}

// answerless is a hand that takes no answer to one task.
type answerless struct{ hand }

func (h *answerless) Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	p, err := h.hand.Plan(ctx, ref, r)
	p.TakesAnswer = ref.ID != "job-54"
	return p, err
}

// What is typed before the plan has come is the answer, or the reason if none is taken.
func TestAnAnswerIsTypedBeforeThePlanComes(t *testing.T) {
	for id, want := range map[string]source.Request{"job-53": {Answer: "yes"}, "job-54": {Reason: "yes"}} {
		h := &answerless{}
		s := openWith(t, fleet(), 100, 30, h)
		s.press("2", "G")
		if id == "job-54" {
			s.press("k")
		}
		_, coming := s.m.Update(keyPress("u"))
		s.typeText("yes")
		s.run(coming)
		for range 2 {
			if !strings.Contains(s.frame(), "apply: a") {
				s.press("tab")
			}
		}
		s.press("a")
		if len(h.done) != 1 || h.done[0].Request.Answer != want.Answer || h.done[0].Request.Reason != want.Reason {
			t.Errorf("%s: done %+v\n%s", id, h.done, s.frame())
		}
	}
}
