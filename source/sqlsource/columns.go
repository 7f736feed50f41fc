package sqlsource

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"notdone/source/sqlitedb"
)

// Tables are the columns of tables, by table and by column in lower case. They differ
// between the releases of a system.
type Tables map[string]map[string]sqlitedb.Column

// ReadTables reads the columns of the tables; missing tables are left out. The error wraps
// sqlitedb.ErrNotTable when one of the names is that of a view or a virtual table.
func ReadTables(ctx context.Context, q sqlitedb.Queryer, names ...string) (Tables, error) {
	if err := sqlitedb.PlainTables(ctx, q, names...); err != nil {
		return nil, err
	}
	all := Tables{}
	for _, table := range names {
		columns, err := sqlitedb.ColumnsOf(ctx, q, table)
		if err != nil {
			return nil, fmt.Errorf("cannot read the columns of %s: %w", table, err)
		}
		for name, c := range columns {
			if all[table] == nil {
				all[table] = make(map[string]sqlitedb.Column, len(columns))
			}
			all[table][strings.ToLower(name)] = c
		}
	}
	return all, nil
}

// Has reports whether there is a table with these columns.
func (t Tables) Has(table string, columns ...string) bool {
	return t[table] != nil && !slices.ContainsFunc(columns, func(name string) bool { return t.First(table, name) == "" })
}

// First returns the first of the names that is a column of the table, such as the
// present name and the name in older releases; empty: none is.
func (t Tables) First(table string, columns ...string) string {
	for _, name := range columns {
		if _, ok := t[table][name]; ok {
			return name
		}
	}
	return ""
}

// Expr returns the column of First as an expression over an alias; NULL without one.
func (t Tables) Expr(table, alias string, columns ...string) string {
	if name := t.First(table, columns...); name != "" {
		return alias + "." + name
	}
	return "NULL"
}

// Known returns those of some values that the table has columns for. Columns and values take
// turns; a column that is nil or empty is left out.
func (t Tables) Known(table string, pairs ...any) (set sqlitedb.Values) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if column, _ := pairs[i].(string); t.Has(table, column) {
			set = append(set, Set(column, pairs[i+1]))
		}
	}
	return set
}

// Size returns an expression for the number of bytes in those of the columns that the
// table has.
func (t Tables) Size(table, alias string, columns ...string) string {
	return Size(alias, slices.DeleteFunc(slices.Clone(columns), func(name string) bool { return !t.Has(table, name) })...)
}

// WithoutRowids returns those of the tables whose rows have no readable rowid: tables that are
// declared WITHOUT ROWID, and tables in which a column called rowid hides it. The case of
// the names does not matter.
func WithoutRowids(ctx context.Context, q sqlitedb.Queryer, names ...string) ([]string, error) {
	return Strings(ctx, q, `SELECT l.name FROM pragma_table_list l WHERE l.schema = 'main' AND lower(l.name) IN (SELECT lower(value) FROM json_each(?)) AND (l.wr
		OR EXISTS (SELECT 1 FROM pragma_table_xinfo(l.name) c WHERE lower(c.name) = 'rowid' AND NOT (upper(c.type) = 'INTEGER' AND c.pk = 1
			AND (SELECT count(*) FROM pragma_table_xinfo(l.name) k WHERE k.pk > 0) = 1))) ORDER BY l.name`, List(names))
}

// Indexed reports whether an index of a table t finds the rows whose column has a value. The
// table may be a query in parentheses.
func Indexed(ctx context.Context, q sqlitedb.Queryer, table, column string) (bool, error) {
	found := false
	err := Each(ctx, q, func(r Row) error {
		found = found || strings.HasPrefix(r.Text("detail"), "SEARCH") && strings.Contains(r.Text("detail"), "INDEX")
		return nil
	}, "EXPLAIN QUERY PLAN SELECT t.rowid FROM "+table+" t WHERE "+column+" = 'x'")
	return found, err
}
