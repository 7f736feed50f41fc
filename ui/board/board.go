package board

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/memory"
	"notdone/ui/verdicts"
)

// Feed is one source that a board takes tasks from.
type Feed struct {
	Adapter source.Adapter
	// Source is the open source; the caller closes it after Run has returned.
	Source source.Source
	// Path and Open are for a queue that could not be opened yet: Path is the
	// queue as the operator gave it, and Open is tried, at once and whenever
	// something happens in the folder of Path, until it succeeds; only then is
	// the adapter known. The source is closed by the board. Both are ignored
	// when Source is set.
	Path string
	Open func(ctx context.Context) (source.Adapter, source.Source, error)
	// Logs says that the source is a folder of run logs. When it has the
	// methods of Attacher, they are used.
	Logs bool
}

// Options are a board's settings.
type Options struct {
	Now    func() time.Time // the clock; required
	Config classify.Config
	Memory *memory.Store // nil: nothing is remembered
	Frozen bool          // the clock stands still: nothing is judged again by time
	// Keep is how many quiet tasks are listed of each of the states queued,
	// scheduled, done and cancelled, the first ones in list order; 0: 5000.
	Keep int
	// KeepRows is how many rows are held whole, those looked at last; 0: 3000.
	KeepRows int
	// KeepScan is how many rows a Scan holds until it has seen all; 0: 8000, or 2000 where it
	// writes the others into a file.
	KeepScan int
	Poll     bool // watch by polling alone
	// Alive reports whether a worker's process lives; nil: tasks are read again for that.
	Alive func(model.Process) model.Liveness
	// Verdicts is where the verdicts are kept until the next start; nil: nowhere. Identity
	// stands for all that they depend on and that nothing else here tells: the program, the
	// correction, how sources are read.
	Verdicts *verdicts.Store
	Identity string
}

// What is in use for a Keep, a KeepRows and a KeepScan that are not set. A scan
// reads what it does not hold twice, and ends soon.
const (
	defaultKeep     = 5_000
	defaultKeepRows = 3_000
	defaultKeepScan = 8_000
	keepBesideFile  = 2_000
)

// idle is how long nothing happens when nothing has to.
const idle = time.Hour

// Board keeps the tasks of several sources judged and indexed. Its methods may
// be called from any goroutine. Of Run, Scan and Find only one may be called,
// and only once.
type Board struct {
	o     Options
	feeds []*feed
	marks marks
	room  room
	ask   func(model.Ref) // for a row to be read that somebody looks at; nil: nobody looks
	// attached is what logs say of tasks of other sources.
	attached attached
	ownLogs  ownLogs
	newWatch func([]watch.Target, watch.Options) (watcher, error)
	newJudge func(source.Adapter) judge

	indexer     *indexer
	changes     chan change
	running     atomic.Bool   // Run was called
	stopped     chan struct{} // closed when Run returns
	rowsToKeep  chan struct{} // holds a message when memory has rows to record
	snapshot    atomic.Pointer[Snapshot]
	subscribers subscribers
}

// New makes a board of the feeds. Nothing is read before Run, Scan or Find. Of
// two feeds with one path the second is left out.
func New(o Options, feeds ...Feed) *Board {
	o.Keep = cmp.Or(o.Keep, defaultKeep)
	o.KeepRows = cmp.Or(o.KeepRows, defaultKeepRows)
	if o.KeepScan == 0 {
		o.KeepScan = defaultKeepScan
		if o.Verdicts.Writes() && !o.Frozen {
			o.KeepScan = keepBesideFile
		}
	}
	b := &Board{
		o:          o,
		changes:    make(chan change, maxWaiting),
		stopped:    make(chan struct{}),
		rowsToKeep: make(chan struct{}, 1),
		newWatch: func(t []watch.Target, o watch.Options) (watcher, error) {
			return watch.New(t, o)
		},
		newJudge: func(a source.Adapter) judge { return classify.New(o.Config, a.Rules...) },
	}
	b.room, b.ask = room{quiet: o.Keep, whole: o.KeepRows}, func(ref model.Ref) { b.rereadTasks([]model.Ref{ref}) }
	ix := &indexer{b: b, x: b.newIndex()}
	if o.Memory != nil {
		ix.x.unrecorded = map[model.Ref]judgement{}
	}
	b.indexer = ix
	for _, in := range feeds {
		f := newFeed(b, in)
		if b.feedOf(f.queue) != nil {
			continue
		}
		b.feeds = append(b.feeds, f)
		ix.status = append(ix.status, Status{Kind: in.Adapter.Kind, Queue: f.queue, Loading: true, Unable: f.unable()})
		ix.refilling = append(ix.refilling, false)
	}
	ix.nameSources()
	ix.x.changed = true
	ix.publish()
	return b
}

// Run loads all sources, follows them and publishes snapshots until ctx ends.
// It returns nil then, after everything that it started has ended.
func (b *Board) Run(ctx context.Context) error {
	b.recallMarks(ctx)
	b.running.Store(true)
	defer close(b.stopped)
	// The indexer answers the feeds as long as there are any.
	answering, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	var feeds, all sync.WaitGroup
	all.Go(func() { b.indexer.run(answering) })
	for _, f := range b.feeds {
		feeds.Go(func() { f.run(ctx) })
	}
	if b.o.Memory != nil {
		all.Go(func() { b.recordRows(ctx) })
	}
	feeds.Wait()
	cancel()
	all.Wait()
	return nil
}

// Snapshot returns the newest snapshot; it is never nil and does not block.
func (b *Board) Snapshot() *Snapshot { return b.snapshot.Load() }

// rereadTasks has tasks read and judged again by the feeds that own them.
func (b *Board) rereadTasks(refs []model.Ref) {
	for _, ref := range refs {
		if f := b.feedOf(ref.Queue); f != nil {
			f.requests.addTasks(ref.ID)
		}
	}
}

// feedOf returns the feed of a queue; nil when there is none.
func (b *Board) feedOf(queue string) *feed {
	for _, f := range b.feeds {
		if f.queue == queue {
			return f
		}
	}
	return nil
}

// notify leaves a message in a channel that holds one.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// sleep waits and reports whether ctx is still going on.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
