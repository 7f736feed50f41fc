package queue

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue/queuetest"
	"notdone/source/queue/schema"
	"notdone/source/sourcetest"
)

func TestContract(t *testing.T) {
	for name, make := range map[string]func(t testing.TB, dir string) (string, *sql.DB){
		"write-ahead log": queuetest.MakeIn,
		"rollback journal": func(t testing.TB, dir string) (string, *sql.DB) {
			path, db := queuetest.MakeIn(t, dir)
			execSQL(t, db, "PRAGMA journal_mode=delete")
			return path, db
		},
		"schema version 1": func(t testing.TB, dir string) (string, *sql.DB) {
			path := filepath.Join(dir, "old.db")
			db := connect(t, path)
			execSQL(t, db, "PRAGMA journal_mode=wal")
			execSQL(t, db, schema.First)
			return path, db
		},
		"no indexes":                 made(schema.Second, dropIndexes),
		"version 1, no rowids":       made(schema.First, dropRowids),
		"read only, nothing of that": made(schema.Second, dropTriggers, dropIndexes, dropRowids),
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "rollback journal" {
				t.Skip("the same goroutines read and act on a file of any make")
			}
			sourcetest.Run(t, sourcetest.Harness{
				Adapter: Adapter(),
				Options: source.Options{
					Now: func() time.Time { return now }, Hosts: []string{here},
					Alive: func(pid int, _ time.Time) model.Liveness {
						return []model.Liveness{model.LivenessUnknown, model.LivenessAlive, model.LivenessDead}[pid%3]
					},
				},
				New: func(t testing.TB, dir string) (string, sourcetest.Owner) {
					path, db := make(t, dir)
					execSQL(t, db, "PRAGMA synchronous=off")
					o := owner(t, db)
					o.Path = func(string) string { return path }
					return path, o
				},
			})
		})
	}
}

// What a file that was made by hand can lack of a schema.
var (
	dropIndexes = func(schema string) string {
		return regexp.MustCompile(`(?m)^CREATE INDEX .*;`).ReplaceAllString(schema, "")
	}
	dropTriggers = func(schema string) string {
		return regexp.MustCompile(`(?ms)^CREATE TRIGGER .*?^END;$`).ReplaceAllString(schema, "")
	}
	dropRowids = func(schema string) string {
		return regexp.MustCompile(`(?ms)^CREATE TABLE tasks \(.*?^\)`).ReplaceAllString(schema, "$0 WITHOUT ROWID")
	}
)

// made makes files of a schema that lacks something.
func made(schema string, drop ...func(string) string) func(testing.TB, string) (string, *sql.DB) {
	for _, f := range drop {
		schema = f(schema)
	}
	return func(t testing.TB, dir string) (string, *sql.DB) {
		path := filepath.Join(dir, "hand.db")
		db := connect(t, path)
		execSQL(t, db, schema)
		return path, db
	}
}

// owner is a client that adds tasks of every kind.
func owner(t testing.TB, db *sql.DB) sourcetest.Owner {
	t.Helper()
	return ownerBy(`printf('%.*c', ?, 'b')`, func(statement string, args ...any) { execSQL(t, db, statement, args...) }, func() {
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// ownerBy is owner by a function that runs a statement, and one that ends its connection; long
// is an expression of a text of so many characters.
func ownerBy(long string, exec func(statement string, args ...any), rest func()) sourcetest.Owner {
	added, edits := 0, 0
	kinds := []struct{ state, lease string }{
		{state: "queued"},
		{state: "blocked"},
		{state: "done"},
		{state: "failed"},
		{state: "cancelled"},
		{state: "scheduled"},
		{state: "held"},
		{state: "active", lease: "past"},
		{state: "active", lease: "future"},
		{state: "active"},
	}
	add := func() string {
		kind := kinds[added%len(kinds)]
		id := fmt.Sprintf("task-%03d", added)
		added++
		var lease, due any
		switch {
		case kind.lease == "past":
			lease = now.Add(-time.Minute).UnixMilli()
		case kind.lease == "future":
			lease = now.Add(time.Minute).UnixMilli()
		case kind.state == "scheduled":
			due = now.Add(time.Hour).UnixMilli()
		}
		state := strings.Replace(kind.state, "held", "scheduled", 1)
		exec(`INSERT INTO tasks (id, title, body, state, run_at, lease_expires_at, created_at, updated_at) VALUES (?, ?, 'do it', ?, ?, ?, ?, ?)`,
			id, "Do "+id, state, due, lease, now.UnixMilli(), now.UnixMilli()-int64(added%3))
		switch state {
		case "active":
			exec(`UPDATE tasks SET claimed_by = 'w' WHERE id = ?`, id)
			exec(`INSERT INTO runs (task_id, attempt, worker, host, pid, started_at) VALUES (?, 1, 'w', ?, ?, 5)`, id, here, added)
		case "blocked":
			exec(`UPDATE tasks SET obstacle = 'which shelf', obstacle_kind = 'decision' WHERE id = ?`, id)
		case "done", "failed":
			exec(`UPDATE tasks SET result = 'said', outcome = 'done', finished_at = 7 WHERE id = ?`, id)
			exec(`INSERT INTO runs (task_id, attempt, started_at, ended_at, outcome, output) VALUES (?, 1, 5, 6, 'done', 'said')`, id)
		}
		return id
	}
	return sourcetest.Owner{
		Add: func(n int) {
			for range n {
				add()
			}
		},
		Change: func(id string) {
			edits++
			exec(`UPDATE tasks SET title = ? WHERE id = ?`, fmt.Sprint("edited ", edits), id)
		},
		Remove: func(id string) { exec(`DELETE FROM tasks WHERE id = ?`, id) },
		Large: func(size int) string {
			id := add()
			exec(`UPDATE tasks SET body = `+long+` WHERE id = ?`, size, id)
			return id
		},
		Crowd: func(events int) string {
			id := add()
			exec(`INSERT INTO events (task_id, kind, note) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
				SELECT CAST(? AS text), 'commented', 'the ' || i || 'th note' FROM n`, events, id)
			return id
		},
		Move: func(id string) {
			exec(`UPDATE tasks SET state = CASE state WHEN 'failed' THEN 'done' ELSE 'failed' END WHERE id = ?`, id)
		},
		Rest: rest,
	}
}

// TestContractInPostgres is TestContract there.
func TestContractInPostgres(t *testing.T) {
	a := Adapter()
	a.Open = func(ctx context.Context, name string, o source.Options) (source.Source, error) {
		return pgsource.Open(ctx, name, StartPostgres(o))
	}
	sourcetest.Run(t, sourcetest.Harness{
		Adapter: a,
		Options: source.Options{Now: func() time.Time { return now }, Hosts: []string{here}},
		New: func(t testing.TB, _ string) (string, sourcetest.Owner) {
			url, conn := initPg(t)
			o := ownerBy(`repeat('b', ?)`, func(statement string, args ...any) {
				if _, err := conn.Exec(context.WithoutCancel(t.Context()), numbered(statement), args...); err != nil {
					t.Fatalf("%s: %v", statement, err)
				}
			}, func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
			o.Path = func(string) string { return url }
			return url, o
		},
	})
}

// numbered numbers the parameters of a statement.
func numbered(statement string) string {
	for n := 1; strings.Contains(statement, "?"); n++ {
		statement = strings.Replace(statement, "?", fmt.Sprint("$", n), 1)
	}
	return statement
}
