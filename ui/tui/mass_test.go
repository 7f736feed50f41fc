package tui_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
)

// oneCause is n tasks that meet one obstacle.
func oneCause(n int) []model.Case {
	var all []model.Case
	for i := range n {
		all = append(all, blocked(fmt.Sprintf("job-%04d", i), "Deploy", "I have no access to vault staging.", model.KindAccess, time.Duration(i+1)*time.Minute))
	}
	return all
}

// during is a hand that does something while a task is being done.
type during struct {
	hand
	do func(ctx context.Context, tried int) error
	n  int
}

func (h *during) Do(ctx context.Context, p board.Planned) (source.Record, error) {
	h.n++
	if err := h.do(ctx, h.n); err != nil {
		return source.Record{}, err
	}
	return h.hand.Do(ctx, p)
}

func TestALargeCauseIsActedOnWhole(t *testing.T) {
	h := &hand{}
	s := openWith(t, oneCause(340), 100, 30, h)
	s.press("2", "g", "u")
	s.shows("Unblock 340 tasks: no access to vault staging", "340 blocked tasks become ready; for each: the dispatcher will start it")
	s.press("shift+tab", "a")
	ids := map[string]bool{}
	for _, p := range h.done {
		ids[p.Task.ID] = true
	}
	if len(h.done) != 340 || len(ids) != 340 {
		t.Errorf("%d actions on %d tasks", len(h.done), len(ids))
	}
	s.shows("340 tasks unblocked")
}

// TestALargeCauseIsPlannedAsItGoes: the first 2,000 plans are shown, and the others are
// made when it is their turn. What no shown plan is like is left as it is.
func TestALargeCauseIsPlannedAsItGoes(t *testing.T) {
	all := boardOf(t, oneCause(2100))
	for _, tc := range []struct {
		name  string
		hand  *large
		done  int
		shown string
	}{
		{"all alike", &large{}, 2100, "2,100 tasks unblocked"},
		{"some refused", &large{refused: 2050}, 2050, "2,050 tasks unblocked, 50 left as they are: a worker has it"},
		{"some of another kind", &large{other: 2060}, 2060, "2,060 tasks unblocked, 40 left as they are: no plan like theirs was shown"},
		{"one cannot be read", &large{unread: 2040}, 2099, "2,099 tasks unblocked, 1 not"},
		{"the queue is held", &large{busy: 2040}, 2032, "2,032 tasks unblocked, 67 not tried, 1 not"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if testing.Short() && tc.done == 2100 {
				t.Skip("the others go the same way, and further")
			}
			s := openOn(t, all, 160, 30, tc.hand)
			s.press("2", "g", "u")
			s.shows("Unblock 2,100 tasks: no access to vault staging", "2,000 blocked tasks become ready", "100 further tasks are planned after these")
			s.press("shift+tab", "a")
			s.shows(tc.shown)
			if len(tc.hand.done) != tc.done {
				t.Errorf("%d actions", len(tc.hand.done))
			}
			together := tc.hand.done[0].Request.Together
			if last := tc.hand.done[tc.done-1].Request.Together; together == "" || last != together {
				t.Errorf("the last belongs to %q, the first to %q", last, together)
			}
		})
	}
}

// large is a hand that plans tasks from some number on in another way.
type large struct {
	hand
	refused, other, unread, busy int // 0: none
}

func (h *large) Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	p, err := h.hand.Plan(ctx, ref, r)
	var n int
	if _, err := fmt.Sscanf(ref.ID, "job-%d", &n); err != nil {
		return p, err
	}
	switch {
	case h.refused > 0 && n >= h.refused:
		p.Refused = "a worker has it"
	case h.other > 0 && n >= h.other:
		p.Was = "triage"
	case h.unread > 0 && n == h.unread:
		return p, source.ErrNotFound
	case h.busy > 0 && n >= h.busy:
		return p, source.ErrBusy
	}
	return p, err
}

// TestStoppingBetweenPlans: a large action can be stopped where the rest is not planned.
func TestStoppingBetweenPlans(t *testing.T) {
	h := &during{}
	s := openWith(t, oneCause(2100), 100, 30, h)
	h.do = func(ctx context.Context, n int) error {
		if n < 2010 {
			return nil
		}
		s.shows("2,010 of 2,100 tasks", "esc stops")
		s.press("esc")
		<-ctx.Done()
		return ctx.Err()
	}
	s.press("2", "g", "u", "shift+tab", "a")
	if len(h.done) != 2009 {
		t.Errorf("%d actions were done", len(h.done))
	}
	s.shows("2,009 tasks unblocked, 91 not tried")
}

func TestProgressAndStopping(t *testing.T) {
	h := &during{}
	s := openWith(t, oneCause(40), 100, 30, h)
	h.do = func(ctx context.Context, n int) error {
		if n < 3 {
			return nil
		}
		s.shows("3 of 40 tasks", "esc stops")
		s.press("j")
		s.shows("3 of 40 tasks") // no key takes it away
		s.press("u")
		if strings.Contains(s.frame(), "nothing is written yet") {
			t.Error("a second action is planned beside the first")
		}
		s.press("esc")
		<-ctx.Done()
		return ctx.Err()
	}
	s.press("2", "g", "u", "shift+tab", "a")
	if len(h.done) != 2 {
		t.Errorf("%d actions were done", len(h.done))
	}
	s.shows("2 tasks unblocked, 38 not tried")
	s.press("u")
	s.shows("[ Cancel ]")
}

func TestWhatStandsInTheWayEndsAMassAction(t *testing.T) {
	for _, why := range []error{journal.ErrLocked, journal.ErrUnwritable, source.ErrBusy, source.ErrInDoubt} {
		t.Run(why.Error(), func(t *testing.T) {
			h := &during{do: func(_ context.Context, n int) error {
				if n == 2 {
					return fmt.Errorf("queue.db: %w", why)
				}
				return nil
			}}
			s := openWith(t, oneCause(40), 160, 30, h)
			s.press("2", "g", "u", "shift+tab", "a")
			if h.n != 2 {
				t.Errorf("%d were tried", h.n)
			}
			s.shows("1 task unblocked, 38 not tried, 1 not", why.Error())
		})
	}
}

func TestPlansOfADialogThatWasClosedAreOfNoAccount(t *testing.T) {
	s := openWith(t, fleet(), 100, 30, &hand{})
	s.press("2", "G")
	_, late := s.m.Update(keyPress("u")) // its plan has not come yet
	s.press("esc", "k")
	_, next := s.m.Update(keyPress("u"))
	s.run(late)
	s.shows("working it out")
	s.run(next)
	s.press("shift+tab")
	s.shows("[ Cancel ]   apply: a")
}

func TestReasonsAgainstAMassActionAreCounted(t *testing.T) {
	h := &hand{refused: map[string]string{}}
	for i := range 300 {
		h.refused[fmt.Sprintf("job-%04d", i)] = "a worker has it"
	}
	s := openWith(t, oneCause(340), 100, 30, h)
	s.press("2", "g", "u")
	s.shows("40 tasks of 340 can be done", "and 299 more: a worker has it")
}

// mixed is a hand to which one of the tasks is in another state, and unsuspicious.
type mixed struct{ hand }

func (h *mixed) Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	p, err := h.hand.Plan(ctx, ref, r)
	if ref.ID == "job-0001" {
		p.Was, p.Warning = "triage", ""
	}
	return p, err
}

func TestKindsOfAMassActionAreCounted(t *testing.T) {
	s := openWith(t, oneCause(3), 100, 30, &mixed{})
	s.press("2", "g", "u")
	s.shows("2 blocked tasks and 1 triage task become ready", "2 of 3: same obstacle 3 times", "triage → ready ", "first 1 unlike most")
}

// The program does not end in the middle of an action without a word: it says what is under way,
// stops it when that is asked for once more, and tells what was done.
// Where the key that quits closes what is in front, the other one is named.
func TestQuittingFromAnywhere(t *testing.T) {
	h := &during{}
	s := openWith(t, oneCause(40), 100, 30, h)
	h.do = func(ctx context.Context, n int) error {
		if n != 3 {
			return nil
		}
		s.press("?", "ctrl+c")
		s.shows("ctrl+c again stops it and quits")
		s.press("ctrl+c")
		s.shows("stopping, to quit; ctrl+c does not wait for it")
		<-ctx.Done()
		return ctx.Err()
	}
	s.press("2", "g", "u", "shift+tab", "a")
	if s.ended != "quit" {
		t.Errorf("it has %q", s.ended)
	}
}

func TestQuittingDuringAMassAction(t *testing.T) {
	for _, tc := range []struct {
		name, first, then string
		hangs             bool
		farewell          string
	}{
		{"q twice", "q", "q", false, "2 tasks unblocked, 38 not tried"},
		{"ctrl+c twice", "ctrl+c", "ctrl+c", false, "2 tasks unblocked, 38 not tried"},
		{"esc and q", "esc", "q", false, "2 tasks unblocked, 38 not tried"},
		{"what hangs", "q", "q", true, "2 tasks unblocked; job-0002 was under way: notdone log tells what became of it"},
		{"q and esc", "q", "esc", false, ""},
		{"q and nothing", "q", "", false, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := &during{}
			s := openWith(t, oneCause(40), 100, 30, h)
			h.do = func(ctx context.Context, n int) error {
				if n != 3 {
					return nil
				}
				s.press(tc.first)
				if tc.first != "esc" {
					s.shows("3 of 40 tasks", "esc stops it, q again stops it and quits")
				}
				if tc.then == "" {
					return nil
				}
				if s.press(tc.then); tc.then == "esc" {
					s.shows("stopping")
				} else {
					s.shows("stopping, to quit; q does not wait for it")
				}
				if s.ended != "" {
					t.Errorf("it does not wait: %s", s.ended)
				}
				if tc.hangs {
					if s.press("q"); s.ended != "quit" || s.m.Farewell() != tc.farewell {
						t.Errorf("%q, %q", s.ended, s.m.Farewell())
					}
				}
				<-ctx.Done()
				return ctx.Err()
			}
			s.press("2", "g", "u", "shift+tab", "a")
			if tc.hangs {
				return
			}
			if got := s.m.Farewell(); got != tc.farewell || (s.ended == "quit") != (tc.farewell != "") {
				t.Errorf("%q, it says %q, want %q", s.ended, got, tc.farewell)
			}
			if tc.then == "" && len(h.done) != 40 {
				t.Errorf("%d actions were done", len(h.done))
			}
			s.press("q")
			if s.ended != "quit" {
				t.Error("it does not quit when nothing is under way")
			}
		})
	}
}
