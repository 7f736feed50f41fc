package board

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"notdone/classify"
	"notdone/model"
)

// change is something that the indexer does for another goroutine.
type change func(*indexer)

// maxWaiting is how many changes wait for the indexer before their senders do.
const maxWaiting = 8

// frame is the shortest time between two snapshots.
const frame = 16 * time.Millisecond

// indexer owns the index and everything else that a snapshot shows, and
// publishes the snapshots. Only the goroutine of its run uses it; all others
// send it changes, or read what it has published.
type indexer struct {
	b          *Board
	x          *index
	status     []Status // of each feed
	due        bool     // it is to be looked whether a snapshot has to be published
	refills    [numClasses]refill
	refilling  []bool // which feeds look for missing rows
	generation uint64
	scan       *scan // takes the rows instead of the index; nil on a running board
}

// newIndex returns an empty index of the board's size, without the findings over several tasks that
// are turned off.
func (b *Board) newIndex() *index {
	least, off := b.o.Config.RequeueMin, b.o.Config.Off
	if slices.Contains(off, ruleRequeueLoop) {
		least = math.MaxInt
	}
	x := newIndex(b.room, least, &b.marks, b.ask)
	x.ringless = slices.Contains(off, classify.RuleRing)
	return x
}

// nameSources names the sources anew, by the kinds that are known now.
func (ix *indexer) nameSources() {
	nameSources(ix.status)
	ix.x.shared.loops.rename(Names(ix.status))
}

// run makes changes and publishes until ctx ends.
func (ix *indexer) run(ctx context.Context) {
	var published time.Time
	later := time.NewTimer(idle)
	defer later.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-ix.b.changes:
			ix.make(c)
			if !ix.due {
				continue
			}
			if wait := frame - time.Since(published); wait > 0 {
				later.Reset(wait)
				continue
			}
		case <-later.C:
		}
		later.Reset(ix.publish())
		published = time.Now()
	}
}

// make makes one change and follows it up.
func (ix *indexer) make(c change) {
	c(ix)
	if ix.x.arrived {
		ix.x.arrived = false
		ix.b.tellArrivals()
	}
	if len(ix.x.unrecorded) > 0 {
		notify(ix.b.rowsToKeep)
	}
	ix.due = ix.due || ix.x.changed || ix.x.sharedChanged() || slices.ContainsFunc(ix.x.searches, (*Search).isChanged)
}

// publish makes a snapshot if anything changed. It returns after how long it
// has to be called again although nothing else changes.
func (ix *indexer) publish() (again time.Duration) {
	ix.due = false
	x := ix.x
	wanted, again := x.updateShared(time.Now())
	ix.b.rereadTasks(wanted)
	total := x.total()
	again = min(again, ix.startRefills(&total))
	for _, s := range x.searches {
		again = min(again, ix.passTime(s))
	}
	if x.changed {
		ix.show(&total)
	} else if !slices.ContainsFunc(x.searches, (*Search).isChanged) {
		return again
	}
	for _, s := range x.searches {
		s.show(ix.b.snapshot.Load())
	}
	ix.b.subscribers.notifyAll()
	return again
}

// show makes a snapshot of the index, in which there are so many tasks.
func (ix *indexer) show(total *counts) {
	x := ix.x
	x.changed = false
	s := &Snapshot{
		Generation: ix.generation,
		Counts:     x.counts(total),
		Severities: total.severities,
		Sources:    slices.Clone(ix.status),
		keys:       x.keys.Copy(),
		rows:       x.rows,
		living:     len(x.living.alive),
		manned:     len(x.living.of) > 0,
		came:       x.came,
		again:      pasts{all: x.pasts.all.Copy(), sum: x.pasts.sum},
	}
	for queue, p := range x.parts {
		if p.counts.tended > 0 {
			s.tended = append(s.tended, queue)
		}
		s.priced = s.priced || p.priced
	}
	if len(x.charges.of) > 0 {
		s.spent = x.charges.list(ix.b.o.Now())
	}
	for i := range s.Sources {
		p := x.part(s.Sources[i].Queue)
		s.Sources[i].Counts = p.counts.states()
		for state, n := range p.unread() {
			s.Sources[i].Counts[state] += n
		}
	}
	ix.generation++
	for p, pane := range x.panes {
		s.panes[p] = pane.view()
	}
	ix.b.snapshot.Store(s)
}

// putRows takes rows into the index as they were judged by themselves.
func (ix *indexer) putRows(ctx context.Context, rows []*model.Row) {
	if ix.scan != nil {
		ix.scan.handleRows(ctx, rows)
		return
	}
	now := ix.b.o.Now()
	for _, r := range rows {
		ix.x.putRow(r, now)
	}
}

// send has the indexer make a change. It waits while enough changes wait
// already, so that no source is read faster than its tasks are indexed. It is
// false when the board does not run, or ctx ends first.
func (b *Board) send(ctx context.Context, c change) bool {
	if b.indexer.scan != nil {
		b.indexer.make(c) // a scan is one goroutine
		return true
	}
	if !b.running.Load() {
		return false
	}
	select {
	case b.changes <- c:
		return true
	case <-b.stopped:
	case <-ctx.Done():
	}
	return false
}

// ask has the indexer answer a question, after all changes that the caller has
// sent. It is false when there is no answer, as from a board that does not run.
func ask[T any](ctx context.Context, b *Board, question func(*indexer) T) (answer T, ok bool) {
	answers := make(chan T, 1)
	if !b.send(ctx, func(ix *indexer) { answers <- question(ix) }) {
		return answer, false
	}
	select {
	case answer = <-answers:
		return answer, true
	case <-b.stopped:
	case <-ctx.Done():
	}
	return answer, false
}

// subscribers are those who want to be told of new snapshots. Any goroutine may
// use it.
type subscribers struct {
	mu  sync.Mutex
	all map[chan struct{}]struct{}
}

// Subscribe returns a channel that receives a message after every new snapshot.
// A message that was not received yet stands for any number of snapshots, so a
// subscriber that is slow, or never receives, delays nobody. The caller calls
// cancel when it no longer listens; the channel is never closed.
func (b *Board) Subscribe() (updates <-chan struct{}, cancel func()) {
	c := make(chan struct{}, 1)
	s := &b.subscribers
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[chan struct{}]struct{}{}
	}
	s.all[c] = struct{}{}
	return c, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.all, c)
	}
}

// notifyAll tells every subscriber that there is a new snapshot.
func (s *subscribers) notifyAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.all {
		notify(c)
	}
}
