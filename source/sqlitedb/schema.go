package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Column is one column of a table, as PRAGMA table_info describes it.
type Column struct {
	Name    string
	Type    string  // as declared, "" for none
	NotNull bool    // declared NOT NULL
	Default *string // the default's SQL text; nil for none
	Key     int     // the 1-based place in the primary key, 0 for none
}

// ColumnsOf returns the columns of a table by name; the map is empty when there is
// no such table.
func ColumnsOf(ctx context.Context, q Queryer, table string) (map[string]Column, error) {
	cols := map[string]Column{}
	err := QueryEach(ctx, q, func(rows *sql.Rows) error {
		var c Column
		err := scanColumn(rows, &c)
		cols[c.Name] = c
		return err
	}, columnsQuery, table)
	return cols, err
}

const columnsQuery = `SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)`

func scanColumn(rows *sql.Rows, c *Column) error {
	var def sql.NullString
	err := rows.Scan(&c.Name, &c.Type, &c.NotNull, &def, &c.Key)
	if def.Valid {
		c.Default = &def.String
	}
	return err
}

// TablesOf returns the names of the tables and views of the main schema, without
// SQLite's own tables.
func TablesOf(ctx context.Context, q Queryer) ([]string, error) {
	var names []string
	err := QueryEach(ctx, q, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		names = append(names, name)
		return err
	}, `SELECT name FROM sqlite_schema
		WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name`)
	return names, err
}

// ErrNotTable says that an object with the name of one of the format's tables is
// not a table. Reading a view, for example, may never end.
var ErrNotTable = errors.New("it is not read")

// PlainTables returns an error that wraps ErrNotTable when one of the names belongs
// to something other than an ordinary table. Names that do not exist are ignored.
// It reads no rows of the tables and views.
func PlainTables(ctx context.Context, q Queryer, names ...string) error {
	for _, name := range names {
		var kind string
		err := q.QueryRowContext(ctx, `SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE AND type <> 'table'`, name).Scan(&kind)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return err
		default:
			return fmt.Errorf("%s is a %s and no table: %w", name, kind, ErrNotTable)
		}
	}
	return nil
}

// Indexed reports whether an index of the whole table leads with these columns, in
// their binary order.
func Indexed(ctx context.Context, q Queryer, table string, columns ...string) (found bool, err error) {
	query, args := "SELECT 1 FROM pragma_index_list(?1) i", []any{table}
	for place, column := range columns {
		args = append(args, column)
		query += fmt.Sprintf(" JOIN pragma_index_xinfo(i.name) c%[1]d ON c%[1]d.seqno = %[1]d AND c%[1]d.coll = 'BINARY' AND c%[1]d.name = ?%[2]d COLLATE NOCASE", place, place+2)
	}
	err = q.QueryRowContext(ctx, "SELECT EXISTS ("+query+" WHERE i.partial = 0)", args...).Scan(&found)
	return found, err
}
