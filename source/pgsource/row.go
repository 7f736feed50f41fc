package pgsource

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// A row is kept by the texts of its values, which with the settings of a session here are
// read back as the same values, of whatever type.

// rows describes a table as far as reading and writing its rows needs.
type rows struct {
	name    string
	oid     uint32
	kind    string   // of pg_class.relkind
	columns []column // in order
	key     []string // the columns of the primary key
}

type column struct {
	name, kind string // kind is the type with its modifiers
	made       bool   // the server computes its values
}

// readRows reads what the catalogue says of a table.
func readRows(ctx context.Context, tx pgx.Tx, table string) (*rows, error) {
	r := &rows{name: table}
	err := tx.QueryRow(ctx, `SELECT oid, relkind::text FROM pg_class WHERE oid = to_regclass($1)`, Name(table)).Scan(&r.oid, &r.kind)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, &source.Refusal{Why: "it has no table " + table}
	}
	if err != nil {
		return nil, err
	}
	found, err := tx.Query(ctx, `SELECT attname, format_type(atttypid, atttypmod), attgenerated <> '' FROM pg_attribute
		WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped ORDER BY attnum`, r.oid)
	if err != nil {
		return nil, err
	}
	var c column
	_, err = pgx.ForEachRow(found, []any{&c.name, &c.kind, &c.made}, func() error {
		r.columns = append(r.columns, c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	keys, err := tx.Query(ctx, `SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY((i.indkey::int2[])[0:i.indnkeyatts - 1])
		WHERE i.indrelid = $1 AND i.indisprimary ORDER BY a.attnum`, r.oid)
	if err != nil {
		return nil, err
	}
	r.key, err = pgx.CollectRows(keys, pgx.RowTo[string])
	return r, err
}

func (r *rows) column(name string) *column {
	if i := slices.IndexFunc(r.columns, func(c column) bool { return c.name == name }); i >= 0 {
		return &r.columns[i]
	}
	return nil
}

// list is a select list of the texts of all columns.
func (r *rows) list() string {
	parts := make([]string, len(r.columns))
	for i, c := range r.columns {
		parts[i] = Quote(c.name) + "::text"
	}
	return strings.Join(parts, ", ")
}

// query runs a statement that returns the texts of all columns of at most one row.
func (r *rows) query(ctx context.Context, tx pgx.Tx, statement string, args ...any) (map[string]any, error) {
	found, err := tx.Query(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	var row map[string]any
	texts := make([]*string, len(r.columns))
	into := make([]any, len(texts))
	for i := range texts {
		into[i] = &texts[i]
	}
	_, err = pgx.ForEachRow(found, into, func() error {
		if row != nil {
			return fmt.Errorf("%s: several rows have one key", r.name)
		}
		row = make(map[string]any, len(texts))
		for i, c := range r.columns {
			row[c.name] = nil
			if texts[i] != nil {
				row[c.name] = *texts[i]
			}
		}
		return nil
	})
	return row, err
}

// where returns the condition that a row has the values of a key, whose parameters follow
// those that are there, and all parameters.
func (r *rows) where(key map[string]any, args []any) (string, []any, error) {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(key)) {
		value, err := r.value(name, key[name], &args)
		if err != nil {
			return "", nil, err
		}
		parts = append(parts, Quote(name)+" = "+value)
	}
	if len(parts) == 0 {
		return "", nil, &source.Refusal{Why: "its table " + r.name + " has no primary key, so no row of it is certain"}
	}
	return strings.Join(parts, " AND "), args, nil
}

// value adds a parameter for a value of a column, and returns its expression.
func (r *rows) value(name string, v any, args *[]any) (string, error) {
	c := r.column(name)
	if c == nil {
		return "", &source.Refusal{Why: "its table " + r.name + " has no column " + name}
	}
	var text *string
	if v != nil {
		one := sqlsource.Text(v)
		text = &one
	}
	*args = append(*args, text)
	return fmt.Sprintf("$%d::text::%s", len(*args), c.kind), nil
}

// read reads the row with a key; nil: there is none. lock keeps it from being changed by
// others until the transaction ends.
func (r *rows) read(ctx context.Context, tx pgx.Tx, key map[string]any, lock bool) (map[string]any, error) {
	where, args, err := r.where(key, nil)
	if err != nil {
		return nil, err
	}
	statement := "SELECT " + r.list() + " FROM " + Name(r.name) + " WHERE " + where
	if lock {
		statement += " FOR UPDATE"
	}
	return r.query(ctx, tx, statement, args...)
}

// keyOf returns the values of the primary key of a row.
func (r *rows) keyOf(row map[string]any) map[string]any {
	key := map[string]any{}
	for _, name := range r.key {
		key[name] = row[name]
	}
	return key
}

// parts returns the columns of values that can be written, and the expressions of their
// new values.
func (r *rows) parts(set sqlitedb.Values, args *[]any) (names, values []string, err error) {
	for _, one := range set {
		if c := r.column(one.Column); c != nil && c.made {
			continue
		}
		value, err := r.value(one.Column, one.Value, args)
		if err != nil {
			return nil, nil, err
		}
		names, values = append(names, Quote(one.Column)), append(values, value)
	}
	return names, values, nil
}

// write does one write and returns the row before and after it.
func (r *rows) write(ctx context.Context, tx pgx.Tx, w *sqlitedb.Write) (image source.Image, err error) {
	var args []any
	names, values, err := r.parts(w.Set, &args)
	if err != nil {
		return image, err
	}
	image.Table = r.name
	if len(w.Key) == 0 {
		// A row that is added again has the key that it had.
		image.After, err = r.query(ctx, tx, "INSERT INTO "+Name(r.name)+" ("+strings.Join(names, ", ")+") OVERRIDING SYSTEM VALUE VALUES ("+
			strings.Join(values, ", ")+") RETURNING "+r.list(), args...)
		image.Key = r.keyOf(image.After)
		return image, r.mustHave(image.After, err)
	}
	if image.Before, err = r.read(ctx, tx, mapOf(w.Key), true); err != nil {
		return image, err
	}
	if image.Before == nil {
		return image, &source.Refusal{Why: "its row of " + r.name + " is gone"}
	}
	image.Key = r.keyOf(image.Before)
	where, args, err := r.where(image.Key, args)
	if err != nil {
		return image, err
	}
	if w.Delete {
		gone, err := r.query(ctx, tx, "DELETE FROM "+Name(r.name)+" WHERE "+where+" RETURNING "+r.list(), args...)
		return image, r.mustHave(gone, err)
	}
	sets := make([]string, len(names))
	for i := range names {
		sets[i] = names[i] + " = " + values[i]
	}
	image.After, err = r.query(ctx, tx, "UPDATE "+Name(r.name)+" SET "+strings.Join(sets, ", ")+" WHERE "+where+" RETURNING "+r.list(), args...)
	return image, r.mustHave(image.After, err)
}

// mustHave returns the error of a write that returned a row, or the refusal of one that did
// not: policies and triggers of the owner can make a write pass a row by.
func (r *rows) mustHave(row map[string]any, err error) error {
	if err == nil && row == nil {
		return &source.Refusal{Why: "a policy or a trigger of " + r.name + " keeps its row from being written"}
	}
	return err
}

// rehearse returns what write would return, but for what the server adds to it.
func (r *rows) rehearse(ctx context.Context, tx pgx.Tx, w *sqlitedb.Write) (image source.Image, err error) {
	image.Table = r.name
	if len(w.Key) > 0 {
		if image.Before, err = r.read(ctx, tx, mapOf(w.Key), false); err != nil {
			return image, err
		}
		if image.Before == nil {
			return image, &source.Refusal{Why: "its row of " + r.name + " is gone"}
		}
		image.Key = r.keyOf(image.Before)
	}
	if w.Delete {
		return image, nil
	}
	image.After = maps.Clone(image.Before)
	if image.After == nil {
		image.After, image.Key = map[string]any{}, map[string]any{}
	}
	for _, one := range w.Set {
		var args []any
		value, err := r.value(one.Column, one.Value, &args)
		if err != nil {
			return image, err
		}
		var text *string
		if err := tx.QueryRow(ctx, "SELECT ("+value+")::text", args...).Scan(&text); err != nil {
			return image, err
		}
		image.After[one.Column] = nil
		if text != nil {
			image.After[one.Column] = *text
		}
	}
	return image, nil
}

func mapOf(values sqlitedb.Values) map[string]any {
	all := make(map[string]any, len(values))
	for _, one := range values {
		all[one.Column] = one.Value
	}
	return all
}

// Row reads the row with a key inside a transaction, by the texts of its values; nil: there
// is none.
func Row(ctx context.Context, tx pgx.Tx, table string, key map[string]any) (map[string]any, error) {
	r, err := readRows(ctx, tx, table)
	if err != nil {
		return nil, err
	}
	return r.read(ctx, tx, key, false)
}

// KeyOf returns the columns of a table's primary key.
func KeyOf(ctx context.Context, tx pgx.Tx, table string) ([]string, error) {
	r, err := readRows(ctx, tx, table)
	if err != nil {
		return nil, err
	}
	return r.key, nil
}

// Size returns how many bytes the texts of a row have; 0 without such a row.
func Size(ctx context.Context, tx pgx.Tx, table string, key map[string]any) (bytes int64, err error) {
	r, err := readRows(ctx, tx, table)
	if err != nil {
		return 0, err
	}
	where, args, err := r.where(key, nil)
	if err != nil {
		return 0, err
	}
	parts := []string{"0::bigint"}
	for _, c := range r.columns {
		parts = append(parts, "coalesce(octet_length("+Quote(c.name)+"::text), 0)")
	}
	err = tx.QueryRow(ctx, "SELECT "+strings.Join(parts, " + ")+" FROM "+Name(table)+" WHERE "+where, args...).Scan(&bytes)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return bytes, err
}

// Each calls row for each row of a query for columns of the alias x. from is what stands behind FROM.
func Each(ctx context.Context, tx pgx.Tx, columns sqlsource.Columns, row func(sqlsource.Row), from string, args ...any) error {
	list := make([]string, len(columns))
	for i, c := range columns {
		if list[i] = "x." + Quote(c.Name); c.Keep > 0 {
			list[i] = Ends(list[i], c.Keep)
		}
	}
	rows, err := tx.Query(ctx, "SELECT "+strings.Join(list, ", ")+" FROM "+from, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for places := columns.Places(0); rows.Next(); {
		cells, err := rows.Values()
		if err != nil {
			return err
		}
		row(sqlsource.RowOf(places, cells))
	}
	return rows.Err()
}
