package board

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
	judged := map[model.Ref]*model.Row{}
	s := b.newScan(func(r *model.Row) error {
		judged[r.Ref()] = r
		return nil
	})
	defer s.close()
	b.recallMarks(ctx)
	s.openQueues(ctx)
	errs := s.loadAll(ctx, true)
	wishes, err := s.judgeWithParents(ctx, f, ids)
	if err != nil {
		errs = append(errs, fmt.Errorf("%s: %w", queue, err))
	}
	if len(wishes) > 0 {
		for _, f := range b.feeds {
			f.passOver = func(c *model.Case) bool { return !wishes[c.Task.Wish] }
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
			rows := f.judgeCases(cases)
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
