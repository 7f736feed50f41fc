package hermes

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"notdone/classify"
	"notdone/source"
)

// crowd fills a board with n tasks, of which one in nine is unfinished, with a
// run and four or five events each, as Hermes leaves them.
func crowd(n int) []string {
	const created = `{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}`
	count := fmt.Sprintf("WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM c WHERE i < %d) ", n)
	return []string{
		count + `INSERT INTO tasks (id, title, body, assignee, status, created_by, created_at, started_at, completed_at, result)
			SELECT printf('t_%08x', i), 'Look after part ' || i, 'Check that part ' || i || ' of the catalogue is listed and priced, and mend it.', 'default',
			CASE i % 9 WHEN 0 THEN (CASE i % 7 WHEN 0 THEN 'blocked' WHEN 1 THEN 'ready' WHEN 2 THEN 'todo' WHEN 3 THEN 'running' ELSE 'triage' END) ELSE 'done' END,
			'alice', 1770000000 + i, 1770000010 + i, CASE WHEN i % 9 THEN 1770000300 + i END, NULL FROM c`,
		`INSERT INTO task_runs (task_id, profile, status, started_at, ended_at, outcome, summary, metadata)
			SELECT id, 'default', 'done', started_at, completed_at, CASE WHEN status = 'done' THEN 'completed' WHEN status = 'blocked' THEN 'blocked' END,
			'Listed and priced ' || title || '; all 14 checks pass.', '{"changed_files": ["prices.csv"], "tests_run": 14}' FROM tasks`,
		`INSERT INTO task_events (task_id, kind, payload, created_at) SELECT id, 'created', '` + created + `', created_at FROM tasks`,
		`INSERT INTO task_events (task_id, run_id, kind, payload, created_at) SELECT id, rowid, 'claimed', '{"lock": "here:4242", "expires": ' || (started_at + 900) || ', "run_id": ' || rowid || '}', started_at FROM tasks`,
		`INSERT INTO task_events (task_id, run_id, kind, payload, created_at) SELECT id, rowid, 'spawned', '{"pid": 1234}', started_at FROM tasks`,
		`INSERT INTO task_events (task_id, run_id, kind, payload, created_at) SELECT id, rowid, 'completed', '{"result_len": 0, "summary": "Listed and priced ' || title || '."}', completed_at FROM tasks WHERE status = 'done'`,
		`INSERT INTO task_events (task_id, run_id, kind, payload, created_at) SELECT id, rowid, 'blocked', '{"reason": "the price list is locked", "kind": "needs_input", "recurrences": 1, "source_status": "ready"}', started_at + 60 FROM tasks WHERE status = 'blocked'`,
	}
}

// BenchmarkList compares a whole listing with reading the same rows and
// decoding the same payloads alone.
func BenchmarkList(b *testing.B) {
	path := fixture(b, filepath.Join(b.TempDir(), dbName), present, "wal", crowd(10000)...)
	b.Run("cases", func(b *testing.B) {
		r := openFixture(b, path)
		b.ReportAllocs()
		for b.Loop() {
			n := 0
			for c := source.Cursor(""); ; {
				p, err := r.List(context.Background(), source.Query{After: c, Limit: 1000})
				must(b, err)
				n += len(p.Cases)
				if c = p.Next; c == "" {
					break
				}
			}
			if n != 10000 {
				b.Fatalf("%d tasks", n)
			}
		}
	})
	b.Run("judged", func(b *testing.B) {
		r := openFixture(b, path)
		judge := classify.New(classify.DefaultConfig(), rules()...)
		b.ReportAllocs()
		for b.Loop() {
			for c := source.Cursor(""); ; {
				p, err := r.List(context.Background(), source.Query{After: c, Limit: 1000})
				must(b, err)
				for i := range p.Cases {
					judge.Judge(&p.Cases[i], state(p.Cases[i].Task.Recorded), noon)
				}
				if c = p.Next; c == "" {
					break
				}
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		db, err := sql.Open("sqlite", path+"?mode=ro")
		must(b, err)
		defer func() { must(b, db.Close()) }()
		b.ReportAllocs()
		for b.Loop() {
			bare(b, db, "SELECT * FROM tasks", -1)
			bare(b, db, "SELECT * FROM task_runs", 14)
			bare(b, db, "SELECT * FROM task_events", 4)
			bare(b, db, "SELECT * FROM task_links", -1)
		}
	})
}

// bare reads every row of a query and decodes one column.
func bare(b *testing.B, db *sql.DB, query string, column int) {
	b.Helper()
	rows, err := db.QueryContext(context.Background(), query)
	must(b, err)
	defer func() { must(b, rows.Close()) }()
	names, err := rows.Columns()
	must(b, err)
	cells, into := make([]any, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		must(b, rows.Scan(into...))
		if column < 0 {
			continue
		}
		if raw, ok := cells[column].(string); ok {
			var payload map[string]any
			must(b, json.Unmarshal([]byte(raw), &payload))
		}
	}
	must(b, rows.Err())
}

// BenchmarkMillion measures opening a board of a million tasks up to its first
// page, and one page in the middle of what is done.
func BenchmarkMillion(b *testing.B) {
	if testing.Short() {
		b.Skip("it takes a minute to write the board")
	}
	path := fixture(b, filepath.Join(b.TempDir(), dbName), present, "wal", crowd(1_000_000)...)
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			src, err := open(context.Background(), path, source.Options{Now: time.Now})
			must(b, err)
			_, err = src.List(context.Background(), source.Query{Limit: 200})
			must(b, err)
			must(b, src.Close())
		}
	})
	b.Run("page", func(b *testing.B) {
		r := openFixture(b, path)
		at := source.Cursor(`{"p":8,"o":500000,"b":true}`) // among the finished tasks
		for b.Loop() {
			_, err := r.List(context.Background(), source.Query{After: at, Limit: 200})
			must(b, err)
		}
	})
}
