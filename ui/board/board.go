package board

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/memory"
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
	// Keep is how many quiet rows are held of each of the states queued,
	// scheduled, done and cancelled, the first ones in list order; 0: 5000.
	Keep int
	// KeepLoud is how many rows that ask for an operator are held of each state,
	// the first ones in list order; 0: 20000.
	KeepLoud int
	// KeepScan is how many rows a Scan holds until it has seen all; 0: 64000.
	KeepScan int
	Poll     bool // watch by polling alone
}

// What is in use for a Keep, a KeepLoud and a KeepScan that are not set. A scan
// reads what it does not hold twice, and lives shortly.
const (
	defaultKeep     = 5_000
	defaultKeepLoud = 20_000
	defaultKeepScan = 64_000
)

// room is how many rows are held.
func (o *Options) room() room { return room{quiet: o.Keep, loud: o.KeepLoud} }

// idle is how long nothing happens when nothing has to.
const idle = time.Hour

// frame is the shortest time between two snapshots.
const frame = 16 * time.Millisecond

// Board keeps the tasks of several sources judged and indexed. Its methods may
// be called from any goroutine; Run and Scan once, and only one of them.
type Board struct {
	o        Options
	feeds    []*feed
	attached attachments
	opinions opinions
	rows     *remembering // nil without a memory
	running  atomic.Bool  // Run was called
	newWatch func([]watch.Target, watch.Options) (watcher, error)
	newJudge func(source.Adapter) judge

	mu     sync.Mutex // guards what follows
	x      *index
	status []Status
	told   bool // the statuses are as in the newest snapshot
	fills  [numClasses]fill

	generation uint64
	snapshot   atomic.Pointer[Snapshot]
	changed    chan struct{}

	subscribers subscribers
}

// New makes a board of the feeds. Nothing is read before Run or Scan. Of two
// feeds with one path the second is left out.
func New(o Options, feeds ...Feed) *Board {
	if o.Keep <= 0 {
		o.Keep = defaultKeep
	}
	if o.KeepLoud <= 0 {
		o.KeepLoud = defaultKeepLoud
	}
	if o.KeepScan <= 0 {
		o.KeepScan = defaultKeepScan
	}
	b := &Board{
		o:       o,
		x:       newIndex(o.room(), o.Config.RequeueMin),
		changed: make(chan struct{}, 1),
		newWatch: func(t []watch.Target, o watch.Options) (watcher, error) {
			return watch.New(t, o)
		},
		newJudge: func(a source.Adapter) judge { return classify.New(o.Config, a.Rules...) },
	}
	b.x.cross.opinions = &b.opinions
	if o.Memory != nil {
		b.x.remembers = true
		b.rows = newRemembering()
	}
	for _, in := range feeds {
		f := newFeed(b, in, b.newJudge(in.Adapter))
		if b.x.parts[f.queue] != nil {
			continue
		}
		b.x.parts[f.queue] = newPart(f.queue)
		b.feeds = append(b.feeds, f)
		b.status = append(b.status, Status{Kind: in.Adapter.Kind, Queue: f.queue, Loading: true})
	}
	b.publish()
	return b
}

// Run loads all sources, follows them and publishes snapshots until ctx ends.
// It returns nil then, after everything that it started has ended.
func (b *Board) Run(ctx context.Context) error {
	b.running.Store(true)
	b.recall(ctx)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	for _, f := range b.feeds {
		all.Go(func() { f.run(ctx) })
	}
	if b.rows != nil {
		all.Go(func() { b.remember(ctx) })
	}
	all.Go(func() { b.publisher(ctx) })
	all.Wait()
	return nil
}

// Snapshot returns the newest snapshot; it is never nil and does not block.
func (b *Board) Snapshot() *Snapshot { return b.snapshot.Load() }

// publisher publishes after every change, at most once a frame.
func (b *Board) publisher(ctx context.Context) {
	var last time.Time
	later := time.NewTimer(idle)
	defer later.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.changed:
		case <-later.C:
		}
		if !sleep(ctx, frame-time.Since(last)) {
			return
		}
		again := b.publish()
		last = time.Now()
		later.Reset(again)
	}
}

// publish makes a snapshot if anything changed. It returns after how long it
// wants to be called again although nothing else changes.
func (b *Board) publish() (again time.Duration) {
	b.mu.Lock()
	wanted, again := b.x.settle(time.Now())
	again = min(again, b.askFill())
	if changed := b.x.changed || !b.told; !changed {
		b.mu.Unlock()
		b.want(wanted)
		return again
	}
	b.x.changed, b.told = false, true
	s := &Snapshot{
		Generation: b.generation,
		At:         b.o.Now(),
		Counts:     b.x.states(),
		Severities: b.x.severities,
		Sources:    append([]Status(nil), b.status...),
		refs:       b.x.refs.Copy(),
	}
	b.generation++
	for p := range b.x.panes {
		s.panes[p], s.partial[p] = b.x.panes[p].Copy(), b.x.partial(model.Pane(p))
		if g := b.x.groups[p]; g != nil {
			g.settle(s.partial[p])
			s.groups[p], s.keys[p] = g.order.Copy(), g.keys.Copy()
		}
	}
	b.snapshot.Store(s)
	b.mu.Unlock()
	b.want(wanted)
	b.subscribers.notifyAll()
	return again
}

// want has tasks read and judged again by the feeds that own them.
func (b *Board) want(refs []model.Ref) {
	for _, ref := range refs {
		if f := b.feed(ref.Queue); f != nil {
			f.wants.add(ref.ID)
			notify(f.poke)
		}
	}
}

// feed returns the feed of a queue; nil when there is none.
func (b *Board) feed(queue string) *feed {
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
