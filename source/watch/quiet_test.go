package watch

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestQuiet has nothing happen that anybody asked for.
func TestQuiet(t *testing.T) {
	tests := []struct {
		name   string
		target Target
		act    func(in func(string) string) error
	}{
		{"nothing", Target{Path: ".", Recursive: true}, func(func(string) string) error { return nil }},
		{"reading", Target{Path: ".", Recursive: true}, func(in func(string) string) error {
			_, err := os.ReadFile(in("q.db"))
			return err
		}},
		{"reading the database", Target{Path: "q.db", Database: true}, func(in func(string) string) error {
			_, err := os.ReadFile(in("q.db"))
			return err
		}},
		{"another file of the folder", Target{Path: "q.db", Database: true}, func(in func(string) string) error {
			return os.WriteFile(in("q.db-other"), []byte("x"), 0o600)
		}},
		{"wal of what is no database", Target{Path: "q.db"}, func(in func(string) string) error {
			return os.WriteFile(in("q.db-wal"), []byte("x"), 0o600)
		}},
		{"subfolder of a flat folder", Target{Path: "."}, func(in func(string) string) error {
			return os.WriteFile(in("sub/a"), []byte("x"), 0o600)
		}},
		{"behind a symlinked folder", Target{Path: ".", Recursive: true}, func(in func(string) string) error {
			return os.WriteFile(in("../elsewhere/a"), []byte("x"), 0o600)
		}},
		{"beside what is missing", Target{Path: "none/q.db", Database: true}, func(in func(string) string) error {
			return os.WriteFile(in("non"), []byte("x"), 0o600)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			eachMode(t, func(t *testing.T, o Options) {
				t.Helper()
				top := filepath.Join(t.TempDir(), "top")
				in := func(p string) string { return filepath.Join(top, p) }
				put(t, in("q.db"), "text")
				put(t, in("sub/a"), "text")
				put(t, in("../elsewhere/a"), "text")
				if err := os.Symlink(in("../elsewhere"), in("link")); err != nil {
					t.Fatal(err)
				}
				target := tt.target
				target.Path = in(target.Path)
				w := start(t, o, target)
				if err := tt.act(in); err != nil {
					t.Fatal(err)
				}
				if n := settle(w); n > 0 {
					t.Errorf("%d signals", n)
				}
			})
		})
	}
}

// TestReadMarks changes only the time of the -shm file, as readers do.
func TestReadMarks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "q.db")
	put(t, path, "x")
	put(t, path+"-shm", "x")
	w := start(t, modes["poll"], Target{Path: path, Database: true})
	if err := os.Chtimes(path+"-shm", time.Time{}, time.Unix(5, 0)); err != nil {
		t.Fatal(err)
	}
	if n := settle(w); n > 0 {
		t.Errorf("%d signals", n)
	}
}

// TestEcho: one change seen by stat is told twice, since a second one within
// the same tick of the file system's clock would look like the first.
func TestEcho(t *testing.T) {
	path := filepath.Join(t.TempDir(), "q.db")
	put(t, path, "x")
	w := start(t, modes["poll"], Target{Path: path, Database: true})
	if err := os.Chtimes(path, time.Time{}, time.Unix(5, 1)); err != nil {
		t.Fatal(err)
	}
	if n := settle(w); n != 2 {
		t.Errorf("%d signals, want 2", n)
	}
}

func TestSymlinkedTarget(t *testing.T) {
	top := t.TempDir()
	put(t, filepath.Join(top, "real/q.db"), "text")
	link := filepath.Join(top, "link.db")
	if err := os.Symlink("real/q.db", link); err != nil {
		t.Fatal(err)
	}
	w := start(t, modes["notify"], Target{Path: link, Database: true})
	put(t, filepath.Join(top, "real/q.db-wal"), "x")
	await(t, w, "the wal beside the real file", names(link))
}

func TestLinkTurned(t *testing.T) {
	top := t.TempDir()
	put(t, filepath.Join(top, "old/q.db"), "text")
	put(t, filepath.Join(top, "new/q.db"), "text")
	link := filepath.Join(top, "link")
	turn := func(to string) {
		t.Helper()
		if err := errors.Join(os.Symlink(to, link+"~"), os.Rename(link+"~", link)); err != nil {
			t.Fatal(err)
		}
	}
	turn("old")
	w := start(t, modes["safety"], Target{Path: filepath.Join(link, "q.db"), Database: true})
	turn("new")
	await(t, w, "the other database", rescan)
	settle(w)
	put(t, filepath.Join(top, "new/q.db-wal"), "x")
	await(t, w, "its wal", names(filepath.Join(link, "q.db")))
}

// Where a link takes the place of a file, the files beside its destination are
// watched from then on.
func TestFileBecomesALink(t *testing.T) {
	eachMode(t, func(t *testing.T, o Options) {
		t.Helper()
		top := t.TempDir()
		path, destination := filepath.Join(top, "here/q.db"), filepath.Join(top, "there/real.db")
		put(t, path, "text")
		put(t, destination, "text")
		w := start(t, o, Target{Path: path, Database: true})
		if err := errors.Join(os.Remove(path), os.Symlink(destination, path)); err != nil {
			t.Fatal(err)
		}
		await(t, w, "the link", rescan)
		settle(w)
		put(t, destination+"-wal", "x")
		await(t, w, "the wal beside the destination", names(path))
	})
}

func TestSet(t *testing.T) {
	top := t.TempDir()
	a, b := filepath.Join(top, "a/a.db"), filepath.Join(top, "b/b.db")
	put(t, a, "x")
	put(t, b, "x")
	w := start(t, modes["notify"], Target{Path: a, Database: true})
	if err := w.Set([]Target{{Path: b, Database: true}}); err != nil {
		t.Fatal(err)
	}
	contains(t, w.How(), filepath.Dir(b))
	put(t, a, "y")
	if n := settle(w); n > 0 {
		t.Errorf("%d signals from what was taken out", n)
	}
	put(t, b, "y")
	await(t, w, "what was put in", names(b))
	if err := w.Set([]Target{{}}); err == nil {
		t.Error("a target without a path was taken")
	}
}

func TestClose(t *testing.T) {
	w, err := New([]Target{{Path: t.TempDir()}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, open := <-w.C(); open {
		t.Error("a signal after Close")
	}
	if err := w.Set(nil); !errors.Is(err, ErrClosed) {
		t.Errorf("Set after Close: %v", err)
	}
	if _, err := New([]Target{{}}, Options{}); err == nil {
		t.Error("a target without a path was taken")
	}
}
