package sqlitedb

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
)

func seedWriter(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	_, err = db.Exec("CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT)")
	return db, err
}

func benchmarkDB(b *testing.B, journal string) *DB {
	b.Helper()
	path := filepath.Join(b.TempDir(), "queue.db")
	w, err := seedWriter(path)
	must(b, err)
	b.Cleanup(func() { must(b, w.Close()) })
	for _, q := range []string{
		"PRAGMA journal_mode=" + journal,
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT 100000) INSERT INTO t(body) SELECT 'task number ' || i FROM n",
	} {
		_, err := w.ExecContext(b.Context(), q)
		must(b, err)
	}
	return open(b, path, Options{Park: -1})
}

func BenchmarkChanged(b *testing.B) {
	for _, journal := range []string{"wal", "delete"} {
		b.Run(journal, func(b *testing.B) {
			db := benchmarkDB(b, journal)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := db.Changed(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkChangedParked(b *testing.B) {
	db := benchmarkDB(b, "wal")
	f, err := statFiles(db.path, db.session.target)
	must(b, err)
	db.last.parked, db.last.target, db.last.files = true, db.session.target, f
	db.closeSession()
	for b.Loop() {
		if _, err := db.Changed(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadPage(b *testing.B) {
	db := benchmarkDB(b, "wal")
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		must(b, db.Read(context.Background(), func(ctx context.Context, q Queryer) error {
			return QueryEach(ctx, q, func(rows *sql.Rows) error {
				var id int64
				var body string
				n++
				return rows.Scan(&id, &body)
			}, "SELECT id, body FROM t WHERE id > ? ORDER BY id LIMIT 100", 50000)
		}))
		if n != 100 {
			b.Fatal(n)
		}
	}
}

func BenchmarkReadEmpty(b *testing.B) {
	db := benchmarkDB(b, "wal")
	for b.Loop() {
		must(b, db.Read(context.Background(), func(context.Context, Queryer) error { return nil }))
	}
}

func BenchmarkScan(b *testing.B) {
	db := benchmarkDB(b, "wal")
	for b.Loop() {
		must(b, db.Read(context.Background(), func(ctx context.Context, q Queryer) error {
			return QueryEach(ctx, q, func(rows *sql.Rows) error {
				var id int64
				var body string
				return rows.Scan(&id, &body)
			}, "SELECT id, body FROM t")
		}))
	}
}

func BenchmarkOpen(b *testing.B) {
	for _, journal := range []string{"wal", "delete"} {
		b.Run(journal, func(b *testing.B) {
			db := benchmarkDB(b, journal)
			for b.Loop() {
				other, err := Open(context.Background(), db.path, Options{})
				must(b, err)
				must(b, other.Close())
			}
		})
	}
}
