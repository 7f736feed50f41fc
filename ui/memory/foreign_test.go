package memory

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// foreign makes another program's database, in a journal mode of its own.
func foreign(mode string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), `PRAGMA journal_mode = `+mode+`; CREATE TABLE precious(x); INSERT INTO precious VALUES ('kept')`); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// content reads the files of a folder, without following links.
func content(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		all[e.Name()] = e.Type().String()
		if !e.Type().IsRegular() {
			continue
		}
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] += " " + string(b)
	}
	return all
}

// TestWhatIsNotOurs: nothing is followed, written, renamed or taken for ours
// that is not, and the store goes without a file.
func TestWhatIsNotOurs(t *testing.T) {
	must := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, set := range map[string]func(t *testing.T, path, other string){
		"a database":             func(t *testing.T, path, _ string) { foreign("DELETE")(t, path) },
		"a database in WAL mode": func(t *testing.T, path, _ string) { foreign("WAL")(t, path) },
		"a header and no more": func(t *testing.T, path, _ string) {
			must(t, os.WriteFile(path, append([]byte(magic), bytes.Repeat([]byte{0xff}, 4096)...), 0o600))
		},
		"a link to a database":      func(t *testing.T, path, other string) { foreign("DELETE")(t, other); must(t, os.Symlink(other, path)) },
		"a hard link to a database": func(t *testing.T, path, other string) { foreign("DELETE")(t, other); must(t, os.Link(other, path)) },
		"a link to a memory":        func(t *testing.T, path, other string) { used(t, other); must(t, os.Symlink(other, path)) },
		"a hard link to a memory":   func(t *testing.T, path, other string) { used(t, other); must(t, os.Link(other, path)) },
		"a link to an empty file": func(t *testing.T, path, other string) {
			must(t, os.WriteFile(other, nil, 0o600))
			must(t, os.Symlink(other, path))
		},
		"a link to nothing": func(t *testing.T, path, other string) { must(t, os.Symlink(other, path)) },
		"a link to text": func(t *testing.T, path, other string) {
			must(t, os.WriteFile(other, []byte("precious"), 0o600))
			must(t, os.Symlink(other, path))
		},
		"a FIFO": func(t *testing.T, path, _ string) { must(t, syscall.Mkfifo(path, 0o600)) },
		"a linked -wal": func(t *testing.T, path, other string) {
			used(t, path)
			must(t, os.WriteFile(other, []byte("precious"), 0o600))
			must(t, os.Symlink(other, path+"-wal"))
		},
		"a hard-linked -wal": func(t *testing.T, path, other string) {
			used(t, path)
			must(t, os.WriteFile(other, []byte("precious"), 0o600))
			must(t, os.Link(other, path+"-wal"))
		},
		"a hard-linked -journal": func(t *testing.T, path, other string) {
			used(t, path)
			must(t, os.WriteFile(other, []byte("precious"), 0o600))
			must(t, os.Link(other, path+"-journal"))
		},
		"a memory of another user's": func(t *testing.T, path, _ string) { used(t, path); give(t, path) },
		"an empty file of another's": func(t *testing.T, path, _ string) { must(t, os.WriteFile(path, nil, 0o666)); give(t, path) },
		"text of another user's": func(t *testing.T, path, _ string) {
			must(t, os.WriteFile(path, []byte("precious"), 0o666))
			give(t, path)
		},
		"another user's -wal": func(t *testing.T, path, _ string) {
			used(t, path)
			must(t, os.WriteFile(path+"-wal", nil, 0o666))
			give(t, path+"-wal")
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path, other := filepath.Join(folder, "memory.db"), filepath.Join(folder, "other.db")
			set(t, path, other)
			before := content(t, folder)
			s := open(t, path)
			if s.Persistent() || s.Err() == nil {
				t.Errorf("Persistent() = %v, Err() = %v", s.Persistent(), s.Err())
			}
			for _, at := range []time.Time{noon, noon.Add(time.Hour)} {
				if got := s.Upsert(t.Context(), []*model.Row{row("t", model.StateFailed, "", "")}, at); !got[0].Equal(noon) {
					t.Errorf("first judged %v, want %v", got[0], noon)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(before, content(t, folder)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// give gives a file to another user.
func give(t *testing.T, path string) {
	t.Helper()
	if err := os.Chown(path, 65534, 65534); err != nil {
		t.Skipf("only root can give a file away: %v", err)
	}
}

// TestBegunAndKilled: a file that was made and not filled becomes a memory.
func TestBegunAndKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `PRAGMA journal_mode = WAL`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	persistent(t, open(t, path))
}
