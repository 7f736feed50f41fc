package board

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"notdone/model"
	"notdone/ui/memory"
)

// finish hands over the rows that are listed, in the order of panes, with the findings
// that need several tasks. Those that were neither held nor kept are read once more.
func (s *scan) finish(ctx context.Context) (err error) {
	s.updateShared()
	var panes [model.NumPanes][]*Key
	for i, pane := range s.x.panes {
		panes[i] = slices.DeleteFunc(pane.keys.Items(), func(k *Key) bool { return !s.want(k.state, int(k.weight)) })
		slices.SortFunc(panes[i], compareKeys)
	}
	keys := slices.Concat(panes[:]...)
	s.openRows(keys)
	ctx, cancel := context.WithCancel(ctx)
	ahead := s.startReading(ctx, keys)
	defer func() {
		cancel()
		for range ahead { // until nothing is read any more
		}
	}()
	for again := range ahead {
		err = errors.Join(err, again.err)
		for _, k := range again.keys {
			r := again.rows[k.ref()]
			if held := s.x.rows.held(k.ref()); held != nil {
				r = held.shown
			}
			if r != nil && s.ended == nil {
				s.ended = s.yield(r)
			}
		}
		if s.ended != nil {
			return s.ended
		}
	}
	if err = cmp.Or(ctx.Err(), err); err == nil {
		for _, f := range s.b.feeds {
			f.saveRows()
		}
	}
	return err
}

// readRows is the rows of some tasks that were not held.
type readRows struct {
	keys  []*Key
	kept  []*model.Row      // see keptRows; those that were kept too early are left out
	known memory.Remembered // what memory knows of the tasks
	rows  map[model.Ref]*model.Row
	err   error // why some are missing
}

// Memory is asked about the first leastRecalled tasks at once, and then about twice as many each time:
// of many it reads each page of its file once.
const (
	leastRecalled = 2 * getAtOnce
	mostRecalled  = 32 * getAtOnce
)

// startRecalling asks memory about tasks that are not held and were kept, some thousands at a time,
// while those before are read.
func (s *scan) startRecalling(ctx context.Context, keys []*Key) <-chan readRows {
	recalled := make(chan readRows)
	go func() {
		defer close(recalled)
		for n := leastRecalled; len(keys) > 0; n = min(2*n, mostRecalled) {
			some := readRows{keys: keys[:min(n, len(keys))]}
			keys = keys[len(some.keys):]
			var refs []model.Ref
			for _, k := range some.keys {
				if f := s.b.feedOf(*k.queue); f.rows != nil && f.rows.Has(k.sum) && s.x.rows.held(k.ref()) == nil {
					refs = append(refs, k.ref())
				}
			}
			if s.b.o.Memory != nil && len(refs) > 0 {
				some.known = s.b.o.Memory.Remembered(ctx, refs)
			}
			select {
			case recalled <- some:
			case <-ctx.Done():
				return
			}
		}
	}()
	return recalled
}

// startReading reads the rows of tasks that are not held, some hundreds at a time, while those
// before are handed over. The channel is closed when all were read, or ctx has ended.
func (s *scan) startReading(ctx context.Context, keys []*Key) <-chan readRows {
	kept, ahead := make(chan readRows), make(chan readRows)
	recalled := s.startRecalling(ctx, keys)
	go func() {
		defer close(kept)
		for many := range recalled {
			for some := range slices.Chunk(many.keys, getAtOnce) {
				select {
				case kept <- readRows{keys: some, kept: s.keptRows(some), known: many.known}:
				case <-ctx.Done():
				}
			}
		}
	}()
	go func() {
		defer close(ahead)
		for some := range kept {
			s.readAgain(ctx, &some)
			select {
			case ahead <- some:
			case <-ctx.Done():
			}
		}
	}()
	return ahead
}

// readAgain sets the rows of those of the tasks that are not held, as they are kept; or it reads
// and judges them.
func (s *scan) readAgain(ctx context.Context, some *readRows) {
	ids := map[string][]string{} // by queue
	some.rows = map[model.Ref]*model.Row{}
	for i, r := range some.kept {
		if r != nil && !s.b.feedOf(r.Queue).wakes.agree(r.ID, r.Until) {
			some.kept[i] = nil // it was kept before something else was seen of the task
		}
	}
	now := s.b.o.Now()
	s.remember(ctx, slices.DeleteFunc(slices.Clone(some.kept), func(r *model.Row) (told bool) {
		if r != nil {
			r.FirstJudged, told = some.known.Since(r, now)
		}
		return r == nil || told
	}))
	for i, r := range some.kept {
		switch k := some.keys[i]; {
		case r != nil:
			some.rows[k.ref()] = s.x.shared.withFindings(s.x.shared.withPrior(r), k.loop)
		case s.x.rows.held(k.ref()) == nil:
			ids[*k.queue] = append(ids[*k.queue], k.id)
		}
	}
	for queue, ids := range ids {
		f := s.b.feedOf(queue)
		cases, failed := f.get(ctx, ids)
		if failed != nil {
			some.err = errors.Join(some.err, fmt.Errorf("%s: %w", queue, failed))
			continue
		}
		read := f.judgeCases(ctx, cases)
		s.remember(ctx, read)
		alone := map[model.Ref]*model.Row{}
		for _, r := range read {
			alone[r.Ref()] = r
			some.rows[r.Ref()] = s.x.shared.complete(r)
		}
		f.keep(some.keys, alone)
	}
}
