package sqlitedb

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"strings"

	"notdone/source"
)

// execer runs a statement that returns no rows.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// draft is a Tx: one that writes where exec is set, else a rehearsal.
type draft struct {
	Queryer
	db       *DB
	exec     execer
	shapes   map[string]*shape // of the tables that may be written
	triggers map[string]bool   // the format's own, by lower-case name
	rows     []*written
	next     map[string]int64 // rehearsal: the rowid that an insert would get
	notices  []notice
}

// written is one row that was changed by name.
type written struct {
	shape  *shape
	key    map[string]any
	rowid  int64 // valid where the table has rowids
	from   int   // what had been noticed when it was first written
	before map[string]any
	after  map[string]any // of a rehearsal
}

func (d *draft) Columns(ctx context.Context, table string) (map[string]Column, error) {
	return ColumnsOf(ctx, d.Queryer, table)
}

func (d *draft) Update(ctx context.Context, table string, key, set Values) error {
	s, err := d.open(table, key, set)
	if err != nil {
		return err
	}
	if len(key) == 0 || len(set) == 0 {
		return fmt.Errorf("%s: an update without a key or without a value", table)
	}
	k, values := asMap(key), asMap(set)
	row := d.find(s, k)
	now, err := d.now(ctx, s, row, k)
	if err != nil {
		return err
	}
	if row == nil {
		row = &written{shape: s, key: k, before: now, from: len(d.notices)}
		d.rows = append(d.rows, row)
	}
	if d.exec == nil {
		row.after = maps.Clone(now)
		maps.Copy(row.after, values)
		return nil
	}
	return d.update(ctx, row, set, now)
}

// now is the row as it stands: in a rehearsal as it would be by now.
func (d *draft) now(ctx context.Context, s *shape, row *written, key map[string]any) (map[string]any, error) {
	if d.exec == nil && row != nil {
		return row.after, nil
	}
	return s.read(ctx, d.Queryer, key)
}

// update writes one row, if it still is as it was read.
func (d *draft) update(ctx context.Context, row *written, set Values, now map[string]any) error {
	var list []string
	var args []any
	same := maps.Clone(row.key)
	for _, v := range set {
		list, args = append(list, ident(v.Column)+" = ?"), append(args, plain(v.Value))
		same[v.Column] = now[v.Column]
	}
	where, more := matches(same)
	from := len(d.notices)
	result, err := d.exec.ExecContext(ctx, "UPDATE "+ident(row.shape.name)+" SET "+strings.Join(list, ", ")+" WHERE "+where, append(args, more...)...)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err != nil {
		return err
	}
	if n != 1 {
		return fmt.Errorf("%s: %d rows were updated in place of one", row.shape.name, n)
	}
	row.rowid = d.direct(from)
	return nil
}

func (d *draft) Insert(ctx context.Context, table string, set Values) (int64, error) {
	s, err := d.open(table, set)
	if err != nil {
		return 0, err
	}
	values := asMap(set)
	for _, c := range s.columns {
		if _, given := values[c.Name]; !given && c.NotNull && c.Default == nil && c.Name != s.alias() {
			return 0, d.db.refuse(ErrSchema, "%s.%s must be given a value and this notdone does not know which", table, c.Name)
		}
	}
	var id int64
	if d.exec == nil {
		id, err = d.nextID(ctx, s, values)
	} else {
		id, err = d.insert(ctx, s, set)
	}
	if err != nil {
		return 0, err
	}
	row := &written{shape: s, rowid: id, key: s.keyOf(values, id)}
	if d.exec == nil {
		row.after = values
		if a := s.alias(); a != "" {
			values[a] = id
		}
	}
	d.rows = append(d.rows, row)
	return id, nil
}

func (d *draft) insert(ctx context.Context, s *shape, set Values) (int64, error) {
	var names, marks []string
	var args []any
	for _, v := range set {
		names, marks, args = append(names, ident(v.Column)), append(marks, "?"), append(args, plain(v.Value))
	}
	from := len(d.notices)
	_, err := d.exec.ExecContext(ctx, "INSERT INTO "+ident(s.name)+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(marks, ", ")+")", args...)
	if err != nil {
		return 0, err
	}
	id := d.direct(from)
	if !s.rowids {
		return 0, nil
	}
	return id, nil
}

// nextID is the rowid that SQLite would give to the next row (sqlite.org/autoinc.html).
func (d *draft) nextID(ctx context.Context, s *shape, values map[string]any) (int64, error) {
	if !s.rowids {
		return 0, nil
	}
	if id, ok := values[s.alias()].(int64); ok {
		return id, nil
	}
	if _, known := d.next[s.name]; !known {
		var newest, sequence sql.NullInt64
		if err := d.QueryRowContext(ctx, "SELECT max(rowid) FROM "+ident(s.name)).Scan(&newest); err != nil {
			return 0, err
		}
		var n int
		if err := d.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_sequence'`).Scan(&n); err != nil {
			return 0, err
		}
		if n > 0 {
			err := d.QueryRowContext(ctx, `SELECT max(seq) FROM sqlite_sequence WHERE name = ?`, s.name).Scan(&sequence)
			if err != nil {
				return 0, err
			}
		}
		d.next[s.name] = max(newest.Int64, sequence.Int64)
	}
	d.next[s.name]++
	return d.next[s.name], nil
}

// keyOf is the key of a row that was inserted.
func (s *shape) keyOf(values map[string]any, id int64) map[string]any {
	if a := s.alias(); a != "" {
		return map[string]any{a: id}
	}
	key := map[string]any{}
	for _, name := range s.key {
		v, given := values[name]
		if !given {
			return map[string]any{rowid: id}
		}
		key[name] = v
	}
	return key
}

// open finds a table that may be written, and makes sure that it has the
// columns and that the values are such as SQLite keeps.
func (d *draft) open(table string, lists ...Values) (*shape, error) {
	s := d.shapes[table]
	if s == nil {
		return nil, fmt.Errorf("%s: not a table that this action may write", table)
	}
	for _, values := range lists {
		for i, v := range values {
			if s.column(v.Column) == nil {
				return nil, d.db.refuse(ErrSchema, "%s has no column %s", table, v.Column)
			}
			switch n := v.Value.(type) {
			case nil, int64, float64, string, []byte:
			case int:
				values[i].Value = int64(n)
			default:
				return nil, fmt.Errorf("%s.%s: a %T cannot be written", table, v.Column, n)
			}
		}
	}
	return s, nil
}

// find returns the row if it was written before, by the same key.
func (d *draft) find(s *shape, key map[string]any) *written {
	for _, r := range d.rows {
		if r.shape == s && maps.EqualFunc(r.key, key, source.EqualValues) {
			return r
		}
	}
	return nil
}

func asMap(values Values) map[string]any {
	m := make(map[string]any, len(values))
	for _, v := range values {
		m[v.Column] = plain(v.Value)
	}
	return m
}
