package pgsource

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// Table is a table of tasks. Its methods are called by one goroutine at a time.
type Table interface {
	// Shape describes the table. It is called once.
	Shape() *Shape
	// Read reads the cases of the rows t that the end of a SELECT chooses, which begins
	// behind "FROM table t ". whole asks for the texts of a task's detail.
	Read(ctx context.Context, tx pgx.Tx, whole bool, end string, args ...any) ([]model.Case, error)
}

// Actor is a Table with actions.
type Actor interface {
	Table
	// Writing says what the actions may write.
	Writing() Writing
	// See reads a task; the error is source.ErrNotFound without such a task.
	See(ctx context.Context, tx pgx.Tx, id string) (sqlsource.Seen, error)
	// Undo returns the decision that undoes a recorded action on a task as it was seen; see
	// sqlsource.Actor.
	Undo(ctx context.Context, tx pgx.Tx, record *source.Record, r source.Request, seen sqlsource.Seen) (sqlsource.Decision, error)
	// Shown reports whether a plan shows a changed value of the column. For the empty
	// column it reports whether the journal keeps rows of the table.
	Shown(table, column string) bool
}

// Shape describes a table of tasks. Expressions name its columns by the alias t.
type Shape struct {
	Name  string // the table, behind its schema where it has one
	Group string // in front of each ID, with a slash; empty: nothing
	From  string // the quoted name, or a query in parentheses
	All   string // the same with the rows that have no ID; empty: From leaves none out
	// Key is an expression of the ID, by whose order and index rows are read, and Type its
	// type. The ID is its text.
	Key, Type string
	// Status is an expression of what is recorded, where that decides the state alone; empty:
	// it does not.
	Status string
	// Title is an expression of the title; empty: it is made of more than one.
	Title string
	// Live is a condition that an index serves, for the rows of which some may change; and
	// Ended is its contrary, for rows that hardly ever do. Empty: any row may change.
	Live, Ended string
	// Busy is a condition for those of them that are being worked on; Word is an expression
	// of what is recorded, and WordType its type. Empty: there is none.
	Busy, Word, WordType string
	// Versioned says that t.xmin is the transaction that wrote a row.
	Versioned bool
	// Marks are texts a change of which shows, where that transaction does not tell.
	Marks []string
	// Log is a query for what has changed; see Log. Nil: rows are compared.
	Log *Log
	// ReadOnly is why no task of the table can be acted on; empty: nothing.
	ReadOnly string
	// Ways find tasks by other names than their ids, such as the id of a run. Each is a
	// query for IDs whose $1 is the name.
	Ways []string
}

// Log is a table in which triggers note each change of a task, with the transaction that
// has made it. Numbers of a sequence would not do: they are given out before the commit, so
// that a reader could pass one by.
type Log struct {
	Table, Number, Task string // the table, and the columns of the entry's number and the task's ID
	Transaction         string // the column of type xid8 (pg_current_xact_id)
	Most                int64  // so many entries are kept at least
}

// numberTypes are the types of IDs that grow, with their bits.
var numberTypes = map[string]int{"smallint": 16, "integer": 32, "bigint": 64}

// serial reports whether new rows have greater IDs.
func (s *Shape) serial() bool { return numberTypes[s.Type] > 0 }

func (s *Shape) prefix() string {
	if s.Group == "" {
		return ""
	}
	return s.Group + "/"
}

// bare returns those of the ids that may be of the table, as its rows have them.
func (s *Shape) bare(ids ...string) (all []string) {
	for _, id := range ids {
		if rest, ok := strings.CutPrefix(id, s.prefix()); ok && fits(s.Type, rest) {
			all = append(all, rest)
		}
	}
	return all
}

// byIDs is the end of a query for the rows with IDs, which are $1.
func (s *Shape) byIDs() string {
	return "WHERE " + s.Key + " = ANY(ARRAY(SELECT value::" + s.Type + " FROM unnest($1::text[]) value))"
}

// live is the condition of the rows that may change, where there is one.
func (s *Shape) live() string {
	if s.Live == "" {
		return "true"
	}
	return s.Live
}

// fits reports whether a text may be a value of the type of an ID.
func fits(kind, text string) bool {
	if bits := numberTypes[kind]; bits > 0 {
		_, err := strconv.ParseInt(text, 10, bits)
		return err == nil
	}
	if kind == "uuid" {
		return uuidText.MatchString(text)
	}
	return !strings.ContainsRune(text, 0)
}

var uuidText = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

// Name quotes a table's name, behind its schema where there is one.
func Name(name string) string { return pgx.Identifier(strings.Split(name, ".")).Sanitize() }

// Quote quotes the name of a column or a channel.
func Quote(name string) string { return pgx.Identifier{name}.Sanitize() }

// Column is a column as PostgreSQL's catalogue describes it.
type Column struct {
	Name, Type string
	View       bool // it is one of a view
}

// Columns are the columns of all tables that may be read, by "schema.table", and by the
// table's name alone where the search path finds it.
type Columns map[string][]Column

func readColumns(ctx context.Context, tx pgx.Tx) (Columns, error) {
	rows, err := tx.Query(ctx, `SELECT n.nspname, c.relname, pg_table_is_visible(c.oid), a.attname, format_type(a.atttypid, NULL), c.relkind IN ('v', 'm')
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped AND n.nspname NOT IN ('pg_catalog', 'information_schema')
		AND NOT c.relispartition AND has_table_privilege(c.oid, 'SELECT') AND has_schema_privilege(n.oid, 'USAGE') ORDER BY 1, 2, a.attnum`)
	if err != nil {
		return nil, err
	}
	all := Columns{}
	var schema, table string
	var visible bool
	var c Column
	_, err = pgx.ForEachRow(rows, []any{&schema, &table, &visible, &c.Name, &c.Type, &c.View}, func() error {
		full := schema + "." + table
		if all[full] = append(all[full], c); visible {
			all[table] = all[full]
		}
		return nil
	})
	return all, err
}

// Unreadable returns the names of the tables that the session's role may not read, behind
// their schema and alone, and the role.
func Unreadable(ctx context.Context, tx pgx.Tx) (role string, tables map[string]bool, err error) {
	rows, err := tx.Query(ctx, `SELECT current_user::text, n.nspname || '.' || c.relname, c.relname::text
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\_toast%'
		AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_schema_privilege(n.oid, 'USAGE'))`)
	if err != nil {
		return "", nil, err
	}
	tables = map[string]bool{}
	var full, name string
	_, err = pgx.ForEachRow(rows, []any{&role, &full, &name}, func() error {
		tables[full], tables[name] = true, true
		return nil
	})
	return role, tables, err
}

// Tables returns the names of the columns of each table that is no view: by its name where the
// search path finds it, else behind its schema.
func (c Columns) Tables() map[string][]string {
	all := c.Names()
	for name, columns := range c {
		_, bare, _ := strings.Cut(name, ".")
		if other := c[bare]; columns[0].View || len(other) > 0 && &other[0] == &columns[0] {
			delete(all, name)
		}
	}
	return all
}

// Names returns the names of each table's columns.
func (c Columns) Names() map[string][]string {
	names := make(map[string][]string, len(c))
	for table, all := range c {
		for _, one := range all {
			names[table] = append(names[table], one.Name)
		}
	}
	return names
}

// Ends is sqlsource.Ends in PostgreSQL: the first quarter of a long text, and the rest from
// its end.
func Ends(expression string, most int) string {
	return fmt.Sprintf("CASE WHEN length((%[1]s)::text) > %[2]d THEN left((%[1]s)::text, %[3]d) || E'\\n[…]\\n' || right((%[1]s)::text, %[4]d) ELSE (%[1]s)::text END",
		expression, most, most/4, most-most/4-len("\n[.]\n"))
}

// sortedIDs sorts IDs and drops those that are there twice.
func sortedIDs(ids []string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}
