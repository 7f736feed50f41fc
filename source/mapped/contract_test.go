package mapped_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"notdone/source"
	"notdone/source/mapped"
	"notdone/source/sourcetest"
)

// The mapping of a made-up system with one table, and one with three.
const (
	chores = `
name = "chores"

[signature]
chores = ["what", "how", "due"]

[[tables]]
name = "chores"

[tables.roles]
id = "id"
title = "what"
body = "note"
status = "how"
result = "note"
run_at = "due"

[tables.states]
waiting = "queued"
"on it" = "active"
dropped = "failed"
done = "done"
`
	letters = `
name = "letters"

[signature]
outbox = ["body", "tries"]
sent = ["body"]

[[tables]]
name = "outbox"
[tables.roles]
id = "id"
title = "topic"
body = "body"
attempts = "tries"
lease = "locked"
[[tables.when]]
if = "lease > now"
state = "active"
[[tables.when]]
if = "attempts >= 5"
state = "failed"
as = "given up"
[[tables.when]]
if = "not lease or attempts < 5"
state = "queued"

[[tables]]
name = "sent"
otherwise = "done"
[tables.roles]
id = "id"
title = "topic"
body = "body"
`
)

func parse(t testing.TB, text string) *mapped.Mapping {
	t.Helper()
	m, err := mapped.Parse("test.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContract(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	for name, one := range map[string]struct {
		mapping, schema, large string
		tables                 []string
		add                    string // with the number of the row
		change                 string
	}{
		"one table": {
			mapping: chores, tables: []string{"chores"}, large: "note",
			schema: `CREATE TABLE chores (id TEXT PRIMARY KEY, what TEXT, how TEXT, due INTEGER, note TEXT)`,
			add: `INSERT INTO chores VALUES (printf('c%03d', ?1), 'sweep', CASE ?1 % 4 WHEN 0 THEN 'waiting' WHEN 1 THEN 'on it'
				WHEN 2 THEN 'dropped' ELSE 'done' END, 1800000000 + (?1 % 3 - 1) * 60, 'with the broom')`,
			change: `UPDATE chores SET what = ? WHERE id = ?`,
		},
		"an index of the status": {
			mapping: chores, tables: []string{"chores"}, large: "note",
			schema: `CREATE TABLE chores (id INTEGER PRIMARY KEY, what TEXT, how TEXT, due INTEGER, note TEXT); CREATE INDEX chores_how ON chores (how, due)`,
			add: `INSERT INTO chores VALUES (1000 + ?1, 'sweep', CASE ?1 % 4 WHEN 0 THEN 'waiting' WHEN 1 THEN 'on it'
				WHEN 2 THEN 'dropped' ELSE 'done' END, 1800000000 + (?1 % 3 - 1) * 60, 'with the broom')`,
			change: `UPDATE chores SET what = ? WHERE id = ?`,
		},
		"a table without rowids": {
			mapping: chores, tables: []string{"chores"}, large: "note",
			schema: `CREATE TABLE chores (id TEXT PRIMARY KEY, what TEXT, how TEXT, due INTEGER, note TEXT) WITHOUT ROWID`,
			add: `INSERT INTO chores VALUES (printf('c%03d', ?1), 'sweep', CASE ?1 % 4 WHEN 0 THEN 'waiting' WHEN 1 THEN 'on it'
				WHEN 2 THEN 'dropped' ELSE 'done' END, NULL, 'with the broom')`,
			change: `UPDATE chores SET what = ? WHERE id = ?`,
		},
		"two tables": {
			mapping: letters, tables: []string{"outbox", "sent"}, large: "body",
			schema: `CREATE TABLE outbox (id INTEGER PRIMARY KEY, topic TEXT, body TEXT, tries INTEGER, locked INTEGER);
				CREATE TABLE sent (id INTEGER PRIMARY KEY, topic TEXT, body TEXT)`,
			add:    `INSERT INTO outbox VALUES (?1, 'news', 'hello', ?1 % 7, 1800000000 + (?1 % 3 - 1) * 60)`,
			change: `UPDATE outbox SET topic = ? WHERE id = ?`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			sourcetest.Run(t, sourcetest.Harness{
				Adapter: parse(t, one.mapping).Adapter(),
				Options: source.Options{Now: func() time.Time { return at }},
				New: func(t testing.TB, dir string) (string, sourcetest.Owner) {
					path := filepath.Join(dir, "queue.db")
					db, exec := openOwner(t, path)
					exec(one.schema)
					prefix, added, changes := "", 0, 0
					if len(one.tables) > 1 {
						prefix = one.tables[0] + "/"
					}
					bare := func(id string) string { return strings.TrimPrefix(id, prefix) }
					add := func() string {
						added++
						exec(one.add, added)
						var id string
						if err := db.QueryRowContext(t.Context(), `SELECT id FROM `+one.tables[0]+` ORDER BY id DESC LIMIT 1`).Scan(&id); err != nil {
							t.Fatal(err)
						}
						return prefix + id
					}
					return path, sourcetest.Owner{
						Add: func(n int) {
							for range n {
								add()
							}
						},
						Change: func(id string) { changes++; exec(one.change, fmt.Sprint("another ", changes), bare(id)) },
						Path:   func(string) string { return path },
						Remove: func(id string) { exec(`DELETE FROM `+one.tables[0]+` WHERE id = ?`, bare(id)) },
						Large: func(size int) string {
							id := add()
							exec(`UPDATE `+one.tables[0]+` SET `+one.large+` = printf('%.*c', ?, 'b') WHERE id = ?`, size, bare(id))
							return id
						},
						Crowd: func(int) string { return add() },
						Rest: func() {
							if err := db.Close(); err != nil {
								t.Fatal(err)
							}
						},
					}
				},
			})
		})
	}
}

// openOwner opens the file as the program to which it belongs.
func openOwner(t testing.TB, path string) (*sql.DB, func(statement string, args ...any)) {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=synchronous(0)&_pragma=journal_mode(wal)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db, func(statement string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(context.Background(), statement, args...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}
