package board

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
	"notdone/ui/memory"
)

// doneCase is a task that is done as far as anything but words tells.
func doneCase(id string) model.Case {
	c := caseOf(id, "done")
	c.Native = verdictFunc(func(time.Time) model.Verdict {
		return model.Verdict{State: model.StateDone, Grade: model.GradeStrong, Confidence: 0.9}
	})
	return c
}

// doubted is a done task against which words speak that are that sure, or structure.
func doubted(id string, sure float64, grade model.Grade) model.Case {
	c := suspect(id, "I could not reach the vault.")
	said := c.Native.(verdictFunc)
	c.Native = verdictFunc(func(now time.Time) model.Verdict {
		v := said(now)
		v.Confidence, v.Grade = sure, grade
		v.Obstacle = &model.Obstacle{Kind: model.KindAccess, Text: "I could not reach the vault.", Key: "access:vault " + id}
		return v
	})
	return c
}

// queueOf is a queue of tasks that are done, that structure speaks against, and of the
// given ones.
func queueOf(done, broken int, more ...model.Case) *fake {
	src := newFake("/q")
	for i := range done {
		src.set(doneCase(fmt.Sprintf("d%04d", i)))
	}
	for i := range broken {
		src.set(doubted(fmt.Sprintf("k%04d", i), 0.9, model.GradeStrong))
	}
	for _, c := range more {
		src.set(c)
	}
	return src
}

// verdictsOf returns a few tasks of a scan, as "state: message".
func verdictsOf(t *testing.T, b *bench, ids ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := b.Scan(t.Context(), func(r *model.Row) error {
		all[r.ID] = verdictOf(r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(all, func(id, _ string) bool {
		for _, wanted := range ids {
			if id == wanted {
				return false
			}
		}
		return true
	})
	return all
}

func verdictOf(r *model.Row) string {
	said := r.State.String()
	for _, f := range r.Findings {
		said += ": " + f.Message
	}
	return said
}

const (
	stands    = "false-done: it says that it is not done"
	overruled = "done: it says that it is not done; the words alone are doubtful (0.60), and of %d finished tasks here %d were not done, so it is taken as done"
)

// TestPriorOfAQueue: doubtful words stand in a queue of which little is known, or whose
// tasks often are not done, and are overruled in one whose tasks nearly always are.
// Whoever asks gets the same answer: a scan, a few tasks by themselves, a board that
// runs, and its detail of one task.
func TestPriorOfAQueue(t *testing.T) {
	for _, tt := range []struct {
		name         string
		done, broken int
		sure         float64
		want         string
	}{
		{"a clean queue", 930, 4, 0.6, fmt.Sprintf(overruled, 935, 4)},
		{"sure words", 930, 4, 0.7, stands},
		{"a small queue", 90, 0, 0.6, stands},
		{"a queue that often fails", 400, 60, 0.6, stands},
	} {
		t.Run(tt.name, func(t *testing.T) {
			world := func() *fake { return queueOf(tt.done, tt.broken, doubted("a", tt.sure, model.GradeTextOnly)) }
			if got := verdictsOf(t, prepare(t, Options{}, feedOf(world())), "a")["a"]; got != tt.want {
				t.Errorf("a scan says %q, want %q", got, tt.want)
			}
			if got := verdictsOf(t, prepare(t, Options{KeepScan: 3}, feedOf(world())), "a")["a"]; got != tt.want {
				t.Errorf("a scan that holds little says %q, want %q", got, tt.want)
			}
			rows, err := prepare(t, Options{}, feedOf(world())).JudgeTasks(t.Context(), "/q", []string{"a"})
			if err != nil || len(rows) != 1 || verdictOf(rows[0]) != tt.want {
				t.Errorf("by itself it is %q, %v, want %q", verdictOf(rows[0]), err, tt.want)
			}
			synctest.Test(t, func(t *testing.T) {
				b := follow(t, Options{}, feedOf(world()))
				s := b.settle(second)
				ref := model.Ref{Queue: "/q", ID: "a"}
				r, held := s.Get(ref)
				if !held || verdictOf(r) != tt.want {
					t.Errorf("a board says %q, want %q", verdictOf(r), tt.want)
				}
				d, err := b.History(t.Context(), ref)
				if err != nil || verdictOf(d.Row) != tt.want {
					t.Errorf("the detail says %q, %v, want %q", verdictOf(d.Row), err, tt.want)
				}
				if n := s.Counts[model.StateDone] + s.Counts[model.StateFalseDone]; n != tt.done+tt.broken+1 {
					t.Errorf("%d tasks are counted", n)
				}
			})
		})
	}
}

// TestJudgeTasksReadsNoQueueForSureWords: only where words are doubtful is the rest of
// the queue asked about.
func TestJudgeTasksReadsNoQueueForSureWords(t *testing.T) {
	for sure, lists := range map[float64]bool{0.9: false, 0.6: true} {
		suspected := doubted("a", sure, model.GradeTextOnly)
		suspected.Task.Title = "" // no wish, of which others could be looked for
		src := queueOf(930, 4, suspected)
		if _, err := prepare(t, Options{}, feedOf(src)).JudgeTasks(t.Context(), "/q", []string{"a", "d0001"}); err != nil {
			t.Fatal(err)
		}
		if got := src.count("List") > 0; got != lists {
			t.Errorf("%v: the queue is listed: %v", sure, got)
		}
	}
}

// TestPriorFollowsTheQueue: on a board that runs an overruled suspicion comes back when
// more tasks turn out not to be done, and goes again; so it does after a new listing.
func TestPriorFollowsTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := queueOf(400, 0, doubted("a", 0.6, model.GradeTextOnly))
		b := follow(t, Options{Keep: 10}, feedOf(src))
		state := func() model.State {
			r, held := b.settle(time.Minute).Get(model.Ref{Queue: "/q", ID: "a"})
			if !held {
				t.Fatal("it is not held")
			}
			return r.State
		}
		for _, reset := range []bool{false, true} {
			if got := state(); got != model.StateDone {
				t.Errorf("in a clean queue it is %v", got)
			}
			for i := range 60 {
				src.set(doubted(fmt.Sprintf("k%04d", i), 0.9, model.GradeStrong))
			}
			src.change(func() { src.reset = reset })
			src.signal()
			if got := state(); got != model.StateFalseDone {
				t.Errorf("where 60 tasks are not done it is %v, reset: %v", got, reset)
			}
			for i := range 60 {
				src.remove(fmt.Sprintf("k%04d", i))
			}
			src.change(func() { src.reset = reset })
			src.signal()
		}
		if got := state(); got != model.StateDone {
			t.Errorf("in a queue that is clean again it is %v", got)
		}
	})
}

// TestPriorLeavesMarksAndMemory: what the operator found right stands in every queue, and
// memory keeps what a task was judged by itself, so that no start of a board changes it.
func TestPriorLeavesMarksAndMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	ref := model.Ref{Queue: "/q", ID: "a"}
	run := func(do func(ctx context.Context, b *bench, s *Snapshot)) {
		synctest.Test(t, func(t *testing.T) {
			store := memory.Open(path)
			t.Cleanup(func() { _ = store.Close() })
			b := follow(t, Options{Memory: store}, feedOf(queueOf(930, 4, doubted("a", 0.6, model.GradeTextOnly))))
			do(t.Context(), b, b.settle(time.Minute))
		})
	}
	var first time.Time
	run(func(_ context.Context, _ *bench, s *Snapshot) {
		r, _ := s.Get(ref)
		if first = r.FirstJudged; r.State != model.StateDone || first.IsZero() {
			t.Errorf("it is %v since %v", r.State, first)
		}
	})
	run(func(ctx context.Context, b *bench, s *Snapshot) {
		d, err := b.History(ctx, ref)
		if r, _ := s.Get(ref); err != nil || !r.FirstJudged.Equal(first) || len(d.Before) > 0 {
			t.Errorf("in the next run it is judged so since %v, not %v, and was before %+v, %v", r.FirstJudged, first, d.Before, err)
		}
		if err := b.Mark(ctx, ref, &d.Row.Findings[0], true, ""); err != nil {
			t.Fatal(err)
		}
		if r, _ := b.settle(time.Minute).Get(ref); verdictOf(r) != stands {
			t.Errorf("marked right it is %q", verdictOf(r))
		}
	})
	run(func(_ context.Context, _ *bench, s *Snapshot) {
		if r, _ := s.Get(ref); verdictOf(r) != stands {
			t.Errorf("marked right before the start it is %q", verdictOf(r))
		}
	})
}

// TestPriorKnowsNoOrder: in whatever order the tasks of a queue come, first or changed
// later, every one of them is judged as a scan of the same queue judges it.
func TestPriorKnowsNoOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var cases []model.Case
		add := func(n int, of func(id string) model.Case) {
			for range n {
				cases = append(cases, of(fmt.Sprintf("t%04d", len(cases))))
			}
		}
		add(rapid.IntRange(90, 260).Draw(rt, "done"), doneCase)
		add(rapid.IntRange(0, 16).Draw(rt, "broken"), func(id string) model.Case { return doubted(id, 0.9, model.GradeStrong) })
		for range rapid.IntRange(1, 6).Draw(rt, "doubtful") {
			sure := rapid.Float64Range(0.5, 0.75).Draw(rt, "sure")
			add(1, func(id string) model.Case { return doubted(id, sure, model.GradeTextOnly) })
		}
		want := map[string]model.State{}
		whole := newFake("/q")
		for _, c := range cases {
			whole.set(c)
		}
		if err := prepare(t, Options{}, feedOf(whole)).Scan(t.Context(), func(r *model.Row) error {
			want[r.ID] = r.State
			return nil
		}); err != nil {
			rt.Fatal(err)
		}
		b := prepare(t, Options{}, feedOf(newFake("/q")))
		x, f := b.indexer.x, b.feeds[0]
		order := rapid.Permutation(cases).Draw(rt, "order")
		late := rapid.IntRange(0, len(order)).Draw(rt, "late")
		for i, c := range order {
			if i == late {
				x.part("/q").prior.known = true
				x.updateShared(epoch.Add(time.Duration(i) * time.Hour))
			}
			x.putRow(f.judgeCase(t.Context(), &c, epoch), epoch)
		}
		x.part("/q").prior.known = true
		x.updateShared(epoch.Add(10_000 * time.Hour))
		got := map[string]model.State{}
		for id := range want {
			got[id] = x.rows.held(model.Ref{Queue: "/q", ID: id}).shown.State
		}
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("in that order (-scan +index):\n%s", diff)
		}
		if tally := x.part("/q").counts.tally; tally.Finished != len(cases) {
			rt.Fatalf("%+v of %d tasks", tally, len(cases))
		}
	})
}

// TestPriorNeedsNoReading: whether the rows of doubtful tasks are held or not, their keys and
// the counts become the same, and none is read again about which nothing else is found.
func TestPriorNeedsNoReading(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		bare := true
		var cases []model.Case
		add := func(c model.Case) { cases = append(cases, c) }
		for i := range rapid.IntRange(90, 260).Draw(rt, "done") {
			add(doneCase(fmt.Sprintf("d%04d", i)))
		}
		for i := range rapid.IntRange(0, 16).Draw(rt, "broken") {
			add(doubted(fmt.Sprintf("k%04d", i), 0.9, model.GradeStrong))
		}
		for i := range rapid.IntRange(1, 6).Draw(rt, "doubtful") {
			c := doubted(fmt.Sprintf("a%04d", i), rapid.Float64Range(0.5, 0.75).Draw(rt, "sure"), model.GradeTextOnly)
			said, noted, looped := c.Native.(verdictFunc), rapid.Bool().Draw(rt, "noted"), rapid.Bool().Draw(rt, "looped")
			bare = bare && !noted && !looped
			c.Native = verdictFunc(func(now time.Time) model.Verdict {
				v := said(now)
				if noted {
					v.Findings = append(v.Findings, model.Finding{Rule: "short-run", Severity: model.SeverityInfo, Count: 1})
				}
				if looped {
					v.Obstacle.Key = "access:the vault"
				}
				return v
			})
			add(c)
		}
		index := func(keep int) (x *index, read int) {
			b := prepare(t, Options{KeepRows: keep}, feedOf(newFake("/q")))
			x, f := b.indexer.x, b.feeds[0]
			put := func(c *model.Case) { x.putRow(f.judgeCase(t.Context(), c, epoch), epoch) }
			for i := range cases {
				put(&cases[i])
			}
			x.part("/q").prior.known = true
			wanted, _ := x.updateShared(epoch.Add(time.Hour))
			for _, ref := range wanted {
				for i := range cases {
					if cases[i].Task.ID == ref.ID {
						put(&cases[i])
					}
				}
			}
			return x, len(wanted)
		}
		held, _ := index(1000)
		bound, read := index(1)
		if bare && read > 0 {
			rt.Fatalf("%d tasks are read again", read)
		}
		for i := range cases {
			ref := model.Ref{Queue: "/q", ID: cases[i].Task.ID}
			if got, want := bound.key(ref), held.key(ref); got == nil || got.facts != want.facts {
				rt.Fatalf("the key of %s is %+v, want %+v", ref.ID, got, want)
			}
		}
		if got, want := bound.part("/q").counts, held.part("/q").counts; got != want {
			rt.Fatalf("counted are %+v, want %+v", got, want)
		}
	})
}
