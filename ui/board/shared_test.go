package board

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify"
	"notdone/model"
	"notdone/ui/memory"
)

func blockedBy(id, wish, key string) model.Case {
	c := judged(id, func(time.Time) model.Verdict {
		return model.Verdict{State: model.StateBlocked, Obstacle: &model.Obstacle{Key: key, Text: "no " + key}}
	})
	c.Task.Wish = wish
	c.Task.Updated = epoch.Add(time.Duration(id[0]) * time.Second)
	return c
}

// found is what is found about a task, as "rule severity count: evidence".
func found(s *Snapshot, id string) []string {
	r, ok := s.Get(model.Ref{Queue: "/q", ID: id})
	if !ok {
		return []string{"not listed"}
	}
	var out []string
	for _, f := range r.Findings {
		var where []string
		for _, e := range f.Evidence {
			where = append(where, e.Where)
		}
		out = append(out, fmt.Sprintf("%s %v %d: %s", f.Rule, f.Severity, f.Count, strings.Join(where, ", ")))
	}
	return out
}

func TestTheSameObstacleInOtherWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(blockedBy("a", "report", "access:replica 2"))
		src.set(blockedBy("b", "report", "permission:replica 2"))
		src.set(blockedBy("c", "report", "unknown:replica 2"))
		src.set(blockedBy("d", "report", "network:replica 2"))
		src.set(blockedBy("e", "report", "access:replica 3"))
		s := follow(t, Options{}, feedOf(src)).settle(second)
		for id, want := range map[string][]string{
			"a": {"requeue-loop warning 3: c, b"}, "b": {"requeue-loop warning 3: c, a"}, "c": {"requeue-loop warning 3: b, a"}, "d": nil, "e": nil,
		} {
			if diff := cmp.Diff(want, found(s, id)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", id, diff)
			}
		}
	})
}

func TestRequeueLoopComesAndGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, other := newFake("/q"), newFake("/other")
		src.set(blockedBy("a", "report", "access:vault"))
		src.set(blockedBy("x", "another wish", "access:vault"))
		src.set(blockedBy("y", "report", "network:api"))
		b := follow(t, Options{}, feedOf(src), feedOf(other))
		s := b.settle(second)
		for _, id := range []string{"a", "x", "y"} {
			if got := found(s, id); got != nil {
				t.Errorf("alone, %s has %q", id, got)
			}
		}
		step := func(name string, want map[string][]string) {
			t.Helper()
			src.signal()
			other.signal()
			s := b.settle(second)
			for id, lines := range want {
				if diff := cmp.Diff(lines, found(s, id)); diff != "" {
					t.Errorf("%s: %s (-want +got):\n%s", name, id, diff)
				}
			}
		}
		src.set(blockedBy("b", "report", "access:vault"))
		step("two", map[string][]string{
			"a": {"requeue-loop warning 2: b"}, "b": {"requeue-loop warning 2: a"}, "x": nil, "y": nil,
		})
		other.set(blockedBy("c", "report", "access:vault"))
		src.set(blockedBy("d", "report", "access:vault"))
		src.set(blockedBy("e", "report", "access:vault"))
		step("five", map[string][]string{"a": {"requeue-loop error 5: q e, q d, other c, q b"}, "x": nil})
		src.remove("d")
		src.remove("e")
		other.remove("c")
		step("two again", map[string][]string{"a": {"requeue-loop warning 2: b"}})
		done := caseOf("b", "done")
		done.Task.Wish = "report"
		src.set(done)
		step("one succeeded", map[string][]string{"a": nil, "b": nil})
	})
}

func TestDependencyRingComesAndGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		waits := func(id string, on ...string) {
			c := caseOf(id, "queued")
			c.Task.DependsOn = on
			src.set(c)
		}
		waits("a", "b")
		waits("b", "c")
		waits("c")
		waits("z", "a")
		for i := range 4 {
			waits(fmt.Sprint(i))
		}
		b := follow(t, Options{Keep: 4}, feedOf(src)) // so that the ring goes through rows that are not held
		if s := b.settle(second); s.Rows(model.PaneActive).Len() != 4 || s.Severities != [model.NumSeverities]int{} {
			t.Errorf("without a ring: %v", states(s))
		}
		waits("c", "a")
		src.set(caseOf("f", "failed")) // so that something else changes too
		src.signal()
		s := b.settle(second)
		for _, id := range []string{"a", "b", "c"} {
			if diff := cmp.Diff([]string{"dependency-ring error 3: a, b, c"}, found(s, id)); diff != "" {
				t.Errorf("%s: %s", id, diff)
			}
		}
		if s.Severities[model.SeverityError] != 3 {
			t.Errorf("severities are %v", s.Severities)
		}
		src.set(caseOf("b", "done"))
		src.signal()
		s = b.settle(5 * second)
		if s.Severities != [model.NumSeverities]int{} || s.Total(model.PaneActive) != 7 {
			t.Errorf("after the ring: %v, %v", s.Severities, states(s))
		}
		waits("b", "a")
		src.signal()
		if got := b.settle(5 * second).Severities[model.SeverityError]; got != 2 {
			t.Errorf("in the ring of two are %d", got)
		}
		src.remove("b")
		src.signal()
		if got := b.settle(5 * second).Severities[model.SeverityError]; got != 0 {
			t.Errorf("without one of its members, in the ring are %d", got)
		}
		waits("z", "z")
		src.signal()
		if diff := cmp.Diff([]string{"dependency-ring error 1: z"}, found(b.settle(second), "z")); diff != "" {
			t.Errorf("by itself: %s", diff)
		}
	})
}

// TestSharedRulesTurnedOff: what the configuration turns off is not found over several tasks either.
func TestSharedRulesTurnedOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for _, id := range []string{"a", "b"} {
			src.set(blockedBy(id, "report", "access:vault"))
		}
		ring := caseOf("z", "queued")
		ring.Task.DependsOn = []string{"z"}
		src.set(ring)
		o := Options{Config: classify.DefaultConfig()}
		o.Config.Off = []string{"requeue-loop", "dependency-ring"}
		s := follow(t, o, feedOf(src)).settle(second)
		for _, id := range []string{"a", "b", "z"} {
			if got := found(s, id); got != nil {
				t.Errorf("%s has %q", id, got)
			}
		}
	})
}

func TestHistoryIsJudgedAfresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(blockedBy("a", "report", "access:vault"))
		src.set(blockedBy("b", "report", "access:vault"))
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		c := src.cases["a"]
		c.Body = "the whole text"
		c.Task.Title = "changed a moment ago"
		src.change(func() { src.cases["a"] = c })
		d, err := b.History(t.Context(), model.Ref{Queue: "/q", ID: "a"})
		if err != nil {
			t.Fatal(err)
		}
		if d.Row.Title != "changed a moment ago" || d.History.Case.Body != "the whole text" || len(d.Row.Findings) != 1 {
			t.Errorf("the detail is %+v", d.Row)
		}
		for _, ref := range []model.Ref{{Queue: "/q", ID: "none"}, {Queue: "/none", ID: "a"}} {
			if _, err := b.History(t.Context(), ref); err == nil {
				t.Errorf("%v has a history", ref)
			}
		}
		src.fail("History", errPanic)
		if _, err := b.History(t.Context(), d.Row.Ref()); err == nil {
			t.Error("a panic is no error")
		}
		src.fail("History", nil)
		if _, err := b.History(t.Context(), d.Row.Ref()); err != nil {
			t.Errorf("after a panic: %v", err)
		}
	})
}

func TestRowsAreFilledUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 100 {
			src.set(caseOf(fmt.Sprintf("%02d", i), "queued"))
		}
		b := follow(t, Options{Keep: 10}, feedOf(src))
		if s := b.settle(second); s.Rows(model.PaneActive).Len() != 10 || s.Total(model.PaneActive) != 100 {
			t.Fatalf("%d of %d rows are listed", s.Rows(model.PaneActive).Len(), s.Total(model.PaneActive))
		}
		for left := 100; left > 0; left -= 8 {
			for i := 100 - left; i < min(100, 108-left); i++ {
				src.remove(fmt.Sprintf("%02d", i))
			}
			src.signal()
			s := b.settle(5 * second)
			rest := max(0, left-8)
			if s.Total(model.PaneActive) != rest || s.Rows(model.PaneActive).Len() != min(rest, 10) {
				t.Fatalf("%d of %d rows are listed, want %d", s.Rows(model.PaneActive).Len(), s.Total(model.PaneActive), rest)
			}
			if r, ok := s.Rows(model.PaneActive).At(0); rest > 0 && (!ok || r.ID != fmt.Sprintf("%02d", 108-left)) {
				t.Fatalf("the first row is %s", r.ID)
			}
		}
	})
}

func TestRowsAreFilledUpAfterAReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 60 {
			src.set(caseOf(fmt.Sprintf("%02d", i), "queued"))
		}
		b := follow(t, Options{Keep: 10}, feedOf(src))
		b.settle(second)
		src.change(func() {
			src.perPage = 5
			src.paged = func(int) { // a reset comes while rows are being looked for
				src.paged = nil
				src.reset = true
				src.signal()
			}
		})
		for _, begin := range []int{0, 8, 16} {
			for i := begin; i < begin+8; i++ {
				src.remove(fmt.Sprintf("%02d", i))
			}
			src.signal()
			s := b.settle(5 * second)
			if r, ok := s.Rows(model.PaneActive).At(0); s.Rows(model.PaneActive).Len() != 10 || !ok || r.ID != fmt.Sprintf("%02d", begin+8) {
				t.Fatalf("%d of %d rows are listed", s.Rows(model.PaneActive).Len(), s.Total(model.PaneActive))
			}
		}
	})
}

func TestFirstJudgedIsRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	ref := model.Ref{Queue: "/q", ID: "a"}
	earlier := time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC)
	old := &model.Row{Task: model.Task{Queue: ref.Queue, ID: ref.ID}}
	old.State = model.StateFailed
	s := memory.Open(path)
	s.Upsert(t.Context(), []*model.Row{old}, earlier)
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	src := newFake("/q")
	src.set(caseOf("a", "failed"))
	b := prepare(t, Options{Memory: s}, feedOf(src))
	updates, cancel := b.Subscribe()
	defer cancel()
	b.start(t)
	first := func(state model.State) time.Time {
		for range updates {
			if r, ok := b.Snapshot().Get(ref); ok && r.State == state && !r.FirstJudged.IsZero() {
				return r.FirstJudged
			}
		}
		return time.Time{}
	}
	if got := first(model.StateFailed); !got.Equal(earlier) {
		t.Errorf("it was first judged so at %v", got)
	}
	before := time.Now()
	src.set(caseOf("a", "active"))
	src.signal()
	if got := first(model.StateActive); got.Before(before) {
		t.Errorf("it was first judged otherwise at %v", got)
	}
}
