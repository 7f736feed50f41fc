package board

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/ui/memory"
)

// scanned returns what a scan hands over, as "id state rule...".
func scanned(t *testing.T, b *bench) (lines []string, err error) {
	t.Helper()
	err = b.Scan(t.Context(), func(r *model.Row) error {
		line := r.ID + " " + r.State.String()
		for _, f := range r.Findings {
			line += " " + f.Rule
		}
		lines = append(lines, line)
		return nil
	})
	return lines, err
}

func TestScan(t *testing.T) {
	src, other := newFake("/q"), newFake("/other")
	for i := range 2500 {
		src.set(caseOf(fmt.Sprintf("%04d", i), "done"))
	}
	src.set(blockedBy("0001", "report", "access:vault"))
	src.set(caseOf("0002", "failed"))
	for _, w := range [][2]string{{"0003", "0004"}, {"0004", "0003"}, {"0005", "0006"}} {
		c := caseOf(w[0], "queued")
		c.Task.DependsOn = []string{w[1]}
		src.set(c)
	}
	other.set(blockedBy("x", "report", "access:vault"))
	b := prepare(t, Options{}, feedOf(src), feedOf(other))
	lines, err := scanned(t, b)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"0003 queued dependency-ring", "0004 queued dependency-ring", "0005 queued",
		"0001 blocked requeue-loop", "x blocked requeue-loop", "0002 failed",
	}
	if len(lines) != 2501 || lines[0] != "0000 done" {
		t.Fatalf("%d rows, the first is %s", len(lines), lines[0])
	}
	if got := lines[2495:]; !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the last rows are %q", got)
	}
	if got := lines[2495:2497]; !slices.Equal(got, want[:2]) {
		t.Errorf("the worst of the first pane are %q", got)
	}
}

func TestScanCatchesUp(t *testing.T) {
	src := newFake("/q")
	for _, id := range []string{"a", "b", "c", "d"} {
		src.set(caseOf(id, "queued"))
	}
	src.set(caseOf("a0", "failed"))
	src.set(caseOf("a1", "failed"))
	src.perPage = 3
	src.paged = func(page int) {
		if page != 2 {
			return
		}
		for _, c := range []model.Case{caseOf("a", "failed"), caseOf("a0", "done"), caseOf("a2", "done"), caseOf("d", "failed")} {
			src.cases[c.Task.ID] = c
			src.moved[c.Task.ID] = true
		}
		delete(src.cases, "a1")
		src.moved["a1"] = true
	}
	lines, err := scanned(t, prepare(t, Options{}, feedOf(src)))
	if err != nil {
		t.Fatal(err)
	}
	// a was handed over before it changed, once; a0, which was held, as it is at the
	// end; what came later is there too.
	want := []string{"a queued", "a0 done", "a2 done", "b queued", "c queued", "d failed"}
	slices.Sort(lines)
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

func TestScanGoesOnWithoutABadSource(t *testing.T) {
	for _, failure := range []error{errors.New("it is locked"), errPanic} {
		bad, good := newFake("/bad"), newFake("/good")
		bad.set(caseOf("a", "done"))
		good.set(caseOf("b", "done"))
		bad.fail("List", failure)
		lines, err := scanned(t, prepare(t, Options{}, feedOf(bad), feedOf(good)))
		if !slices.Equal(lines, []string{"b done"}) {
			t.Errorf("%v: rows are %q", failure, lines)
		}
		if err == nil || !strings.HasPrefix(err.Error(), "/bad: ") || strings.Contains(err.Error(), "/good") {
			t.Errorf("%v: the error is %v", failure, err)
		}
	}
}

// hanging is a source whose file system hangs in the middle of a listing.
type hanging struct {
	*fake
	held chan struct{}
}

func (h *hanging) List(ctx context.Context, q source.Query) (source.Page, error) {
	if q.After != "" {
		<-h.held
	}
	return h.fake.List(ctx, source.Query{After: q.After, Limit: 1})
}

// A source that hangs is given up, and the others are read.
func TestScanGoesOnWithoutASourceThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad, good := &hanging{newFake("/bad"), make(chan struct{})}, newFake("/good")
		defer close(bad.held)
		bad.set(caseOf("a", "done"))
		bad.set(caseOf("b", "done"))
		good.set(caseOf("c", "done"))
		lines, err := scanned(t, prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: bad}, feedOf(good)))
		if !errors.Is(err, errHangs) || !strings.Contains(err.Error(), "/bad") {
			t.Errorf("the error is %v", err)
		}
		if text := strings.Join(lines, " "); !strings.Contains(text, "c") || strings.Contains(text, "b ") {
			t.Errorf("it yields %q", lines)
		}
	})
}

// A server may work longer for a call than a file system that answers: its own limits end a
// statement. One that is out of reach is given up, too, and the error says what it is.
func TestScanWaitsForAServer(t *testing.T) {
	for _, out := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			src := &hanging{newFake("postgres://db/q"), make(chan struct{})}
			src.set(caseOf("a", "done"))
			src.set(caseOf("b", "done"))
			working := time.AfterFunc(2*time.Minute, func() {
				if !out {
					close(src.held)
				}
			})
			defer working.Stop()
			lines, err := scanned(t, prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src}))
			if out {
				defer close(src.held)
			}
			if errors.Is(err, errServerHangs) != out || err != nil && !out || len(lines) != 2 && !out {
				t.Errorf("out of reach %v: %q, %v", out, lines, err)
			}
		})
	}
}

func TestScanEndsWithYield(t *testing.T) {
	for _, recorded := range []string{"done", "failed"} {
		src := newFake("/q")
		for i := range 3000 {
			src.set(caseOf(fmt.Sprint(i), recorded))
		}
		enough, n := errors.New("enough"), 0
		err := prepare(t, Options{}, feedOf(src), feedOf(newFake("/later"))).Scan(t.Context(), func(*model.Row) error {
			if n++; n == 10 {
				return enough
			}
			return nil
		})
		if err != enough || n != 10 { //nolint:errorlint // it has to be the error itself
			t.Errorf("%s: after %d rows: %v", recorded, n, err)
		}
	}
}

func TestScanReadsLogsFirst(t *testing.T) {
	src, logs := newFake("/q"), newFakeLogs(map[string]string{"a": "I gave up"})
	src.set(caseOf("a", "failed"))
	b := prepare(t, Options{}, feedOf(src), Feed{Adapter: fakeAdapter, Source: logs, Logs: true})
	logs.resolve = b.Resolve
	var got []string
	err := b.Scan(t.Context(), func(r *model.Row) error {
		got = append(got, r.ID+": "+r.Headline)
		return nil
	})
	if err != nil || !slices.Equal(got, []string{"a: I gave up"}) {
		t.Errorf("rows are %q, %v", got, err)
	}
}

func TestScanRemembers(t *testing.T) {
	s := memory.Open(t.TempDir() + "/memory.db")
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	src := newFake("/q")
	for _, id := range []string{"a", "b", "c"} {
		src.set(caseOf(id, "done"))
	}
	src.set(caseOf("d", "failed"))
	for _, id := range []string{"e", "f"} { // which are read again at the end, as little is held
		c := caseOf(id, "queued")
		c.Task.DependsOn = []string{"d"}
		src.set(c)
	}
	first := func() map[string]time.Time {
		times := map[string]time.Time{}
		b := prepare(t, Options{Memory: s, Keep: 2, KeepScan: 1}, feedOf(src))
		if err := b.Scan(t.Context(), func(r *model.Row) error {
			times[r.ID] = r.FirstJudged
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return times
	}
	was := first()
	if diff := cmp.Diff(was, first()); diff != "" {
		t.Error(diff)
	}
	for _, id := range slices.Sorted(maps.Keys(was)) {
		if got, want := was[id].IsZero(), id == "c"; got != want {
			t.Errorf("%s was first judged at %v", id, was[id])
		}
	}
}

func TestJudgedByTheRealRules(t *testing.T) {
	src := newFake("/q")
	src.set(caseOf("a", "failed"))
	b := New(Options{Now: time.Now, Config: classify.DefaultConfig()}, feedOf(src))
	n := 0
	if err := b.Scan(t.Context(), func(r *model.Row) error {
		n++
		if r.State != model.StateFailed {
			t.Errorf("it is %v", r.State)
		}
		return nil
	}); err != nil || n != 1 {
		t.Errorf("%d rows, %v", n, err)
	}
}

// However many tasks ask for an operator, all are handed over once, with what
// needs several tasks, while few are held.
func TestScanHoldsFew(t *testing.T) {
	src := newFake("/q")
	for i := range 3000 {
		src.set(blockedBy(fmt.Sprintf("%04d", i), fmt.Sprint("report ", i/2), "access:vault"))
	}
	b := prepare(t, Options{KeepScan: 100}, feedOf(src))
	lines, err := scanned(t, b)
	if err != nil {
		t.Fatal(err)
	}
	if all, _ := scanned(t, prepare(t, Options{}, feedOf(src))); !slices.Equal(all, lines) {
		t.Error("the order is another one than where all rows are held")
	}
	slices.Sort(lines)
	for i := range 3000 {
		if want := fmt.Sprintf("%04d blocked requeue-loop", i); i >= len(lines) || lines[i] != want {
			t.Fatalf("row %d of %d is not %q", i, len(lines), want)
		}
	}
	if gets := src.count("Get"); len(lines) != 3000 || gets != 6 { // 2,900 tasks, 500 at once
		t.Errorf("%d rows, read again in %d calls", len(lines), gets)
	}
}

// TestScanHandsATaskOverOnce: a page may hold a task twice, as of a log and its copy.
func TestScanHandsATaskOverOnce(t *testing.T) {
	for _, recorded := range []string{"done", "failed"} {
		b, n := prepare(t, Options{}, feedOf(newFake("/q"))), 0
		s := b.newScan(func(*model.Row) error { n++; return nil })
		cases := []model.Case{caseOf("a", recorded), caseOf("a", recorded)}
		s.handleRows(t.Context(), b.feeds[0].judgeCases(t.Context(), cases))
		if err := s.finish(t.Context()); err != nil || n != 1 {
			t.Errorf("%s: handed over %d times, %v", recorded, n, err)
		}
	}
}
