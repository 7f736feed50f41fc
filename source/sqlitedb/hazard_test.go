package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const soon = 100 * time.Millisecond

func TestUnreadableFilesAreOneClearLine(t *testing.T) {
	valid := filepath.Join(t.TempDir(), "valid.db")
	lay(t, valid, "delete")
	image, err := os.ReadFile(valid)
	must(t, err)
	write := func(b []byte) func(string) error {
		return func(path string) error { return os.WriteFile(path, b, 0o600) }
	}
	tests := []struct {
		name string
		make func(path string) error
		want error
	}{
		{"missing", func(string) error { return nil }, ErrMissing},
		{"empty", write(nil), ErrEmpty},
		{"foreign", write([]byte(strings.Repeat("not a database at all\n", 50))), ErrNotSQLite},
		{"short and foreign", write([]byte("hello")), ErrNotSQLite},
		{"cut inside the header", write(image[:60]), ErrCorrupt},
		{"cut inside the magic", write(image[:10]), ErrCorrupt},
		{"cut to one page", write(image[:4096]), ErrCorrupt},
		{"page of noise", write(append(append([]byte{}, image[:4096]...), []byte(strings.Repeat("\xff", 4096))...)), ErrCorrupt},
		{"directory", func(path string) error { return os.Mkdir(path, 0o700) }, ErrNotRegular},
		{"fifo", func(path string) error { return syscall.Mkfifo(path, 0o600) }, ErrNotRegular},
		{"link to a fifo", func(path string) error {
			return errors.Join(syscall.Mkfifo(path+".fifo", 0o600), os.Symlink(path+".fifo", path))
		}, ErrNotRegular},
		{"dangling link", func(path string) error { return os.Symlink(path+".gone", path) }, ErrMissing},
		{"link to itself", func(path string) error { return os.Symlink(path, path) }, ErrMissing},
		{"device", func(path string) error { return os.Symlink("/dev/zero", path) }, ErrNotRegular},
		{"fifo as -wal", func(path string) error {
			return errors.Join(write(image)(path), syscall.Mkfifo(path+"-wal", 0o600))
		}, ErrNotRegular},
		{"link as -shm", func(path string) error {
			return errors.Join(write(image)(path), os.Symlink(valid, path+"-shm"))
		}, ErrNotRegular},
		{"beneath a file", func(path string) error {
			return errors.Join(os.Remove(filepath.Dir(path)), os.WriteFile(filepath.Dir(path), nil, 0o600))
		}, ErrMissing},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "folder")
			must(t, os.Mkdir(dir, 0o700))
			path := filepath.Join(dir, "queue.db")
			must(t, tt.make(path))
			db, err := Open(t.Context(), path, Options{BusyTimeout: soon})
			if err == nil { // only the pages tell
				defer func() { must(t, db.Close()) }()
				err = db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
					var n int
					return q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n)
				})
			}
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			oneLine(t, err, path)
		})
	}
}

func TestEmptyDatabaseKeepsItsWAL(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := lay(t, path, "live wal")
	db := open(t, path, Options{BusyTimeout: soon})
	w.kill()
	must(t, os.Truncate(path, 0))
	if _, err := db.Changed(t.Context()); !errors.Is(err, ErrEmpty) {
		t.Errorf("Changed: %v", err)
	}
	if _, err := Open(t.Context(), path, Options{}); !errors.Is(err, ErrEmpty) {
		t.Errorf("Open: %v", err)
	}
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Error(err)
	}
}

// TestRecovers damages an open database and repairs it: each damage is one
// clear line, and afterwards the same DB reads again and says that nothing
// read before can be relied on.
func TestRecovers(t *testing.T) {
	for _, tt := range []struct {
		name   string
		damage func(path string) error
		want   error
	}{
		{"deleted", os.Remove, ErrMissing},
		{"emptied", func(path string) error { return os.Truncate(path, 0) }, ErrEmpty},
		{"truncated", func(path string) error { return os.Truncate(path, 4096) }, ErrCorrupt},
		{"overwritten", func(path string) error { return os.WriteFile(path, make([]byte, 8192), 0o600) }, ErrNotSQLite},
		{"a directory", func(path string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		}, ErrNotRegular},
	} {
		for _, how := range []string{"delete", "bare wal"} {
			t.Run(tt.name+", "+how, func(t *testing.T) {
				dir := t.TempDir()
				path, spare := filepath.Join(dir, "queue.db"), filepath.Join(dir, "spare.db")
				lay(t, path, how)
				w := owner(t, spare)
				w.fill()
				w.do("DELETE FROM t WHERE id = 1")
				w.leave()
				db := open(t, path, Options{BusyTimeout: soon})
				wantCount(t, db, "3")

				must(t, tt.damage(path))
				err := db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
					var n int
					return q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n)
				})
				if !errors.Is(err, tt.want) {
					t.Fatalf("got %v, want %v", err, tt.want)
				}
				oneLine(t, err, path)
				must(t, os.RemoveAll(path))
				must(t, os.Rename(spare, path))
				wantCount(t, db, "2")
				wantChange(t, db, Change{Data: true, Replaced: true})
				wantChange(t, db, Change{})
			})
		}
	}
}

func TestReplacedByRename(t *testing.T) {
	for _, how := range []string{"delete", "bare wal", "live wal"} {
		t.Run(how, func(t *testing.T) {
			dir := t.TempDir()
			path, next := filepath.Join(dir, "queue.db"), filepath.Join(dir, "next.db")
			lay(t, path, how)
			w := owner(t, next)
			w.fill()
			w.do("DELETE FROM t")
			w.leave()
			db := open(t, path, Options{})
			wantCount(t, db, "3")
			for _, side := range []string{"-wal", "-shm"} {
				must(t, os.RemoveAll(path+side))
			}
			must(t, os.Rename(next, path))
			wantChange(t, db, Change{Data: true, Replaced: true})
			wantCount(t, db, "0")
		})
	}
}

func TestReplacedDuringARead(t *testing.T) {
	dir := t.TempDir()
	path, next := filepath.Join(dir, "queue.db"), filepath.Join(dir, "next.db")
	lay(t, path, "delete")
	lay(t, next, "delete")
	owner(t, next).do("DELETE FROM t")
	db := open(t, path, Options{})
	var seen []int
	must(t, db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
		var n int
		err := q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n)
		if seen = append(seen, n); len(seen) == 1 {
			must(t, os.Rename(next, path))
		}
		return err
	}))
	if fmt.Sprint(seen) != "[3 0]" {
		t.Errorf("runs saw %v, want [3 0]", seen)
	}
}

func TestVanishedDuringARead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{})
	err := db.Read(t.Context(), func(context.Context, Queryer) error { return os.Remove(path) })
	if !errors.Is(err, ErrMissing) {
		t.Errorf("got %v", err)
	}
	if _, err := db.Changed(t.Context()); !errors.Is(err, ErrMissing) {
		t.Errorf("got %v", err)
	}
}

// TestRewrittenInPlace overwrites an open database past SQLite, with one that
// has the same size and the same change counter.
func TestRewrittenInPlace(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "queue.db"), filepath.Join(dir, "other.db")
	lay(t, path, "delete")
	w := owner(t, other, "journal_mode(delete)")
	w.do("CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT)", "INSERT INTO t(body) VALUES ('only')")
	w.leave()
	db := open(t, path, Options{})
	wantCount(t, db, "3")
	time.Sleep(settleTime)
	image, err := os.ReadFile(other)
	must(t, err)
	must(t, os.WriteFile(path, image, 0o600))
	wantChange(t, db, Change{Data: true, Replaced: true})
	wantCount(t, db, "1")
}

func TestHotJournal(t *testing.T) {
	for _, how := range []string{"delete", "bare wal"} {
		t.Run(how, func(t *testing.T) {
			dir := t.TempDir()
			path, crashed := filepath.Join(dir, "queue.db"), filepath.Join(dir, "crashed.db")
			w := owner(t, path, "journal_mode(delete)", "cache_size(1)", "cache_spill(1)")
			w.fill()
			w.do("INSERT INTO t(body) VALUES (zeroblob(200000))", "BEGIN", "UPDATE t SET body = zeroblob(200001)")
			w.kill()
			for _, side := range []string{"", "-journal"} {
				b, err := os.ReadFile(path + side)
				must(t, err)
				if how == "bare wal" && side == "" {
					b[18], b[19] = 2, 2 // as when the crash came while the journal mode changed
				}
				must(t, os.WriteFile(crashed+side, b, 0o600))
			}
			before := fingerprint(t, dir)
			_, err := Open(t.Context(), crashed, Options{BusyTimeout: soon})
			if !errors.Is(err, ErrHotJournal) {
				t.Fatalf("got %v", err)
			}
			oneLine(t, err, crashed)
			if after := fingerprint(t, dir); fmt.Sprint(before) != fmt.Sprint(after) {
				t.Errorf("the folder changed:\n%v\n%v", before, after)
			}
			if how == "delete" {
				if r := owner(t, crashed).try("query", "SELECT count(*) FROM t"); r.Text != "4" {
					t.Fatalf("the owner's repair: %+v", r)
				}
				wantCount(t, open(t, crashed, Options{}), "4")
			}
		})
	}
}

func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{BusyTimeout: soon})
	w := owner(t, path)
	w.do("BEGIN EXCLUSIVE")
	for name, f := range map[string]func() error{
		"Read":    func() error { return db.Read(t.Context(), func(context.Context, Queryer) error { return nil }) },
		"Changed": func() error { _, err := db.Changed(t.Context()); return err },
		"Open":    func() error { _, err := Open(t.Context(), path, Options{BusyTimeout: soon}); return err },
	} {
		if err := f(); !errors.Is(err, ErrBusy) {
			t.Errorf("%s: %v", name, err)
		} else {
			oneLine(t, err, path)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), soon/4)
	defer cancel()
	if err := db.Read(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the context's end: %v", err)
	}
	w.do("INSERT INTO t(body) VALUES ('d')", "COMMIT")
	wantChange(t, db, Change{Data: true})
	wantCount(t, db, "4")
}
