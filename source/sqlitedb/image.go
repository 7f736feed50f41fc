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

// Current reads the rows of the images as they are now, into After of images
// with the same Table and Key, in one read transaction. After is nil where
// there is no such row, table or column.
func (db *DB) Current(ctx context.Context, images []Image) ([]Image, error) {
	var now []Image
	err := db.Read(ctx, func(ctx context.Context, q Queryer) error {
		now = make([]Image, len(images))
		for i, image := range images {
			now[i] = Image{Table: image.Table, Key: image.Key}
			s, err := shapeOf(ctx, q, image.Table)
			if err != nil {
				return err
			}
			if !s.named(image.Key) {
				continue
			}
			r, err := s.read(ctx, q, image.Key)
			if err != nil && !errors.Is(err, errNoRow) {
				return err
			}
			now[i].After = r
		}
		return nil
	})
	return now, err
}

// Row reads the one row of a table whose key columns hold the key, whole, with
// values of the types that images have. It is nil when there is no such row,
// and an error when there are several.
func Row(ctx context.Context, q Queryer, table string, key Values) (map[string]any, error) {
	s, err := shapeOf(ctx, q, table)
	if err != nil {
		return nil, err
	}
	k := asMap(key)
	if !s.named(k) {
		return nil, fmt.Errorf("%s: %w", table, ErrSchema)
	}
	row, err := s.read(ctx, q, k)
	if errors.Is(err, errNoRow) {
		return nil, nil
	}
	return row, err
}

var (
	errNoRow   = errors.New("there is no such row")
	errTwoRows = errors.New("there is more than one such row")
)

// rowid is the name by which the key of a table without a primary key of its
// own is given.
const rowid = "rowid"

// shape is what must be known of a table to read and write its rows.
type shape struct {
	name    string
	kind    string // table, view, virtual or shadow; empty when there is none
	columns []Column
	key     []string // the primary key; rowid where there is none
	rowids  bool     // its rows have rowids
}

func shapeOf(ctx context.Context, q Queryer, table string) (*shape, error) {
	s := &shape{name: table}
	err := each(ctx, q, func(rows *sql.Rows) error {
		var without bool
		err := rows.Scan(&s.kind, &without)
		s.rowids = !without
		return err
	}, `SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`, table)
	if err != nil || s.kind == "" {
		return s, err
	}
	err = each(ctx, q, func(rows *sql.Rows) error {
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

func (s *shape) column(name string) *Column {
	if i := slices.IndexFunc(s.columns, func(c Column) bool { return c.Name == name }); i >= 0 {
		return &s.columns[i]
	}
	return nil
}

// alias is the column that is the rowid by another name; empty for none.
func (s *shape) alias() string {
	if len(s.key) == 1 && s.rowids {
		if c := s.column(s.key[0]); c != nil && strings.EqualFold(c.Type, "INTEGER") {
			return c.Name
		}
	}
	return ""
}

// named reports whether the table has all columns of a key, and there is one.
func (s *shape) named(key map[string]any) bool {
	for name := range key {
		if s.column(name) == nil && (name != rowid || !s.rowids) {
			return false
		}
	}
	return len(key) > 0
}

// read reads the one row that has the key. Values keep the type in which they
// are stored: the sign before a column keeps the driver from making times of
// what it thinks is one.
func (s *shape) read(ctx context.Context, q Queryer, key map[string]any) (map[string]any, error) {
	var names, list []string
	for _, c := range s.columns {
		names, list = append(names, c.Name), append(list, "+"+ident(c.Name))
	}
	where, args := matches(key)
	values := make([]any, len(names))
	into := make([]any, len(names))
	for i := range values {
		into[i] = &values[i]
	}
	var row map[string]any
	err := each(ctx, q, func(rows *sql.Rows) error {
		if row != nil {
			return fmt.Errorf("%s: %w", s.name, errTwoRows)
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		row = make(map[string]any, len(names))
		for i, name := range names {
			row[name] = plain(values[i])
		}
		return nil
	}, "SELECT "+strings.Join(list, ", ")+" FROM "+ident(s.name)+" WHERE "+where+" LIMIT 2", args...)
	if err == nil && row == nil {
		err = fmt.Errorf("%s: %w", s.name, errNoRow)
	}
	return row, err
}

// plain returns a value in the one form in which images hold it. SQLite's
// empty blob comes as a nil slice, which would be written as NULL.
func plain(v any) any {
	if b, ok := v.([]byte); ok && b == nil {
		return []byte{}
	}
	return v
}

// matches is the condition that a row has these values, and its arguments.
func matches(values map[string]any) (string, []any) {
	var parts []string
	var args []any
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts, args = append(parts, ident(name)+" IS ?"), append(args, values[name])
	}
	return strings.Join(parts, " AND "), args
}

// ident quotes a name for SQL.
func ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
