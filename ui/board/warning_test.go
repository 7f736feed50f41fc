package board

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source"
)

const noVault = "I have no access to the vault of the payroll project."

func atMinute(n int) time.Time {
	return time.Unix(1_700_000_000, 0).Add(time.Duration(n) * time.Minute)
}

// stuck is a task that stands before an obstacle, after the given events, which
// happen a minute apart.
func stuck(id, wish string, kinds ...model.EventKind) model.Case {
	c := caseOf(id, "blocked")
	c.Task.Wish, c.Task.Worker, c.Task.Profile = wish, "host:1", "coder"
	for i, k := range kinds {
		e := model.Event{Seq: int64(i + 1), Kind: k, At: atMinute(i), Actor: "anna"}
		if k == model.EventBlocked || k == model.EventBlockLoop {
			e.Note = noVault
		}
		c.Events = append(c.Events, e)
	}
	c.Native = verdictFunc(func(time.Time) model.Verdict {
		o := model.Obstacle{Kind: model.KindAccess, Text: noVault, Key: cycle.ObstacleKey(model.KindAccess, noVault)}
		return model.Verdict{State: model.StateBlocked, Obstacle: &o}
	})
	return c
}

func TestWarning(t *testing.T) {
	const blocked, freed = model.EventBlocked, model.EventUnblocked
	twice := []model.EventKind{blocked, freed, blocked}
	by := func(c model.Case, who string) model.Case {
		c.Events[len(c.Events)-1].Actor = who
		return c
	}
	finished := stuck("t", "")
	for i := range 3 {
		finished.Runs = append(finished.Runs, model.Run{
			ID: fmt.Sprint(i), Ended: atMinute(i), Output: "All looked at. " + noVault + " Nothing was written.",
		})
	}
	other := stuck("t", "", twice...)
	other.Events[0].Note = "The disk is full."
	open := stuck("t", "", twice...)
	open.Runs = []model.Run{{ID: "1", Output: noVault}}
	cases := []struct {
		name   string
		c      model.Case
		action model.ActionName
		answer string
		want   string
	}{
		{"once", stuck("t", "", blocked), "", "", ""},
		{"twice", stuck("t", "", twice...), "", "", "same obstacle 2 times, nothing changed since"},
		{"three times", stuck("t", "", blocked, freed, model.EventClaimed, model.EventBlockLoop, freed, blocked), "", "", "same obstacle 3 times, nothing changed since"},
		{"requeued", stuck("t", "", twice...), model.ActionRequeue, "", "same obstacle 2 times, nothing changed since"},
		{"what runs said", finished, "", "", "same obstacle 3 times, nothing changed since"},
		{"an answer", stuck("t", "", twice...), "", "the token is in the mail", ""},
		{"a comment since", stuck("t", "", append(twice, model.EventCommented)...), "", "", ""},
		{"an edit since", stuck("t", "", append(twice, model.EventEdited)...), "", "", ""},
		{"a comment before", stuck("t", "", blocked, model.EventCommented, freed, blocked), "", "", "same obstacle 2 times, nothing changed since"},
		{"its agent's own note", by(stuck("t", "", append(twice, model.EventCommented)...), "coder"), "", "", "same obstacle 2 times, nothing changed since"},
		{"another obstacle before", other, "", "", ""},
		{"a run that goes on", open, "", "", "same obstacle 2 times, nothing changed since"},
		{"it is only stopped", stuck("t", "", twice...), model.ActionCancel, "", ""},
		{"no time is known", stuck("t", ""), "", "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			src := &fakeActor{fake: newFake("/q")}
			src.set(c.c)
			b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
			if c.action == "" {
				c.action = model.ActionUnblock
			}
			p, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: "t"}, source.Request{Action: c.action, Answer: c.answer})
			if err != nil || p.Warning != c.want {
				t.Errorf("warning %q, want %q (%v)", p.Warning, c.want, err)
			}
		})
	}
}

// The same wish asked again in other tasks is the same obstacle met again, for
// a board that runs and for one that does not.
func TestWarningOfTheSameWish(t *testing.T) {
	const want = "same obstacle 4 times, nothing changed since"
	crowd := func() *fakeActor {
		src := &fakeActor{fake: newFake("/q")}
		for _, id := range []string{"a", "b", "c", "t"} {
			src.set(stuck(id, "renew", model.EventBlocked))
		}
		src.set(stuck("x", "another wish", model.EventBlocked))
		src.perPage = 2
		return src
	}
	ask := func(t *testing.T, b *bench) {
		t.Helper()
		p, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: "t"}, source.Request{Action: model.ActionUnblock})
		if err != nil || p.Warning != want {
			t.Errorf("warning %q, want %q (%v)", p.Warning, want, err)
		}
	}
	t.Run("asked once", func(t *testing.T) { ask(t, prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: crowd()})) })
	t.Run("running", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			src := crowd()
			b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
			b.settle(second)
			before := src.count("List")
			ask(t, b)
			if src.count("List") != before {
				t.Error("the source was listed again")
			}
		})
	})
}

// An action on many tasks looks through the source for their wishes once, however many of them
// have the same, and each is warned as if it were the only one.
func TestWarningsOfManyTasks(t *testing.T) {
	src := &fakeActor{fake: newFake("/q")}
	src.perPage = 7
	for i := range 20 {
		src.set(stuck(fmt.Sprint("t", i), "renew", model.EventBlocked))
	}
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
	asked := 0
	for i := range 20 {
		p, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: fmt.Sprint("t", i)}, source.Request{Action: model.ActionUnblock})
		if want := "same obstacle 20 times, nothing changed since"; err != nil || p.Warning != want {
			t.Fatalf("task %d: warning %q, want %q (%v)", i, p.Warning, want, err)
		}
		if i == 0 {
			asked = src.count("List")
		}
	}
	if n := src.count("List"); n != asked {
		t.Errorf("the source was listed %d times for the first task and %d times for all", asked, n)
	}
}

// Whoever marks a task as blocked is told with what obstacle.
func TestPlanTellsTheObstacle(t *testing.T) {
	src := &fakeActor{fake: newFake("/q")}
	src.set(stuck("t", "", model.EventBlocked))
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
	p, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: "t"}, source.Request{Action: model.ActionBlock})
	if err != nil || p.Request.Obstacle.Text != noVault {
		t.Errorf("the request is %+v, %v", p.Request, err)
	}
}

// TestChangedSince: an edit and the comment of anybody but the task's own agent are
// something that was done about it, if they came later.
func TestChangedSince(t *testing.T) {
	for _, tt := range []struct {
		kind  model.EventKind
		actor string
		at    int
		want  bool
	}{
		{model.EventEdited, "coder", 2, true},
		{model.EventEdited, "anna", 1, false},
		{model.EventCommented, "anna", 2, true},
		{model.EventCommented, "", 2, true},
		{model.EventCommented, "coder", 2, false},
		{model.EventCommented, "host:1", 2, false},
		{model.EventUnblocked, "anna", 2, false},
	} {
		c := stuck("t", "w")
		c.Events = []model.Event{{Kind: tt.kind, Actor: tt.actor, At: atMinute(tt.at)}}
		if got := changedSince(&c, atMinute(1)); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}
