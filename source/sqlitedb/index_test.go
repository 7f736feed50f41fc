package sqlitedb

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
)

// TestIndexesFindWhatSearchesFind compares joins through indexes in memory with
// searches, while rows come and go.
func TestIndexesFindWhatSearchesFind(t *testing.T) {
	const wanted = `SELECT j.key, x.rowid FROM json_each('["a","b","","7",null,"a"]') j CROSS JOIN `
	rapid.Check(t, func(r *rapid.T) {
		path := filepath.Join(t.TempDir(), "queue.db")
		w := rawDB(t, path)
		mode := rapid.SampledFrom([]string{"delete", "wal"}).Draw(r, "mode")
		for _, s := range []string{
			"PRAGMA journal_mode=" + mode, "PRAGMA synchronous=off",
			"CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)", "INSERT INTO t (v) VALUES ('a'), (NULL)",
		} {
			_, err := w.Exec(s)
			must(t, err)
		}
		db, err := Open(t.Context(), path, Options{})
		must(t, err)
		defer func() { must(t, db.Close()) }()
		x := db.NewIndexes()
		must(t, db.Read(t.Context(), func(ctx context.Context, q Queryer) error { return x.Require(ctx, q, "t", "v") }))
		for range rapid.IntRange(1, 8).Draw(r, "rounds") {
			for range rapid.IntRange(0, 4).Draw(r, "changes") {
				change := rapid.SampledFrom([]string{
					"INSERT INTO t (v) VALUES ('a')", "INSERT INTO t (v) VALUES ('b'), (7), (x'61'), (NULL), ('')",
					"DELETE FROM t WHERE id = (SELECT max(id) FROM t)", "DELETE FROM t WHERE id = (SELECT min(id) FROM t)", "DELETE FROM t",
				}).Draw(r, "change")
				_, err := w.Exec(change)
				must(t, err)
			}
			must(t, x.Update(t.Context()))
			found := pairs(t, db, wanted+x.Join("t", "x", "v", "j.value"))
			searched := pairs(t, db, wanted+"t x ON x.v = j.value")
			if !slices.Equal(found, searched) {
				r.Fatalf("found %v, and by a search %v", found, searched)
			}
		}
	})
}

// TestIndexesOfAFileThatHasThem: they are used where a search by the value is one
// along an index of the file.
func TestIndexesOfAFileThatHasThem(t *testing.T) {
	for _, c := range []struct {
		schema string
		own    bool
	}{
		{"CREATE TABLE t (v TEXT)", true},
		{"CREATE TABLE t (a TEXT, v TEXT, PRIMARY KEY (a, v))", true},
		{"CREATE TABLE t (v TEXT); CREATE INDEX i ON t (v) WHERE v > 'b'", true},
		{"CREATE TABLE t (v TEXT); CREATE INDEX i ON t (v COLLATE NOCASE)", true},
		{"CREATE TABLE t (v TEXT); CREATE INDEX i ON t (lower(v))", true},
		{"CREATE TABLE t (V TEXT); CREATE INDEX i ON t (v DESC)", false},
		{"CREATE TABLE t (v TEXT PRIMARY KEY, a)", false},
		{"CREATE TABLE t (v TEXT PRIMARY KEY, a) WITHOUT ROWID", false},
		{"CREATE TABLE t (a TEXT PRIMARY KEY, v) WITHOUT ROWID", false},
		{"CREATE TABLE t (v INTEGER PRIMARY KEY)", false},
		{"CREATE TABLE t (a)", false},
		{"CREATE TABLE u (v)", false},
	} {
		path := filepath.Join(t.TempDir(), "queue.db")
		_, err := rawDB(t, path).Exec(c.schema)
		must(t, err)
		db := open(t, path, Options{})
		x := db.NewIndexes()
		must(t, db.Read(t.Context(), func(ctx context.Context, q Queryer) error { return x.Require(ctx, q, "t", "v") }))
		if got := x.Join("t", "x", "v", "?") != "t x ON x.v = ?"; got != c.own {
			t.Errorf("%s: an index in memory: %v", c.schema, got)
		}
	}
}

// TestIndexOfALargeTableIsReadInParts: an owner with a rollback journal commits
// while the index is being read.
func TestIndexOfALargeTableIsReadInParts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	raw := rawDB(t, path)
	_, err := raw.Exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT, body TEXT); CREATE TABLE u (n); INSERT INTO u VALUES (0);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000)
		INSERT INTO t (v, body) SELECT 'v' || (i % 1000), 'body ' || i FROM n`)
	must(t, err)
	_, err = raw.Exec("PRAGMA synchronous=off")
	must(t, err)
	db := open(t, path, Options{})
	x := db.NewIndexes()
	must(t, db.Read(t.Context(), func(ctx context.Context, q Queryer) error { return x.Require(ctx, q, "t", "v") }))
	ended := make(chan error, 1)
	go func() { ended <- x.Update(t.Context()) }()
	commits := 0
	for over := false; !over; commits++ {
		_, err := raw.Exec("UPDATE u SET n = n + 1")
		must(t, err)
		select {
		case err := <-ended:
			must(t, err)
			over = true
		default:
		}
	}
	if commits < 5 {
		t.Errorf("the owner committed %d times", commits)
	}
	if n := len(pairs(t, db, "SELECT 0, x.rowid FROM (SELECT 1) CROSS JOIN "+x.Join("t", "x", "v", "'v7'"))); n != 100 {
		t.Errorf("%d rows have the value", n)
	}
}

// rawDB opens a file as any program would.
func rawDB(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(10000)")
	must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

// pairs are the rows of a query of two numbers, in order.
func pairs(t *testing.T, db *DB, query string) (found [][2]int64) {
	t.Helper()
	must(t, db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
		found = nil
		return QueryEach(ctx, q, func(rows *sql.Rows) error {
			var p [2]int64
			err := rows.Scan(&p[0], &p[1])
			found = append(found, p)
			return err
		}, query+" ORDER BY 1, 2")
	}))
	return found
}
