package sqlsource

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"notdone/source/sqlitedb"
)

// ErrEnough ends a query whose further rows are not needed, where it is returned for
// a row.
var ErrEnough = errors.New("enough")

// Each runs a query and calls row for each of its rows, whose cells hold until
// the next. An error of row ends it and is returned.
func Each(ctx context.Context, q sqlitedb.Queryer, row func(r Row) error, query string, args ...any) (err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := rows.Close(); err == nil {
			err = cerr
		}
	}()
	r, into, err := rowOf(rows)
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := row(r); errors.Is(err, ErrEnough) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return rows.Err()
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

// One runs a query for one value; nil where there is no row.
func One(ctx context.Context, q sqlitedb.Queryer, query string, args ...any) (v any, err error) {
	err = Each(ctx, q, func(r Row) error {
		v = r.cells[0]
		return ErrEnough
	}, query, args...)
	return v, err
}

// List writes ids or rowids as the JSON list that json_each takes apart again,
// which keeps one statement for any number of them. Its key is the place in the
// list.
func List[T string | *string | int64](ids []T) string {
	raw, err := json.Marshal(ids)
	if err != nil { // it cannot fail for these types
		return "[]"
	}
	return string(raw)
}

// Columns are the columns of a table that a query reads, with how many
// characters of each at most; 0 for what is short by nature.
type Columns []Column

// Column is one of them.
type Column struct {
	Name string
	Keep int
	Old  string // its name in older releases, if it had another one
}

// Keep returns columns of which at most so many characters are read; 0 is for what is
// short by nature.
func Keep(most int, names ...string) Columns {
	columns := make(Columns, len(names))
	for i, name := range names {
		columns[i] = Column{Name: name, Keep: most}
	}
	return columns
}

// AtMost are the same columns with so much of those that are not short.
func (c Columns) AtMost(most int) Columns {
	c = slices.Clone(c)
	for i := range c {
		if c[i].Keep > 0 {
			c[i].Keep = most
		}
	}
	return c
}

// Select returns a select list over the alias: NULL for columns that the table
// lacks, and long texts without their middle.
func (c Columns) Select(alias string, table map[string]sqlitedb.Column) string {
	parts := make([]string, len(c))
	for i, column := range c {
		parts[i] = Ends(Tables{"": table}.Expr("", alias, column.Name, column.Old), column.Keep) + " AS " + column.Name
	}
	return strings.Join(parts, ", ")
}

// Huge is from how many bytes on a text is not read at all: SQLite reads a text
// whole to cut it. Rows that hold more are not acted on, since what they were
// could not be kept.
const Huge = 32 << 20

// Ends is an expression for a text of at most so many characters: the beginning
// and, since what an agent says last weighs most, three times as much of the end.
// 0 stands for any length.
func Ends(expression string, most int) string {
	if most == 0 || expression == "NULL" {
		return expression
	}
	head := most / 4
	return fmt.Sprintf("CASE WHEN octet_length(%[1]s) > %[5]d THEN '[… ' || octet_length(%[1]s) || ' bytes …]' "+
		"WHEN length(%[1]s) > %[2]d THEN substr(%[1]s, 1, %[3]d) || char(10) || '[…]' || char(10) || substr(%[1]s, %[4]d) ELSE %[1]s END",
		expression, most, head, head+len("\n[.]\n")-most, Huge)
}

// Whole is an expression for a text that is of use only when it is whole, such as
// JSON; one of more bytes is NULL and is never read.
func Whole(expression string, most int) string {
	if expression == "NULL" {
		return expression
	}
	return fmt.Sprintf("CASE WHEN octet_length(%[1]s) <= %[2]d THEN %[1]s END", expression, most)
}

// Size is an expression for how many bytes the columns of a row hold.
func Size(alias string, columns ...string) string {
	parts := []string{"0"}
	for _, name := range columns {
		parts = append(parts, `coalesce(octet_length(`+alias+`."`+strings.ReplaceAll(name, `"`, `""`)+`"), 0)`)
	}
	return strings.Join(parts, " + ")
}

// NewestOf completes a query over a table whose rows belong to tasks by a column:
// of each task of the JSON list that is the query's argument ?1 it reads the
// newest rows x by their whole-number key, at most so many, oldest first. j.value
// is the task. Indexes may be nil.
func NewestOf(indexes *sqlitedb.Indexes, table, task, key string, most int) string {
	// With a limit the first selection is no part of the join, so that the oldest
	// key is found once for each task and not for each of its rows.
	return fmt.Sprintf(` FROM (SELECT k.value AS value, coalesce((SELECT y.%[3]s FROM (SELECT 1) CROSS JOIN %[2]s
		ORDER BY y.%[3]s DESC LIMIT 1 OFFSET %[4]d), -9223372036854775808) AS oldest FROM json_each(?1) k LIMIT -1) j
		CROSS JOIN %[1]s AND x.%[3]s >= j.oldest ORDER BY x.%[3]s`,
		indexes.Join(table, "x", task, "j.value"), indexes.Join(table, "y", task, "k.value"), key, most-1)
}

// Gather runs a query whose rows belong to the tasks of a JSON list, whose places are
// the first column, one task after the other. It hands over what is made of the rows
// of each task, in order.
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

// Heavy lists the places of those tasks of a JSON list that have more rows of a table
// than so many, by the column that names their task. Along an index each costs no
// more than that to look at.
func Heavy(ctx context.Context, q sqlitedb.Queryer, indexes *sqlitedb.Indexes, table, task, ids string, most int) (places []int64, err error) {
	err = Each(ctx, q, func(r Row) error {
		places = append(places, Int(r.cells[0]))
		return nil
	}, "SELECT j.key FROM json_each(?1) j WHERE (SELECT 1 FROM (SELECT 1) CROSS JOIN "+
		indexes.Join(table, "x", task, "j.value")+" LIMIT 1 OFFSET ?2) IS NOT NULL", ids, most)
	return places, err
}
