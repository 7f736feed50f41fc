package sqlsource

import (
	"context"
	"math"
	"slices"
	"sort"
	"strings"

	"notdone/source/sqlitedb"
)

// How many rows a part of a walk looks at for each one that it may return: among the tasks
// that have ended, as most have, and among the others.
const (
	endedShare = 2
	otherShare = 20
)

// walks reports whether a phase of the listing is read along the rowids.
func (s *Shape) walks(phase int) bool {
	return s.Ended != nil && (s.Unsorted || phase == len(s.Phases)-1)
}

// ended is the condition that a task has ended, or has not. An expression keeps SQLite from
// reading along an index of the statuses.
func (s *Shape) ended(yes bool) string {
	list := make([]string, len(s.Ended))
	for i, status := range s.Ended {
		list[i] = literal(status)
	}
	in := "CAST(" + s.Status + " AS TEXT) IN (" + strings.Join(list, ", ") + ")"
	if yes {
		return in
	}
	return "(" + in + ") IS NOT TRUE"
}

// walk reads the tasks of a phase along the rowids, the greatest first, and leaves out the
// others. It looks at a bounded number of rows: fewer tasks than asked for are not the end
// of the phase, which is where the place is moved to the next one.
func (s *Store) walk(ctx context.Context, q sqlitedb.Queryer, at *place, most int) ([]entry, error) {
	next, upper := place{Phase: at.Phase + 1, Group: at.Group}, int64(math.MaxInt64)
	if at.Begun {
		if at.Order == math.MinInt64 {
			*at = next
			return nil, nil
		}
		upper = at.Order - 1
	}
	ended, marks, share := at.Phase == s.phases()-1, s.shape.Marks, otherShare
	if ended {
		marks, share = s.marksOf(s.shape.Ended), endedShare
	}
	floor, err := One(ctx, q, "SELECT min(r) FROM (SELECT t.rowid AS r FROM "+s.shape.Table+" t WHERE t.rowid <= ?1 ORDER BY t.rowid DESC LIMIT ?2 + 0)",
		upper, share*most)
	if err != nil {
		return nil, err
	}
	if floor == nil {
		*at = next
		return nil, nil
	}
	all, err := s.readKeys(ctx, q, marks, "SELECT t.rowid AS _rowid FROM "+s.shape.Table+" t WHERE t.rowid BETWEEN ?1 AND ?2 AND "+s.shape.ended(ended)+
		" ORDER BY t.rowid DESC LIMIT ?3 + 0", Int(floor), upper, most)
	if at.Begun, at.Order = true, Int(floor); len(all) == most {
		at.Order = all[most-1].rowid
	}
	return all, err
}

// readKeys reads the entries, and where it can the cases, of the rows that a query names by
// _rowid, in its order.
func (s *Store) readKeys(ctx context.Context, q sqlitedb.Queryer, marks []string, keys string, args ...any) ([]entry, error) {
	if pages := s.rangeOf(q); pages != nil {
		return s.readRange(ctx, q, pages, marks, keys, args...)
	}
	return s.entries(ctx, q, "SELECT "+s.shape.entry(marks)+" FROM ("+keys+") k CROSS JOIN "+s.shape.Table+" t ON t.rowid = k._rowid", args...)
}

// picked are the rowids of a phase of a listing, or of one status of the phase of those that
// no phase names, the greatest first.
type picked struct {
	phase  int
	status string
	rowids []int64
}

// pick reads the tasks of a phase whose rowids it gathers first.
func (s *Store) pick(ctx context.Context, q sqlitedb.Queryer, at *place, next place, statuses []string, most int) ([]entry, error) {
	p := s.picked
	if !at.Begun || p == nil || p.phase != at.Phase || p.status != string(at.Status) {
		p = &picked{phase: at.Phase, status: string(at.Status)}
		for _, status := range statuses {
			err := s.gather(ctx, q, status, func(rowid int64) { p.rowids = append(p.rowids, rowid) })
			if err != nil {
				return nil, err
			}
		}
		slices.Sort(p.rowids)
		slices.Reverse(p.rowids)
		s.picked = p
	}
	left := p.rowids
	if at.Begun {
		left = left[sort.Search(len(left), func(i int) bool { return left[i] < at.Order }):]
	}
	some := left[:min(most, len(left))]
	all, err := s.readKeys(ctx, q, s.marksOf(statuses), "SELECT value AS _rowid FROM json_each(?)", List(some))
	if err != nil {
		return nil, err
	}
	if len(some) == len(left) {
		*at, s.picked = next, nil
	} else {
		at.Begun, at.Order = true, some[len(some)-1]
	}
	return all, nil
}

// gather calls see for the rowid of each task with a status. The index says all of it.
func (s *Store) gather(ctx context.Context, q sqlitedb.Queryer, status string, see func(rowid int64)) error {
	return Each(ctx, q, func(r Row) error {
		see(Int(r.cells[0]))
		return nil
	}, "SELECT t.rowid FROM "+s.shape.Table+" t WHERE "+s.shape.has(status))
}
