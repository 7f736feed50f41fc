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
	s.shows("Unblock 340 tasks of one cause", "340 tasks of 340 can be done")
	s.press("a")
	ids := map[string]bool{}
	for _, p := range h.done {
		ids[p.Task.ID] = true
	}
	if len(h.done) != 340 || len(ids) != 340 {
		t.Errorf("%d actions on %d tasks", len(h.done), len(ids))
	}
	s.shows("340 tasks unblocked")
}

func TestWhatIsLeftOfACauseIsSaidBefore(t *testing.T) {
	h := &hand{}
	s := openWith(t, oneCause(2100), 100, 30, h)
	s.press("2", "g", "u")
	s.shows("Unblock 2,000 of the 2,100 tasks of one cause", "100 further tasks of this cause are left as they are")
	s.press("a")
	if len(h.done) != 2000 {
		t.Errorf("%d actions", len(h.done))
	}
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
	s.press("2", "g", "u", "a")
	if len(h.done) != 2 {
		t.Errorf("%d actions were done", len(h.done))
	}
	s.shows("2 tasks unblocked, 38 not tried")
	s.press("u")
	s.shows("nothing is written yet")
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
			s.press("2", "g", "u", "a")
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
	s.wait(time.Second)
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
	s.shows("2 tasks: blocked → ready  ! same obstacle 3 times", "1 task: triage → ready ")
}
