package sqlitedb

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// fingerprint describes every file of a folder: name, mode, size, hash, owner
// and the times of its last changes, of its attributes too. It must not be
// taken in a process that has one of them open as a database.
func fingerprint(t *testing.T, dir string) map[string]string {
	t.Helper()
	prints, err := printsOf(dir)
	must(t, err)
	return prints
}

func printsOf(dir string) (map[string]string, error) {
	prints := map[string]string{}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		var st unix.Stat_t
		if err := unix.Lstat(filepath.Join(dir, e.Name()), &st); err != nil {
			return nil, err
		}
		prints[e.Name()] = fmt.Sprintf("%v %d %x %v %d:%d %v", info.Mode(), info.Size(), sha256.Sum256(b), info.ModTime(),
			st.Uid, st.Gid, time.Unix(st.Ctim.Unix()))
	}
	return prints, err
}

// lay creates a database with three rows in table t, in a state named by
// how, and returns the writer if it is still there.
func lay(t *testing.T, path, how string) *process {
	t.Helper()
	journal := map[string]string{"delete": "delete", "kept journal": "persist"}[how]
	w := owner(t, path, "journal_mode("+cmp.Or(journal, "wal")+")")
	w.fill()
	switch how {
	case "delete", "bare wal", "kept journal":
		w.leave()
		return nil
	case "live wal":
		return w
	}
	w.kill() // leaves the -wal and the -shm
	switch how {
	case "wal and shm without a writer":
	case "wal without shm":
		must(t, os.Remove(path+"-shm"))
	case "empty wal without shm":
		settled(t, path)
		must(t, os.Remove(path+"-shm"))
	case "empty wal with shm":
		settled(t, path)
	case "shm without wal":
		settled(t, path)
		must(t, os.Remove(path+"-wal"))
	default:
		t.Fatalf("unknown state %q", how)
	}
	return nil
}

// settled moves everything into the main file and leaves an empty -wal and a
// -shm behind, as a crash after a truncating checkpoint does.
func settled(t *testing.T, path string) {
	t.Helper()
	w := owner(t, path)
	w.do("PRAGMA wal_checkpoint(TRUNCATE)")
	w.kill()
}

var states = []struct {
	how  string
	mode Mode
}{
	{"delete", ModeRollback},
	{"kept journal", ModeRollback},
	{"bare wal", ModeImmutable},
	{"live wal", ModeLiveWAL},
	{"wal and shm without a writer", ModeLiveWAL},
	{"wal without shm", ModeCopy},
	{"empty wal without shm", ModeImmutable},
	{"empty wal with shm", ModeImmutable},
	{"shm without wal", ModeImmutable},
}

func TestReadingLeavesNoTrace(t *testing.T) {
	for _, tt := range states {
		t.Run(tt.how, func(t *testing.T) {
			dir := t.TempDir()
			temp := t.TempDir()
			t.Setenv("TMPDIR", temp)
			path := filepath.Join(dir, "queue.db")
			w := lay(t, path, tt.how)
			before := fingerprint(t, dir)

			db := open(t, path, Options{})
			wantMode(t, db, tt.mode)
			for range 3 {
				wantCount(t, db, "3")
				wantChange(t, db, Change{})
			}
			must(t, db.Close())

			if diff := gocmp.Diff(before, fingerprint(t, dir)); diff != "" {
				t.Errorf("the folder changed (-before +after):\n%s", diff)
			}
			if left := fingerprint(t, temp); len(left) != 0 {
				t.Errorf("left in the temporary folder: %v", left)
			}
			if w == nil {
				w = owner(t, path)
			}
			w.do("INSERT INTO t(body) VALUES ('the owner can still write')")
		})
	}
}

func TestReadingBesideCommitsAddsNoFile(t *testing.T) {
	for _, how := range []string{"delete", "live wal"} {
		t.Run(how, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "queue.db")
			w := lay(t, path, how)
			if w == nil {
				w = owner(t, path)
			}
			names := func() (got []string) {
				entries, err := os.ReadDir(dir)
				must(t, err)
				for _, e := range entries {
					got = append(got, e.Name())
				}
				return got
			}
			before := names()
			db := open(t, path, Options{})
			for i := range 20 {
				w.do("INSERT INTO t(body) VALUES ('more')")
				wantChange(t, db, Change{Data: true})
				wantCount(t, db, fmt.Sprint(4+i))
				wantChange(t, db, Change{})
			}
			must(t, db.Close())
			if diff := gocmp.Diff(before, names()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
