package board

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source"
)

// Scan lists and judges every task once and hands each row to yield, on the
// caller's goroutine. A row that no other task can change is handed over when it
// is read. The others are handed over at the end, in the order of panes, when the
// findings that need several tasks are known. At most KeepScan of these are held.
// The rest is handed over in its place as it was judged, from the file of rows that is kept
// beside the verdicts; where there is none, it is read once more, some hundreds at a time, as it
// is then. A source that fails ends early and the others go on;
// the errors are joined. An error of yield ends the scan and is returned as it
// is.
func (b *Board) Scan(ctx context.Context, yield func(*model.Row) error) error {
	return b.ScanFor(ctx, anything, yield)
}

// ScanFor is Scan for a caller who has no use for all rows, so that some need not be read:
// want tells whether there may be one among those with a state and a model.Row.Weight.
// Others may be handed over too.
func (b *Board) ScanFor(ctx context.Context, want Want, yield func(*model.Row) error) error {
	s := b.newScan(yield)
	s.want = want
	defer s.close()
	b.recallMarks(ctx)
	s.openQueues(ctx)
	// What logs say of other tasks is known before those are judged.
	errs := s.loadAll(ctx, true)
	errs = append(errs, s.loadAll(ctx, false)...)
	if s.ended == nil {
		errs = append(errs, s.finish(ctx))
	}
	if s.ended == nil && errors.Join(errs...) == nil {
		for _, f := range b.feeds {
			f.store(ctx, false)
		}
	}
	return cmp.Or(s.ended, errors.Join(errs...))
}

// Want tells whether somebody has a use for rows with a state and a model.Row.Weight.
type Want func(state model.State, weight int) bool

func anything(model.State, int) bool { return true }

// scan takes the rows of a Scan, on its one goroutine: the feeds read, judge and
// attach as they do for a board that runs, until everything is loaded.
type scan struct {
	b     *Board
	x     *index // of rows that another task may still change
	yield func(*model.Row) error
	ended error                // what yield returned
	quiet [model.NumStates]int // how many quiet tasks memory was told of, by state
	told  map[model.Ref]bool   // those tasks
	want  Want
}

func (b *Board) newScan(yield func(*model.Row) error) *scan {
	b.room, b.ask = room{quiet: math.MaxInt, whole: b.o.KeepScan}, nil
	b.indexer.x = b.newIndex()
	s := &scan{b: b, x: b.indexer.x, yield: yield, told: map[model.Ref]bool{}, want: anything}
	b.indexer.scan = s
	b.indexer.nameSources()
	for _, f := range b.feeds {
		f.once = true
	}
	return s
}

func (s *scan) close() {
	for _, f := range s.b.feeds {
		f.awaitStored(context.Background())
		f.close()
	}
}

// openQueues opens the queues that could not be opened yet, where logs look for
// their tasks in them. One that still cannot be is tried and reported when it is
// its turn.
func (s *scan) openQueues(ctx context.Context) {
	if !slices.ContainsFunc(s.b.feeds, func(f *feed) bool { return f.in.Logs }) {
		return
	}
	for _, f := range s.b.feeds {
		_ = f.open(ctx)
	}
}

// loadAll loads the folders of logs, or the other sources, one after the other, until
// yield ends the scan. It returns why those failed that did.
func (s *scan) loadAll(ctx context.Context, logs bool) (errs []error) {
	for _, f := range s.b.feeds {
		if f.in.Logs != logs || s.ended != nil {
			continue
		}
		if err := s.load(ctx, f); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.queue, err))
		}
	}
	return errs
}

// mostPassed is after how many tasks, whole pages of them, the listing of a queue stops that
// JudgeTasks only searches for tasks with the same wish.
const mostPassed = 2_000

// load lists a source to its end and takes in what changed meanwhile: a task that
// moved past the listing is in no page.
func (s *scan) load(ctx context.Context, f *feed) error {
	// An error of what is stored is not returned: where the source fails, the listing below fails too.
	if r, err := f.recall(ctx, nil, s.enough); r != nil && err == nil {
		if fits, err := r.proves(ctx); fits && err == nil && !r.movePrior() {
			s.putInto(r)
			return f.trouble(ctx)
		}
	}
	for more := true; more; {
		var err error
		if more, err = f.doRound(ctx); err != nil {
			return err
		}
		if err := cmp.Or(s.ended, ctx.Err()); err != nil {
			return err
		}
		if f.passOver != nil && f.listing != nil && f.listing.pages*page >= mostPassed {
			f.listing.stopReading()
			s.x.shared.loops.partial = true // so that findings say "at least"
			break
		}
	}
	return f.trouble(ctx)
}

// handleRows hands rows over or holds them. A task that was counted before but has no key was
// handed over then, and is left out.
func (s *scan) handleRows(ctx context.Context, rows []*model.Row) {
	news := slices.DeleteFunc(slices.Clone(rows), func(r *model.Row) bool {
		_, known := s.x.part(r.Queue).count(r.ID, s.x.shared.standingOf(r))
		return known && s.x.key(r.Ref()) == nil
	})
	s.remember(ctx, news)
	for _, r := range news {
		switch {
		case s.ended != nil:
			return
		case s.x.key(r.Ref()) == nil && quiet(r) && (r.State.Finished() || len(r.DependsOn) == 0):
			s.ended = s.yield(r)
		default: // another task may still change what is said of it
			shorten(r, whole)
			s.x.putRow(r, s.b.o.Now())
		}
	}
}

// remember tells memory of rows and learns from it since when they have been judged so. Of the
// quiet ones of a state it tells the first Options.Keep, and those again where they are read again.
func (s *scan) remember(ctx context.Context, rows []*model.Row) {
	if s.b.o.Memory == nil {
		return
	}
	told := make([]*model.Row, 0, len(rows))
	for _, r := range rows {
		if quiet(r) && !s.told[r.Ref()] {
			if s.quiet[r.State] >= s.b.o.Keep {
				continue
			}
			s.quiet[r.State]++
			s.told[r.Ref()] = true
		}
		told = append(told, r)
	}
	for i, first := range s.b.o.Memory.Upsert(ctx, told, s.b.o.Now()) {
		told[i].FirstJudged = first
	}
}

// enough reports whether each task for whose row there is a use has a key among those
// stored. Of very many quiet tasks only the first ones have.
func (s *scan) enough(of *stored) bool {
	left := of.part.weights()
	for _, k := range of.keys {
		left[k.state][k.weight]--
	}
	for state := range left {
		for weight, n := range left[state] {
			if n > 0 && s.want(model.State(state), weight) {
				return false
			}
		}
	}
	return true
}

// putInto takes over a queue as it was stored, and brought up to date.
func (s *scan) putInto(r *recalled) {
	now := s.b.o.Now()
	r.setWakes()
	r.putInto(s.x, now)
	s.x.adoptAll(r.unread(), now)
	r.f.listing, r.f.stale, r.f.storedAt = nil, false, r.saved
}

// updateShared brings the findings that need several tasks up to date. Rows that are not
// held whole get them when they are read.
func (s *scan) updateShared() {
	wanted, _ := s.x.updateShared(time.Now())
	for _, ref := range wanted {
		s.x.showAnew(ref)
	}
}

// JudgeTasks judges the tasks of those ids as a Scan does and returns their rows
// in that order; ids of no task are left out. Of other tasks only those are
// judged on which the findings that need several tasks depend: tasks that these
// wait for, and tasks of the same wish as one that met an obstacle, among the first ones of
// each queue that is not stored; then the finding says "at least". Where only doubtful
// words speak against one of them, all of its queue is judged, whose prior they are
// weighed with. The error tells of sources that could not be read to their end.
func (b *Board) JudgeTasks(ctx context.Context, queue string, ids []string) ([]*model.Row, error) {
	f := b.feedOf(queue)
	if f == nil {
		return nil, fmt.Errorf("%s: the queue is not open here: %w", queue, source.ErrNotFound)
	}
	judged := map[model.Ref]*model.Row{}
	s := b.newScan(func(r *model.Row) error {
		if r.Queue == queue && slices.Contains(ids, r.ID) {
			judged[r.Ref()] = r
		}
		return nil
	})
	defer s.close()
	b.recallMarks(ctx)
	s.openQueues(ctx)
	if f.stores() && len(b.feeds) == 1 {
		if loops, depend := b.dependOnOthers(ctx, f, ids); depend {
			if r, err := f.recall(ctx, loops, func(*stored) bool { return true }); r != nil && err == nil {
				if found, err := s.judgeRecalled(ctx, r, loops, ids); err == nil {
					return found, nil
				}
			}
		}
	}
	errs := s.loadAll(ctx, true)
	wishes, err := s.judgeWithParents(ctx, f, ids)
	if err != nil {
		errs = append(errs, fmt.Errorf("%s: %w", queue, err))
	}
	if len(s.x.doubtful(queue, true)) > 0 { // then all of its queue is to be known
		if err := s.load(ctx, f); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", queue, err))
		}
	}
	if len(wishes) > 0 {
		for _, f := range b.feeds {
			f.passOver = func(c *model.Case) bool { return !wishes[cycle.WishOf(c)] }
		}
		errs = append(errs, s.loadAll(ctx, false)...)
	}
	errs = append(errs, s.finish(ctx))
	var found []*model.Row
	for _, id := range ids {
		if r := judged[model.Ref{Queue: queue, ID: id}]; r != nil {
			found = append(found, r)
		}
	}
	return found, errors.Join(errs...)
}

// dependOnOthers reports whether what other tasks met matters for how some tasks of a queue are judged, and
// which loops those others are in. For tasks that met no obstacle and are not doubtful it does not, and what was
// stored of the queue need not be read.
func (b *Board) dependOnOthers(ctx context.Context, f *feed, ids []string) (loops map[uint64]bool, depend bool) {
	cases, err := f.get(ctx, ids)
	loops = map[uint64]bool{}
	for _, r := range f.judgeCases(ctx, cases) {
		depend = depend || r.Obstacle != nil || classify.Doubtful(&r.Verdict)
		if loop := loopOf(r); loop != 0 {
			loops[loop] = true
		}
	}
	return loops, depend || err != nil
}

// errMoved says that a task met something else while it was judged.
var errMoved = errors.New("the task changed")

// judgeRecalled judges tasks of a queue that was stored, whose other tasks need not be read. What is
// recalled of those are the ones that met the same, which are in these loops.
func (s *scan) judgeRecalled(ctx context.Context, r *recalled, loops map[uint64]bool, ids []string) ([]*model.Row, error) {
	cases, err := r.f.get(ctx, ids)
	if err != nil {
		return nil, err
	}
	rows := r.f.judgeCases(ctx, cases)
	for _, row := range rows {
		if loop := loopOf(row); loop != 0 && !loops[loop] {
			return nil, errMoved
		}
		r.again[row.ID] = true
		r.fresh.putRow(row, s.b.o.Now())
	}
	wakes := r.wakes
	r.wakes = map[string]int64{}
	for _, k := range r.keys {
		if at, ok := wakes[k.id]; ok {
			r.wakes[k.id] = at
		}
	}
	if _, err := r.reread(ctx); err != nil {
		return nil, err
	}
	s.putInto(r)
	s.updateShared()
	s.remember(ctx, rows)
	by := map[string]*model.Row{}
	for _, row := range rows {
		by[row.ID] = s.x.shared.complete(row)
	}
	var found []*model.Row
	for _, id := range ids {
		if by[id] != nil {
			found = append(found, by[id])
		}
	}
	return found, nil
}

// judgeWithParents judges tasks, what they wait for, and what those tasks wait for in
// turn. It returns the wishes of those asked for that met an obstacle.
func (s *scan) judgeWithParents(ctx context.Context, f *feed, ids []string) (wishes map[string]bool, err error) {
	wishes = map[string]bool{}
	seen := map[string]bool{}
	for asked := true; len(ids) > 0; asked = false {
		var parents []string
		for some := range slices.Chunk(ids, getAtOnce) {
			cases, err := f.get(ctx, some)
			if err != nil {
				return wishes, err
			}
			rows := f.judgeCases(ctx, cases)
			s.handleRows(ctx, rows)
			for _, r := range rows {
				seen[r.ID] = true
				parents = append(parents, s.x.part(f.queue).deps.on[r.ID]...)
				if asked && r.Obstacle != nil && r.Wish != "" {
					wishes[r.Wish] = true
				}
			}
		}
		ids = slices.DeleteFunc(parents, func(id string) bool {
			known := seen[id]
			seen[id] = true
			return known
		})
	}
	return wishes, nil
}
