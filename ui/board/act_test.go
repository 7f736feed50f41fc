package board

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
)

// fakeActor is a source that an action makes "queued", unless somebody changed
// the task since it was planned.
type fakeActor struct {
	*fake
	noAnswer bool
	broken   bool // Apply panics
}

func (f *fakeActor) Plan(_ context.Context, r source.Request) (source.Plan, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := f.cases[r.Task]
	p := source.Plan{Action: r.Action, Was: c.Task.Recorded, TakesAnswer: !f.noAnswer}
	if c.Task.Recorded == "queued" {
		p.Refused = "it is queued already"
		return p, nil
	}
	p.Native, p.Now, p.Undo = c.Task.Recorded, "queued", "until a worker claims it"
	return p, nil
}

func (f *fakeActor) PlanUndo(_ context.Context, r source.Record, actor string) (source.Plan, error) {
	return source.Plan{Action: r.Request.Action, Was: r.Now, Now: r.Was, Native: r.Now, Request: source.Request{Task: r.Task.ID, Actor: actor}}, nil
}

func (f *fakeActor) Apply(_ context.Context, p source.Plan, intent func([]source.Image) error) error {
	if f.broken {
		panic("it is broken")
	}
	f.mu.Lock()
	c := f.cases[p.Task.ID]
	f.mu.Unlock()
	if c.Task.Recorded != p.Native {
		return &source.Changed{Was: p.Was, Now: c.Task.Recorded}
	}
	if err := intent(nil); err != nil {
		return err
	}
	c.Task.Recorded = p.Now
	f.set(c)
	return nil
}

func (f *fakeActor) Current(_ context.Context, images []source.Image) ([]source.Image, error) {
	return images, nil
}

// fakeJournal keeps records in memory.
type fakeJournal struct{ records []source.Record }

func (j *fakeJournal) Do(ctx context.Context, a source.Actor, p source.Plan, title, undoes string) (source.Record, error) {
	r := source.Record{ID: string(rune('a' + len(j.records))), Task: p.Task, Request: p.Request, Title: title, Was: p.Was, Now: p.Now, Undoes: undoes}
	if err := a.Apply(ctx, p, func([]source.Image) error { return nil }); err != nil {
		return source.Record{}, err
	}
	j.records = append(j.records, r)
	return r, nil
}

// Settle says which queue it was asked about.
func (j *fakeJournal) Settle(_ context.Context, _ source.Actor, queue string) ([]journal.Entry, error) {
	return []journal.Entry{{Path: queue, Outcome: journal.Applied}}, nil
}

// recorded is what the board shows of a task.
func recorded(t *testing.T, s *Snapshot, id string) string {
	t.Helper()
	r, ok := s.Get(model.Ref{Queue: "/q", ID: id})
	if !ok {
		t.Fatalf("%s is not listed", id)
	}
	return r.Recorded
}

func TestDoAndUndo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &fakeActor{fake: newFake("/q")}
		src.set(caseOf("t", "blocked"))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(second)
		j, ref := &fakeJournal{}, model.Ref{Queue: "/q", ID: "t"}
		p, err := b.Plan(t.Context(), ref, source.Request{Action: model.ActionUnblock, Answer: "yes", Actor: "op"})
		if err != nil {
			t.Fatal(err)
		}
		if p.Task != ref || p.Title != "task t" || p.Request.Task != "t" || p.Request.Answer != "yes" || p.Undoes() != "" {
			t.Errorf("the plan is %+v", p)
		}
		done, err := b.Do(t.Context(), j, p)
		if err != nil {
			t.Fatal(err)
		}
		// No notification tells of it: the board looks by itself.
		if got := recorded(t, b.settle(second), "t"); got != "queued" {
			t.Errorf("the board shows %q", got)
		}
		if p, err = b.PlanUndo(t.Context(), done, "op"); err != nil {
			t.Fatal(err)
		}
		if _, err = b.Do(t.Context(), j, p); err != nil {
			t.Fatal(err)
		}
		if got := recorded(t, b.settle(second), "t"); got != "blocked" {
			t.Errorf("after the undo the board shows %q", got)
		}
		want := []source.Record{
			{ID: "a", Task: ref, Title: "task t", Was: "blocked", Now: "queued", Request: source.Request{Task: "t", Action: model.ActionUnblock, Answer: "yes", Actor: "op"}},
			{ID: "b", Task: ref, Title: "task t", Was: "queued", Now: "blocked", Undoes: "a", Request: source.Request{Task: "t", Actor: "op"}},
		}
		if diff := cmp.Diff(want, j.records); diff != "" {
			t.Errorf("journal (-want +got):\n%s", diff)
		}
	})
}

func TestChangedUnderYou(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &fakeActor{fake: newFake("/q")}
		src.set(caseOf("t", "blocked"))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(second)
		p, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: "t"}, source.Request{Action: model.ActionUnblock})
		if err != nil {
			t.Fatal(err)
		}
		src.set(caseOf("t", "active"))
		_, err = b.Do(t.Context(), &fakeJournal{}, p)
		if !errors.Is(err, source.ErrChanged) || err.Error() != "changed under you: was blocked, now active" {
			t.Errorf("the error is %v", err)
		}
		if got := recorded(t, b.settle(second), "t"); got != "active" {
			t.Errorf("the board shows %q", got)
		}
	})
}

// A task that is read only in a source that has no list of actions says why nothing is possible.
func TestReadOnlyTasksSayWhy(t *testing.T) {
	actor := &fakeActor{fake: newFake("/q")}
	c := caseOf("t", "queued")
	c.ReadOnly = "nobody answers here"
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: actor})
	want := []model.Action{{Name: model.ActionUnblock, Reason: c.ReadOnly}, {Name: model.ActionRequeue, Reason: c.ReadOnly}}
	if r := b.feeds[0].judgeCase(t.Context(), &c, epoch); !slices.Equal(r.Actions, want) {
		t.Errorf("%+v", r.Actions)
	}
	free := caseOf("free", "queued")
	if r := b.feeds[0].judgeCase(t.Context(), &free, epoch); len(r.Actions) > 0 {
		t.Errorf("another one: %+v", r.Actions)
	}
}

func TestRefusals(t *testing.T) {
	actor := &fakeActor{fake: newFake("/q"), noAnswer: true}
	actor.set(caseOf("t", "blocked"))
	actor.set(caseOf("ready", "queued"))
	mute := newFake("/mute")
	mute.set(caseOf("t", "blocked"))
	logs := newFake("/logs")
	logs.set(caseOf("t", "blocked"))
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: actor}, feedOf(mute), Feed{Adapter: source.Adapter{Kind: "log", State: recordedState, ReadOnly: "nobody queues it"}, Source: logs, Logs: true})
	for i, want := range []string{"", "fake can only be read", "log can only be read: nobody queues it"} {
		if got := b.Snapshot().Sources[i].Unable; got != want {
			t.Errorf("source %d: unable %q, want %q", i, got, want)
		}
	}
	cases := []struct {
		name, queue, id, answer, refused string
	}{
		{"the source refuses", "/q", "ready", "", "it is queued already"},
		{"no place for an answer", "/q", "t", "yes", "its owner has no place for an answer to the agent here; it can go into the reason"},
		{"an answer that is no text", "/q", "t", "\xff\xfe", "the answer is not valid UTF-8, which its owner could not read"},
		{"an answer with a NUL", "/q", "t", "a\x00b", "the answer has a NUL in it, at which its owner would stop reading"},
		{"no actor", "/mute", "t", "", "fake can only be read"},
		{"a log", "/logs", "t", "", "log can only be read: nobody queues it"},
		{"nothing speaks against it", "/q", "t", "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ref := model.Ref{Queue: c.queue, ID: c.id}
			p, err := b.Plan(t.Context(), ref, source.Request{Action: model.ActionUnblock, Answer: c.answer})
			if err != nil || p.Refused != c.refused || p.Task != ref || p.Was == "" || p.Action != model.ActionUnblock {
				t.Fatalf("the plan is %+v, %v", p, err)
			}
			if c.refused == "" {
				return
			}
			if p.Now != "" || p.Native != nil {
				t.Errorf("a refused plan says more: %+v", p)
			}
			j := &fakeJournal{}
			if _, err := b.Do(t.Context(), j, p); err == nil || !strings.Contains(err.Error(), c.refused) || len(j.records) > 0 {
				t.Errorf("done all the same: %v, %v", j.records, err)
			}
		})
	}
	for _, ref := range []model.Ref{{Queue: "/q", ID: "nothing"}, {Queue: "/nowhere", ID: "t"}} {
		if _, err := b.Plan(t.Context(), ref, source.Request{}); !errors.Is(err, source.ErrNotFound) {
			t.Errorf("%v: %v", ref, err)
		}
	}
	if _, err := b.PlanUndo(t.Context(), source.Record{Task: model.Ref{Queue: "/nowhere", ID: "t"}}, ""); !errors.Is(err, source.ErrNotFound) {
		t.Errorf("undo elsewhere: %v", err)
	}
}

func TestBrokenActorIsInDoubt(t *testing.T) {
	src := &fakeActor{fake: newFake("/q"), broken: true}
	src.set(caseOf("t", "blocked"))
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
	p, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: "t"}, source.Request{Action: model.ActionUnblock})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Do(t.Context(), &fakeJournal{}, p); !errors.Is(err, source.ErrInDoubt) {
		t.Errorf("the error is %v", err)
	}
}

func TestSettle(t *testing.T) {
	actor := &fakeActor{fake: newFake("/q")}
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: actor}, feedOf(newFake("/mute")), Feed{Path: "/late"})
	found, err := b.Settle(t.Context(), &fakeJournal{})
	if err != nil || len(found) != 1 || found[0].Path != "/q" {
		t.Errorf("settled %+v, %v", found, err)
	}
}

func TestActionsOfRows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		actions := []model.Action{{Name: model.ActionUnblock, Allowed: true}, {Name: model.ActionRequeue, Reason: "it is not done"}}
		src := newFake("/q")
		src.set(caseOf("t", "blocked"))
		adapter := fakeAdapter
		adapter.Actions = func(c *model.Case, v *model.Verdict) []model.Action {
			if v.State == model.StateBlocked && c.Task.ID == "t" {
				return actions
			}
			return nil
		}
		b := follow(t, Options{}, Feed{Adapter: adapter, Source: src})
		r, _ := b.settle(second).Get(model.Ref{Queue: "/q", ID: "t"})
		if diff := cmp.Diff(actions, r.Actions); diff != "" {
			t.Error(diff)
		}
		before := b.Snapshot()
		src.set(caseOf("t", "blocked"))
		src.signal()
		if b.settle(second) != before {
			t.Error("the same actions are a change")
		}
		// What may be done can change while all else stays as it was.
		actions = []model.Action{{Name: model.ActionUnblock, Reason: "a worker has it"}}
		src.set(caseOf("t", "blocked"))
		src.signal()
		if r, _ := b.settle(second).Get(model.Ref{Queue: "/q", ID: "t"}); len(r.Actions) != 1 {
			t.Errorf("the actions are still %v", r.Actions)
		}
	})
}
