package board

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
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
	s := &scan{b: b, yield: yield, x: newIndex(b.o.room(), b.o.Config.RequeueMin)}
	s.x.cross.opinions = &b.opinions
	b.recall(ctx)
	defer func() {
		for _, f := range b.feeds {
			f.close()
		}
	}()
	logsFirst := slices.Clone(b.feeds)
	slices.SortStableFunc(logsFirst, func(a, c *feed) int { return cmp.Compare(logRank(a), logRank(c)) })
	var errs []error
	for _, f := range logsFirst {
		s.x.parts[f.queue] = newPart(f.queue)
		err := contain(func() error { return s.feed(ctx, f) })
		if s.ended != nil {
			return s.ended
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.queue, err))
		}
	}
	if err := s.finish(ctx); err != nil {
		return err
	}
	return errors.Join(errs...)
}

// logRank puts folders of logs first, because what they say about the tasks of
// other sources has to be known before those are judged.
func logRank(f *feed) int {
	if f.in.Logs {
		return 0
	}
	return 1
}

// scan is one Scan on its way.
type scan struct {
	b     *Board
	x     *index // of it the parts, their census and dependencies, and the loops
	yield func(*model.Row) error
	ended error // what yield returned
	kept  [model.NumStates]int
	later map[model.Ref]*model.Row
	// rest are the tasks that would be held too if there were not so many.
	rest []model.Ref
}

func (s *scan) feed(ctx context.Context, f *feed) error {
	if err := s.open(ctx, f); err != nil {
		return err
	}
	for q := (source.Query{Limit: page}); ; {
		var got source.Page
		err := f.with(ctx, func(src source.Source) (err error) {
			got, err = src.List(ctx, q)
			return err
		})
		if err != nil {
			return err
		}
		if err := s.take(ctx, f, got.Cases); err != nil {
			return err
		}
		if q.After = got.Next; q.After == "" {
			break
		}
	}
	if err := s.catchUp(ctx, f); err != nil {
		return err
	}
	return errors.Join(f.attach(ctx), f.trouble(ctx))
}

// open opens a queue that was not given open. Folders of logs are at work
// first, and look for their tasks in the other sources then.
func (s *scan) open(ctx context.Context, f *feed) error {
	if f.in.Logs {
		for _, other := range s.b.feeds {
			if !other.in.Logs && other.src == nil {
				_ = s.open(ctx, other) // tried and reported when it is its turn
			}
		}
	}
	if f.src != nil {
		return nil
	}
	if f.in.Open == nil {
		return errNotOpen
	}
	adapter, src, err := f.in.Open(ctx)
	if err != nil {
		return err
	}
	f.adopt(adapter, src)
	return nil
}

// catchUp takes in what changed while it was listed: a task that moved past the
// listing is in no page.
func (s *scan) catchUp(ctx context.Context, f *feed) error {
	changed := watch.Signal{}
	for more := true; more; changed = watch.Nothing() {
		var d source.Delta
		err := f.with(ctx, func(src source.Source) (err error) {
			d, err = src.Refresh(ctx, changed)
			return err
		})
		if err != nil {
			return err
		}
		if err := s.take(ctx, f, d.Cases); err != nil {
			return err
		}
		for _, id := range d.Removed {
			s.drop(model.Ref{Queue: f.queue, ID: id})
		}
		more = d.More && !d.Reset
	}
	return nil
}

// drop forgets a task that was kept and is gone.
func (s *scan) drop(ref model.Ref) {
	if r, ok := s.later[ref]; ok {
		delete(s.later, ref)
		s.x.parts[ref.Queue].deps.remove(ref.ID)
		s.x.cross.forget(r)
	}
}

// take judges cases and hands over or keeps their rows.
func (s *scan) take(ctx context.Context, f *feed, cases []model.Case) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	now := s.b.o.Now()
	p := s.x.parts[f.queue]
	rows := make([]*model.Row, 0, len(cases))
	for i := range cases {
		r := f.judgeOne(&cases[i], now)
		_, wait := s.later[r.Ref()]
		if _, known := p.census.set(r.ID, standingOf(r)); !known || wait {
			rows = append(rows, r)
		}
	}
	s.remember(ctx, rows, now)
	for _, r := range rows {
		if s.keep(p, r) {
			continue
		}
		if s.ended = s.yield(r); s.ended != nil {
			return s.ended
		}
	}
	return nil
}

// keep holds a row back if another task may still change what is said of it.
func (s *scan) keep(p *part, r *model.Row) bool {
	_, wait := s.later[r.Ref()]
	if quiet(r) && !wait && (r.State.Finished() || len(r.DependsOn) == 0) {
		return false
	}
	if s.later == nil {
		s.later = map[model.Ref]*model.Row{}
	}
	if wait || len(s.later) < s.b.o.KeepScan {
		shorten(r, whole)
		s.later[r.Ref()] = r
	} else {
		s.rest = append(s.rest, r.Ref())
	}
	p.deps.put(r)
	s.x.cross.put(r)
	return true
}

// remember learns since when rows have been judged so. Of quiet rows memory is
// told of as many as a board would hold.
func (s *scan) remember(ctx context.Context, rows []*model.Row, now time.Time) {
	if s.b.o.Memory == nil {
		return
	}
	told := make([]*model.Row, 0, len(rows))
	for _, r := range rows {
		if s.kept[r.State]++; !quiet(r) || s.kept[r.State] <= s.b.o.Keep {
			told = append(told, r)
		}
	}
	for i, first := range s.b.o.Memory.Upsert(ctx, told, now) {
		told[i].FirstJudged = first
	}
}

// finish hands over the rows that were kept, with what needs several tasks.
func (s *scan) finish(ctx context.Context) error {
	s.x.settle(time.Now())
	rows := make([]*model.Row, 0, len(s.later))
	for _, r := range s.later {
		rows = append(rows, s.x.cross.wear(r))
	}
	slices.SortFunc(rows, func(a, b *model.Row) int {
		return cmp.Or(cmp.Compare(a.State.Pane(), b.State.Pane()), model.Compare(a, b))
	})
	for _, r := range rows {
		if err := s.yield(r); err != nil {
			return err
		}
	}
	s.later = nil
	return s.finishRest(ctx)
}

// finishRest reads the tasks that were not held once more and hands them over.
func (s *scan) finishRest(ctx context.Context) error {
	for rest := s.rest; len(rest) > 0; {
		f := s.b.feed(rest[0].Queue)
		var ids []string
		for len(rest) > 0 && rest[0].Queue == f.queue && len(ids) < getAtOnce {
			ids, rest = append(ids, rest[0].ID), rest[1:]
		}
		var cases []model.Case
		err := contain(func() error {
			return f.with(ctx, func(src source.Source) (err error) {
				cases, err = src.Get(ctx, ids)
				return err
			})
		})
		if err != nil {
			return fmt.Errorf("%s: %w", f.queue, err)
		}
		now := s.b.o.Now()
		rows := make([]*model.Row, len(cases))
		for i := range cases {
			rows[i] = f.judgeOne(&cases[i], now)
		}
		s.remember(ctx, rows, now)
		for _, r := range rows {
			if err := s.yield(s.x.cross.wear(r)); err != nil {
				return err
			}
		}
	}
	return nil
}
