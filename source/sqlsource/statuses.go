package sqlsource

import (
	"context"
	"strings"

	"notdone/source/sqlitedb"
)

// Recounter is a Queue in which a status alone does not say what a task stands for. Recount
// sees the numbers of tasks by status and moves those that stand for something else to a
// status that does; it reports whether it could.
type Recounter interface {
	Recount(ctx context.Context, q sqlitedb.Queryer, counts map[string]int) (bool, error)
}

// CountStatuses counts the tasks by the index of their statuses; it returns nil where a
// database has none, for a folder of which a database was not opened yet, and where the
// statuses do not say what the tasks stand for.
func (s *Source) CountStatuses(ctx context.Context) (map[string]int, error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if len(s.later) > 0 {
		return nil, nil
	}
	counts := map[string]int{}
	for _, store := range s.stores {
		if store.shape.Unsorted || store.lost != nil {
			return nil, nil
		}
		some, ok, err := store.countStatuses(ctx)
		if err != nil || !ok {
			return nil, err
		}
		for status, n := range some {
			counts[status] += n
		}
	}
	return counts, s.unreadable()
}

// countStatuses counts the tasks of one database. Where one status is that of most tasks
// they are not counted one by one, but as what is left of all.
func (s *Store) countStatuses(ctx context.Context) (counts map[string]int, ok bool, err error) {
	err = s.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		counts, ok = map[string]int{}, true
		all, err := s.statuses(ctx, q)
		if err != nil {
			return err
		}
		most, err := s.usualStatus(ctx, q)
		if err != nil {
			return err
		}
		left, err := One(ctx, q, "SELECT count(*) FROM "+s.shape.Table)
		if err != nil {
			return err
		}
		for _, status := range all {
			if most != "" && status == most {
				continue
			}
			n, err := One(ctx, q, "SELECT count(*) FROM "+s.shape.Table+" t WHERE "+s.shape.has(status))
			if err != nil {
				return err
			}
			counts[strings.TrimPrefix(status, noStatus)] += int(Int(n))
			left = Int(left) - Int(n)
		}
		if Int(left) > 0 && most != "" {
			counts[most] = int(Int(left))
		}
		if r, is := s.queue.(Recounter); is {
			ok, err = r.Recount(ctx, q, counts)
		}
		return err
	})
	return counts, ok, err
}

// usualStatus returns a status that many tasks have: that of a task in the middle. It is empty
// where that cannot be told.
func (s *Store) usualStatus(ctx context.Context, q sqlitedb.Queryer) (string, error) {
	switch {
	case s.shape.Gather && len(s.shape.Ended) > 0:
		return s.shape.Ended[0], nil
	case s.shape.NoRowids:
		return "", nil
	}
	status, err := One(ctx, q, "SELECT "+s.shape.Status+" FROM "+s.shape.Table+" t WHERE t.rowid >= (SELECT max(o.rowid) / 2 FROM "+s.shape.Table+" o) LIMIT 1")
	return Text(status), err
}
