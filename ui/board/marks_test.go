package board

import (
	"context"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify"
	"notdone/model"
	"notdone/ui/memory"
)

// suspect is a done task of which one finding says that it is not.
func suspect(id, quote string) model.Case {
	c := caseOf(id, "done")
	c.Native = verdictFunc(func(time.Time) model.Verdict {
		return model.Verdict{State: model.StateFalseDone, Findings: []model.Finding{{
			Rule: "obstacle-in-result", Severity: model.SeverityWarning, Count: 1, Message: "it says that it is not done",
			Evidence: []model.Evidence{{Where: "tasks#" + id, Quote: quote}},
		}}}
	})
	return c
}

// marking is a board with a memory, whose one queue is read with Scan.
func marking(t *testing.T, path string, src *fake) *bench {
	t.Helper()
	store := memory.Open(path)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return prepare(t, Options{Memory: store}, feedOf(src))
}

// seen returns the rows of a scan as "id state dismissal".
func seen(t *testing.T, b *bench) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := b.Scan(t.Context(), func(r *model.Row) error {
		all[r.ID] = r.State.String()
		for _, f := range r.Findings {
			all[r.ID] += " " + f.Rule + ":" + f.Dismissed
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestDismissal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	src := newFake("/q")
	src.set(suspect("a", "I have no access to the vault."))
	src.set(suspect("b", "I have no access to the vault."))
	b := marking(t, path, src)
	d, err := b.History(t.Context(), model.Ref{Queue: "/q", ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Mark(t.Context(), d.Row.Ref(), &d.Row.Findings[0], false, "it quotes its orders"); err != nil {
		t.Fatal(err)
	}
	doubted := "false-done obstacle-in-result:"
	check := func(name string, b *bench, want map[string]string) {
		t.Helper()
		if diff := cmp.Diff(want, seen(t, b)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	check("at once", b, map[string]string{"a": "done obstacle-in-result:it quotes its orders", "b": doubted})
	check("in another process", marking(t, path, src), map[string]string{"a": "done obstacle-in-result:it quotes its orders", "b": doubted})
	src.set(suspect("a", "The disk is full."))
	check("on other evidence", marking(t, path, src), map[string]string{"a": doubted, "b": doubted})
	src.set(suspect("a", "I have no access to the vault."))
	check("on the old evidence again", marking(t, path, src), map[string]string{"a": "done obstacle-in-result:it quotes its orders", "b": doubted})
	if err := b.Mark(t.Context(), d.Row.Ref(), &d.Row.Findings[0], true, ""); err != nil {
		t.Fatal(err)
	}
	check("found right after all", marking(t, path, src), map[string]string{"a": doubted, "b": doubted})
}

// A mark that is taken back leaves the finding as it was before, here and in another
// process; one on other evidence holds again.
// TestMarksAreReadAfterACancelledCall: the first call may end before memory is read.
func TestMarksAreReadAfterACancelledCall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	src := newFake("/q")
	src.set(suspect("a", "I have no access to the vault."))
	first := marking(t, path, src)
	ref := model.Ref{Queue: "/q", ID: "a"}
	d, err := first.History(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Mark(t.Context(), ref, &d.Row.Findings[0], false, "no"); err != nil {
		t.Fatal(err)
	}
	b := marking(t, path, src)
	ended, end := context.WithCancel(t.Context())
	end()
	_, _ = b.History(ended, ref)
	if d, err = b.History(t.Context(), ref); err != nil || d.Row.Findings[0].Dismissed == "" {
		t.Errorf("the finding is dismissed by %q, %v", d.Row.Findings[0].Dismissed, err)
	}
}

func TestUnmark(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	src := newFake("/q")
	src.set(suspect("a", "I have no access to the vault."))
	b := marking(t, path, src)
	ref := model.Ref{Queue: "/q", ID: "a"}
	finding := func() *model.Finding {
		t.Helper()
		d, err := b.History(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		return &d.Row.Findings[0]
	}
	mark := func(right bool) {
		t.Helper()
		if err := b.Mark(t.Context(), ref, finding(), right, "no"); err != nil {
			t.Fatal(err)
		}
	}
	unmarked := func(name, want string) {
		t.Helper()
		if err := b.Unmark(t.Context(), ref, finding()); err != nil {
			t.Fatal(err)
		}
		for where, b := range map[string]*bench{"here": b, "in another process": marking(t, path, src)} {
			if got := seen(t, b)["a"]; got != want || b.marks.right(ref, []model.Finding{*finding()})[0] {
				t.Errorf("%s: %s it is %q, want %q", name, where, got, want)
			}
		}
	}
	const doubted, dismissed = "false-done obstacle-in-result:", "done obstacle-in-result:no"
	unmarked("without a mark", doubted)
	mark(false)
	unmarked("wrong", doubted)
	mark(true)
	unmarked("right", doubted)
	mark(true)
	mark(false)
	unmarked("replaced", doubted)
	mark(false)
	src.set(suspect("a", "The disk is full."))
	mark(true)
	unmarked("other evidence", doubted)
	src.set(suspect("a", "I have no access to the vault."))
	if got := seen(t, marking(t, path, src))["a"]; got != dismissed {
		t.Errorf("the mark on other evidence is gone: %q", got)
	}
}

func TestMarkWithoutMemory(t *testing.T) {
	b := prepare(t, Options{}, feedOf(newFake("/q")))
	if err := b.Mark(t.Context(), model.Ref{Queue: "/q", ID: "a"}, &model.Finding{}, false, ""); err == nil {
		t.Error("an opinion that is kept nowhere is no error")
	}
	if err := b.Unmark(t.Context(), model.Ref{Queue: "/q", ID: "a"}, &model.Finding{}); err == nil {
		t.Error("an opinion that is taken back from nowhere is no error")
	}
}

// A loop over several tasks is found by the board itself, and dismissed for one
// of them alone.
func TestDismissedLoop(t *testing.T) {
	src := newFake("/q")
	for _, id := range []string{"a", "b", "c"} {
		c := caseOf(id, "blocked")
		c.Task.Wish = "renew"
		c.Native = verdictFunc(func(time.Time) model.Verdict {
			return model.Verdict{State: model.StateBlocked, Obstacle: &model.Obstacle{Key: "access:vault"}}
		})
		src.set(c)
	}
	b := marking(t, filepath.Join(t.TempDir(), "memory.db"), src)
	loop := model.Finding{Rule: ruleRequeueLoop, Severity: model.SeverityError, Count: 3, Evidence: []model.Evidence{{Where: "b"}, {Where: "c"}}}
	if err := b.Mark(t.Context(), model.Ref{Queue: "/q", ID: "a"}, &loop, false, ""); err != nil {
		t.Fatal(err)
	}
	b.o.Config = classify.DefaultConfig()
	want := map[string]string{
		"a": "blocked requeue-loop:" + unexplained, "b": "blocked requeue-loop:", "c": "blocked requeue-loop:",
	}
	if diff := cmp.Diff(want, seen(t, b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A mark shows at once on a board that runs, also for a finding that the board
// itself made of several tasks.
func TestMarkOnARunningBoard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	synctest.Test(t, func(t *testing.T) {
		store := memory.Open(path)
		src := newFake("/q")
		src.set(suspect("a", "I have no access to the vault."))
		for _, id := range []string{"b", "c"} {
			c := caseOf(id, "blocked")
			c.Task.Wish = "renew"
			c.Native = verdictFunc(func(time.Time) model.Verdict {
				return model.Verdict{State: model.StateBlocked, Obstacle: &model.Obstacle{Key: "access:vault"}}
			})
			src.set(c)
		}
		b := prepare(t, Options{Memory: store, Config: classify.DefaultConfig()}, feedOf(src))
		t.Cleanup(func() { // after the board has ended
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		})
		b.start(t)
		s := b.settle(second)
		for _, id := range []string{"a", "b"} {
			r, ok := s.Get(model.Ref{Queue: "/q", ID: id})
			if !ok || len(r.Findings) != 1 || !r.Findings[0].Counts() {
				t.Fatalf("%s has the findings %+v", id, r.Findings)
			}
			if err := b.Mark(t.Context(), r.Ref(), &r.Findings[0], false, "not so"); err != nil {
				t.Fatal(err)
			}
		}
		s = b.settle(second)
		for id, want := range map[string]model.State{"a": model.StateDone, "b": model.StateBlocked} {
			r, ok := s.Get(model.Ref{Queue: "/q", ID: id})
			if !ok || r.State != want || len(r.Findings) != 1 || r.Findings[0].Dismissed != "not so" {
				t.Errorf("%s is shown as %+v", id, r)
			}
		}
		if r, _ := s.Get(model.Ref{Queue: "/q", ID: "c"}); !r.Findings[0].Counts() {
			t.Error("the same finding about another task is dismissed too")
		}
		if s.Severities != [model.NumSeverities]int{model.SeverityWarning: 1} {
			t.Errorf("severities are counted as %v", s.Severities)
		}
	})
}

func TestHistoryTellsWhatWasFoundRight(t *testing.T) {
	src := newFake("/q")
	src.set(suspect("a", "I have no access to the vault."))
	b := marking(t, filepath.Join(t.TempDir(), "memory.db"), src)
	ref := model.Ref{Queue: "/q", ID: "a"}
	for i, right := range []bool{true, false, true} {
		d, err := b.History(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		if want := i == 1; len(d.Right) != 1 || d.Right[0] != want {
			t.Errorf("after %d marks: %v", i, d.Right)
		}
		if err := b.Mark(t.Context(), ref, &d.Row.Findings[0], right, "why"); err != nil {
			t.Fatal(err)
		}
	}
}

// With a mark on words the message is kept as it is now; where the task says something
// else by then, and with a mark on anything else, nothing is.
func TestMarkKeepsTheWords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	src := newFake("/q")
	for id, said := range map[string]string{"a": "I have no access to the vault.", "b": "The disk is full.", "c": "Nobody knows."} {
		c := suspect(id, said)
		c.Result, c.Body = "I looked. "+said, "Open the vault."
		src.set(c)
	}
	b := marking(t, path, src)
	mark := func(id, rule string) {
		t.Helper()
		d, err := b.History(t.Context(), model.Ref{Queue: "/q", ID: id})
		if err != nil {
			t.Fatal(err)
		}
		f := d.Row.Findings[0]
		f.Rule = rule
		if id == "b" {
			src.set(suspect("b", "All is well."))
		}
		if err := b.Mark(t.Context(), d.Row.Ref(), &f, true, ""); err != nil {
			t.Fatal(err)
		}
	}
	mark("a", "obstacle-in-result")
	mark("b", "obstacle-in-result")
	mark("c", "open-run")
	marks, err := b.o.Memory.MarkedWords(t.Context(), "obstacle-in-result", "open-run")
	if err != nil {
		t.Fatal(err)
	}
	var got []memory.Words
	for _, m := range marks {
		got = append(got, m.Words)
	}
	want := []memory.Words{{Said: "I looked. I have no access to the vault.", Asked: "Open the vault."}, {}, {}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
