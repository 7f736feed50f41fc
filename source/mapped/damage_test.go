package mapped_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/mapped"
)

// damages are values that no system writes: text and bytes that only begin like JSON, and JSON that
// stands for a character that no text has.
var damages = []string{`'{oops'`, `'[1,'`, `x'2C1761'`, `'{"a":"\u0000"}'`}

// TestOneDamagedRow: whatever stands in one column of one row, all tasks are read.
func TestOneDamagedRow(t *testing.T) {
	for _, m := range inDialect(t, ".sql") {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			_, path := makeDatabase(t, m.Name)
			columns := columnsOf(t, path)
			owner, err := sql.Open("sqlite", "file:"+path)
			if err != nil {
				t.Fatal(err)
			}
			defer owner.Close()
			owner.SetMaxOpenConns(1)
			s, err := m.Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return clock }})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for _, c := range columns {
				for _, value := range damages {
					var rowid int64
					var was any
					row := fmt.Sprintf(`SELECT rowid, %q FROM %q ORDER BY rowid DESC LIMIT 1`, c[1], c[0])
					set := fmt.Sprintf(`UPDATE %q SET %q = `, c[0], c[1])
					if owner.QueryRowContext(t.Context(), row).Scan(&rowid, &was) != nil {
						break // the table is empty, or has no rowids
					}
					if _, err := owner.ExecContext(t.Context(), set+value+` WHERE rowid = ?`, rowid); err != nil {
						continue // the table allows no such value
					}
					if _, err := s.List(t.Context(), source.Query{Limit: 1000}); err != nil {
						t.Errorf("%s.%s is %s: %v", c[0], c[1], value, err)
					}
					if _, err := owner.ExecContext(t.Context(), set+`? WHERE rowid = ?`, was, rowid); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// columnsOf returns the tables of a file and their columns, but for keys.
func columnsOf(t *testing.T, path string) (columns [][2]string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), `SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.pk = 0`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			t.Fatal(err)
		}
		columns = append(columns, c)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return columns
}

// TestOneDamagedRowInPostgres: JSON in a text may stand for a character that no text of PostgreSQL
// has, which its own JSON refuses, and may be cut off, which PostgreSQL can be asked from 16 on.
func TestOneDamagedRowInPostgres(t *testing.T) {
	damages := []string{`{"message":"a \u0000 \\u0000","exception_class":"\\\u0000","a":"\u0000"}`}
	_, owner := database(t)
	if rowsPg(t, owner, `SELECT (current_setting('server_version_num')::int >= 160000)::text`)[0] == "true" {
		damages = append(damages, `{"message":"a`, `["a",]`)
	}
	for _, m := range inDialect(t, ".pg.sql") {
		t.Run(m.Name, func(t *testing.T) {
			url, owner := database(t)
			execScript(t, owner, m.Name)
			for _, column := range rowsPg(t, owner, `SELECT concat_ws(' ', quote_ident(table_schema) || '.' || quote_ident(table_name), quote_ident(column_name), data_type)
				FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
				WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE' AND table_schema || table_name <> 'pgbossjob_common' AND data_type IN ('text', 'json', 'character varying')`) {
				part := strings.SplitN(column, " ", 3)
				table, name, kind := part[0], part[1], part[2]
				execPg(t, owner, `ALTER TABLE `+table+` ADD COLUMN kept text`)
				execPg(t, owner, `UPDATE `+table+` SET kept = `+name)
				for _, damage := range damages {
					if _, err := owner.Exec(t.Context(), `UPDATE `+table+` SET `+name+` = '`+damage+`'`); err == nil { // else the table allows no such value
						_, s, err := openPostgres(t.Context(), url, mapped.Catalogue(), source.Options{Now: func() time.Time { return clock }})
						if err != nil {
							t.Fatal(err)
						}
						if _, err := s.List(t.Context(), source.Query{Limit: 1000}); err != nil {
							t.Errorf("%s: %v", column, err)
						}
						_ = s.Close()
					}
				}
				execPg(t, owner, `UPDATE `+table+` SET `+name+` = kept::`+kind)
				execPg(t, owner, `ALTER TABLE `+table+` DROP COLUMN kept`)
			}
		})
	}
}
