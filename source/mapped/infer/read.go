package infer

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"notdone/source/sqlitedb"
)

// Bounds of what Read reads, whatever the size of the database.
const (
	mostTables  = 64       // tables that are sampled
	mostColumns = 120      // columns of a table
	endRows     = 400      // rows from each end of a table
	somePlaces  = 40       // random places between the ends
	rowsAtPlace = 5        // rows at each of these places
	wordSteps   = 40       // distinct values of a status column that has an index
	keepText    = 4 << 10  // characters kept of a text
	longText    = 32 << 10 // bytes; a longer text is not read
	mostBytes   = 24 << 20 // bytes of all samples; afterwards only fewRows of each end are read
	fewRows     = 20       // also the rows that are read of each value of a status
)

// Read reads the schema of a database in one read transaction, and samples of up to 64 tables:
// the newest and the oldest rows, and some between them. It reads a bounded number of rows and
// bytes and never scans a table. An error names the table.
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

// sample fills Rows. left is the number of bytes that the samples of all tables may still take.
func (t *Table) sample(ctx context.Context, q sqlitedb.Queryer, left *int) error {
	rows := endRows
	if *left <= 0 {
		rows = fewRows
	}
	seen := map[int64]bool{}
	key, rowid, err := t.order(ctx, q)
	if err != nil || len(key) == 0 {
		return err
	}
	from := " FROM " + quoteName(t.Name)
	list := t.selectList(rowid)
	ends := []string{" DESC", ""}
	if rowid == "" {
		ends = ends[:1] // without rowids, a row at both ends would be sampled twice
	}
	for _, direction := range ends {
		order := strings.Join(key, direction+", ") + direction
		if err := t.read(ctx, q, left, seen, list+from+" ORDER BY "+order+" LIMIT ?", rows); err != nil {
			return err
		}
	}
	if rowid == "" || len(t.Rows) < 2*rows || *left <= 0 {
		return nil
	}
	var low, high int64
	if err := q.QueryRowContext(ctx, "SELECT (SELECT min("+rowid+")"+from+"), (SELECT max("+rowid+")"+from+")").Scan(&low, &high); err != nil {
		return err
	}
	dice := rand.New(rand.NewPCG(uint64(low), uint64(high))) //nolint:gosec // a sample that is the same each time
	for range somePlaces {
		at := low + dice.Int64N(max(high-low, 1))
		if err := t.read(ctx, q, left, seen, list+from+" WHERE "+rowid+" >= ? ORDER BY "+rowid+" LIMIT ?", at, rowsAtPlace); err != nil {
			return err
		}
	}
	return t.sampleWords(ctx, q, left, seen, list+from)
}

// sampleWords reads some rows of each value of the status columns that an index begins with,
// so that rare values are sampled too.
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

// rowidNames are SQLite's names for the rowid. A column of the same name hides each of them.
var rowidNames = []string{"rowid", "_rowid_", "oid"}

// order returns the columns, quoted, by which the table is read without sorting, and the name
// of its rowid; "" for a table without rowids. There are no columns if the table has a rowid
// that cannot be named; such a table is not sampled.
func (t *Table) order(ctx context.Context, q sqlitedb.Queryer) (key []string, rowid string, err error) {
	var without bool
	err = q.QueryRowContext(ctx, `SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`, t.Name).Scan(&without)
	if err != nil {
		return nil, "", err
	}
	if without {
		for _, name := range t.key() {
			key = append(key, quoteName(name))
		}
		return key, "", nil
	}
	for _, name := range rowidNames {
		if !slices.ContainsFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) }) {
			return []string{name}, name, nil
		}
	}
	return nil, "", nil
}

// selectList returns the SELECT clause of a sample: the rowid, or 0 if rowid is empty, and all
// columns with their values bounded. SQLite knows the length of a value without reading it, so
// a value that is too long is never read. JSONB, and JSON written as bytes, is read as JSON.
func (t *Table) selectList(rowid string) string {
	list := "SELECT " + cmp.Or(rowid, "0")
	for _, c := range t.Columns {
		name := quoteName(c.Name)
		list += fmt.Sprintf(", CASE typeof(%[1]s) WHEN 'text' THEN CASE WHEN octet_length(%[1]s) > %[2]d THEN '%[4]s' ELSE substr(%[1]s, 1, %[3]d) END"+
			" WHEN 'blob' THEN CASE WHEN octet_length(%[1]s) > %[2]d THEN x'00'"+
			" WHEN json_valid(%[1]s, 8) AND json_type(%[1]s) IN ('object', 'array') THEN substr(json(%[1]s), 1, %[3]d)"+
			" WHEN substr(CAST(%[1]s AS TEXT), 1, 1) IN ('{', '[') AND json_valid(CAST(%[1]s AS TEXT)) THEN substr(CAST(%[1]s AS TEXT), 1, %[3]d)"+
			" WHEN substr(%[1]s, 1, 1) = x'80' THEN substr(%[1]s, 1, %[3]d) ELSE substr(%[1]s, 1, 64) END ELSE %[1]s END", name, longText, keepText, tooLong)
	}
	return list
}

// tooLong replaces a text that is longer than longText.
const tooLong = "…"

// read appends the rows of a query to Rows, except those whose rowid is in seen. The first
// column of the query is the rowid; 0: the table has none.
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
