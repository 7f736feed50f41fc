package sqlsource

import (
	"context"
	"fmt"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
)

// Ranger is a Queue that reads the tasks of a listing along their index, a page with one
// statement. Of most finished tasks that statement says all that the rules look at; only
// for the others their history is read too.
type Ranger interface {
	// Range begins to read a page. It returns nil for a file whose pages are to be read by
	// Load.
	Range(q sqlitedb.Queryer) Range
}

// Surveyor is a Ranger that looks at other tables as a whole before the many pages of the
// last phase of a listing.
type Surveyor interface {
	Ranger
	// Survey is called before each page of a listing. deep says that the page is one of the
	// last phase, but not its first one: else what was seen for another listing is dropped.
	Survey(ctx context.Context, deep bool) error
}

// Selecting is a Range that reads less of tasks that nobody uses.
type Selecting interface {
	Range
	// Only is called before Add, with what source.Query says.
	Only(used func(*model.Case) bool)
}

// Range is one page of tasks that is being read.
type Range interface {
	// Query returns a select list over the task t and what the joins add, and joins that
	// give each task one row. They are the same for every page.
	Query() (list, joins string)
	// Add takes the values of the list of one task; they hold until it returns.
	Add(id, status string, cells []any)
	// Load reads what is missing and returns the cases, in any order. A case may lack events,
	// where its verdict, its findings and its actions are those of Queue.Load all the same.
	Load(ctx context.Context) ([]*model.Case, error)
}

// rangeOf begins to read a page; nil: Load reads it.
func (s *Store) rangeOf(q sqlitedb.Queryer) Range {
	ranger, ok := s.queue.(Ranger)
	if !ok {
		return nil
	}
	r := ranger.Range(q)
	if selecting, ok := r.(Selecting); ok && s.only != nil {
		selecting.Only(s.only)
	}
	return r
}

// readRange reads the entries and the cases of the tasks whose keys a query selects.
func (s *Store) readRange(ctx context.Context, q sqlitedb.Queryer, r Range, marks []string, keys string, args ...any) (all []entry, err error) {
	list, joins := r.Query()
	own := entryColumns + len(marks)
	at := map[string]int{}
	err = Each(ctx, q, func(row Row) error {
		e := s.entryOf(row.cells[:own])
		if _, twice := at[e.id]; !twice && e.id != "" {
			at[e.id] = len(all)
			r.Add(e.id, e.status, row.cells[own:])
		}
		all = append(all, e)
		return nil
	}, "SELECT "+s.shape.entry(marks)+", "+list+" FROM ("+keys+") k CROSS JOIN "+s.shape.Table+" t ON t.rowid = k._rowid "+joins, args...)
	if err != nil {
		return nil, err
	}
	cases, err := r.Load(ctx)
	for _, c := range cases {
		all[at[s.bareID(c)]].read = c
	}
	return all, err
}

// bareID returns the id of a task within the database.
func (s *Store) bareID(c *model.Case) string { return c.Task.ID[len(s.prefix()):] }

// OnlyRow returns a join that gives a task the row of a table, under the alias, whose column equals
// value, where that is the only one. x may be nil.
func OnlyRow(x *sqlitedb.Indexes, table, alias, column, value string) string {
	return fmt.Sprintf("LEFT JOIN %[1]s %[2]s ON %[2]s.rowid = (SELECT CASE min(x.rowid) WHEN max(x.rowid) THEN max(x.rowid) END FROM (SELECT 1) CROSS JOIN %[3]s)",
		table, alias, x.Join(table, "x", column, value))
}

// AnyRow is an expression for whether a table has a row of which one of the columns equals value.
// A table that is empty is looked at once for all tasks. x may be nil.
func AnyRow(x *sqlitedb.Indexes, table, value string, columns ...string) string {
	ends := make([]string, len(columns))
	for i, column := range columns {
		ends[i] = "EXISTS (SELECT 1 FROM (SELECT 1) CROSS JOIN " + x.Join(table, "l", column, value) + ")"
	}
	return "CASE WHEN EXISTS (SELECT 1 FROM " + table + ") THEN " + strings.Join(ends, " OR ") + " ELSE 0 END"
}
