package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
)

// TestWhatIsSaidOfFailures: what an operator reads when something cannot be done.
func TestWhatIsSaidOfFailures(t *testing.T) {
	ref := model.Ref{Queue: "/q", ID: "t"}
	nowhere := model.Ref{Queue: "/nowhere", ID: "t"}
	gone := errors.New("the disk is gone")
	for _, tt := range []struct {
		name string
		fail string // the method of the source that fails
		do   func(ctx context.Context, b *bench) error
		want string
		is   error
	}{
		{"a plan of no queue", "", func(ctx context.Context, b *bench) error {
			_, err := b.Plan(ctx, nowhere, source.Request{})
			return err
		}, "t: no such task", source.ErrNotFound},
		{"a plan of no task", "", func(ctx context.Context, b *bench) error {
			_, err := b.Plan(ctx, model.Ref{Queue: "/q", ID: "none"}, source.Request{})
			return err
		}, "none: no such task", source.ErrNotFound},
		{"a plan that cannot be read", "Get", func(ctx context.Context, b *bench) error {
			_, err := b.Plan(ctx, ref, source.Request{})
			return err
		}, "the disk is gone", gone},
		{"an undo of no queue", "", func(ctx context.Context, b *bench) error {
			_, err := b.PlanUndo(ctx, source.Record{Task: nowhere}, "op")
			return err
		}, "/nowhere: the queue is not open here: no such task", source.ErrNotFound},
		{"a refused plan", "", func(ctx context.Context, b *bench) error {
			_, err := b.Do(ctx, &fakeJournal{}, Planned{Plan: source.Plan{Task: ref, Refused: "it runs", Missing: "a worker"}})
			return err
		}, "refused: it runs", nil},
		{"a plan that misses something", "", func(ctx context.Context, b *bench) error {
			_, err := b.Do(ctx, &fakeJournal{}, Planned{Plan: source.Plan{Task: ref, Missing: "say why"}})
			return err
		}, "refused: say why", nil},
		{"doing something in no queue", "", func(ctx context.Context, b *bench) error {
			_, err := b.Do(ctx, &fakeJournal{}, Planned{Plan: source.Plan{Task: nowhere}})
			return err
		}, "t: no such task", source.ErrNotFound},
		{"doing something where nothing can act", "", func(ctx context.Context, b *bench) error {
			_, err := b.Do(ctx, &fakeJournal{}, Planned{Plan: source.Plan{Task: model.Ref{Queue: "/mute", ID: "t"}}})
			return err
		}, "fake: not supported by this source", source.ErrUnsupported},
		{"doing something in a queue that is not open", "", func(ctx context.Context, b *bench) error {
			_, err := b.Do(ctx, &fakeJournal{}, Planned{Plan: source.Plan{Task: model.Ref{Queue: "/late", ID: "t"}}})
			return err
		}, "not open yet", errNotOpen},
		{"a history of no queue", "", func(ctx context.Context, b *bench) error {
			_, err := b.History(ctx, nowhere)
			return err
		}, "t: no such task", source.ErrNotFound},
		{"a history that cannot be read", "History", func(ctx context.Context, b *bench) error {
			_, err := b.History(ctx, ref)
			return err
		}, "the disk is gone", gone},
		{"tasks of no queue", "", func(ctx context.Context, b *bench) error {
			_, err := b.JudgeTasks(ctx, "/nowhere", []string{"t"})
			return err
		}, "/nowhere: the queue is not open here: no such task", source.ErrNotFound},
		{"tasks that cannot be read", "Get", func(ctx context.Context, b *bench) error {
			_, err := b.JudgeTasks(ctx, "/q", []string{"t"})
			return err
		}, "/q: the disk is gone", gone},
		{"a scan that cannot be read", "List", func(ctx context.Context, b *bench) error {
			return b.Scan(ctx, func(*model.Row) error { return nil })
		}, "/q: the disk is gone\n/late: not open yet", gone},
		{"a mark without a memory", "", func(ctx context.Context, b *bench) error {
			return b.Mark(ctx, ref, &model.Finding{}, false, "")
		}, "the mark is not kept: nothing is remembered here", errNoMemory},
		{"a name that cannot be looked for", "Get", func(ctx context.Context, b *bench) error {
			_, err := b.Find(ctx, "t2")
			return err
		}, "the disk is gone", gone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := &fakeActor{fake: newFake("/q")}
			src.set(caseOf("t", "blocked"))
			if tt.fail != "" {
				src.fail(tt.fail, gone)
			}
			b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src}, feedOf(newFake("/mute")), Feed{Path: "/late"})
			err := tt.do(t.Context(), b)
			if err == nil || err.Error() != tt.want || tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("the error is %q, want %q", err, tt.want)
			}
		})
	}
}

// settling is a journal that says of each queue what became of it.
type settling struct {
	fakeJournal
	fails map[string]error
}

func (j *settling) Settle(_ context.Context, a source.Actor, queue string) ([]journal.Entry, error) {
	return []journal.Entry{{Path: queue, Outcome: journal.Applied, Record: source.Record{Title: a.Describe().Path}}}, j.fails[queue]
}

// TestSettleGoesOn: all queues are settled, what was found is returned also of one
// that fails, and the error names it.
func TestSettleGoesOn(t *testing.T) {
	var feeds []Feed
	for _, queue := range []string{"/a", "/b", "/c"} {
		feeds = append(feeds, Feed{Adapter: fakeAdapter, Source: &fakeActor{fake: newFake(queue)}})
	}
	b := prepare(t, Options{}, append(feeds, feedOf(newFake("/mute")), Feed{Path: "/late"})...)
	locked := errors.New("it is locked")
	found, err := b.Settle(t.Context(), &settling{fails: map[string]error{"/a": locked, "/b": locked}})
	var paths []string
	for _, e := range found {
		paths = append(paths, e.Path+" of "+e.Title)
	}
	if diff := cmp.Diff([]string{"/a of /a", "/b of /b", "/c of /c"}, paths); diff != "" {
		t.Error(diff)
	}
	if err == nil || err.Error() != "/a: it is locked\n/b: it is locked" || !errors.Is(err, locked) {
		t.Errorf("the error is %q", err)
	}
}

// TestABrokenActorSaysSo: a panic is told as what it is, and the task is read again.
func TestABrokenActorSaysSo(t *testing.T) {
	src := &fakeActor{fake: newFake("/q"), broken: true}
	src.set(caseOf("t", "blocked"))
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
	_, err := b.Do(t.Context(), &fakeJournal{}, planned(t, b))
	if err == nil || !errors.Is(err, source.ErrInDoubt) || !strings.HasSuffix(err.Error(), "it failed inside notdone: it is broken") {
		t.Errorf("the error is %v", err)
	}
	if f := b.feeds[0]; !f.acted.Load() || !slices.Equal(f.requests.takeTasks(5), []string{"t"}) {
		t.Error("the task is not read again")
	}
}

// TestUnspeakable: each text that goes into a queue is looked at.
func TestUnspeakable(t *testing.T) {
	for _, tt := range []struct {
		of   func(r *source.Request) *string
		what string
	}{
		{func(r *source.Request) *string { return &r.Answer }, "answer"},
		{func(r *source.Request) *string { return &r.Reason }, "reason"},
		{func(r *source.Request) *string { return &r.Actor }, "name that signs"},
	} {
		for text, want := range map[string]string{
			"yes, ü":  "",
			"a\xffb":  "the " + tt.what + " is not valid UTF-8, which its owner could not read",
			"a\x00b":  "the " + tt.what + " has a NUL in it, at which its owner would stop reading",
			"a\ufffd": "",
		} {
			var r source.Request
			*tt.of(&r) = text
			if got := unspeakable(r); got != want {
				t.Errorf("%s %q: %q, want %q", tt.what, text, got, want)
			}
		}
	}
}

// TestPlansAreWhole: what the source leaves empty of a plan is what the board knows.
func TestPlansAreWhole(t *testing.T) {
	src := &fakeActor{fake: newFake("/q")}
	src.set(caseOf("queued", "queued"))
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src}, feedOf(newFake("/mute")))
	request := source.Request{Action: model.ActionUnblock, Reason: "why", Actor: "op"}
	p, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: "queued"}, request)
	request.Task = "queued"
	want := source.Plan{
		Task: model.Ref{Queue: "/q", ID: "queued"}, Action: model.ActionUnblock, Was: "queued", TakesAnswer: true,
		Refused: "it is queued already", Request: request,
	}
	if diff := cmp.Diff(want, p.Plan); err != nil || diff != "" || p.Title != "task queued" {
		t.Errorf("%v, %q, (-want +got):\n%s", err, p.Title, diff)
	}
	r := source.Record{ID: "7", Task: model.Ref{Queue: "/mute", ID: "x"}, Title: "the title", Request: source.Request{Action: model.ActionHold}}
	p, err = b.PlanUndo(t.Context(), r, "op")
	want = source.Plan{Task: r.Task, Action: model.ActionHold, Refused: "fake can only be read"}
	if diff := cmp.Diff(want, p.Plan); err != nil || diff != "" || p.Undoes() != "7" || p.Title != "the title" {
		t.Errorf("%v, undoes %q, (-want +got):\n%s", err, p.Undoes(), diff)
	}
}

// TestWarningHasBounds: ends of attempts and pages of other tasks are counted up to a
// bound, whoever else met the obstacle.
func TestWarningHasBounds(t *testing.T) {
	for _, tt := range []struct {
		runs, events, want int
	}{{1, 1, 0}, {2, 1, 2}, {1, 2, 2}, {49, 3, 49}, {50, 3, 50}, {51, 3, 50}, {3, 50, 50}, {3, 51, 50}} {
		c := stuck("t", "")
		for i := range tt.runs {
			r := model.Run{ID: fmt.Sprint(i), Ended: atMinute(i)}
			if r.Output = noVault; i%2 == 1 {
				r.Output, r.Error = "", noVault
			}
			c.Runs = append(c.Runs, r)
		}
		for i := range tt.events {
			c.Events = append(c.Events, model.Event{Kind: model.EventFailed, At: atMinute(i), Note: noVault})
		}
		warns(t, tt.want, model.ActionRetry, c)
	}
	for _, others := range []int{8, 9, 10, 11} {
		all := []model.Case{stuck("a", "renew", model.EventBlocked)}
		for i := range others {
			all = append(all, stuck(fmt.Sprintf("b%02d", i), "renew", model.EventBlocked))
		}
		warns(t, min(1+others, wishPages), model.ActionUnblock, all...)
	}
}

// warns checks that a plan for the first of the tasks, each of which is a page, warns
// of so many meetings; 0: of none.
func warns(t *testing.T, times int, action model.ActionName, cases ...model.Case) {
	t.Helper()
	src := &fakeActor{fake: newFake("/q")}
	for _, c := range cases {
		src.set(c)
	}
	src.perPage = 1
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
	want := ""
	if times > 0 {
		want = fmt.Sprintf("same obstacle %d times, nothing changed since", times)
	}
	p, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: cases[0].Task.ID}, source.Request{Action: action})
	if err != nil || p.Warning != want {
		t.Errorf("%d tasks, %d runs, %d events, %s: %q, %v, want %q",
			len(cases), len(cases[0].Runs), len(cases[0].Events), action, p.Warning, err, want)
	}
}

// TestWarningOfActionsAndEvents: which actions send a task back, and which events end
// an attempt.
func TestWarningOfActionsAndEvents(t *testing.T) {
	for action, back := range map[model.ActionName]int{
		model.ActionUnblock: 2, model.ActionRequeue: 2, model.ActionResume: 2, model.ActionRevive: 2,
		model.ActionRunNow: 2, model.ActionRetry: 2, model.ActionReclaim: 0, model.ActionBlock: 0,
		model.ActionCancel: 0, model.ActionHold: 0, model.ActionResetStep: 0, model.ActionMessage: 0,
	} {
		warns(t, back, action, stuck("t", "", model.EventBlocked, model.EventUnblocked, model.EventBlocked))
	}
	ends := []model.EventKind{model.EventBlocked, model.EventBlockLoop, model.EventFinished, model.EventFailed, model.EventGaveUp}
	for kind := range model.EventKind(40) {
		c := stuck("t", "")
		for i := range 2 {
			c.Events = append(c.Events, model.Event{Kind: kind, At: atMinute(i), Note: noVault})
		}
		c.Facts.BlockedAt = atMinute(5)
		times := 0
		if slices.Contains(ends, kind) {
			times = 2
		}
		warns(t, times, model.ActionUnblock, c)
	}
	later := stuck("t", "", model.EventBlocked, model.EventUnblocked, model.EventBlocked, model.EventEdited)
	later.Facts.BlockedAt = atMinute(9) // after the edit
	warns(t, 2, model.ActionUnblock, later)
	finished := stuck("t", "renew")
	finished.Task.Finished = atMinute(1)
	warns(t, 2, model.ActionUnblock, finished, stuck("u", "renew"), stuck("v", "another wish"))
	warns(t, 0, model.ActionUnblock, stuck("t", "renew"), stuck("u", "renew")) // no time is known
	met := []model.EventKind{model.EventBlocked, model.EventUnblocked, model.EventBlocked}
	refused := stuck("t", "", met...)
	refused.Task.Recorded = "queued"
	warns(t, 0, model.ActionUnblock, refused)
	free := stuck("t", "", met...)
	free.Native = nil // no obstacle is known
	warns(t, 0, model.ActionUnblock, free)
}

// TestWarningThatCannotBeWorkedOut: a plan is not shown without its warning.
func TestWarningThatCannotBeWorkedOut(t *testing.T) {
	src := &fakeActor{fake: newFake("/q")}
	src.set(stuck("t", "renew", model.EventBlocked))
	gone := errors.New("the disk is gone")
	src.fail("List", gone)
	b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
	if _, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: "t"}, source.Request{Action: model.ActionUnblock}); !errors.Is(err, gone) {
		t.Errorf("the error is %v", err)
	}
}
