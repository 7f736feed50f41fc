package tui_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
)

// memoryOfLooks remembers looks for a test.
type memoryOfLooks struct {
	last map[string]time.Time
	kept []time.Time
}

func (l *memoryOfLooks) LastLooks(context.Context) (map[string]time.Time, error) { return l.last, nil }

func (l *memoryOfLooks) KeepLook(_ context.Context, at time.Time) error {
	l.kept = append(l.kept, at)
	return nil
}

// looked opens a screen for somebody who looked some time before noon; 0: who never did.
func looked(t *testing.T, cases []model.Case, ago time.Duration, width, height int) (*screen, *memoryOfLooks) {
	t.Helper()
	l := &memoryOfLooks{last: map[string]time.Time{}}
	if ago > 0 {
		l.last["fleet"] = noon.Add(-ago)
	}
	s := newScreen(t, width, height)
	s.options = s.with(boardOf(t, cases), nil)
	s.options.Looks, s.options.Frozen = l, false
	return s.listening(), l
}

func TestOverviewFrames(t *testing.T) {
	for name, keys := range map[string][]string{"loops": {"L"}, "new": {"w"}, "yesterday": {"w", "w"}, "first": {"!"}} {
		for _, size := range [][2]int{{20, 5}, {40, 12}, {80, 24}, {160, 48}} {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(t *testing.T) {
				s, _ := looked(t, richCases(), 4*time.Hour, size[0], size[1])
				s.press(keys...)
				golden.RequireEqual(t, []byte(s.frame()))
			})
		}
	}
}

// TestLoopsAreOrderedAndOpened: what repeats is before what tasks met once each, by cost first
// and then by other columns; enter filters the board to the tasks.
func TestLoopsAreOrderedAndOpened(t *testing.T) {
	s := open(t, append(richCases(), repeated("again-1", 9, noon.Add(-time.Hour)), repeated("again-2", 1, noon.Add(-time.Hour))), 120, 40)
	order := func(want ...string) {
		t.Helper()
		f, from := s.frame(), 0
		for _, name := range want {
			at := strings.Index(f[from:], name)
			if at < 0 {
				t.Fatalf("%q is not where it belongs:\n%s", name, f)
			}
			from += at
		}
	}
	s.press("L")
	order("3 loops by cost, $10.00 spent again after the first time", "all 3 loops", "24", "$20.00",
		"key of again-1", "$18.00", "key of again-2", "$2.00", "API quota of the crawler", "shared obstacles", "no access to vault/eu-west", "$5.25")
	s.press("o")
	order("by runs", "API quota of the crawler", "key of again", "shared obstacles", "no access to vault/eu-west")
	s.press("O")
	order("by runs", "key of again", "API quota of the crawler", "shared obstacles", "no access to vault/eu-west")
	s.press("G", "enter")
	s.lacks("by runs")
	s.press("esc")
	s.press("L", "G", "enter")
	s.shows("3 tasks of", "3 of 28", "job-1")
	s.lacks("lim-01")
	s.press("L", "L")
	s.shows("3 of 28")
}

// repeated is a task of which two attempts ended at one obstacle, at so much each.
func repeated(id string, usd float64, at time.Time) model.Case {
	said := "I need the signing key of " + id + "."
	c := model.Case{Task: model.Task{ID: id, Title: "Sign " + id, Recorded: "blocked", Updated: at, Attempts: 2}, Facts: model.Facts{ObstacleText: said, BlockedAt: at}}
	for i := range 2 {
		ended := at.Add(time.Duration(i-1) * time.Hour)
		c.Runs = append(c.Runs, model.Run{
			ID: id + fmt.Sprint(i), Started: ended.Add(-time.Minute), Ended: ended, Outcome: model.OutcomeBlocked, Output: said, CostUSD: &usd,
		})
	}
	sum := 2 * usd
	c.Task.CostUSD = &sum
	return c
}

// TestALoopIsFollowedWhileItRuns: a loop whose task is at work again stays, marked so, with its
// cost, and the cursor stays on its entry while others come.
func TestALoopIsFollowedWhileItRuns(t *testing.T) {
	cases := []model.Case{repeated("again-1", 9, noon.Add(-time.Hour)), repeated("again-2", 1, noon.Add(-time.Hour))}
	running := cases[0]
	running.Task.Recorded, running.Facts = "active", model.Facts{}
	running.Runs = append(running.Runs[:2:2], model.Run{ID: "now", Started: noon})
	s := open(t, []model.Case{running, cases[1]}, 120, 40)
	s.press("L")
	s.shows("2 loops by cost, $10.00 spent again after the first time", "running again now", "$18.00")
	s.press("enter")
	if got := cursorLine(s); !strings.Contains(got, "Sign again-1") {
		t.Errorf("the cursor is on %q", got)
	}
}

// TestNewIsWhatHappenedSinceTheLastLook: marked until it was under the cursor, listed by w.
func TestNewIsWhatHappenedSinceTheLastLook(t *testing.T) {
	s, l := looked(t, fleet(), 150*time.Minute, 120, 40)
	if len(l.kept) != 1 || !l.kept[0].Equal(noon) {
		t.Errorf("kept %v", l.kept)
	}
	marked := func() int { return strings.Count(s.frame(), "✶") }
	was := marked()
	if was == 0 {
		t.Fatalf("nothing is marked as new:\n%s", s.frame())
	}
	s.press("w")
	s.shows("New since you last looked", "Add the rate limiter")
	s.lacks("Deploy the preview")
	s.press("w")
	s.shows("New in the last 24 hours", "no access to vault/eu-west", "2 of 3 tasks")
	s.press("w")
	s.shows("New in the last 7 days", " 3 tasks · ")
	s.press("esc", "2", "G", "k")
	if got := marked(); got >= was {
		t.Errorf("%d are marked, %d were:\n%s", got, was, s.frame())
	}
}

// TestNewIsGroupedByCause: what is new stands pane by pane and cause by cause, with counts, and
// above it what got done meanwhile and what the operator did.
func TestNewIsGroupedByCause(t *testing.T) {
	s, _ := looked(t, fleet(), 100*time.Hour, 120, 40)
	h := &hand{log: []journal.Entry{
		{Outcome: journal.Applied, Record: source.Record{ID: "3", At: noon.Add(-time.Hour), Task: model.Ref{Queue: "fleet", ID: "a"}, Request: source.Request{Action: model.ActionUnblock}}},
		{Outcome: journal.Applied, Record: source.Record{ID: "2", At: noon.Add(-time.Hour), Task: model.Ref{Queue: "fleet", ID: "b"}, Request: source.Request{Action: model.ActionUnblock}}},
		{Outcome: journal.Applied, UndoneBy: "9", Record: source.Record{ID: "1", At: noon.Add(-time.Hour), Task: model.Ref{Queue: "fleet", ID: "c"}, Request: source.Request{Action: model.ActionRequeue}}},
		{Outcome: journal.Applied, Record: source.Record{ID: "0", At: noon.Add(-200 * time.Hour), Task: model.Ref{Queue: "fleet", ID: "d"}, Request: source.Request{Action: model.ActionUnblock}}},
	}}
	s.options.Act = h
	s.listening()
	s.press("w")
	s.shows("Meanwhile 30 done, 2 unblocked by you", "Blocked: 5 new", "no access to vault/eu-west", "3 tasks · ")
	if n := strings.Count(s.frame(), "Deploy the preview"); n > 0 {
		t.Errorf("a task of a cause is listed by itself:\n%s", s.frame())
	}
	s.press("enter")
	if got := cursorLine(s); !strings.Contains(got, "no access") && !strings.Contains(s.frame(), "[Why]") {
		t.Errorf("the cursor is on %q", got)
	}
}

// TestNothingNewIsSaid: the empty list says that nothing asks for anybody and nothing got done.
func TestNothingNewIsSaid(t *testing.T) {
	s, _ := looked(t, fleet(), time.Second, 120, 40)
	s.press("w")
	s.shows("Nothing new asks for anybody since you last looked", "Nothing was done meanwhile", "0 tasks")
}

// TestTheFirstVisitShowsADay: somebody who never looked sees what is new in the last 24 hours,
// and nothing is marked as new.
func TestTheFirstVisitShowsADay(t *testing.T) {
	s, _ := looked(t, fleet(), 0, 120, 40)
	if strings.Contains(s.frame(), "✶") {
		t.Errorf("something is marked as new:\n%s", s.frame())
	}
	s.press("w")
	s.shows("New in the last 24 hours", "You look here for the first time", "Add the rate limiter")
}

// TestAfterAPauseNewIsWhatHappenedMeanwhile: a dashboard that nobody used for long counts as
// one that was left.
func TestAfterAPauseNewIsWhatHappenedMeanwhile(t *testing.T) {
	s, l := looked(t, fleet(), 0, 120, 40)
	s.press("j")
	s.wait(2 * time.Hour)
	s.press("j")
	s.press("w")
	s.lacks("for the first time")
	s.shows("Nothing new asks for anybody")
	if len(l.kept) < 2 {
		t.Errorf("kept %v", l.kept)
	}
}

// TestAttentionGoesThere: what is critical is first, each line says what would help, and enter
// goes to the cause.
func TestAttentionGoesThere(t *testing.T) {
	s := open(t, richCases(), 120, 40)
	s.press("!")
	s.shows("What to do first", "wait, or raise the limit", "then u: unblock all 20", "decide, then u: unblock it")
	s.press("/", "vault", "enter", "enter")
	s.lacks("What to do first")
	if got := cursorLine(s); !strings.Contains(got, "no access to vault/eu-west") {
		t.Errorf("the cursor is on %q", got)
	}
}
