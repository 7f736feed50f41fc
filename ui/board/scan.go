package board

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"notdone/model"
)

// Scan lists and judges every task once and hands each row to yield, on the
// caller's goroutine. A row that no other task can change is handed over when it
// is read. The others are handed over at the end, in the order of panes, when the
// findings that need several tasks are known. At most KeepScan of these are held.
// The rest is read once more at the end, a page at a time, and handed over behind
// the others, as it is then. A source that fails ends early and the others go on;
// the errors are joined. An error of yield ends the scan and is returned as it
// is.
func (b *Board) Scan(ctx context.Context, yield func(*model.Row) error) error {
	s := b.newScan(yield)
	defer s.close()
	b.recallMarks(ctx)
	s.openQueues(ctx)
	// What logs say of other tasks is known before those are judged.
	errs := s.loadAll(ctx, func(f *feed) bool { return f.in.Logs })
	errs = append(errs, s.loadAll(ctx, func(f *feed) bool { return !f.in.Logs })...)
	if s.ended != nil {
		return s.ended
	}
	if err := s.finish(ctx); err != nil {
		return err
	}
	return errors.Join(errs...)
}

// scan takes the rows of a Scan, on its one goroutine: the feeds read, judge and
// attach as they do for a board that runs, until everything is loaded.
type scan struct {
	b     *Board
	x     *index // of it the census, the dependencies and the shared findings
	yield func(*model.Row) error
	ended error // what yield returned
	quiet [model.NumStates]int
	held  map[model.Ref]*model.Row // rows that another task may still change
	rest  []model.Ref              // those that are not held because there are so many
}

func (b *Board) newScan(yield func(*model.Row) error) *scan {
	s := &scan{b: b, x: b.indexer.x, yield: yield, held: map[model.Ref]*model.Row{}}
	b.indexer.scan = s
	for _, f := range b.feeds {
		f.once = true
	}
	return s
}

func (s *scan) close() {
	for _, f := range s.b.feeds {
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
		_ = contain(func() error { return f.open(ctx) })
	}
}

// loadAll loads some of the sources, one after the other, until yield ends the
// scan. It returns why those failed that did.
func (s *scan) loadAll(ctx context.Context, these func(*feed) bool) (errs []error) {
	for _, f := range s.b.feeds {
		if !these(f) || s.ended != nil {
			continue
		}
		if err := s.load(ctx, f); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.queue, err))
		}
	}
	return errs
}

// load lists a source to its end and takes in what changed meanwhile: a task that
// moved past the listing is in no page.
func (s *scan) load(ctx context.Context, f *feed) error {
	for more := true; more; {
		var err error
		if more, err = f.doRound(ctx); err != nil {
			return err
		}
		if err := cmp.Or(s.ended, ctx.Err()); err != nil {
			return err
		}
	}
	return f.trouble(ctx)
}

// handleRows hands rows over or holds them.
func (s *scan) handleRows(ctx context.Context, rows []*model.Row) {
	news := make([]*model.Row, 0, len(rows))
	for _, r := range rows {
		_, known := s.x.parts[r.Queue].census.set(r.ID, standingOf(r))
		if _, held := s.held[r.Ref()]; !known || held {
			news = append(news, r)
		}
	}
	s.remember(ctx, news)
	for _, r := range news {
		if s.ended != nil {
			return
		}
		if !s.hold(r) {
			s.ended = s.yield(r)
		}
	}
}

// hold holds a row back if another task may still change what is said of it.
func (s *scan) hold(r *model.Row) bool {
	_, held := s.held[r.Ref()]
	if quiet(r) && !held && (r.State.Finished() || len(r.DependsOn) == 0) {
		return false
	}
	if held || len(s.held) < s.b.o.KeepScan {
		shorten(r, whole)
		s.held[r.Ref()] = r
	} else {
		s.rest = append(s.rest, r.Ref())
	}
	s.x.parts[r.Queue].deps.set(r)
	s.x.shared.loops.add(r)
	return true
}

// dropTasks forgets held tasks that are gone.
func (s *scan) dropTasks(queue string, ids []string) {
	for _, id := range ids {
		if r, ok := s.held[model.Ref{Queue: queue, ID: id}]; ok {
			delete(s.held, r.Ref())
			s.x.parts[queue].deps.remove(id)
			s.x.shared.forget(r)
		}
	}
}

// remember learns since when rows have been judged so. Of quiet rows memory is
// told of as many as a board would hold.
func (s *scan) remember(ctx context.Context, rows []*model.Row) {
	if s.b.o.Memory == nil {
		return
	}
	told := make([]*model.Row, 0, len(rows))
	for _, r := range rows {
		if s.quiet[r.State]++; !quiet(r) || s.quiet[r.State] <= s.b.o.Keep {
			told = append(told, r)
		}
	}
	for i, first := range s.b.o.Memory.Upsert(ctx, told, s.b.o.Now()) {
		told[i].FirstJudged = first
	}
}

// finish hands over the rows that were held, with the findings that need several
// tasks, and then those that were not held, read once more.
func (s *scan) finish(ctx context.Context) error {
	s.x.updateShared(time.Now())
	rows := make([]*model.Row, 0, len(s.held))
	for _, r := range s.held {
		rows = append(rows, s.x.shared.withFindings(r))
	}
	s.held = nil
	slices.SortFunc(rows, func(a, b *model.Row) int {
		return cmp.Or(cmp.Compare(a.State.Pane(), b.State.Pane()), model.Compare(a, b))
	})
	for _, r := range rows {
		if err := s.yield(r); err != nil {
			return err
		}
	}
	for rest := s.rest; len(rest) > 0; {
		f := s.b.feedOf(rest[0].Queue)
		var ids []string
		for len(rest) > 0 && rest[0].Queue == f.queue && len(ids) < getAtOnce {
			ids, rest = append(ids, rest[0].ID), rest[1:]
		}
		cases, err := f.get(ctx, ids)
		if err != nil {
			return fmt.Errorf("%s: %w", f.queue, err)
		}
		rows := f.judgeCases(cases)
		s.remember(ctx, rows)
		for _, r := range rows {
			if err := s.yield(s.x.shared.withFindings(r)); err != nil {
				return err
			}
		}
	}
	return nil
}
