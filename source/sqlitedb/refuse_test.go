package sqlitedb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/source"
)

func TestRefusedWrites(t *testing.T) {
	root := os.Geteuid() == 0
	known := Writing{Tables: []string{"t"}, Columns: map[string][]string{"t": {"id", "body"}, "log": {"note"}}}
	own := func(ok bool) Writing {
		w := known
		w.Columns = nil
		w.Trigger = func(table, name, text string) bool {
			return ok && table == "t" && name == "keep" && strings.HasPrefix(text, "CREATE TRIGGER keep")
		}
		return w
	}
	const trigger = "CREATE TRIGGER keep AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (OLD.body); END"
	for _, tt := range []struct {
		name string
		how  string   // delete where empty
		sql  []string // by the owner, before
		do   func(path string) error
		w    Writing
		want error // nil: it is written
	}{
		{name: "another owner", do: func(path string) error { return os.Chown(path, 4321, -1) }, want: ErrOwner},
		{name: "hot journal", do: crash, want: ErrHotJournal},
		{name: "-wal without -shm", how: "wal without shm", w: onT, want: ErrLonelyWAL},
		{name: "empty -wal without -shm", how: "empty wal without shm", w: onT, want: ErrLonelyWAL},
		{name: "read-only file", do: func(path string) error { return os.Chmod(path, 0o400) }, want: ErrReadOnlyFile},
		{name: "read-only folder", do: func(path string) error { return os.Chmod(filepath.Dir(path), 0o500) }, want: ErrReadOnlyFile},
		{name: "no such file", do: os.Remove, want: ErrMissing},
		{name: "another file in its place", do: replace, want: ErrReplaced},
		{name: "a column that must be filled", sql: []string{
			"ALTER TABLE t RENAME TO old", "CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT, must TEXT NOT NULL)", "INSERT INTO t SELECT id, body, '' FROM old",
		}, want: ErrSchema},
		{name: "a column with a default", sql: []string{"ALTER TABLE t ADD must TEXT NOT NULL DEFAULT ''"}},
		{name: "a column that must be filled where a trigger writes", sql: []string{"DROP TABLE log", "CREATE TABLE log(note, must NOT NULL)"}, want: ErrSchema},
		{name: "a view in its place", sql: []string{"ALTER TABLE t RENAME TO old", "CREATE VIEW t AS SELECT * FROM old"}, want: ErrSchema},
		{name: "a virtual table in its place", sql: []string{"ALTER TABLE t RENAME TO old", "CREATE VIRTUAL TABLE t USING fts5(body)"}, want: ErrSchema},
		{name: "no table", sql: []string{"ALTER TABLE t RENAME TO old"}, want: ErrSchema},
		{name: "a trigger", sql: []string{trigger}, want: ErrSchema},
		{name: "a trigger that is not the known one", sql: []string{trigger}, w: own(false), want: ErrSchema},
		{name: "the known trigger", sql: []string{trigger}, w: own(true)},
		{name: "the known trigger and one that it fires", sql: []string{
			trigger, "CREATE TRIGGER evil AFTER INSERT ON log BEGIN DELETE FROM t; END",
		}, w: own(true), want: ErrSchema},
		{name: "a trigger where a trigger writes", sql: []string{"CREATE TRIGGER other AFTER INSERT ON log BEGIN DELETE FROM t; END"}, want: ErrSchema},
		{name: "a trigger elsewhere", sql: []string{"CREATE TABLE far(note)", "CREATE TRIGGER other AFTER INSERT ON far BEGIN DELETE FROM t; END"}},
		{name: "a second name", do: func(path string) error { return os.Link(path, path+".too") }, want: ErrLinked},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if errors.Is(tt.want, ErrOwner) && !root {
				t.Skip("only root can give a file away")
			}
			dir := filepath.Join(t.TempDir(), "folder")
			must(t, os.Mkdir(dir, 0o700))
			t.Cleanup(func() { must(t, os.Chmod(dir, 0o700)) })
			path := filepath.Join(dir, "queue.db")
			if tt.how == "" {
				tt.how = "delete"
			}
			if tt.w.Tables == nil {
				tt.w = known
			}
			lay(t, path, tt.how)
			if tt.how == "delete" {
				w := owner(t, path)
				w.do("CREATE TABLE log(note)")
				w.do(tt.sql...)
				w.leave()
			}
			db := open(t, path, Options{BusyTimeout: soon, WriteTimeout: soon})
			if errors.Is(tt.want, ErrReplaced) {
				_, err := db.Rehearse(t.Context(), tt.w, rename("x"))
				must(t, err)
			}
			if tt.do != nil {
				must(t, tt.do(path))
			}
			before := fingerprintApart(t, dir)
			_, err := db.Write(t.Context(), tt.w, rename("x"))
			if tt.want == nil {
				must(t, err)
				return
			}
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			if got := errors.Is(err, source.ErrChanged); got != errors.Is(tt.want, ErrReplaced) {
				t.Errorf("that it changed under the operator is said: %v", got)
			}
			oneLine(t, err, path)
			why, refused := Refusal(err)
			if errors.Is(tt.want, ErrMissing) == refused || strings.Contains(why, path) {
				t.Errorf("the refusal reads %q, %v", why, refused)
			}
			if after := fingerprintApart(t, dir); before != after {
				t.Errorf("a refused write changed the files:\n%s\n%s", before, after)
			}
			if !errors.Is(tt.want, ErrReplaced) && tt.name != "the known trigger and one that it fires" {
				if _, err := db.Rehearse(t.Context(), tt.w, rename("x")); !errors.Is(err, tt.want) {
					t.Errorf("Rehearse says %v", err)
				}
			}
		})
	}
}

// crash leaves a journal of a transaction that was not finished.
func crash(path string) error {
	journal := make([]byte, 512)
	copy(journal, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
	journal[11] = 1                                                        // one page
	copy(journal[20:], "\x00\x00\x00\x03\x00\x00\x02\x00\x00\x00\x10\x00") // pages of the database, sector, page size
	return os.WriteFile(path+"-journal", append(journal, make([]byte, 4104)...), 0o600)
}

// replace puts another database in the place of one.
func replace(path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", b, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// fingerprintApart is fingerprint by another process, since this one has a
// database open there.
func fingerprintApart(t *testing.T, dir string) string {
	t.Helper()
	return spawn(t).try("fingerprint", dir).Text
}

func TestBusyOwner(t *testing.T) {
	for _, how := range []string{"delete", "live wal"} {
		t.Run(how, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			w := lay(t, path, how)
			if w == nil {
				w = owner(t, path)
			}
			db := open(t, path, Options{WriteTimeout: soon})
			w.do("BEGIN IMMEDIATE", "INSERT INTO t(body) VALUES ('d')")
			if _, err := db.Write(t.Context(), onT, rename("x")); !errors.Is(err, ErrBusy) {
				t.Fatal(err)
			}
			w.do("COMMIT")
			patient := open(t, path, Options{})
			w.do("BEGIN IMMEDIATE")
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if _, err := patient.Write(ctx, onT, rename("x")); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			w.do("COMMIT")
			wantCount(t, db, "4")
			must(t, patient.Close())
			_, err := db.Write(t.Context(), onT, rename("x"))
			must(t, err)
			wantCount(t, db, "5")
		})
	}
}

// TestWaitIsForTheOwnersTransaction: a short Wait ends the waiting for BEGIN, and
// not that for a reader who keeps COMMIT from its lock.
func TestWaitIsForTheOwnersTransaction(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	w := owner(t, path)
	db := open(t, path, Options{WriteTimeout: time.Hour})
	hasty := onT
	hasty.Wait = soon
	w.do("BEGIN IMMEDIATE", "INSERT INTO t(body) VALUES ('d')")
	if _, err := db.Write(t.Context(), hasty, rename("x")); !errors.Is(err, source.ErrBusy) {
		t.Fatalf("beside a transaction of the owner's: %v", err)
	}
	w.do("COMMIT", "BEGIN", "SELECT count(*) FROM t")
	hasty.Commit = func([]Image) error {
		time.AfterFunc(4*soon, func() { w.do("COMMIT") })
		return nil
	}
	_, err := db.Write(t.Context(), hasty, rename("x"))
	must(t, err)
}

func TestWritesThatAreWrong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	w := owner(t, path)
	w.do("CREATE TABLE u(a, b)", "INSERT INTO u VALUES (1, 1), (1, 2)")
	w.leave()
	db := open(t, path, Options{})
	writing := Writing{Tables: []string{"t", "u"}}
	ask := func(query string) Decide {
		return func(ctx context.Context, q Queryer) ([]Write, error) {
			return nil, q.QueryRowContext(ctx, query).Scan(new(any))
		}
	}
	for name, work := range map[string]Decide{
		"a table that was not named": only(Write{Table: "sqlite_schema", Key: Values{{"name", "t"}}, Set: Values{{"sql", ""}}}),
		"no such row":                only(Write{Table: "t", Key: Values{{"id", 9}}, Set: Values{{"body", ""}}}),
		"two rows":                   only(Write{Table: "u", Key: Values{{"a", 1}}, Set: Values{{"b", ""}}}),
		"no key":                     only(Write{Table: "t", Key: Values{}, Set: Values{{"body", ""}}}),
		"no value":                   only(Write{Table: "t", Key: Values{{"id", 1}}}),
		"no such column":             only(Write{Table: "t", Key: Values{{"id", 1}}, Set: Values{{"x", ""}}}),
		"no such key column":         only(Write{Table: "t", Key: Values{{"x", 1}}, Set: Values{{"body", ""}}}),
		"a value of Go's":            only(Write{Table: "t", Set: Values{{"body", time.Now()}}}),
		"writing as if reading":      ask("UPDATE t SET body = '' WHERE id = 1 RETURNING id"),
		"deleting":                   ask("DELETE FROM t RETURNING id"),
		"attaching":                  ask("ATTACH ':memory:' AS x"),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := db.Write(t.Context(), writing, work); err == nil {
				t.Error("it was written")
			}
			if _, err := db.Rehearse(t.Context(), writing, work); err == nil {
				t.Error("it was rehearsed")
			}
			wantCount(t, db, "3")
		})
	}
}
