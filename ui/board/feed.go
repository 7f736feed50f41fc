package board

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// judge is what a feed needs of classify.Judge.
type judge interface {
	JudgeExcept(c *model.Case, recorded model.State, now time.Time, wrong func(*model.Finding) string) model.Verdict
}

// watcher is what a feed needs of watch.Watcher.
type watcher interface {
	C() <-chan watch.Signal
	Set(targets []watch.Target) error
	Close() error
}

const (
	page       = 250 // tasks; small, because two pages of long texts are held at once
	firstPage  = 60  // tasks of the first page: a screen of them, so that it comes soon
	getAtOnce  = 500
	backoffMin = 250 * time.Millisecond
	backoffMax = 5 * time.Second
	// A source is asked everything again, for what no notification tells of, after a
	// pause that is pollShare times as long as that takes, within these bounds.
	pollEvery  = 5 * time.Second
	pollRarely = 30 * time.Second
	pollShare  = 1000
)

// errNotOpen is the state of a feed whose queue could not be opened yet.
var errNotOpen = errors.New("not open yet")

// feed follows one source. Its fields belong to the goroutine of run, but for
// those that say otherwise.
type feed struct {
	b        *Board
	index    int // of its Status
	in       Feed
	queue    string
	kinds    []kind        // of task: of in.Adapter and the adapters behind its Other
	turn     chan struct{} // holds a token while src is in use
	src      source.Source // guarded by turn
	requests *requests     // from any goroutine
	arrived  atomic.Bool   // a task is new on the board, for the feeds of logs
	acted    atomic.Bool   // notdone itself has written to the queue, or tried
	mute     atomic.Bool   // the source was asked something and has not answered
	once     bool          // the source is read to its end and not followed
	// passOver tells of a task that it need not be judged; nil: all are.
	passOver func(*model.Case) bool

	watch   watcher
	targets []watch.Target
	signals <-chan watch.Signal
	stale   bool         // something may have changed since the last Refresh
	changed watch.Signal // what that is
	listing *listing

	wakes   wakes
	workers workers
	looks   looks                  // for changes of which nothing tells
	retried time.Time              // when logs last tried to attach
	rest    time.Duration          // how long they pause after that
	writing map[model.Ref]struct{} // tasks of which a log is being written
	looked  time.Time              // when those were last looked at
	pause   time.Duration          // of the last wait after a failure

	wentOn   bool      // it was tried to go on from what is stored
	unproved *recalled // what is shown so, until it was tried whether it fits
	storedAt time.Time // when something was stored last
	// storing is closed when what is being written is, which stopStoring ends; nil: nothing is.
	storing     chan struct{}
	stopStoring context.CancelFunc
	newRows     *newRows       // the file of rows that is being written; nil: none is
	tally       classify.Tally // of the tasks that came into that file
	rows        *keptRows      // those that are kept, while a scan hands rows over
	retitled    retitled
	titles      titles // of the search that looks at titles
	wishes      wishes // of a source that is not followed; guarded by turn
}

// kind is what judges one kind of task.
type kind struct {
	adapter *source.Adapter
	judge   judge
}

func newFeed(b *Board, in Feed) *feed {
	f := &feed{
		b:        b,
		index:    len(b.feeds),
		in:       in,
		queue:    in.Path,
		turn:     make(chan struct{}, 1),
		src:      in.Source,
		requests: newRequests(),
		listing:  &listing{},
		looks:    looks{pause: lastPause, usual: pollEvery},
		writing:  map[model.Ref]struct{}{},
		workers:  workers{alive: b.o.Alive},
	}
	if in.Source != nil {
		f.queue = in.Source.Describe().Path
	}
	f.makeJudges()
	return f
}

// makeJudges makes the judges of the kinds of task in the source.
func (f *feed) makeJudges() {
	f.kinds = nil
	for a := &f.in.Adapter; a != nil; a = a.Other {
		f.kinds = append(f.kinds, kind{a, f.b.newJudge(*a)})
	}
}

// kindOf returns the kind of a task; the last one is that of all others.
func (f *feed) kindOf(c *model.Case) kind {
	for _, k := range f.kinds {
		if c.Task.Source == k.adapter.Kind {
			return k
		}
	}
	return f.kinds[len(f.kinds)-1]
}

// run follows the source until ctx ends.
func (f *feed) run(ctx context.Context) {
	defer f.close()
	defer f.storeLast(ctx)
	for ctx.Err() == nil {
		report := f.beginRound(ctx)
		more, err := f.doRound(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			f.mustRefresh(watch.Signal{})
			report(err)
			f.store(ctx, false)
			f.waitAfterFailure(ctx)
			continue
		}
		report(f.trouble(ctx))
		if more {
			f.receiveSignal()
			continue
		}
		f.store(ctx, false)
		f.wait(ctx)
	}
}

// doRound does a bounded piece of each kind of work that is due. More says that
// there is more to do at once. A source that panics counts as failed.
func (f *feed) doRound(ctx context.Context) (more bool, err error) {
	defer catchPanic(&err)
	if err := f.open(ctx); err != nil {
		return false, err
	}
	if f.acted.Swap(false) || !f.once && f.looks.due(time.Now()) {
		f.mustRefresh(watch.Signal{})
	}
	for _, step := range []func(context.Context) error{f.goOn, f.refresh, f.rereadDue, f.searchTitles, f.listPage, f.countTasks, f.attachLogs, f.updateWatch} {
		if err := step(ctx); err != nil {
			return false, err
		}
	}
	return f.stale || f.listing != nil || f.unproved != nil || f.titles.of != nil || !f.requests.empty(), nil
}

// catchPanic, deferred, turns a panic into an error.
func catchPanic(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("reading it failed inside notdone: %v", p)
	}
}

// read asks the source for something while no other goroutine uses it. A source
// that panics counts as failed.
func read[T any](ctx context.Context, f *feed, do func(source.Source) (T, error)) (said T, err error) {
	call := func() (said T, err error) {
		defer catchPanic(&err)
		err = f.withSource(ctx, func(src source.Source) (err error) {
			said, err = do(src)
			return err
		})
		return said, err
	}
	if f.once {
		return awaitAnswer(f, call)
	}
	return call()
}

// withSource calls do while no other goroutine uses the source.
func (f *feed) withSource(ctx context.Context, do func(source.Source) error) error {
	if f.once && f.mute.Load() {
		_, hangs := f.hanging()
		return hangs
	}
	select {
	case f.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-f.turn }()
	if f.src == nil {
		return errNotOpen
	}
	return do(f.src)
}

// open opens a queue that could not be opened before.
func (f *feed) open(ctx context.Context) (err error) {
	defer catchPanic(&err)
	err = f.withSource(ctx, func(source.Source) error { return nil })
	if !errors.Is(err, errNotOpen) || f.in.Open == nil {
		return err
	}
	adapter, src, err := f.in.Open(ctx)
	if err != nil {
		if late := f.watchFolder(); late != nil {
			return fmt.Errorf("%w; %w", err, late)
		}
		return err
	}
	f.turn <- struct{}{}
	f.in.Adapter, f.src = adapter, src
	f.makeJudges()
	<-f.turn
	unable := f.unable()
	f.setStatus(ctx, func(s *Status) { s.Kind, s.Unable = adapter.Kind, unable })
	f.targets, f.listing = nil, &listing{}
	return nil
}

func (f *feed) close() {
	f.listing.stopReading()
	f.closeRows()
	f.dropTitles()
	if f.watch != nil {
		_ = f.watch.Close() // it can only say that a file system hangs
	}
	if f.in.Source == nil && f.src != nil && !f.mute.Load() {
		_ = f.src.Close() // it was only read
	}
}

// requests is what others ask of a feed. Any goroutine may use it.
type requests struct {
	poke chan struct{} // holds a message when something was asked

	mu      sync.Mutex
	ids     map[string]struct{} // tasks to read again
	missing map[class]*missing  // rows to look for; nil: none
	search  []searchRequest     // what searches want to be read
	titles  []*Search           // searches that look for titles
}

// searchRequest asks for tasks to be read for a search.
type searchRequest struct {
	of  *Search
	all bool     // every task of the source
	ids []string // those tasks
}

func newRequests() *requests {
	return &requests{poke: make(chan struct{}, 1), ids: map[string]struct{}{}}
}

// addTasks asks for tasks to be read again.
func (r *requests) addTasks(ids ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range ids {
		r.ids[id] = struct{}{}
	}
	notify(r.poke)
}

// takeTasks takes out at most n tasks that are to be read again.
func (r *requests) takeTasks(n int) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var ids []string
	for id := range r.ids {
		if len(ids) == n {
			break
		}
		delete(r.ids, id)
		ids = append(ids, id)
	}
	return ids
}

// swapMissing asks for rows to be looked for, and takes out what was asked for before.
func (r *requests) swapMissing(m map[class]*missing) (before map[class]*missing) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m != nil {
		notify(r.poke)
	}
	before, r.missing = r.missing, m
	return before
}

// addSearch asks for tasks to be read for a search.
func (r *requests) addSearch(wanted searchRequest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.search = append(r.search, wanted)
	notify(r.poke)
}

// addTitles asks for the titles to be looked at for a search.
func (r *requests) addTitles(s *Search) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.titles = append(r.titles, s)
	notify(r.poke)
}

// takeTitles takes out a search that looks for titles and has not ended; nil when there is none.
func (r *requests) takeTitles() *Search {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.titles) > 0 {
		s := r.titles[0]
		if r.titles = r.titles[1:]; s.ctx.Err() == nil {
			return s
		}
	}
	return nil
}

// takeSearch takes out what a search asks for that has not ended; the zero request when there
// is none.
func (r *requests) takeSearch() searchRequest {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.search) > 0 {
		wanted := r.search[0]
		if r.search = r.search[1:]; wanted.of.ctx.Err() == nil {
			return wanted
		}
	}
	return searchRequest{}
}

// empty reports whether nothing is asked for.
func (r *requests) empty() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.ids) == 0 && r.missing == nil && len(r.search) == 0 && len(r.titles) == 0
}
