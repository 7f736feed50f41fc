package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"notdone/source"
)

// draft performs the writes of one transaction and records all rows that change.
// Without a writer it is a rehearsal, which only computes those rows.
type draft struct {
	Queryer
	db       *DB
	writer   *writer                 // nil in a rehearsal
	schemas  map[string]*tableSchema // of the tables that may be written
	triggers map[string]bool         // the format's own, by lower-case name
	rows     []*draftRow             // in the order of their first writes
	made     map[Made]int64          // the rowids of the newest added rows
}

// draftRow is one row that changes. A Write names its key. The columns of a row that
// only a trigger has written are read at the end, and its key where it has a rowid.
type draftRow struct {
	table  string
	rowid  int64        // valid if the table has rowids
	schema *tableSchema // nil for a row that only a trigger has written
	key    map[string]any
	before map[string]any
	after  map[string]any // set in a rehearsal

	deleted   bool
	byTrigger bool  // a trigger wrote it first
	old       []any // what the trigger found; nil for a new row
	err       error // of reading old
}

// perform runs decide, executes its writes in their order and returns the rows that
// change. decide can only read: the connection is allowed to write after it.
func (d *draft) perform(ctx context.Context, decide Decide) ([]Image, error) {
	writes, err := decide(ctx, d.Queryer)
	if err == nil && d.writer != nil {
		err = d.writer.installWriteHooks(d)
	}
	for _, w := range writes {
		if err == nil {
			err = d.write(ctx, w)
		}
	}
	if err != nil {
		return nil, err
	}
	return d.images(ctx)
}

func (d *draft) write(ctx context.Context, w Write) error {
	s, key, set, err := d.check(w)
	switch {
	case err != nil:
		return err
	case w.Key == nil:
		return d.insert(ctx, s, set)
	case w.Delete:
		return d.remove(ctx, s, asMap(key))
	}
	return d.update(ctx, s, asMap(key), set)
}

// check returns the schema of the table and the values to write. It refuses tables
// that may not be written, columns that do not exist, and values of other types
// than SQLite's.
func (d *draft) check(w Write) (s *tableSchema, key, set Values, err error) {
	if s = d.schemas[w.Table]; s == nil {
		return nil, nil, nil, fmt.Errorf("%s: not a table that this action may write", w.Table)
	}
	if (len(w.Set) == 0) != w.Delete || (w.Key != nil || w.Delete) && len(w.Key) == 0 {
		return nil, nil, nil, fmt.Errorf("%s: a write without a key or without a value", w.Table)
	}
	all := slices.Concat(w.Key, w.Set)
	for i, v := range all {
		if isRowid := i < len(w.Key) && v.Column == rowid && s.rowids; !isRowid && s.column(v.Column) == nil {
			return nil, nil, nil, d.db.refuse(ErrSchema, "%s has no column %s", w.Table, v.Column)
		}
		switch n := v.Value.(type) {
		case nil, int64, float64, string, []byte:
		case int:
			all[i].Value = int64(n)
		case Made:
			all[i].Value = nil
			if id, added := d.made[n]; added {
				all[i].Value = id
			}
		default:
			return nil, nil, nil, fmt.Errorf("%s.%s: a %T cannot be written", w.Table, v.Column, n)
		}
	}
	return s, all[:len(w.Key)], all[len(w.Key):], nil
}

func (d *draft) update(ctx context.Context, s *tableSchema, key map[string]any, set Values) error {
	row, err := d.take(ctx, s, key)
	if err != nil {
		return err
	}
	if d.writer == nil {
		row.after = maps.Clone(row.after)
		maps.Copy(row.after, asMap(set))
		return nil
	}
	var list []string
	var args []any
	for _, v := range set {
		list, args = append(list, quoteIdent(v.Column)+" = ?"), append(args, normalizeBlob(v.Value))
	}
	where, keys := whereEquals(key)
	return d.one(ctx, s, "UPDATE "+quoteIdent(s.name)+" SET "+strings.Join(list, ", ")+" WHERE "+where, append(args, keys...))
}

func (d *draft) remove(ctx context.Context, s *tableSchema, key map[string]any) error {
	row, err := d.take(ctx, s, key)
	if err != nil {
		return err
	}
	row.after, row.deleted = nil, true
	if d.writer == nil {
		return nil
	}
	where, keys := whereEquals(key)
	return d.one(ctx, s, "DELETE FROM "+quoteIdent(s.name)+" WHERE "+where, keys)
}

// take returns the row with the key, as one of those that change.
func (d *draft) take(ctx context.Context, s *tableSchema, key map[string]any) (*draftRow, error) {
	now, rowid, err := s.readRow(ctx, d.Queryer, key)
	if err != nil {
		return nil, err
	}
	row := d.find(s, rowid, key)
	if row == nil {
		row = &draftRow{table: s.name, rowid: rowid, before: now, after: now}
		d.rows = append(d.rows, row)
	}
	row.schema, row.key = s, key
	return row, nil
}

// one runs a statement that writes one row.
func (d *draft) one(ctx context.Context, s *tableSchema, statement string, args []any) error {
	result, err := d.writer.conn.ExecContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		return errors.Join(err, fmt.Errorf("%s: %d rows were written in place of one", s.name, n))
	}
	return nil
}

func (d *draft) insert(ctx context.Context, s *tableSchema, set Values) error {
	values := asMap(set)
	for _, c := range s.columns {
		if _, given := values[c.Name]; !given && c.NotNull && c.Default == nil && c.Name != s.rowidAlias() {
			return d.db.refuse(ErrSchema, "%s.%s must be given a value and this notdone does not know which", s.name, c.Name)
		}
	}
	id, err := d.insertRow(ctx, s, set)
	if err != nil {
		return err
	}
	if a := s.rowidAlias(); a != "" {
		values[a] = id
	}
	key := s.keyOf(values, id)
	row := d.find(s, id, key)
	if row == nil { // else a trigger has already changed the new row
		row = &draftRow{}
		d.rows = append(d.rows, row)
	}
	*row = draftRow{table: s.name, rowid: id, schema: s, key: key, after: values}
	d.made[Made{s.name}] = id
	return nil
}

// insertRow adds a row and returns its rowid; in a rehearsal the rowid that it would
// get. A table without rowids has 0.
func (d *draft) insertRow(ctx context.Context, s *tableSchema, set Values) (int64, error) {
	if d.writer == nil {
		return d.nextID(ctx, s, set)
	}
	var names []string
	var args []any
	for _, v := range set {
		names, args = append(names, quoteIdent(v.Column)), append(args, normalizeBlob(v.Value))
	}
	marks := strings.TrimPrefix(strings.Repeat(", ?", len(set)), ", ")
	result, err := d.writer.conn.ExecContext(ctx, "INSERT INTO "+quoteIdent(s.name)+" ("+strings.Join(names, ", ")+") VALUES ("+marks+")", args...) //nolint:gosec // the names are quoted
	if err != nil || !s.rowids {
		return 0, err
	}
	return result.LastInsertId()
}

// nextID returns the rowid that SQLite would assign to the next row
// (sqlite.org/autoinc.html).
func (d *draft) nextID(ctx context.Context, s *tableSchema, set Values) (int64, error) {
	if !s.rowids {
		return 0, nil
	}
	if id, given := asMap(set)[s.rowidAlias()].(int64); given {
		return id, nil
	}
	var sequences bool
	err := d.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence')`).Scan(&sequences)
	if err != nil {
		return 0, err
	}
	query, args := "SELECT coalesce(max(rowid), 0) FROM "+quoteIdent(s.name), []any(nil)
	if sequences {
		query = "SELECT max((" + query + "), coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = ?), 0))"
		args = []any{s.name}
	}
	var newest int64
	err = d.QueryRowContext(ctx, query, args...).Scan(&newest)
	return max(newest, d.made[Made{s.name}]) + 1, err
}

// find returns the row if it was written before, else nil.
func (d *draft) find(s *tableSchema, rowid int64, key map[string]any) *draftRow {
	for _, r := range d.rows {
		if r.table == s.name && (s.rowids && r.rowid == rowid || !s.rowids && maps.EqualFunc(r.key, key, source.EqualValues)) {
			return r
		}
	}
	return nil
}

// record is SQLite's pre-update hook: SQLite calls it before it writes a row. It
// records the rows that triggers write. A row without a rowid is told by its key; it is
// known in tables that may be written, others cannot be followed.
func (d *draft) record(data sqlite.SQLitePreUpdateData) {
	if data.Depth() == 0 {
		return // update or insert records it
	}
	row := &draftRow{table: data.TableName, rowid: data.NewRowID, byTrigger: true}
	if data.Op == lib.SQLITE_DELETE {
		row.rowid = data.OldRowID
	}
	if data.Op != lib.SQLITE_INSERT {
		row.old = make([]any, data.Count())
		row.err = data.Old(row.old...) // the driver fills the slice itself
	}
	s := d.schemas[row.table]
	if s == nil || s.rowids {
		s = &tableSchema{name: row.table, rowids: true}
	} else if row.err == nil && len(row.old) == len(s.columns) {
		row.key = s.keyOf(s.rowOf(row.old), 0)
	}
	if d.find(s, row.rowid, row.key) == nil {
		d.rows = append(d.rows, row)
	}
}

// authorize is SQLite's authorizer while the writes are performed. It allows writes of
// the named tables, and all writes of known triggers.
func (d *draft) authorize(action sqlite.AuthorizerActionCode, arg1, arg2, database, trigger string) sqlite.AuthorizerReturnCode {
	mine := trigger == "" && d.schemas[arg1] != nil
	theirs := d.triggers[strings.ToLower(trigger)] && !strings.HasPrefix(strings.ToLower(arg1), "sqlite_")
	switch action { //nolint:exhaustive // the reading connection's authorizer knows the others
	case sqlite.AuthInsert, sqlite.AuthUpdate, sqlite.AuthDelete:
		if database == "main" && (mine || theirs) {
			return sqlite.AuthorizerOK
		}
	}
	return authorizeRead(action, arg1, arg2, database, trigger)
}

// images returns all rows that change, before and after: first those that the writes
// name, then those that only triggers have written.
func (d *draft) images(ctx context.Context) ([]Image, error) {
	var all []Image
	for _, named := range []bool{true, false} {
		for _, r := range d.rows {
			if named != (r.key != nil) {
				continue
			}
			if d.writer != nil {
				if err := d.complete(ctx, r); err != nil {
					return nil, err
				}
			}
			all = append(all, Image{Table: r.table, Key: r.key, Before: r.before, After: r.after})
		}
	}
	return all, nil
}

// complete reads the row after all writes, and finds out what it was before them.
func (d *draft) complete(ctx context.Context, r *draftRow) (err error) {
	if r.schema == nil {
		if r.schema, err = readSchema(ctx, d.Queryer, r.table); err != nil {
			return err
		}
	}
	s := r.schema
	if r.byTrigger {
		if !s.rowids && r.key == nil || r.err != nil || r.old != nil && len(r.old) != len(s.columns) {
			return errors.Join(d.db.refuse(ErrSchema, "a trigger writes %s in a way that cannot be followed", printable(r.table)), r.err)
		}
		r.before = nil
		if r.old != nil {
			r.before = s.rowOf(r.old)
		}
	}
	key := r.key
	if key == nil {
		key = map[string]any{rowid: r.rowid}
	}
	r.after, _, err = s.readRow(ctx, d.Queryer, key)
	row := r.after
	if (r.byTrigger || r.deleted) && errors.Is(err, errNoRow) {
		row, err = r.before, nil
	}
	if r.key == nil {
		r.key = s.keyOf(row, r.rowid)
	}
	return err
}

func asMap(values Values) map[string]any {
	m := make(map[string]any, len(values))
	for _, v := range values {
		m[v.Column] = normalizeBlob(v.Value)
	}
	return m
}
