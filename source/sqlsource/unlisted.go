package sqlsource

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"notdone/source/sqlitedb"
)

// unlisted counts the rows of a table that a listing cannot show: it names a task by its id.
type unlisted struct {
	nameless int64 // the id is NULL or empty
	shared   int64 // another row that is shown has the same id
}

// rowsCounted is the number of rows up to which a listing counts those that it cannot show.
// Of more rows only Audit does.
const rowsCounted = 20_000

// everyRow is a limit that counts all rows.
const everyRow = -1

// countUnlisted counts the rows that a listing cannot show, unless the table has more than most
// rows: then their number is not known.
func (s *Store) countUnlisted(ctx context.Context, most int64) error {
	s.unlisted = unlisted{}
	if !s.shape.Unchecked {
		return nil
	}
	limit := most
	if most != everyRow {
		limit++
	}
	query := "SELECT count(*), count(id), count(DISTINCT id) FROM (SELECT nullif(" + s.shape.ID + ", '') AS id FROM " + s.shape.Table + " t LIMIT ?)"
	return s.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		return Each(ctx, q, func(r Row) error {
			cells := r.Cells()
			rows, named, ids := Int(cells[0]), Int(cells[1]), Int(cells[2])
			if most == everyRow || rows <= most {
				s.unlisted = unlisted{nameless: rows - named, shared: named - ids}
			}
			return nil
		}, query, limit)
	})
}

// countUnlisted counts the rows of all open databases that a listing cannot show; see
// Store.countUnlisted.
func (s *Source) countUnlisted(ctx context.Context, most int64) error {
	for _, store := range s.stores {
		if store.lost != nil {
			continue
		}
		if err := store.countUnlisted(ctx, most); err != nil {
			err = fmt.Errorf("%s: %w", store.name, err)
			if ctx.Err() != nil || !s.cfg.Many {
				return err
			}
			store.lost = err
		}
	}
	return nil
}

// Audit counts the rows that no listing shows, in tables of any size. LeftOut tells of them.
func (s *Source) Audit(ctx context.Context) error {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	s.openAll(ctx)
	return s.countUnlisted(ctx, everyRow)
}

// LeftOut says what of the database is not shown. The rows that a listing cannot show are those
// that were counted last: at the end of a listing, or by Audit.
func (s *Source) LeftOut() string { return s.shown.Load().leftOut }

// leftOut is LeftOut at the end of a call.
func (s *Source) leftOut() string {
	var all unlisted
	for _, store := range s.stores {
		all.nameless += store.unlisted.nameless
		all.shared += store.unlisted.shared
	}
	parts := []string{s.cfg.LeftOut, Unlisted(all.nameless, all.shared)}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}

// Unlisted says how many rows no listing shows: those without an ID, and those with the ID of
// another row. Empty: there are none.
func Unlisted(nameless, shared int64) string {
	var parts []string
	if nameless > 0 {
		parts = append(parts, countRows(nameless)+" without an id")
	}
	if shared > 0 {
		parts = append(parts, countRows(shared)+" with the id of another row")
	}
	return strings.Join(parts, ", ")
}

func countRows(n int64) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
