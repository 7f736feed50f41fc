package board

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/verdicts"
)

// identity stands for all that the verdicts of a queue depend on beside its tasks.
func (f *feed) identity() verdicts.Identity {
	config := f.b.o.Config
	config.Corrected = nil // the caller's Identity says what it is
	on := []string{f.b.o.Identity, source.Absolute(f.queue), fmt.Sprintf("%+v", config), strconv.Itoa(f.b.o.Keep)}
	for _, k := range f.kinds {
		on = append(on, k.adapter.Kind)
	}
	return verdicts.Identify(append(on, f.b.marks.texts(f.queue)...)...)
}

// texts returns what the operator said of a queue's tasks, in an order that is always the same.
func (m *marks) texts(queue string) (all []string) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for ref, these := range m.of {
		for _, mark := range these {
			if ref.Queue == queue {
				all = append(all, fmt.Sprintf("%q %q %v %q %d", ref.ID, mark.Rule, mark.Right, mark.Reason, mark.At.Unix()))
			}
		}
	}
	slices.Sort(all)
	return all
}

// stores reports whether the verdicts of the source may be kept: not where logs, which may
// be anywhere, say something of its tasks.
func (f *feed) stores() bool {
	return f.b.o.Verdicts != nil && f.passOver == nil &&
		!slices.ContainsFunc(f.b.feeds, func(o *feed) bool { return o.in.Logs })
}

// recalled is a queue as it was stored, brought up to date.
type recalled struct {
	*stored
	f     *feed
	fresh *index          // with the part of the queue, and the tasks that were read again
	again map[string]bool // those tasks, and those that are gone
	// moved says that doubtful words weigh otherwise than when the queue was stored.
	moved bool
	// shown says that a running board shows it already: its index has all of this.
	shown bool
}

// recall returns what is stored of the queue, with what changed since. It is nil when nothing
// is, when it is not enough, or does not fit: then the queue has to be listed. Of the keys it has
// those with one of the loops; nil: all.
func (f *feed) recall(ctx context.Context, loops map[uint64]bool, enough func(*stored) bool) (*recalled, error) {
	if !f.stores() {
		return nil, nil
	}
	file := f.b.o.Verdicts.OpenParts(source.Absolute(f.queue), f.identity())
	if file == nil {
		return nil, nil
	}
	s := readStored(file, f.queue, loops)
	file.Close()
	now := f.b.o.Now()
	if s == nil || s.saved.After(now) || s.beyond != 0 && s.beyond <= now.UnixMicro() || !enough(s) {
		return nil, nil
	}
	ok, err := askResumer(ctx, f, func(r source.Resumer) (bool, error) { return r.Resume(ctx, s.position) })
	if !ok || err != nil {
		return nil, err
	}
	r := &recalled{stored: s, f: f, fresh: f.b.newIndex(), again: map[string]bool{}}
	r.fresh.parts[f.queue] = &s.part
	for c, k := range s.horizons {
		r.fresh.shelves[c].horizon = k
	}
	if ok, err = r.refresh(ctx); !ok || err != nil {
		return nil, err
	}
	r.moved = r.movePrior()
	return r, nil
}

// movePrior weighs by how the queue's tasks have turned out by now, as after a listing, and
// reports whether doubtful words weigh otherwise because of that.
func (r *recalled) movePrior() (moved bool) {
	tally, shown := r.part.counts.tally, &r.part.prior.shown
	moved = tally.Shift() != shown.Shift()
	*shown = tally
	return moved
}

// askResumer asks a source that can be resumed; the answer of any other is zero.
func askResumer[T any](ctx context.Context, f *feed, do func(source.Resumer) (T, error)) (T, error) {
	return read(ctx, f, func(src source.Source) (said T, err error) {
		if r, ok := src.(source.Resumer); ok {
			return do(r)
		}
		return said, nil
	})
}

// proves reports whether what was stored fits, as far as that can be tried: tasks whose time
// has come are read again, the others counted, and some of them judged once more.
func (r *recalled) proves(ctx context.Context) (bool, error) {
	for _, step := range []func(context.Context) (bool, error){r.reread, r.counted, r.sampled} {
		if ok, err := step(ctx); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// look calls do with the index that has the queue.
func (r *recalled) look(ctx context.Context, do func(*index)) {
	if r.shown {
		ask(ctx, r.f.b, func(ix *indexer) bool { do(ix.x); return true })
		return
	}
	do(r.fresh)
}

// refresh takes in what has changed since. It is false when that cannot be told.
func (r *recalled) refresh(ctx context.Context) (bool, error) {
	if r.shown {
		for r.f.mustRefresh(watch.Signal{}); r.f.stale; {
			if err := r.f.refresh(ctx); err != nil {
				return false, err
			}
		}
		return r.f.listing == nil, nil
	}
	for more := true; more; {
		d, err := read(ctx, r.f, func(src source.Source) (source.Delta, error) { return src.Refresh(ctx, watch.Signal{}) })
		if err != nil || d.Reset {
			return false, err
		}
		r.take(ctx, d.Cases, d.Removed)
		more = d.More
	}
	return true, nil
}

// take takes in tasks as they are now.
func (r *recalled) take(ctx context.Context, cases []model.Case, gone []string) {
	now, rows := r.f.b.o.Now(), r.f.judgeCases(ctx, cases)
	if r.shown {
		r.f.updateRows(ctx, rows)
		r.f.dropTasks(ctx, gone)
		return
	}
	if s := r.f.b.indexer.scan; s != nil {
		s.remember(ctx, rows)
	}
	r.f.noteTitles(rows)
	for _, row := range rows {
		r.again[row.ID] = true
		r.fresh.putRow(row, now)
	}
	for _, id := range gone {
		r.again[id] = true
		r.f.noteTitle(verdicts.Title{ID: id})
		r.f.wakes.set(id, time.Time{})
		r.fresh.dropTask(model.Ref{Queue: r.f.queue, ID: id})
	}
}

// reread reads the tasks whose verdict may be another one by now: those whose wake-up is
// due, those that are worked on, which depend on processes, and where doubtful words weigh
// otherwise those that nothing else speaks against.
func (r *recalled) reread(ctx context.Context) (bool, error) {
	now, due := r.f.b.o.Now().UnixMicro(), map[string]struct{}{}
	for _, k := range r.keys {
		if k.state == model.StateActive || r.moved && k.is(isDoubtful) {
			due[k.id] = struct{}{}
		}
	}
	for id, at := range r.wakes {
		if at <= now {
			due[id] = struct{}{}
		}
	}
	maps.DeleteFunc(due, func(id string, _ struct{}) bool { return r.again[id] })
	for ids := range slices.Chunk(slices.Collect(maps.Keys(due)), getAtOnce) {
		cases, err := r.f.get(ctx, ids)
		if err != nil {
			return false, err
		}
		r.take(ctx, cases, missingFrom(cases, ids))
		if r.shown {
			if err := r.f.rereadDue(ctx); err != nil { // what somebody looks at comes first
				return false, err
			}
		}
	}
	return true, nil
}

// missingFrom returns those of the ids that none of the cases has.
func missingFrom(cases []model.Case, ids []string) []string {
	there := make(map[string]bool, len(cases))
	for i := range cases {
		there[cases[i].Task.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return there[id] })
}

// counted reports whether there are as many tasks as are known, as far as the source can
// tell. While tasks come and go the number may be between those before and after a refresh.
func (r *recalled) counted(ctx context.Context) (bool, error) {
	known := 0
	count := func(x *index) { known = x.part(r.f.queue).census.used }
	before, ok, err := r.f.countAll(ctx)
	r.look(ctx, count)
	if err != nil || !ok || before == known {
		return err == nil, err
	}
	if ok, err := r.refresh(ctx); !ok || err != nil {
		return false, err
	}
	after, _, err := r.f.countAll(ctx)
	r.look(ctx, count)
	return min(before, after) <= known && known <= max(before, after), err
}

// countAll has the source count its tasks. It is false where it cannot.
func (f *feed) countAll(ctx context.Context) (n int, ok bool, err error) {
	counts, err := f.countStatuses(ctx)
	for _, tasks := range counts {
		n += tasks
	}
	return n, counts != nil, err
}

// sampleSize is how many tasks are judged again to see whether they are as they were stored.
const sampleSize = 200

// sampled reports whether quiet tasks, picked at random, are judged as they were stored.
func (r *recalled) sampled(ctx context.Context) (bool, error) {
	ids, err := askResumer(ctx, r.f, func(src source.Resumer) ([]string, error) { return src.Sample(ctx, sampleSize) })
	if err != nil {
		return false, err
	}
	cases, err := r.f.get(ctx, ids)
	if err != nil {
		return false, err
	}
	rows := r.f.judgeCases(ctx, cases)
	for range 2 { // a task may have changed before it was read
		r.look(ctx, func(x *index) {
			rows = slices.DeleteFunc(rows, func(row *model.Row) bool {
				was, known := x.part(r.f.queue).census.get(row.ID)
				return known && (was.class().loud() || x.shared.standingOf(x.shared.withPrior(row)) == was)
			})
		})
		if len(rows) == 0 {
			return true, nil
		}
		if ok, err := r.refresh(ctx); !ok || err != nil {
			return false, err
		}
	}
	return false, nil
}

// unread returns the keys of the tasks that were not read again. It takes the others out.
func (r *recalled) unread() []*Key {
	return slices.DeleteFunc(r.keys, func(k *Key) bool { return r.again[k.id] })
}

// firstShown parts the keys: those of the pane that is shown first, if they are few, come first.
func (r *recalled) firstShown() (first, rest []*Key) {
	isFirst := func(k *Key) bool { return k.state.Pane() == model.PaneActive }
	if first = selectKeys(r.keys, 0, isFirst); len(first) > keysInPart {
		return nil, r.keys
	}
	return first, selectKeys(r.keys, len(r.keys), func(k *Key) bool { return !isFirst(k) })
}

// putInto replaces what an index has of the queue.
func (r *recalled) putInto(x *index, now time.Time) {
	x.replaceQueue(r.f.queue, r.fresh, now)
	p := x.part(r.f.queue)
	p.stored = len(r.again) == 0
	rings, _ := p.deps.update() // of the tasks that follow, too
	for _, ref := range rings {
		x.showAnew(ref)
	}
}

// setWakes sets when the tasks that were not read again have to be judged. It leaves only what
// reread needs: what is due now.
func (r *recalled) setWakes() {
	now, due := r.f.b.o.Now().UnixMicro(), map[string]int64{}
	r.f.wakes.beyond = r.beyond
	for id, at := range r.wakes {
		if !r.again[id] {
			r.f.wakes.set(id, time.UnixMicro(at))
		}
		if at <= now {
			due[id] = at
		}
	}
	r.wakes = due
}

// goOn goes on from what is stored of the queue, if anything is and fits, in place of the
// first listing. It is shown first and proved afterwards.
func (f *feed) goOn(ctx context.Context) error {
	if f.unproved != nil {
		return f.prove(ctx)
	}
	if f.once || f.wentOn || f.listing == nil || !f.listing.first() {
		return nil
	}
	f.wentOn = true
	r, err := f.recall(ctx, nil, func(*stored) bool { return true })
	if r == nil || err != nil {
		return err
	}
	r.setWakes()
	known, now := r.part.census.used, f.b.o.Now()
	r.keys = r.unread()
	first, rest := r.firstShown()
	f.b.send(ctx, func(ix *indexer) {
		r.putInto(ix.x, now)
		if p := ix.x.part(f.queue); known > len(first)+len(rest) {
			p.priced = true
		}
		ix.x.adoptAll(first, now)
		ix.publish() // the others take longer than a frame
	})
	f.b.send(ctx, func(ix *indexer) { ix.x.adoptAll(rest, now) })
	f.listing, f.storedAt, f.unproved, r.shown = nil, time.Now(), r, true
	f.mustRefresh(watch.Signal{})
	f.setStatus(ctx, func(s *Status) { s.Listed = known })
	return nil
}

// prove tries whether what is shown of the queue, as it was stored, fits. If not, nothing of
// it stays, and the queue is listed.
func (f *feed) prove(ctx context.Context) error {
	fits, err := f.unproved.proves(ctx)
	if err != nil {
		return err
	}
	f.unproved = nil
	switch {
	case f.listing != nil: // it is listed again for another reason
	case fits:
		_ = f.trouble(ctx) // before loading ends: then everything is known
		f.setStatus(ctx, func(s *Status) { s.Loading = false })
	default:
		f.listing = &listing{}
		f.b.send(ctx, func(ix *indexer) { ix.x.replaceQueue(f.queue, f.b.newIndex(), f.b.o.Now()) })
		f.setStatus(ctx, func(s *Status) { s.Listed = 0 })
	}
	return nil
}

// storePause is the shortest time between two files of one queue, but for the last one.
const storePause = 2 * time.Minute

// store stores what is known of the queue, if that is something new and complete, and it is
// time for it. The file is written beside the feed's work.
func (f *feed) store(ctx context.Context, last bool) {
	if f.listing != nil || f.unproved != nil || f.b.o.Frozen || !f.stores() || !last && time.Since(f.storedAt) < storePause {
		return
	}
	f.awaitStored(ctx)
	const nothingNew = -1
	known, ok := ask(ctx, f.b, func(ix *indexer) int {
		p := ix.x.part(f.queue)
		if p.stored {
			return nothingNew
		}
		return p.census.used
	})
	if !ok || known == nothingNew {
		return
	}
	position, err := askResumer(ctx, f, func(r source.Resumer) ([]byte, error) { return r.Position(ctx) })
	if position == nil || err != nil {
		return
	}
	id, wakes, beyond, saved := f.identity(), maps.Clone(f.wakes.at), f.wakes.beyond, f.b.o.Now()
	if wakes == nil {
		wakes = map[string]int64{}
	}
	for task := range f.workers.of {
		wakes[task] = saved.UnixMicro() // its process may have ended by the next start
	}
	if known > manyTasks && !last {
		runtime.GC() // what was read leaves garbage, which makes room for what is written
	}
	s, ok := ask(ctx, f.b, func(ix *indexer) *packed { return ix.x.pack(f.queue) })
	if !ok {
		return
	}
	f.storedAt = time.Now()
	f.appendTitles()
	if !last {
		_ = f.b.o.Verdicts.RenewTitles(source.Absolute(f.queue), f.titlesIdentity()) // the file stays as it is
	}
	saving, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	f.storing, f.stopStoring = ended, stop
	go func() {
		defer close(ended)
		defer stop()
		s.saved, s.position, s.wakes, s.beyond = saved, position, wakes, beyond
		_ = f.b.o.Verdicts.Save(saving, source.Absolute(f.queue), id, s.parts()) // without it the next start reads everything
	}()
}

// manyTasks is from how many tasks on a file of verdicts takes memory that counts.
const manyTasks = 200_000

// awaitStored waits for the file that is being written. When ctx ends first it is not
// written: the one before stays.
func (f *feed) awaitStored(ctx context.Context) {
	if f.storing == nil {
		return
	}
	select {
	case <-f.storing:
	case <-ctx.Done():
		f.stopStoring()
		<-f.storing
	}
}

// storeLast stores what is known when the feed ends.
func (f *feed) storeLast(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastStore)
	defer cancel()
	f.store(ctx, true)
	f.awaitStored(ctx)
}

// lastStore is how long the end of the program waits for what is stored.
const lastStore = 100 * time.Millisecond

// pack notes what is known of a queue at this moment. The result may be used on another
// goroutine, while the index moves on.
func (x *index) pack(queue string) *packed {
	p := x.part(queue)
	p.stored = true
	s := &packed{standings: p.census.encode(), deps: encodeDeps(p.deps.on), listed: keysIn(x.keys.Copy(), queue)}
	s.part.prior, s.horizons = p.prior, map[class]*Key{}
	for c, shelf := range x.shelves {
		if shelf != nil && shelf.horizon != nil {
			s.horizons[class(c)] = shelf.horizon
		}
	}
	return s
}
