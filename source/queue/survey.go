package queue

import (
	"context"
	"fmt"

	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Survey notes which tasks are linked, as few are, and whose events say something: to look
// for the links and the events of each costs more than to read the task. A task that is
// linked, or has a new event, meanwhile is changed by a trigger of the schema, and what has
// changed since a listing began is read again.
func (f *file) Survey(ctx context.Context, deep bool) (err error) {
	if !deep {
		f.linkedTo, f.histories = nil, nil
		return nil
	}
	if f.linkedTo == nil && f.sieved {
		if f.linkedTo, err = f.store.SieveOf(ctx, "links", "parent_id", "child_id"); err != nil {
			return err
		}
	}
	if f.histories == nil && f.summed {
		f.histories = &histories{odd: sqlsource.NewSieve(), after: ""}
	}
	if f.histories == nil || f.histories.over {
		return nil
	}
	return f.histories.add(ctx, f.store)
}

// histories has the tasks whose events say something, which is learned part by part in the
// order of the ids.
type histories struct {
	odd   *sqlsource.Sieve
	after any // the last task whose events were looked at
	over  bool
	pace  sqlitedb.Pace
}

// isOver reports whether the events of all tasks were looked at.
func (h *histories) isOver() bool { return h != nil && h.over }

// historyPart is how many events are looked at beside each page of a listing, or a few more:
// those of one task together.
const historyPart = 20_000

var (
	// The task up to which the next events are looked at, and whether those are the last ones.
	historyEnd = `SELECT coalesce(next, (SELECT max(task_id) FROM events)), next IS NULL FROM (SELECT
		(SELECT task_id FROM events WHERE task_id > ?1 ORDER BY task_id LIMIT 1 OFFSET ?2 + 0) AS next)`
	oddHistories = fmt.Sprintf("SELECT task_id FROM events WHERE task_id > ?1 AND task_id <= ?2 GROUP BY task_id HAVING %s <> %d",
		told, historyFinished)
)

// add looks at some more events. They stand in an index whole, so that no row is read.
func (h *histories) add(ctx context.Context, s *sqlsource.Store) error {
	var last any
	var over bool
	err := s.ReadPart(ctx, &h.pace, historyPart, func(ctx context.Context, q sqlitedb.Queryer, most int) error {
		err := sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
			last, over = r.Cell(0), sqlsource.Int(r.Cell(1)) != 0
			return nil
		}, historyEnd, h.after, most)
		if err != nil {
			return err
		}
		return sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
			h.odd.Add(sqlsource.Text(r.Cell(0)))
			return nil
		}, oddHistories, h.after, last)
	})
	if err == nil {
		h.after, h.over = last, over
	}
	return err
}
