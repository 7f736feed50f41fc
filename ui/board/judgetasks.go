package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"notdone/model"
	"notdone/source"
)

// JudgeTasks judges the tasks of those ids as a Scan does and returns their rows
// in that order; ids of no task are left out. Of other tasks only those are
// judged on which the findings that need several tasks depend: tasks that these
// wait for, and tasks of the same wish as one that met an obstacle. The error
// tells of sources that could not be read to their end.
func (b *Board) JudgeTasks(ctx context.Context, queue string, ids []string) ([]*model.Row, error) {
	f := b.feedOf(queue)
	if f == nil {
		return nil, fmt.Errorf("%s: the queue is not open here: %w", queue, source.ErrNotFound)
	}
	s := b.newScan(func(*model.Row) error { return nil })
	defer s.close()
	b.recallMarks(ctx)
	s.openQueues(ctx)
	errs := s.loadAll(ctx, true)
	cases, err := f.get(ctx, ids)
	if err != nil {
		return nil, errors.Join(append(errs, fmt.Errorf("%s: %w", queue, err))...)
	}
	rows := f.judgeCases(cases)
	s.remember(ctx, rows)
	if err := s.addParents(ctx, f, rows); err != nil {
		errs = append(errs, fmt.Errorf("%s: %w", queue, err))
	}
	wishes, byID := map[string]bool{}, map[string]*model.Row{}
	for _, r := range rows {
		byID[r.ID] = r
		s.x.shared.loops.add(r)
		if r.Obstacle != nil && r.Wish != "" {
			wishes[r.Wish] = true
		}
	}
	if len(wishes) > 0 {
		for _, f := range b.feeds {
			f.passOver = func(c *model.Case) bool { return !wishes[c.Task.Wish] }
		}
		errs = append(errs, s.loadAll(ctx, false)...)
	}
	s.x.updateShared(time.Now())
	var found []*model.Row
	for _, id := range ids {
		if r := byID[id]; r != nil {
			found = append(found, s.x.shared.withFindings(r))
		}
	}
	return found, errors.Join(errs...)
}

// addParents takes note of what the rows wait for, and what those tasks wait for
// in turn.
func (s *scan) addParents(ctx context.Context, f *feed, rows []*model.Row) error {
	deps, seen := s.x.part(f.queue).deps, map[string]bool{}
	for len(rows) > 0 {
		var next []string
		for _, r := range rows {
			seen[r.ID] = true
			deps.set(r)
			next = append(next, deps.on[r.ID]...)
		}
		next = slices.DeleteFunc(next, func(id string) bool {
			known := seen[id]
			seen[id] = true
			return known
		})
		rows = nil
		for some := range slices.Chunk(next, getAtOnce) {
			cases, err := f.get(ctx, some)
			if err != nil {
				return err
			}
			rows = append(rows, f.judgeCases(cases)...)
		}
	}
	return nil
}
