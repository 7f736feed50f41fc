package sqlsource

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"notdone/source/sqlitedb"
)

// ErrEnough ends a query whose further rows are not needed, where it is returned for
// a row.
var ErrEnough = errors.New("enough")

// Each runs a query and calls row for each of its rows, which is valid until the next
// one. An error of row ends it and is returned.
func Each(ctx context.Context, q sqlitedb.Queryer, row func(r Row) error, query string, args ...any) error {
	var r Row
	var into []any
	err := sqlitedb.QueryEach(ctx, q, func(rows *sql.Rows) (err error) {
		if into == nil {
			r, into, err = rowOf(rows)
		}
		if err == nil {
			err = rows.Scan(into...)
		}
		if err == nil {
			err = row(r)
		}
		return err
	}, query, args...)
	if errors.Is(err, ErrEnough) {
		return nil
	}
	return err
}

// EachCells is Each for the values of a row alone, none of which ends the query.
func EachCells(ctx context.Context, q sqlitedb.Queryer, row func(v []any), query string, args ...any) error {
	return Each(ctx, q, func(r Row) error {
		row(r.cells)
		return nil
	}, query, args...)
}

func rowOf(rows *sql.Rows) (Row, []any, error) {
	names, err := rows.Columns()
	if err != nil {
		return Row{}, nil, err
	}
	r := Row{at: make(map[string]int, len(names)), cells: make([]any, len(names))}
	into := make([]any, len(names))
	for i, name := range names {
		r.at[name], into[i] = i, &r.cells[i]
	}
	return r, into, nil
}

// Strings runs a query and returns the texts of its first column.
func Strings(ctx context.Context, q sqlitedb.Queryer, query string, args ...any) (all []string, err error) {
	err = Each(ctx, q, func(r Row) error {
		all = append(all, Text(r.cells[0]))
		return nil
	}, query, args...)
	return all, err
}

// One runs a query and returns the first column of its first row; nil without a row.
func One(ctx context.Context, q sqlitedb.Queryer, query string, args ...any) (v any, err error) {
	err = Each(ctx, q, func(r Row) error {
		v = r.cells[0]
		return ErrEnough
	}, query, args...)
	return v, err
}

// List returns ids or rowids as a JSON list for json_each, so that one statement serves
// any number of them. The key of json_each is the place in the list. A text that is not
// valid UTF-8 keeps its bytes, which SQLite compares as they are.
func List[T string | *string | int64](all []T) string {
	list := []byte{'['}
	for i, v := range all {
		if i > 0 {
			list = append(list, ',')
		}
		switch v := any(v).(type) {
		case int64:
			list = strconv.AppendInt(list, v, 10)
		case string:
			list = appendQuoted(list, v)
		case *string:
			if v == nil {
				list = append(list, "null"...)
			} else {
				list = appendQuoted(list, *v)
			}
		}
	}
	return string(append(list, ']'))
}

// appendQuoted appends a text as a string of JSON with the bytes that the text has.
func appendQuoted(list []byte, text string) []byte {
	list = append(list, '"')
	for _, b := range []byte(text) {
		switch {
		case b == '"', b == '\\':
			list = append(list, '\\', b)
		case b < ' ':
			list = fmt.Appendf(list, `\u%04x`, b)
		default:
			list = append(list, b)
		}
	}
	return append(list, '"')
}

// Columns are the columns of a table that a query reads.
type Columns []Column

// Column is one column that a query reads.
type Column struct {
	Name string
	Keep int    // the largest number of characters to read; 0: no limit, for short values
	Old  string // the name of the column in older releases; empty: the same
}

// Keep returns columns of which at most most characters are read; 0: no limit.
func Keep(most int, names ...string) Columns {
	columns := make(Columns, len(names))
	for i, name := range names {
		columns[i] = Column{Name: name, Keep: most}
	}
	return columns
}

// AtMost returns the columns with another limit for those that have one.
func (c Columns) AtMost(most int) Columns {
	c = slices.Clone(c)
	for i := range c {
		if c[i].Keep > 0 {
			c[i].Keep = most
		}
	}
	return c
}

// Select returns a select list over the alias. It has NULL for columns that the table
// lacks, and leaves out the middle of long texts.
func (c Columns) Select(alias string, table map[string]sqlitedb.Column) string {
	parts := make([]string, len(c))
	for i, column := range c {
		parts[i] = Ends(Tables{"": table}.Expr("", alias, column.Name, column.Old), column.Keep) + " AS " + column.Name
	}
	return strings.Join(parts, ", ")
}

// Places returns the places of the columns in a select list in which that of Select begins at a
// place.
func (c Columns) Places(from int) map[string]int {
	at := make(map[string]int, len(c))
	for i, column := range c {
		at[column.Name] = from + i
	}
	return at
}

// RowOf returns the values of columns as a Row, by the places of the columns.
func RowOf(places map[string]int, cells []any) Row { return Row{at: places, cells: cells} }

// Huge is the size in bytes above which a text is not read at all, because SQLite reads
// a whole text to cut it. Rows with more bytes are not acted on, because the journal
// could not keep them.
const Huge = 32 << 20

// Ends returns an expression for a text of at most most characters: the first quarter
// from its beginning and the rest from its end, because an agent's last words matter
// most. 0: no limit.
func Ends(expression string, most int) string {
	if most == 0 || expression == "NULL" {
		return expression
	}
	head := most / 4
	// One comparison lets pass what is NULL or short, which is nearly everything.
	return fmt.Sprintf("CASE WHEN octet_length(%[1]s) > %[2]d THEN "+
		"CASE WHEN octet_length(%[1]s) > %[5]d THEN '[… ' || octet_length(%[1]s) || ' bytes …]' "+
		"WHEN length(%[1]s) > %[2]d THEN substr(%[1]s, 1, %[3]d) || char(10) || '[…]' || char(10) || substr(%[1]s, %[4]d) ELSE %[1]s END ELSE %[1]s END",
		expression, most, head, head+len("\n[.]\n")-most, Huge)
}

// Whole returns an expression for a text that is useful only as a whole, such as JSON.
// A text of more than most bytes is NULL and is not read.
func Whole(expression string, most int) string {
	if expression == "NULL" {
		return expression
	}
	return fmt.Sprintf("CASE WHEN octet_length(%[1]s) <= %[2]d THEN %[1]s END", expression, most)
}

// Size returns an expression for the number of bytes in the columns of a row.
func Size(alias string, columns ...string) string {
	parts := []string{"0"}
	for _, name := range columns {
		parts = append(parts, `coalesce(octet_length(`+alias+`."`+strings.ReplaceAll(name, `"`, `""`)+`"), 0)`)
	}
	return strings.Join(parts, " + ")
}

// NewestOf returns the FROM clause of a query for the newest rows x of each task: at
// most most rows by their integer key, oldest first. The tasks are the JSON list ?1;
// j.value is the task of the row, which the column task of the table names, and j.key its
// place in the list. Indexes may be nil.
func NewestOf(indexes *sqlitedb.Indexes, table, task, key string, most int) string {
	return NewestUnsorted(indexes, table, task, key, most) + " ORDER BY x." + key
}

// NewestUnsorted is NewestOf for rows of so many tasks that SQLite is not to sort them all
// together: those of one task come one after the other, but in any order.
func NewestUnsorted(indexes *sqlitedb.Indexes, table, task, key string, most int) string {
	// The LIMIT keeps SQLite from flattening the first subquery into the join, so the
	// oldest key is computed once for each task and not for each of its rows.
	return fmt.Sprintf(` FROM (SELECT k.key AS key, k.value AS value, coalesce((SELECT y.%[3]s FROM (SELECT 1) CROSS JOIN %[2]s
		ORDER BY y.%[3]s DESC LIMIT 1 OFFSET %[4]d), -9223372036854775808) AS oldest FROM json_each(?1) k LIMIT -1) j
		CROSS JOIN %[1]s AND x.%[3]s >= j.oldest`,
		indexes.Join(table, "x", task, "j.value"), indexes.Join(table, "y", task, "k.value"), key, most-1)
}

// Gather runs a query whose first column is the place of the row's task in a JSON list.
// The rows of one task must be consecutive. Gather converts each row with row, sorts
// the results of one task with order and passes them to into.
func Gather[T any](ctx context.Context, q sqlitedb.Queryer, row func(task int, cells []any) T, order func(a, b T) int, into func(task int, all []T), query string, args ...any) error {
	var all []T
	var of []int // by row: its task
	err := Each(ctx, q, func(r Row) error {
		task := int(Int(r.cells[0]))
		all, of = append(all, row(task, r.cells)), append(of, task)
		return nil
	}, query, args...)
	for from, to := 0, 0; from < len(all); from = to {
		for to = from + 1; to < len(all) && of[to] == of[from]; to++ {
		}
		part := all[from:to:to]
		if !slices.IsSortedFunc(part, order) {
			slices.SortStableFunc(part, order)
		}
		into(of[from], part)
	}
	return err
}

// Heavy returns the places of those tasks of a JSON list that have more than most rows
// in a table, in which the column task names the task. With an index it reads at most
// that many entries for each task.
func Heavy(ctx context.Context, q sqlitedb.Queryer, indexes *sqlitedb.Indexes, table, task, ids string, most int) (places []int64, err error) {
	err = Each(ctx, q, func(r Row) error {
		places = append(places, Int(r.cells[0]))
		return nil
	}, "SELECT j.key FROM json_each(?1) j WHERE (SELECT 1 FROM (SELECT 1) CROSS JOIN "+
		indexes.Join(table, "x", task, "j.value")+" LIMIT 1 OFFSET ?2) IS NOT NULL", ids, most)
	return places, err
}
