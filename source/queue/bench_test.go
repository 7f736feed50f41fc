package queue

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"notdone/source"
	"notdone/source/queue/client"
	"notdone/source/watch"
)

const million = 1_000_000

// millionTasks returns a file of a million tasks. It is made once and kept in
// the temporary folder for later runs.
func millionTasks(b *testing.B) string {
	b.Helper()
	path := filepath.Join(os.TempDir(), "notdone-bench-queue-1m-v1.db")
	if _, err := os.Stat(path); err == nil {
		return path
	} else if !errors.Is(err, fs.ErrNotExist) {
		b.Fatal(err)
	}
	made := filepath.Join(b.TempDir(), "queue.db")
	if err := client.Init(b.Context(), made); err != nil {
		b.Fatal(err)
	}
	db, err := dialClient(made)
	if err != nil {
		b.Fatal(err)
	}
	for _, query := range []string{
		`PRAGMA synchronous = OFF`, `PRAGMA cache_size = -400000`, `PRAGMA temp_store = MEMORY`,
		`INSERT INTO tasks (id, title, body, state, result, created_at, updated_at, finished_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
		SELECT 'task-' || i, 'Sort shelf ' || (i % 5000), 'Put every book of shelf ' || i || ' in order.',
			CASE WHEN i % 20000 = 0 THEN 'active' WHEN i % 5000 = 1 THEN 'blocked' WHEN i % 1000 = 2 THEN 'failed'
				WHEN i % 100 = 3 THEN 'queued' WHEN i % 1000 = 4 THEN 'cancelled' ELSE 'done' END,
			'Sorted, ' || (i % 97) || ' books moved.', 1700000000000 + i * 1000, 1700000060000 + i * 1000, 1700000060000 + i * 1000
		FROM n`,
		`INSERT INTO runs (task_id, attempt, worker, started_at, ended_at, outcome, output)
		SELECT id, 1, 'librarian', created_at, finished_at, 'done', result FROM tasks WHERE rowid % 10 = 0`,
		`PRAGMA wal_checkpoint(TRUNCATE)`,
	} {
		if _, err := db.ExecContext(b.Context(), query); err != nil {
			b.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	if err := os.Rename(made, path); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkFirstPage1M opens a queue of a million tasks and reads what the
// first frame shows.
func BenchmarkFirstPage1M(b *testing.B) {
	path := millionTasks(b)
	b.ReportAllocs()
	for b.Loop() {
		s, err := Adapter().Open(context.Background(), path, source.Options{})
		if err != nil {
			b.Fatal(err)
		}
		page, err := s.List(context.Background(), source.Query{Limit: 200})
		if err != nil || len(page.Cases) != 200 {
			b.Fatal(len(page.Cases), err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRefresh1M reads one changed task among a million.
func BenchmarkRefresh1M(b *testing.B) {
	path := millionTasks(b)
	db := connect(b, path)
	s := openQueue(b, path)
	for b.Loop() {
		execSQL(b, db, `UPDATE tasks SET heartbeat_at = coalesce(heartbeat_at, 0) + 1 WHERE id = 'task-20000'`)
		d, err := s.Refresh(context.Background(), watch.Signal{})
		if err != nil || len(d.Cases) == 0 {
			b.Fatal(len(d.Cases), err)
		}
	}
	b.ReportMetric(million, "tasks")
}
