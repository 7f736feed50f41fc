package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPathsOfEveryKind(t *testing.T) {
	for _, name := range []string{
		"plain.db", "with space.db", "what?mode=rwc&x=1.db", "50%25.db", "a#b.db", "quote'\".db", "new\nline.db",
		"\xff\xfe not utf-8.db", "日本.db", "-dash.db", "semi;colon.db", "back\\slash.db", "file:uri.db",
	} {
		for _, how := range []string{"delete", "bare wal", "live wal", "wal without shm"} {
			t.Run(name+" "+how, func(t *testing.T) {
				plain := filepath.Join(t.TempDir(), "plain.db")
				dir := t.TempDir()
				path := filepath.Join(dir, name)
				w := lay(t, plain, how)
				if w != nil {
					w.kill()
				}
				for _, side := range []string{"", "-wal", "-shm"} {
					if err := os.Rename(plain+side, path+side); err != nil && !os.IsNotExist(err) {
						t.Fatal(err)
					}
				}
				before := fingerprint(t, dir)
				db, err := Open(t.Context(), path, Options{})
				must(t, err)
				wantCount(t, db, "3")
				must(t, db.Close())
				if diff := cmp.Diff(before, fingerprint(t, dir)); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

func TestSymbolicLinkIsItsTarget(t *testing.T) {
	dir := t.TempDir()
	one, two, link := filepath.Join(dir, "one.db"), filepath.Join(dir, "two.db"), filepath.Join(t.TempDir(), "link.db")
	lay(t, one, "live wal")
	lay(t, two, "delete")
	owner(t, two).do("DELETE FROM t WHERE id = 1")
	must(t, os.Symlink(one, link))
	db := open(t, link, Options{})
	wantMode(t, db, ModeLiveWAL)
	wantCount(t, db, "3")
	if i := db.Info(); i.Target != one {
		t.Errorf("target %q", i.Target)
	}
	must(t, os.Remove(link))
	must(t, os.Symlink(two, link))
	wantChange(t, db, Change{Data: true, Replaced: true})
	wantCount(t, db, "2")
}

// TestNothingCanBeWritten tries what a careless caller or a hostile schema
// could try.
func TestNothingCanBeWritten(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "queue.db")
	w := owner(t, path)
	w.fill()
	w.do("CREATE VIEW evil AS SELECT load_extension('/tmp/x.so')", "CREATE VIEW fine AS SELECT id FROM t")
	w.leave()
	before := fingerprint(t, dir)
	db, err := Open(t.Context(), path, Options{})
	must(t, err)
	run := func(query string) error {
		return db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
			return QueryEach(ctx, q, func(*sql.Rows) error { return nil }, query)
		})
	}
	for _, query := range []string{
		"INSERT INTO t(body) VALUES ('x')", "DELETE FROM t", "DROP TABLE t", "CREATE TABLE u(x)", "CREATE TEMP TABLE u(x)",
		"VACUUM", "VACUUM INTO '" + dir + "/out.db'", "ATTACH '" + dir + "/other.db' AS other",
		"PRAGMA query_only = 0", "PRAGMA journal_mode = delete", "PRAGMA wal_checkpoint", "PRAGMA user_version = 7",
		"PRAGMA writable_schema = 1", "PRAGMA integrity_check", "PRAGMA optimize", "SELECT * FROM evil",
		"SELECT * FROM pragma_journal_mode('delete')",
	} {
		if err := run(query); err == nil {
			t.Errorf("%s was let through", query)
		}
	}
	for _, query := range []string{"SELECT * FROM fine", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT 5) SELECT sum(i) FROM n", "PRAGMA table_info(t)"} {
		if err := run(query); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
	must(t, db.Close())
	if diff := cmp.Diff(before, fingerprint(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestEveryEndOfAReadFreesTheOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	w := spawn(t)
	if r := w.try("open", path+"?_pragma=busy_timeout(0)"); r.Err != "" {
		t.Fatal(r.Err)
	}
	db := open(t, path, Options{})
	boom := errors.New("boom")
	for name, fn := range map[string]func(context.Context, Queryer) error{
		"error": func(context.Context, Queryer) error { return boom },
		"panic": func(context.Context, Queryer) error { panic(boom) },
		"rows left open": func(ctx context.Context, q Queryer) error {
			rows, err := q.QueryContext(ctx, "SELECT id FROM t") //nolint:sqlclosecheck,rowserrcheck // the point of the test
			if err == nil && rows.Next() {
				err = boom
			}
			return err
		},
		"row never scanned": func(ctx context.Context, q Queryer) error {
			q.QueryRowContext(ctx, "SELECT id FROM t")
			return boom
		},
	} {
		err := func() (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = r.(error)
				}
			}()
			return db.Read(t.Context(), fn)
		}()
		if !errors.Is(err, boom) {
			t.Errorf("%s: got %v", name, err)
		}
		if r := w.try("exec", "UPDATE t SET body = 'x'"); r.Err != "" {
			t.Errorf("after %s: %s", name, r.Err)
		}
		wantCount(t, db, "3")
	}
}

func TestCancelInterruptsALongQuery(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{})
	for _, endless := range []string{
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		err := db.Read(ctx, func(ctx context.Context, q Queryer) error {
			return QueryEach(ctx, q, func(rows *sql.Rows) error {
				var n int
				return rows.Scan(&n)
			}, endless)
		})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		wantCount(t, db, "3")
	}
	owner(t, path).do("INSERT INTO t(body) VALUES ('d')")
	wantCount(t, db, "4")
}

func TestSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := owner(t, path)
	w.do("CREATE TABLE [odd name](id TEXT PRIMARY KEY, n INT NOT NULL DEFAULT 0, free)", "CREATE VIEW v AS SELECT 1")
	w.leave()
	db := open(t, path, Options{})
	var tables []string
	var cols, none map[string]Column
	err := db.Read(t.Context(), func(ctx context.Context, q Queryer) (err error) {
		tables, err = TablesOf(ctx, q)
		must(t, err)
		cols, err = ColumnsOf(ctx, q, "odd name")
		must(t, err)
		none, err = ColumnsOf(ctx, q, "nowhere")
		return err
	})
	must(t, err)
	if diff := cmp.Diff([]string{"odd name", "v"}, tables); diff != "" {
		t.Error(diff)
	}
	zero := "0"
	want := map[string]Column{
		"id":   {Name: "id", Type: "TEXT", Key: 1},
		"n":    {Name: "n", Type: "INT", NotNull: true, Default: &zero},
		"free": {Name: "free"},
	}
	if diff := cmp.Diff(want, cols); diff != "" {
		t.Error(diff)
	}
	if len(none) != 0 {
		t.Errorf("a table that does not exist has columns: %v", none)
	}
	err = db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
		var n int
		return q.QueryRowContext(ctx, "SELECT x FROM nowhere").Scan(&n)
	})
	if err == nil || errors.Is(err, ErrCorrupt) {
		t.Errorf("a missing table: %v", err)
	}
}

func TestInfo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "live wal")
	db := open(t, path, Options{})
	if i := db.Info(); i.Target != path || i.Mode != ModeLiveWAL || i.JournalMode != "wal" || i.Owner == "" {
		t.Errorf("%+v", i)
	}
}

// TestReadTime: a wait for the owner's lock is not among it.
func TestReadTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db, w := open(t, path, Options{}), owner(t, path)
	w.do("BEGIN EXCLUSIVE")
	const waits = 20 * time.Millisecond
	var released atomic.Int64
	begun := time.Now()
	go func() {
		time.Sleep(waits)
		released.Store(int64(time.Since(begun)))
		w.do("COMMIT")
	}()
	must(t, db.Read(t.Context(), func(context.Context, Queryer) error {
		time.Sleep(time.Millisecond)
		return nil
	}))
	held := time.Since(begun) - time.Duration(released.Load())
	if took := db.ReadTime(); took < time.Millisecond || took > held {
		t.Errorf("the read took %v of the %v after the lock was released", took, held)
	}
}
