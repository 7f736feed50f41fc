package board

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is a source whose tasks a test sets one by one.
type fake struct {
	queue string

	mu      sync.Mutex
	cases   map[string]model.Case
	moved   map[string]bool // ids changed or removed since the last Refresh
	reset   bool
	oneAt   bool             // a Refresh tells of one task, and that there is more
	fails   map[string]error // by method; the next calls fail so
	calls   map[string]int
	got     [][]string     // of each Get
	told    []watch.Signal // by each Refresh
	paged   func(page int)
	perPage int // at most; 0: what is asked for
	signals chan watch.Signal
	targets []watch.Target
	closed  bool
	trouble error             // of a part of it
	heard   func(call string) // is told of each call; nil: nobody is
}

func newFake(queue string) *fake {
	return &fake{
		queue: queue, cases: map[string]model.Case{}, moved: map[string]bool{}, fails: map[string]error{},
		calls: map[string]int{}, signals: make(chan watch.Signal, 1), targets: []watch.Target{{Path: queue}},
	}
}

// base returns the fake itself, also of a source that embeds one.
func (f *fake) base() *fake { return f }

var errPanic = errors.New("panic")

func (f *fake) called(method string, of ...any) error {
	f.calls[method]++
	if f.heard != nil {
		f.heard(strings.TrimSpace(fmt.Sprintln(append([]any{method}, of...)...)))
	}
	if err := f.fails[method]; errors.Is(err, errPanic) {
		panic("the source is broken")
	} else if err != nil {
		return err
	}
	return nil
}

// some names tasks in order, or only how many they are.
func some(ids []string) string {
	if len(ids) > 6 {
		return fmt.Sprint(len(ids), " tasks")
	}
	return strings.Join(slices.Sorted(slices.Values(ids)), " ")
}

// set makes or changes a task without telling anybody.
func (f *fake) set(c model.Case) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c.Task.Queue = f.queue
	f.cases[c.Task.ID] = c
	f.moved[c.Task.ID] = true
}

// change changes the fake itself while nobody uses it.
func (f *fake) change(how func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	how()
}

func (f *fake) remove(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.cases, id)
	f.moved[id] = true
}

func (f *fake) fail(method string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fails[method] = err
}

func (f *fake) count(method string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls[method]
}

// signal says that something changed: these paths, or it is not known what.
func (f *fake) signal(paths ...string) {
	select {
	case f.signals <- watch.Signal{Paths: paths}:
	default:
	}
}

func (f *fake) Describe() source.Description { return source.Description{Kind: "fake", Path: f.queue} }

func (f *fake) List(_ context.Context, q source.Query) (source.Page, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.called("List", q.Limit, q.After); err != nil {
		return source.Page{}, err
	}
	if f.paged != nil {
		f.paged(f.calls["List"])
	}
	if f.perPage > 0 {
		q.Limit = min(q.Limit, f.perPage)
	}
	var p source.Page
	for _, id := range slices.Sorted(maps.Keys(f.cases)) {
		if id <= string(q.After) && q.After != "" {
			continue
		}
		if len(p.Cases) == q.Limit {
			p.Next = source.Cursor(p.Cases[len(p.Cases)-1].Task.ID)
			break
		}
		p.Cases = append(p.Cases, f.cases[id])
	}
	return p, nil
}

func (f *fake) Get(_ context.Context, ids []string) ([]model.Case, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.called("Get", some(ids)); err != nil {
		return nil, err
	}
	f.got = append(f.got, ids)
	var cases []model.Case
	for _, id := range ids {
		if c, ok := f.cases[id]; ok {
			cases = append(cases, c)
		}
	}
	return cases, nil
}

func (f *fake) Resolve(_ context.Context, name string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.called("Resolve", name); err != nil {
		return "", err
	}
	if _, ok := f.cases[name]; ok {
		return name, nil
	}
	return "", source.ErrNotFound
}

func (f *fake) Refresh(_ context.Context, changed watch.Signal) (source.Delta, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told = append(f.told, changed)
	if err := f.called("Refresh", changed.Paths); err != nil {
		return source.Delta{}, err
	}
	var d source.Delta
	if d.Reset = f.reset; d.Reset {
		f.reset = false
		clear(f.moved)
		return d, nil
	}
	for _, id := range slices.Sorted(maps.Keys(f.moved)) {
		if d.More = f.oneAt && len(f.moved) > 1; d.More && len(d.Cases) > 0 {
			delete(f.moved, d.Cases[0].Task.ID)
			return d, nil
		}
		if c, ok := f.cases[id]; ok {
			d.Cases = append(d.Cases, c)
		} else {
			d.Removed = append(d.Removed, id)
		}
	}
	clear(f.moved)
	return d, nil
}

func (f *fake) Trouble() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.trouble
}

func (f *fake) Targets() []watch.Target {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.targets
}

func (f *fake) History(_ context.Context, id string) (source.History, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.called("History", id); err != nil {
		return source.History{}, err
	}
	c, ok := f.cases[id]
	if !ok {
		return source.History{}, source.ErrNotFound
	}
	return source.History{Case: c}, nil
}

func (f *fake) Close() error {
	f.closed = true
	return nil
}

// fakeWatch is a watcher that signals when a test says so.
type fakeWatch struct {
	c   chan watch.Signal
	set func([]watch.Target)
}

func (w fakeWatch) C() <-chan watch.Signal { return w.c }
func (w fakeWatch) Set(t []watch.Target) error {
	w.set(t)
	return nil
}
func (w fakeWatch) Close() error { return nil }

// verdictFunc is what a case of these tests carries as Native: its verdict.
type verdictFunc func(now time.Time) model.Verdict

// fakeJudge takes the verdict from the case; without one, what is recorded. An
// ending attached to the task becomes its headline.
type fakeJudge struct{}

func (fakeJudge) judge(c *model.Case, recorded model.State, now time.Time) model.Verdict {
	v := model.Verdict{State: recorded}
	if of, ok := c.Native.(verdictFunc); ok {
		v = of(now)
	}
	for _, e := range c.Facts.Endings {
		v.Headline = e.Text
	}
	return v
}

// JudgeExcept dismisses findings, and takes a verdict without any that counts
// back to what is recorded.
func (j fakeJudge) JudgeExcept(c *model.Case, recorded model.State, now time.Time, wrong func(*model.Finding) string) model.Verdict {
	v := j.judge(c, recorded, now)
	if wrong == nil {
		return v
	}
	counts := false
	for i := range v.Findings {
		classify.Dismiss(&v.Findings[i], wrong(&v.Findings[i]))
		counts = counts || v.Findings[i].Counts()
	}
	if !counts {
		v.State = recorded
	}
	return v
}

func recordedState(recorded string) model.State {
	s, err := model.ParseState(recorded)
	if err != nil {
		return model.StateUnknown
	}
	return s
}

var fakeAdapter = source.Adapter{Kind: "fake", State: recordedState}

// bench is a board under test, in a bubble with a clock of its own.
type bench struct {
	*Board
	t    *testing.T
	mu   sync.Mutex
	sets [][]watch.Target // what was to be watched, one after the other
}

func (b *bench) noteTargets(targets []watch.Target) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sets = append(b.sets, targets)
}

// follow runs a board over the feeds until the test ends; it must be called in
// a bubble.
func follow(t *testing.T, o Options, feeds ...Feed) *bench {
	t.Helper()
	b := prepare(t, o, feeds...)
	b.start(t)
	return b
}

// start runs the board until the test ends.
func (b *bench) start(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
}

// prepare makes a board of fakes without running it.
func prepare(t *testing.T, o Options, feeds ...Feed) *bench {
	t.Helper()
	if o.Now == nil {
		o.Now = time.Now
	}
	b := &bench{Board: New(o, feeds...), t: t}
	b.newJudge = func(source.Adapter) judge { return fakeJudge{} }
	for _, f := range b.feeds {
		f.makeJudges()
	}
	byPath := map[string]*fake{}
	for _, in := range feeds {
		if src, ok := in.Source.(interface{ base() *fake }); ok {
			byPath[src.base().queue] = src.base()
			clear(src.base().moved) // it was so when it was opened
		}
	}
	b.newWatch = func(targets []watch.Target, _ watch.Options) (watcher, error) {
		w := fakeWatch{set: b.noteTargets, c: make(chan watch.Signal, 1)}
		b.noteTargets(targets)
		if src := byPath[targets[0].Path]; src != nil {
			w.c = src.signals
		}
		return w, nil
	}
	return b
}

func feedOf(f *fake) Feed { return Feed{Adapter: fakeAdapter, Source: f} }

// settle lets everything happen that is to happen within the time.
func (b *bench) settle(d time.Duration) *Snapshot {
	b.t.Helper()
	time.Sleep(d)
	synctest.Wait()
	return b.Snapshot()
}

// rowsIn returns the rows of a pane in their order.
func rowsIn(s *Snapshot, p model.Pane) []*model.Row {
	rows := inOrder(s.Rows(p).Len(), func(i int) (*model.Row, bool) { return s.Rows(p).At(i) })
	slices.SortFunc(rows, compareRows)
	return rows
}

// inOrder returns what stands at the first n positions, and nothing beyond them.
func inOrder[T any](n int, at func(int) (T, bool)) (all []T) {
	for i := 0; ; i++ {
		one, ok := at(i)
		if ok != (i < n) {
			panic("there are not as many as are counted")
		}
		if !ok {
			return all
		}
		all = append(all, one)
	}
}

// states returns the listed rows as "id state", in order of id.
func states(s *Snapshot) []string {
	var out []string
	for p := range s.panes {
		for _, r := range rowsIn(s, model.Pane(p)) {
			out = append(out, r.ID+" "+r.State.String())
		}
	}
	slices.Sort(out)
	return out
}

func caseOf(id, recorded string) model.Case {
	return model.Case{Task: model.Task{ID: id, Title: "task " + id, Recorded: recorded, Updated: time.Unix(1_700_000_000, 0)}}
}

func judged(id string, of verdictFunc) model.Case {
	c := caseOf(id, "queued")
	c.Native = of
	return c
}
