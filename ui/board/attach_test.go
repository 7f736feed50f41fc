package board

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// fakeLogs is a folder of logs in which each log is named after its task.
type fakeLogs struct {
	*fake
	resolve  func(ctx context.Context, name string) (model.Ref, bool)
	says     map[string]string // what the log of a task says last
	attached map[model.Ref]string
	fresh    []model.Ref
	retries  atomic.Int64
	reads    atomic.Int64 // of attachments
	until    time.Time    // from then on nothing is being written
}

func (f *fakeLogs) Retry(ctx context.Context) error {
	f.retries.Add(1)
	return f.look(ctx)
}

func (f *fakeLogs) look(ctx context.Context) error {
	f.mu.Lock()
	says := maps.Clone(f.says)
	f.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(says)) {
		text := says[name]
		if ref, ok := f.resolve(ctx, name); ok && f.attached[ref] != text {
			f.attached[ref] = text
			f.fresh = append(f.fresh, ref)
		}
	}
	return nil
}

func (f *fakeLogs) Refresh(ctx context.Context, changed watch.Signal) (source.Delta, error) {
	if err := f.look(ctx); err != nil {
		return source.Delta{}, err
	}
	return f.fake.Refresh(ctx, changed)
}

func (f *fakeLogs) TakeAttached() []model.Ref {
	fresh := f.fresh
	f.fresh = nil
	return fresh
}

func (f *fakeLogs) Attachments(ref model.Ref) ([]model.Ending, []model.LogRef) {
	f.reads.Add(1)
	text, ok := f.attached[ref]
	if !ok {
		return nil, nil
	}
	return []model.Ending{{Text: text, Open: time.Now().Before(f.until)}}, []model.LogRef{{Root: "/logs", Path: ref.ID + ".log"}}
}

func newFakeLogs(says map[string]string) *fakeLogs {
	return &fakeLogs{fake: newFake("/logs"), says: says, attached: map[model.Ref]string{}}
}

func TestLogsAreAttached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, logs := newFake("/q"), newFakeLogs(map[string]string{"a": "all is well", "b": "I gave up"})
		src.set(caseOf("a", "active"))
		b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: logs, Logs: true}, feedOf(src))
		logs.resolve = b.Resolve
		b.start(t)
		headline := func(id, want string) {
			t.Helper()
			r, ok := b.settle(second).Get(model.Ref{Queue: "/q", ID: id})
			if !ok || r.Headline != want || len(r.Logs) != 1 || r.Logs[0].Path != id+".log" {
				t.Errorf("%s is %+v, want %q", id, r, want)
			}
		}
		headline("a", "all is well")

		logs.change(func() { logs.says["a"] = "no, it is not" }) // the log goes on
		logs.signal()
		headline("a", "no, it is not")

		refreshed := logs.count("Refresh")
		src.set(caseOf("b", "active")) // its log was there before
		src.signal()
		headline("b", "I gave up")
		if logs.count("Refresh") == refreshed {
			t.Error("what became of a log that was attached late was not asked for")
		}

		before := logs.retries.Load()
		for i := range 100 {
			src.set(caseOf(string(rune('c'+i)), "active"))
			src.signal()
			time.Sleep(10 * time.Millisecond)
		}
		if b.settle(second); logs.retries.Load()-before > 5 {
			t.Errorf("%d tasks that came in a second made it look %d times", 100, logs.retries.Load()-before)
		}
	})
}

func TestLogThatIsNotWrittenAnyMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, logs := newFake("/q"), newFakeLogs(map[string]string{"a": "working"})
		logs.until = time.Now().Add(time.Minute)
		src.set(caseOf("a", "active"))
		b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: logs, Logs: true}, feedOf(src))
		logs.resolve = b.Resolve
		b.start(t)
		b.settle(second)
		reads := logs.reads.Load()
		b.settle(30 * second)
		if n := logs.reads.Load() - reads; n == 0 || n > int64(30*second/aliveWindow) {
			t.Errorf("in half a minute a log that is being written is read %d times", n)
		}
		before := src.count("Get")
		b.settle(time.Minute)
		if got := src.count("Get") - before; got != 1 {
			t.Errorf("after its log fell silent the task was read again %d times", got)
		}
		reads = logs.reads.Load()
		b.settle(time.Hour)
		if got := src.count("Get") - before; got != 1 || logs.reads.Load() != reads {
			t.Errorf("an hour later the task was read again %d times, its log %d times", got, logs.reads.Load()-reads)
		}
	})
}

func TestResolve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := newFake("/x"), newFake("/y")
		x.set(caseOf("one", "done"))
		x.set(caseOf("two", "done"))
		y.set(caseOf("two", "done"))
		b := follow(t, Options{}, feedOf(x), feedOf(y))
		b.settle(second)
		if ref, ok := b.Resolve(t.Context(), "one"); !ok || ref != (model.Ref{Queue: "/x", ID: "one"}) {
			t.Errorf("one is %v, %v", ref, ok)
		}
		for _, name := range []string{"two", "three"} {
			if ref, ok := b.Resolve(t.Context(), name); ok {
				t.Errorf("%s is %v", name, ref)
			}
		}
	})
}

// TestLogsOfNoTaskDoNotBusyTheBoard: however long it takes to look for the tasks
// of all logs, new tasks do not make it the only thing that is done.
func TestLogsOfNoTaskDoNotBusyTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, logs := newFake("/q"), newFakeLogs(map[string]string{"nobody": "hello"})
		b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: logs, Logs: true}, feedOf(src))
		logs.resolve = func(context.Context, string) (model.Ref, bool) {
			time.Sleep(2 * second)
			return model.Ref{}, false
		}
		b.start(t)
		b.settle(10 * second)
		before := logs.retries.Load()
		for i := range 600 {
			src.set(caseOf(fmt.Sprint("new", i), "active"))
			src.signal()
			b.settle(second)
		}
		if n := logs.retries.Load() - before; n == 0 || n > 20 {
			t.Errorf("in ten minutes all logs were looked through %d times", n)
		}
	})
}

// TestAttached: what logs say is news once, and a log that the owner names is not
// listed twice.
func TestAttached(t *testing.T) {
	ref := model.Ref{Queue: "/q", ID: "a"}
	known, other := model.LogRef{Root: "/logs", Path: "a.log"}, model.LogRef{Root: "/logs", Path: "b.log"}
	said := attachment{from: &feed{}, endings: []model.Ending{{Text: "I gave up"}}, logs: []model.LogRef{known, other}}
	var a attached
	if !a.set(ref, said) || a.set(ref, said) {
		t.Error("the same is news twice, or not once")
	}
	c := model.Case{Task: model.Task{Queue: ref.Queue, ID: ref.ID, Logs: []model.LogRef{known}}}
	a.addTo(&c)
	if !slices.Equal(c.Task.Logs, []model.LogRef{known, other}) || len(c.Facts.Endings) != 1 {
		t.Errorf("logs %v, endings %v", c.Task.Logs, c.Facts.Endings)
	}
	if !a.set(ref, attachment{from: said.from}) || len(a.of) != 0 {
		t.Errorf("what is said no longer is kept: %v", a.of)
	}
}
