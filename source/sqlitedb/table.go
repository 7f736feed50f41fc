package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Row reads all columns of the row with the key. The values have the types that an
// Image has. Row returns nil when the row, the table or a key column does not exist,
// and an error when there are several such rows.
func Row(ctx context.Context, q Queryer, table string, key map[string]any) (map[string]any, error) {
	s, err := readSchema(ctx, q, table)
	if err != nil || !s.hasColumns(key) {
		return nil, err
	}
	row, _, err := s.readRow(ctx, q, key)
	if errors.Is(err, errNoRow) {
		return nil, nil
	}
	return row, err
}

var (
	errNoRow   = errors.New("there is no such row")
	errTwoRows = errors.New("there is more than one such row")
)

// rowid is the key column of a table without a declared primary key.
const rowid = "rowid"

// tableSchema describes a table as far as reading and writing its rows needs.
type tableSchema struct {
	name    string
	kind    string // "table", "view", "virtual" or "shadow"; empty: there is no such table
	columns []Column
	key     []string // the columns of the primary key, else rowid
	rowids  bool     // false for a WITHOUT ROWID table
}

func readSchema(ctx context.Context, q Queryer, table string) (*tableSchema, error) {
	s := &tableSchema{name: table}
	err := QueryEach(ctx, q, func(rows *sql.Rows) error {
		var without bool
		err := rows.Scan(&s.kind, &without)
		s.rowids = !without
		return err
	}, `SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`, table)
	if err != nil || s.kind == "" {
		return s, err
	}
	err = QueryEach(ctx, q, func(rows *sql.Rows) error {
		var c Column
		err := scanColumn(rows, &c)
		s.columns = append(s.columns, c)
		return err
	}, columnsQuery+` ORDER BY cid`, table)
	for place := 1; err == nil; place++ {
		at := slices.IndexFunc(s.columns, func(c Column) bool { return c.Key == place })
		if at < 0 {
			break
		}
		s.key = append(s.key, s.columns[at].Name)
	}
	if len(s.key) == 0 {
		s.key = []string{rowid}
	}
	return s, err
}

func (s *tableSchema) column(name string) *Column {
	if i := slices.IndexFunc(s.columns, func(c Column) bool { return c.Name == name }); i >= 0 {
		return &s.columns[i]
	}
	return nil
}

// rowidAlias returns the INTEGER PRIMARY KEY column, which is an alias of the rowid;
// empty: there is none.
func (s *tableSchema) rowidAlias() string {
	if len(s.key) == 1 && s.rowids {
		if c := s.column(s.key[0]); c != nil && strings.EqualFold(c.Type, "INTEGER") {
			return c.Name
		}
	}
	return ""
}

// hasColumns reports whether the key is not empty and the table has its columns.
func (s *tableSchema) hasColumns(key map[string]any) bool {
	for name := range key {
		if s.column(name) == nil && (name != rowid || !s.rowids) {
			return false
		}
	}
	return len(key) > 0
}

// readRow reads the row with the key, and its rowid if the table has rowids. Values
// keep their storage type: the + before each column hides the declared type, from
// which the driver would convert to times.
func (s *tableSchema) readRow(ctx context.Context, q Queryer, key map[string]any) (row map[string]any, id int64, err error) {
	list := "0"
	if s.rowids {
		list = rowid
	}
	for _, c := range s.columns {
		list += ", +" + quoteIdent(c.Name)
	}
	where, args := whereEquals(key)
	values := make([]any, len(s.columns))
	into := []any{&id}
	for i := range values {
		into = append(into, &values[i])
	}
	err = QueryEach(ctx, q, func(rows *sql.Rows) error {
		if row != nil {
			return fmt.Errorf("%s: %w", s.name, errTwoRows)
		}
		err := rows.Scan(into...)
		row = s.rowOf(values)
		return err
	}, "SELECT "+list+" FROM "+quoteIdent(s.name)+" WHERE "+where+" LIMIT 2", args...)
	if err == nil && row == nil {
		err = fmt.Errorf("%s: %w", s.name, errNoRow)
	}
	return row, id, err
}

// rowOf returns a row by column, given its values in the order of the columns.
func (s *tableSchema) rowOf(values []any) map[string]any {
	row := make(map[string]any, len(values))
	for i, c := range s.columns {
		row[c.Name] = normalizeBlob(values[i])
	}
	return row
}

// keyOf returns the key of a row; id is its rowid if it has one.
func (s *tableSchema) keyOf(row map[string]any, id int64) map[string]any {
	if a := s.rowidAlias(); a != "" {
		return map[string]any{a: id}
	}
	key := map[string]any{}
	for _, name := range s.key {
		v, given := row[name]
		if !given {
			return map[string]any{rowid: id}
		}
		key[name] = v
	}
	return key
}

// normalizeBlob replaces a nil slice by an empty one. The driver returns an empty
// blob as a nil slice, which it would write as NULL.
func normalizeBlob(v any) any {
	if b, ok := v.([]byte); ok && b == nil {
		return []byte{}
	}
	return v
}

// whereEquals returns the SQL condition that a row has these values, and its
// arguments.
func whereEquals(values map[string]any) (string, []any) {
	var parts []string
	var args []any
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts, args = append(parts, quoteIdent(name)+" IS ?"), append(args, values[name])
	}
	return strings.Join(parts, " AND "), args
}

// quoteIdent quotes an identifier for SQL.
func quoteIdent(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
