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

// draft implements Tx. With exec it writes; without exec it is a rehearsal, which
// only computes the rows that would be written.
type draft struct {
	Queryer
	db        *DB
	exec      execer
	schemas   map[string]*tableSchema // of the tables that may be written
	triggers  map[string]bool         // the format's own, by lower-case name
	rows      []*written
	next      map[string]int64 // rehearsal: the rowid that an insert would get
	rowWrites []rowWrite
}

// written is one row that Update or Insert has written.
type written struct {
	schema     *tableSchema
	key        map[string]any
	rowid      int64 // valid if the table has rowids
	firstWrite int   // the number of row writes before its first Update
	before     map[string]any
	after      map[string]any // set in a rehearsal
}

func (d *draft) Columns(ctx context.Context, table string) (map[string]Column, error) {
	return ColumnsOf(ctx, d.Queryer, table)
}

func (d *draft) Update(ctx context.Context, table string, key, set Values) error {
	s, err := d.tableToWrite(table, key, set)
	if err != nil {
		return err
	}
	if len(key) == 0 || len(set) == 0 {
		return fmt.Errorf("%s: an update without a key or without a value", table)
	}
	k, values := asMap(key), asMap(set)
	row := d.findWritten(s, k)
	now, err := d.currentRow(ctx, s, row, k)
	if err != nil {
		return err
	}
	if row == nil {
		row = &written{schema: s, key: k, before: now, firstWrite: len(d.rowWrites)}
		d.rows = append(d.rows, row)
	}
	if d.exec == nil {
		row.after = maps.Clone(now)
		maps.Copy(row.after, values)
		return nil
	}
	return d.update(ctx, row, set, now)
}

// currentRow returns the row with the writes made so far, also in a rehearsal.
func (d *draft) currentRow(ctx context.Context, s *tableSchema, row *written, key map[string]any) (map[string]any, error) {
	if d.exec == nil && row != nil {
		return row.after, nil
	}
	return s.readRow(ctx, d.Queryer, key)
}

// update writes one row on the condition that it still has the values in now.
func (d *draft) update(ctx context.Context, row *written, set Values, now map[string]any) error {
	var list []string
	var args []any
	same := maps.Clone(row.key)
	for _, v := range set {
		list, args = append(list, quoteIdent(v.Column)+" = ?"), append(args, normalizeBlob(v.Value))
		same[v.Column] = now[v.Column]
	}
	where, more := whereEquals(same)
	from := len(d.rowWrites)
	result, err := d.exec.ExecContext(ctx, "UPDATE "+quoteIdent(row.schema.name)+" SET "+strings.Join(list, ", ")+" WHERE "+where, append(args, more...)...)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err != nil {
		return err
	}
	if n != 1 {
		return fmt.Errorf("%s: %d rows were updated in place of one", row.schema.name, n)
	}
	row.rowid = d.markDirect(from)
	return nil
}

func (d *draft) Insert(ctx context.Context, table string, set Values) (int64, error) {
	s, err := d.tableToWrite(table, set)
	if err != nil {
		return 0, err
	}
	values := asMap(set)
	for _, c := range s.columns {
		if _, given := values[c.Name]; !given && c.NotNull && c.Default == nil && c.Name != s.rowidAlias() {
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
	row := &written{schema: s, rowid: id, key: s.keyOf(values, id)}
	if d.exec == nil {
		row.after = values
		if a := s.rowidAlias(); a != "" {
			values[a] = id
		}
	}
	d.rows = append(d.rows, row)
	return id, nil
}

func (d *draft) insert(ctx context.Context, s *tableSchema, set Values) (int64, error) {
	var names, marks []string
	var args []any
	for _, v := range set {
		names, marks, args = append(names, quoteIdent(v.Column)), append(marks, "?"), append(args, normalizeBlob(v.Value))
	}
	from := len(d.rowWrites)
	_, err := d.exec.ExecContext(ctx, "INSERT INTO "+quoteIdent(s.name)+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(marks, ", ")+")", args...)
	if err != nil {
		return 0, err
	}
	id := d.markDirect(from)
	if !s.rowids {
		return 0, nil
	}
	return id, nil
}

// nextID returns the rowid that SQLite would assign to the next row
// (sqlite.org/autoinc.html).
func (d *draft) nextID(ctx context.Context, s *tableSchema, values map[string]any) (int64, error) {
	if !s.rowids {
		return 0, nil
	}
	if id, ok := values[s.rowidAlias()].(int64); ok {
		return id, nil
	}
	if _, known := d.next[s.name]; !known {
		var newest, sequence sql.NullInt64
		if err := d.QueryRowContext(ctx, "SELECT max(rowid) FROM "+quoteIdent(s.name)).Scan(&newest); err != nil {
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

// keyOf returns the key of an inserted row.
func (s *tableSchema) keyOf(values map[string]any, id int64) map[string]any {
	if a := s.rowidAlias(); a != "" {
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

// tableToWrite returns the schema of a table that may be written. It checks that the
// table has the columns and that the values have types of SQLite.
func (d *draft) tableToWrite(table string, lists ...Values) (*tableSchema, error) {
	s := d.schemas[table]
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

// findWritten returns the row with this key if it was written before, else nil.
func (d *draft) findWritten(s *tableSchema, key map[string]any) *written {
	for _, r := range d.rows {
		if r.schema == s && maps.EqualFunc(r.key, key, source.EqualValues) {
			return r
		}
	}
	return nil
}

func asMap(values Values) map[string]any {
	m := make(map[string]any, len(values))
	for _, v := range values {
		m[v.Column] = normalizeBlob(v.Value)
	}
	return m
}
