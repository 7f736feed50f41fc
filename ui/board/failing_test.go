package board

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/memory"
)

// brokenWatch is a watcher that cannot watch anything else.
type brokenWatch struct {
	fakeWatch
	err error
}

func (w brokenWatch) Set([]watch.Target) error { return w.err }

// TestWatchThatFails: a source that cannot be watched is late, and is tried again until
// it can.
func TestWatchThatFails(t *testing.T) {
	for _, begun := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			src, broken := newFake("/q"), errors.New("no more watches")
			var tries atomic.Int64
			src.set(caseOf("a", "active"))
			b := prepare(t, Options{}, feedOf(src))
			b.newWatch = func([]watch.Target, watch.Options) (watcher, error) {
				if tries.Add(1) < 3 && !begun {
					return nil, broken
				}
				return brokenWatch{fakeWatch{c: src.signals}, broken}, nil
			}
			b.start(t)
			if !begun {
				if st := b.settle(200 * time.Millisecond).Sources[0]; !errors.Is(st.Err, broken) || tries.Load() != 1 {
					t.Errorf("tried %d times, status %+v", tries.Load(), st)
				}
			}
			if s := b.settle(2 * second); s.Sources[0].Late() || s.Counts[model.StateActive] != 1 {
				t.Errorf("tried %d times, status %+v", tries.Load(), s.Sources[0])
			}
			src.change(func() { src.targets = []watch.Target{{Path: "/q2"}} })
			src.signal()
			if st := b.settle(2 * second).Sources[0]; !errors.Is(st.Err, broken) {
				t.Errorf("other targets: status %+v", st)
			}
		})
	}
}

// TestFolderThatCannotBeWatched: both that the queue is not there and that its folder
// cannot be watched is told.
func TestFolderThatCannotBeWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := prepare(t, Options{Poll: true}, Feed{Path: "/later/x/../q", Open: noQueue})
		var asked []string
		b.newWatch = func(targets []watch.Target, o watch.Options) (watcher, error) {
			asked = append(asked, fmt.Sprint(targets[0].Path, " ", o.ForcePoll))
			return nil, errors.New("no more watches")
		}
		b.start(t)
		st := b.settle(100 * time.Millisecond).Sources[0]
		if !st.Late() || st.Err.Error() != "no such file; no more watches" || !slices.Equal(asked, []string{"/later true"}) {
			t.Errorf("status %+v, watched %q", st, asked)
		}
	})
}

// TestSignalsWhileASourceFails: however often its files are written, a source that cannot be read is
// not tried all the time; it is soon after it can be read again.
func TestSignalsWhileASourceFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(caseOf("a", "active"))
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		src.fail("Refresh", errors.New("it is locked"))
		before := src.count("Refresh")
		for range 1000 {
			src.signal()
			time.Sleep(10 * time.Millisecond)
		}
		if tries := src.count("Refresh") - before; tries < 30 || tries > 42 {
			t.Errorf("it was tried %d times in 10 s", tries)
		}
		src.fail("Refresh", nil)
		if st := b.settle(backoffMin).Sources[0]; st.Late() {
			t.Errorf("status %+v", st)
		}
	})
}

// noQueue fails to open a queue.
func noQueue(context.Context) (source.Adapter, source.Source, error) {
	return source.Adapter{}, nil, errors.New("no such file")
}

// retrying is a folder of logs in which looking for tasks fails.
type retrying struct {
	*fakeLogs
	err error
}

func (r *retrying) Retry(ctx context.Context) error {
	r.mu.Lock()
	err := r.err
	r.mu.Unlock()
	if err != nil {
		r.retries.Add(1)
		return err
	}
	return r.fakeLogs.Retry(ctx)
}

// TestLogsThatCannotLookAgain: they look again soon, although no other task comes.
func TestLogsThatCannotLookAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		logs := &retrying{newFakeLogs(map[string]string{"a": "I gave up"}), errors.New("the disk is gone")}
		b := prepare(t, Options{}, feedOf(src), Feed{Adapter: fakeAdapter, Source: logs, Logs: true})
		logs.resolve = b.Resolve
		b.start(t)
		b.settle(second)
		src.set(caseOf("a", "active"))
		src.signal()
		if s := b.settle(100 * time.Millisecond); !errors.Is(s.Sources[1].Err, logs.err) || s.Sources[0].Late() {
			t.Errorf("status %+v", s.Sources)
		}
		b.settle(10 * second)
		if logs.retries.Load() < 2 || logs.retries.Load() > 22 {
			t.Errorf("they looked %d times in 10 s", logs.retries.Load())
		}
		logs.change(func() { logs.err = nil })
		s := b.settle(3 * second)
		if r, ok := s.Get(model.Ref{Queue: "/q", ID: "a"}); !ok || r.Headline != "I gave up" || s.Sources[1].Late() {
			t.Errorf("%+v, status %+v", r, s.Sources[1])
		}
	})
}

// TestMarksOnFindings: the newest mark that holds for a finding counts, whatever was
// said of others and of other tasks.
func TestMarksOnFindings(t *testing.T) {
	var m marks
	ref := model.Ref{Queue: "/q", ID: "a"}
	finding := func(rule string) *model.Finding {
		return &model.Finding{Rule: rule, Severity: model.SeverityError, Count: 1, Evidence: []model.Evidence{{Where: "x", Quote: rule}}}
	}
	if m.dismissed(ref) != nil {
		t.Error("a task without marks is asked about")
	}
	say := func(rule string, right bool, reason string) {
		m.add(ref, memory.NewMark(finding(rule), right, reason, epoch))
	}
	say("one", false, "it quotes")
	say("two", false, "")
	say("three", true, "")
	check := func(want ...string) {
		t.Helper()
		findings := []model.Finding{*finding("one"), *finding("two"), *finding("three"), *finding("four")}
		right := m.right(ref, findings)
		m.dismiss(ref, findings)
		for i, f := range findings {
			got := f.Dismissed
			if right[i] {
				got = "right"
			}
			if got != want[i] || f.Counts() != (f.Dismissed == "") {
				t.Errorf("%s is %q, counts %v, want %q", f.Rule, got, f.Counts(), want[i])
			}
		}
	}
	check("it quotes", "no reason given", "right", "")
	say("one", true, "")
	say("three", false, "no")
	check("right", "no reason given", "no", "")
	other := []model.Finding{*finding("one")}
	if m.dismiss(model.Ref{Queue: "/q", ID: "b"}, other); !other[0].Counts() || m.right(model.Ref{Queue: "/r", ID: "a"}, other)[0] {
		t.Error("a mark holds for another task")
	}
}

// TestMarkThatCannotBeKept: nothing is dismissed then.
func TestMarkThatCannotBeKept(t *testing.T) {
	store := memory.Open(filepath.Join(t.TempDir(), "memory.db"))
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	src := newFake("/q")
	src.set(suspect("a", "I could not."))
	b := prepare(t, Options{Memory: store}, feedOf(src))
	d, err := b.History(t.Context(), model.Ref{Queue: "/q", ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Mark(t.Context(), d.Row.Ref(), &d.Row.Findings[0], false, "no"); err == nil {
		t.Error("a mark that is not kept is no error")
	}
	if d, err := b.History(t.Context(), d.Row.Ref()); err != nil || !d.Row.Findings[0].Counts() {
		t.Errorf("the finding is dismissed: %+v, %v", d.Row, err)
	}
}

// TestResetsWhileListing: a reset during a listing begins it again three times; then it
// is read to its end, and once more behind it.
func TestResetsWhileListing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 30 {
			src.set(caseOf(fmt.Sprintf("t%02d", i), "queued"))
		}
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		var pages []int
		resets := 0
		src.change(func() {
			src.perPage, src.reset = 10, true
			before := src.calls["List"]
			src.paged = func(page int) {
				pages = append(pages, page-before)
				if resets++; resets <= 5 {
					src.reset = true
				}
			}
		})
		src.signal()
		for range 12 {
			src.signal()
			b.settle(second)
		}
		s := b.Snapshot()
		if s.Counts[model.StateQueued] != 30 || s.Loading() || s.Sources[0].Listed != 30 {
			t.Errorf("counts %v, status %+v", s.Counts, s.Sources[0])
		}
		if n := len(pages); n < 6 || n > 12 {
			t.Errorf("%d pages were read for 5 resets", n)
		}
	})
}

// brokenTargets is a source that cannot say what is to be watched.
type brokenTargets struct{ *fake }

func (brokenTargets) Targets() []watch.Target { panic("no targets") }

// TestTargetsThatCannotBeTold: the source is late and shown all the same.
func TestTargetsThatCannotBeTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := brokenTargets{newFake("/q")}
		src.set(caseOf("a", "active"))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		s := b.settle(10 * second)
		if st := s.Sources[0]; !st.Late() || st.Err.Error() != "reading it failed inside notdone: no targets" {
			t.Errorf("status %+v", st)
		}
		if s.Counts[model.StateActive] != 1 || len(b.sets) != 0 || src.count("Refresh") > 10 {
			t.Errorf("counts %v, watched %v, read %d times", s.Counts, b.sets, src.count("Refresh"))
		}
	})
}

// TestATaskOnWhichNotdoneFails: it is shown as the queue says, with a finding, and the others are judged.
func TestATaskOnWhichNotdoneFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(caseOf("a", "active"))
		src.set(caseOf("b", "queued"))
		adapter := fakeAdapter
		adapter.Actions = func(c *model.Case, _ *model.Verdict) []model.Action {
			if c.Task.ID == "a" {
				panic("no actions")
			}
			return nil
		}
		b := follow(t, Options{}, Feed{Adapter: adapter, Source: src})
		s := b.settle(10 * second)
		if st := s.Sources[0]; st.Late() || s.Counts[model.StateActive] != 1 || s.Counts[model.StateQueued] != 1 {
			t.Fatalf("counts %v, status %+v", s.Counts, st)
		}
		r, _ := s.Get(model.Ref{Queue: "/q", ID: "a"})
		if r == nil || len(r.Findings) != 1 || r.Findings[0].Severity != model.SeverityWarning || r.Findings[0].Evidence[0].Quote != "no actions" {
			t.Errorf("%+v", r)
		}
	})
}
