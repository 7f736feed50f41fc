package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Column is one column of a table as PRAGMA table_info tells it.
type Column struct {
	Name    string
	Type    string  // as declared, "" for none
	NotNull bool    // declared NOT NULL
	Default *string // the default's SQL text; nil for none
	Key     int     // the 1-based place in the primary key, 0 for none
}

// Table is one table or view of the main schema.
type Table struct {
	Name string
	View bool
}

// Columns returns the columns of a table by name, read in a transaction of
// their own. The map is empty when there is no such table.
func (db *DB) Columns(ctx context.Context, table string) (map[string]Column, error) {
	var cols map[string]Column
	err := db.Read(ctx, func(ctx context.Context, q Queryer) (err error) {
		cols, err = ColumnsOf(ctx, q, table)
		return err
	})
	return cols, err
}

// Tables returns the tables and views, by name, read in a transaction of
// their own. SQLite's own tables are left out.
func (db *DB) Tables(ctx context.Context) (map[string]Table, error) {
	var tables map[string]Table
	err := db.Read(ctx, func(ctx context.Context, q Queryer) (err error) {
		tables, err = TablesOf(ctx, q)
		return err
	})
	return tables, err
}

// ColumnsOf is Columns inside a transaction that is already open.
func ColumnsOf(ctx context.Context, q Queryer, table string) (map[string]Column, error) {
	cols := map[string]Column{}
	err := each(ctx, q, func(rows *sql.Rows) error {
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

// TablesOf is Tables inside a transaction that is already open.
func TablesOf(ctx context.Context, q Queryer) (map[string]Table, error) {
	tables := map[string]Table{}
	err := each(ctx, q, func(rows *sql.Rows) error {
		var t Table
		if err := rows.Scan(&t.Name, &t.View); err != nil {
			return err
		}
		tables[t.Name] = t
		return nil
	}, `SELECT name, type = 'view' FROM sqlite_schema
		WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	return tables, err
}

// ErrNotTable says that a name which the format gives to a table belongs to
// something else, such as a view, whose rows may have no end.
var ErrNotTable = errors.New("it is not read")

// PlainTables fails with ErrNotTable where one of the names is not that of an
// ordinary table. Names that do not exist are no error. Views are compiled but
// nothing is read from them.
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

func each(ctx context.Context, q Queryer, row func(*sql.Rows) error, query string, args ...any) (err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := rows.Close(); err == nil {
			err = cerr
		}
	}()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
