package board

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/verdicts"
)

// ledger is a queue with a log of its changes, which outlives those who have it open. While it is
// open it is changed with the lock of its fake held.
type ledger struct {
	random *rand.Rand
	cases  map[string]model.Case
	log    []string
	rules  int // of the verdicts
}

func (l *ledger) set(c model.Case) {
	c.Task.Queue = "/q"
	l.cases[c.Task.ID] = c
	l.log = append(l.log, c.Task.ID)
}

func (l *ledger) remove(id string) {
	delete(l.cases, id)
	l.log = append(l.log, id)
}

// resumable is a ledger that is open.
type resumable struct {
	*fake
	l  *ledger
	at int // of the log
	// sampling is received from before a sample is told; nil: nobody waits.
	sampling chan struct{}
	counting func() // called before tasks are counted; nil: nothing is
}

func (l *ledger) open() *resumable {
	r := &resumable{fake: newFake("/q"), l: l, at: len(l.log)}
	r.cases = l.cases
	return r
}

func (r *resumable) Refresh(context.Context, watch.Signal) (d source.Delta, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range slices.Compact(slices.Sorted(slices.Values(r.l.log[r.at:]))) {
		if c, ok := r.l.cases[id]; ok {
			d.Cases = append(d.Cases, c)
		} else {
			d.Removed = append(d.Removed, id)
		}
	}
	r.at = len(r.l.log)
	return d, nil
}

func (r *resumable) Position(context.Context) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return []byte(strconv.Itoa(r.at)), nil
}

func (r *resumable) Resume(_ context.Context, position []byte) (bool, error) {
	at, err := strconv.Atoi(string(position))
	if err != nil || at > len(r.l.log) {
		return false, nil
	}
	r.at = at
	return true, nil
}

func (r *resumable) CountStatuses(context.Context) (map[string]int, error) {
	if r.counting != nil {
		r.counting()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return map[string]int{"queued": len(r.l.cases)}, nil
}

func (r *resumable) Sample(_ context.Context, n int) ([]string, error) {
	if r.sampling != nil {
		<-r.sampling
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	ids := slices.Sorted(maps.Keys(r.l.cases))
	return ids[:min(n, len(ids))], nil
}

// disturb makes a random change of the queue.
func (l *ledger) disturb() {
	id := fmt.Sprintf("t%02d", l.random.IntN(60))
	switch l.random.IntN(10) {
	case 0:
		l.remove(id)
	case 1, 2:
		l.set(doneCase(id))
	case 3:
		l.set(suspect(id, "I could not run the tests."))
	case 4:
		l.set(doubted(id, 0.3+l.random.Float64()*0.6, model.GradeTextOnly))
	case 5:
		c := caseOf(id, "queued") // tasks that wait for each other, now and then
		c.Task.DependsOn = []string{fmt.Sprintf("t%02d", l.random.IntN(60)), "t00"}
		l.set(c)
	case 6:
		l.set(l.late(id, time.Now().Add(time.Duration(l.random.IntN(100))*time.Minute)))
	case 7, 8:
		c := doubted(id, 0.9, model.GradeStrong) // few wishes, so that there are loops
		c.Task.Wish = fmt.Sprint("wish ", l.random.IntN(3))
		said, obstacle := c.Native.(verdictFunc), fmt.Sprint("access:", l.random.IntN(2))
		c.Native = verdictFunc(func(now time.Time) model.Verdict {
			v := said(now)
			v.State, v.Obstacle = model.StateBlocked, &model.Obstacle{Kind: model.KindAccess, Text: "no access", Key: obstacle}
			return v
		})
		l.set(c)
	default:
		l.set(caseOf(id, []string{"active", "cancelled", "failed", "scheduled"}[l.random.IntN(4)]))
	}
}

// late is a task that waits too long from a moment on, by the rules of today.
func (l *ledger) late(id string, from time.Time) model.Case {
	return judged(id, func(now time.Time) model.Verdict {
		if now.Before(from) {
			return model.Verdict{State: model.StateQueued, Until: from}
		}
		return model.Verdict{State: model.StateQueued, Findings: []model.Finding{{
			Rule: "late", Severity: model.Severity(l.rules % model.NumSeverities), Message: fmt.Sprint("by the rules ", l.rules),
		}}}
	})
}

// run runs a board over the queue and returns what it shows, and how many pages it listed.
func (l *ledger) run(t *testing.T, o Options, from time.Time) (shown []string, pages int) {
	t.Helper()
	src, began := l.open(), time.Now()
	o.Now = func() time.Time { return from.Add(time.Since(began)) }
	b := prepare(t, o, Feed{Adapter: fakeAdapter, Source: src})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	s := b.settle(20 * time.Second)
	for range 3 { // rows come when somebody looks
		describeAll(s, o.Keep)
		s = b.settle(2 * time.Second)
	}
	shown = describeAll(s, o.Keep)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	return shown, src.calls["List"]
}

// describeAll says all that a snapshot shows. Where few quiet tasks are listed, it leaves them
// out: when some of those have left there are fewer, until half of them have.
func describeAll(s *Snapshot, keep int) (lines []string) {
	tell := &story{began: epoch}
	lines = append(lines, fmt.Sprint(s.Counts, s.Severities, s.Loading()))
	for p := range model.Pane(model.NumPanes) {
		for _, g := range inOrder(s.Groups(p).Len(), s.Groups(p).At) {
			lines = append(lines, tell.group(g))
		}
		slices.Sort(lines[len(lines)-s.Groups(p).Len():])
		for _, r := range rowsIn(s, p) {
			if keep > few || !quiet(r) {
				lines = append(lines, tell.row(r))
			}
		}
	}
	return lines
}

const few = 15

// scan returns what a scan for unfinished tasks hands over, and what is told of one task.
func (l *ledger) scan(t *testing.T, o Options) (said []string) {
	t.Helper()
	tell := &story{began: epoch}
	finished := []model.State{model.StateDone, model.StateCancelled}
	err := prepare(t, o, Feed{Adapter: fakeAdapter, Source: l.open()}).ScanFor(t.Context(),
		func(s model.State, _ int) bool { return !slices.Contains(finished, s) },
		func(r *model.Row) error {
			if !slices.Contains(finished, r.State) {
				said = append(said, tell.row(r)+fmt.Sprintf(" %q", appendRow(nil, r)))
			}
			return nil
		})
	if err != nil {
		t.Error(err)
	}
	slices.Sort(said)
	for i := 0; i < 60; i += 7 {
		b := prepare(t, o, Feed{Adapter: fakeAdapter, Source: l.open()})
		rows, err := b.JudgeTasks(t.Context(), "/q", []string{fmt.Sprintf("t%02d", i)})
		if err != nil {
			t.Error(err)
		}
		for _, r := range rows {
			said = append(said, "one: "+tell.row(r))
		}
	}
	return said
}

// TestVerdictsAreTheSameFromAFile: over random histories, whatever of them comes to be
// stored, a board and a scan that go on from a file show what others show that read all,
// also after a process was killed before it wrote, and under other rules.
func TestVerdictsAreTheSameFromAFile(t *testing.T) {
	const rounds = 12
	wentOn := 0
	for seed := range uint64(8) {
		synctest.Test(t, func(t *testing.T) {
			l := &ledger{random: rand.New(rand.NewPCG(seed, 1)), cases: map[string]model.Case{}}
			folder := filepath.Join(t.TempDir(), "notdone")
			store := verdicts.Open(folder, false)
			for range 120 {
				l.disturb()
			}
			for round := range rounds {
				for range l.random.IntN(12) {
					l.disturb()
				}
				time.Sleep(time.Duration(l.random.IntN(30)) * time.Minute)
				if l.random.IntN(5) == 0 {
					l.rules++
				}
				before := filesOf(t, folder)
				o := Options{Keep: few + 100*int(seed%2), Identity: fmt.Sprint(l.rules)}
				with := o
				with.Verdicts = store
				diff := cmp.Diff(l.scan(t, o), l.scan(t, with))
				if diff != "" {
					t.Fatalf("seed %d, round %d: a scan (-all read +from the file):\n%s", seed, round, diff)
				}
				now := time.Now()
				shown, pages := l.run(t, with, now)
				want, _ := l.run(t, o, now)
				if diff := cmp.Diff(want, shown); diff != "" {
					t.Fatalf("seed %d, round %d, %d pages: a board (-all read +from the file):\n%s", seed, round, pages, diff)
				}
				if pages == 0 {
					wentOn++
				}
				if l.random.IntN(3) == 0 {
					restore(t, folder, before) // the process was killed
				}
			}
		})
	}
	if wentOn < rounds {
		t.Errorf("only %d boards went on from a file", wentOn)
	}
}

// TestWhatIsStoredIsShownAtOnce: a queue is shown as it was stored before it is tried whether
// that fits; where it does not, nothing of it stays.
func TestWhatIsStoredIsShownAtOnce(t *testing.T) {
	for _, fits := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			l := &ledger{random: rand.New(rand.NewPCG(1, 2)), cases: map[string]model.Case{}}
			for range 80 {
				l.disturb()
			}
			o := Options{Verdicts: verdicts.Open(filepath.Join(t.TempDir(), "notdone"), false)}
			l.run(t, o, time.Now())
			if !fits { // as no log tells
				for id := range l.cases {
					l.cases[id] = judged(id, func(time.Time) model.Verdict { return model.Verdict{State: model.StateFailed} })
				}
			}
			src := l.open()
			src.sampling = make(chan struct{})
			b := prepare(t, o, Feed{Adapter: fakeAdapter, Source: src})
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- b.Run(ctx) }()
			if s := b.settle(time.Second); !s.Loading() || total(s) != len(l.cases) || src.calls["List"] > 0 {
				t.Errorf("before the sample: loading %v, %d of %d tasks, %d pages", s.Loading(), total(s), len(l.cases), src.calls["List"])
			}
			close(src.sampling)
			s := b.settle(time.Second)
			if listed := src.calls["List"] > 0; s.Loading() || total(s) != len(l.cases) || listed == fits {
				t.Errorf("fits %v: loading %v, %d of %d tasks, listed %v", fits, s.Loading(), total(s), len(l.cases), listed)
			}
			if failed := s.Counts[model.StateFailed]; !fits && failed != len(l.cases) {
				t.Errorf("%d of %d tasks are as they are now", failed, len(l.cases))
			}
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestTasksThatComeWhileTheyAreCounted: what is stored still fits when tasks come while it is
// tried whether it does, and the queue is not listed.
func TestTasksThatComeWhileTheyAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{random: rand.New(rand.NewPCG(1, 2)), cases: map[string]model.Case{}}
		for i := range 20 {
			l.set(doneCase(fmt.Sprintf("d%02d", i)))
		}
		o := Options{Verdicts: verdicts.Open(filepath.Join(t.TempDir(), "notdone"), false)}
		l.run(t, o, time.Now())
		src := l.open()
		src.counting = func() {
			src.counting = nil
			l.set(caseOf("new", "queued"))
			l.remove("d03")
			l.remove("d04")
		}
		b := prepare(t, o, Feed{Adapter: fakeAdapter, Source: src})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- b.Run(ctx) }()
		if s := b.settle(time.Second); s.Loading() || total(s) != 19 || s.Counts[model.StateQueued] != 1 || src.calls["List"] > 0 {
			t.Errorf("loading %v, %d tasks, %d queued, %d pages", s.Loading(), total(s), s.Counts[model.StateQueued], src.calls["List"])
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestAMovedPriorReadsDoubtfulTasksAlone: when doubtful words weigh otherwise than when a queue
// was stored, the tasks that they are about are read again, and the queue is not listed.
func TestAMovedPriorReadsDoubtfulTasksAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{random: rand.New(rand.NewPCG(1, 2)), cases: map[string]model.Case{}}
		for i := range 60 {
			l.set(doubted(fmt.Sprintf("t%02d", i), 0.6, model.GradeTextOnly))
			l.set(doneCase(fmt.Sprintf("d%02d", i)))
		}
		for i := range 30 {
			l.remove(fmt.Sprintf("d%02d", i))
		}
		o := Options{Keep: 200}
		with := o
		with.Verdicts = verdicts.Open(filepath.Join(t.TempDir(), "notdone"), false)
		l.run(t, with, time.Now())
		for _, more := range []int{300, 0} { // done tasks: with many of them doubtful words count for nothing
			for i := range 300 {
				if id := fmt.Sprintf("m%03d", i); i < more {
					l.set(doneCase(id))
				} else {
					l.remove(id)
				}
			}
			if diff := cmp.Diff(l.scan(t, o), l.scan(t, with)); diff != "" {
				t.Errorf("with %d done, a scan (-all read +from the file):\n%s", more, diff)
			}
			now := time.Now()
			shown, pages := l.run(t, with, now)
			want, _ := l.run(t, o, now)
			if diff := cmp.Diff(want, shown); diff != "" || pages > 0 {
				t.Errorf("with %d done, %d pages are listed (-all read +from the file):\n%s", more, pages, diff)
			}
		}
	})
}

func total(s *Snapshot) (n int) {
	for _, of := range s.Counts {
		n += of
	}
	return n
}

func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(raw)
	}
	return files
}

func restore(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, raw := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
