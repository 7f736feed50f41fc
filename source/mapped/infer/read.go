package infer

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"notdone/source/sqlitedb"
)

// What Read looks at, whatever the size of the database.
const (
	mostTables  = 64 // that are sampled
	mostColumns = 120
	endRows     = 400 // from each end of a table
	somePlaces  = 40  // in its middle
	rowsAtPlace = 5
	wordSteps   = 40       // words of a status that are looked for by an index
	keepText    = 4 << 10  // characters of a text
	longText    = 32 << 10 // bytes; a longer one is not read
	mostBytes   = 24 << 20 // of all samples; when they are read, a table has fewRows
	fewRows     = 20
)

// Read looks at a database inside one read transaction: the schema, and of up to 64
// tables a sample of the newest and the oldest rows and of some between them. It reads a
// bounded number of rows and bytes and never scans a table.
func Read(ctx context.Context, q sqlitedb.Queryer) (*Schema, error) {
	s := &Schema{}
	err := sqlitedb.QueryEach(ctx, q, func(rows *sql.Rows) error {
		var t Table
		err := rows.Scan(&t.Name, &t.SQL)
		s.Tables = append(s.Tables, t)
		return err
	}, `SELECT l.name, ifnull(m.sql, '') FROM pragma_table_list l JOIN sqlite_schema m ON m.name = l.name AND m.type = 'table'
		WHERE l.schema = 'main' AND l.type = 'table' AND l.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY m.rowid`)
	if err != nil {
		return nil, err
	}
	for i := range s.Tables {
		if err := s.Tables[i].readSchema(ctx, q); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Tables[i].Name, err)
		}
	}
	left := mostBytes
	for _, i := range likeliest(s, mostTables) {
		if err := s.Tables[i].sample(ctx, q, &left); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Tables[i].Name, err)
		}
	}
	return s, nil
}

// readSchema reads columns, indexes and foreign keys.
func (t *Table) readSchema(ctx context.Context, q sqlitedb.Queryer) error {
	err := sqlitedb.QueryEach(ctx, q, func(rows *sql.Rows) error {
		var c Column
		err := rows.Scan(&c.Name, &c.Type, &c.NotNull, &c.Default, &c.Key)
		if len(t.Columns) < mostColumns {
			t.Columns = append(t.Columns, c)
		}
		return err
	}, `SELECT name, type, "notnull", ifnull(dflt_value, ''), pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid`, t.Name)
	if err != nil {
		return err
	}
	last := ""
	err = sqlitedb.QueryEach(ctx, q, func(rows *sql.Rows) error {
		var name, column, text string
		var x Index
		err := rows.Scan(&name, &x.Unique, &x.Partial, &text, &column)
		if name != last {
			x.SQL, last = text, name
			t.Indexes = append(t.Indexes, x)
		}
		at := &t.Indexes[len(t.Indexes)-1]
		at.Columns = append(at.Columns, column)
		return err
	}, `SELECT i.name, i."unique", i.partial, ifnull(m.sql, ''), ifnull(c.name, '') FROM pragma_index_list(?) i
		JOIN pragma_index_info(i.name) c LEFT JOIN sqlite_schema m ON m.name = i.name AND m.type = 'index' ORDER BY i.seq, c.seqno`, t.Name)
	if err != nil {
		return err
	}
	return sqlitedb.QueryEach(ctx, q, func(rows *sql.Rows) error {
		var k ForeignKey
		err := rows.Scan(&k.Column, &k.Table, &k.To)
		t.Keys = append(t.Keys, k)
		return err
	}, `SELECT "from", "table", ifnull("to", '') FROM pragma_foreign_key_list(?)`, t.Name)
}

// sample reads rows, as many as the bytes that are left allow.
func (t *Table) sample(ctx context.Context, q sqlitedb.Queryer, left *int) error {
	rows := endRows
	if *left <= 0 {
		rows = fewRows
	}
	seen := map[int64]bool{}
	key, rowids, err := t.order(ctx, q)
	if err != nil {
		return err
	}
	from := " FROM " + quoteName(t.Name)
	list := t.selectList(rowids)
	ends := []string{" DESC", ""}
	if !rowids {
		ends = ends[:1] // without rowids, a row that was read twice would not be known
	}
	for _, order := range ends {
		if err := t.read(ctx, q, left, seen, list+from+" ORDER BY "+strings.ReplaceAll(key, ",", order+",")+order+" LIMIT ?", rows); err != nil {
			return err
		}
	}
	if !rowids || len(t.Rows) < 2*rows || *left <= 0 {
		return nil
	}
	var low, high int64
	if err := q.QueryRowContext(ctx, "SELECT (SELECT min(rowid)"+from+"), (SELECT max(rowid)"+from+")").Scan(&low, &high); err != nil {
		return err
	}
	dice := rand.New(rand.NewPCG(uint64(low), uint64(high))) //nolint:gosec // a sample that is the same each time
	for range somePlaces {
		at := low + dice.Int64N(max(high-low, 1))
		if err := t.read(ctx, q, left, seen, list+from+" WHERE rowid >= ? ORDER BY rowid LIMIT ?", at, rowsAtPlace); err != nil {
			return err
		}
	}
	return t.sampleWords(ctx, q, left, seen, list+from)
}

// sampleWords reads some rows of each word of a status that an index leads by, so that
// rare ones are seen too.
func (t *Table) sampleWords(ctx context.Context, q sqlitedb.Queryer, left *int, seen map[int64]bool, query string) error {
	table := tableSet(t.Name)
	for _, c := range t.Columns {
		leads := func(x Index) bool { return !x.Partial && strings.EqualFold(x.Columns[0], c.Name) }
		if roleWeight("status", c.Name, table, false) < 7 || !slices.ContainsFunc(t.Indexes, leads) {
			continue
		}
		name := quoteName(c.Name)
		where, last := name+" IS NOT NULL", []any{}
		for range wordSteps {
			var word any
			err := q.QueryRowContext(ctx, "SELECT (SELECT "+name+" FROM "+quoteName(t.Name)+" WHERE "+where+" ORDER BY "+name+" LIMIT 1)", last...).Scan(&word)
			if err != nil {
				return err
			}
			if word == nil {
				break
			}
			if err := t.read(ctx, q, left, seen, query+" WHERE "+name+" = ? LIMIT ?", word, fewRows); err != nil {
				return err
			}
			where, last = name+" > ?", []any{word}
		}
	}
	return nil
}

// order returns the columns by which the table is read without sorting.
func (t *Table) order(ctx context.Context, q sqlitedb.Queryer) (key string, rowids bool, err error) {
	var without bool
	err = q.QueryRowContext(ctx, `SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`, t.Name).Scan(&without)
	if err != nil || !without {
		return "rowid", true, err
	}
	var names []string
	for _, name := range t.key() {
		names = append(names, quoteName(name))
	}
	return strings.Join(names, ", "), false, nil
}

// selectList returns the columns as they are sampled. The length in bytes is known
// without reading a value, so what is too long is never read. JSON in SQLite's own binary
// form is read as text.
func (t *Table) selectList(rowids bool) string {
	list := "SELECT 0"
	if rowids {
		list = "SELECT rowid"
	}
	for _, c := range t.Columns {
		name := quoteName(c.Name)
		list += fmt.Sprintf(", CASE typeof(%[1]s) WHEN 'text' THEN CASE WHEN octet_length(%[1]s) > %[2]d THEN '%[4]s' ELSE substr(%[1]s, 1, %[3]d) END"+
			" WHEN 'blob' THEN CASE WHEN octet_length(%[1]s) > %[2]d THEN x'00'"+
			" WHEN json_valid(%[1]s, 8) AND json_type(%[1]s) IN ('object', 'array') THEN substr(json(%[1]s), 1, %[3]d)"+
			" ELSE substr(%[1]s, 1, 64) END ELSE %[1]s END", name, longText, keepText, tooLong)
	}
	return list
}

// tooLong stands for a text that was not read.
const tooLong = "…"

// read adds the rows of a query that were not seen before.
func (t *Table) read(ctx context.Context, q sqlitedb.Queryer, left *int, seen map[int64]bool, query string, args ...any) error {
	return sqlitedb.QueryEach(ctx, q, func(rows *sql.Rows) error {
		var rowid int64
		values := make([]any, len(t.Columns))
		into := []any{&rowid}
		for i := range values {
			into = append(into, &values[i])
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if rowid != 0 && seen[rowid] {
			return nil
		}
		seen[rowid] = true
		for _, v := range values {
			*left -= size(v)
		}
		t.Rows = append(t.Rows, values)
		return nil
	}, query, args...)
}

func size(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []byte:
		return len(v)
	}
	return 8
}

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quoteText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
