package watch

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Paths that are resolved together are resolved as each by itself, whatever links are in
// them: to a folder, to a link, to nothing, to itself, and beneath a file.
func TestRealPaths(t *testing.T) {
	top := t.TempDir()
	in := func(p string) string { return filepath.Join(top, p) }
	put(t, in("a/b/q.db"), "x")
	for link, to := range map[string]string{
		"to-a": "a", "a/to-b": "b", "again": "to-a/to-b", "nowhere": "none", "itself": "itself", "a/b/file": "q.db", "beneath": "a/b/q.db/c", "up": "a/..",
	} {
		if err := os.Symlink(to, in(link)); err != nil {
			t.Fatal(err)
		}
	}
	real := realPaths{}
	for _, p := range []string{
		"a/b/q.db", "to-a/b/q.db", "again/q.db", "again/file", "again/none/q.db", "nowhere/q.db", "nowhere", "itself/q.db", "a/b/q.db/c", "beneath", "up/to-a/to-b/file", "",
	} {
		if got, want := real.resolve(in(p)), resolveLinks(in(p)); got != want {
			t.Errorf("%s is %s, and by itself %s", p, got, want)
		}
	}
}

// Checks of many files are rarer, so that together they take a small part of the time.
func TestCheckPause(t *testing.T) {
	l := newLoop(Options{}.withDefaults(), newOutbox())
	defer l.stop()
	for took, want := range map[time.Duration]time.Duration{
		0: 2 * time.Second, time.Millisecond: 2 * time.Second, 20 * time.Millisecond: 10 * time.Second, time.Second: time.Minute,
	} {
		if got := l.checkPause(took); got != want {
			t.Errorf("%v after a check of %v, want %v", got, took, want)
		}
	}
}
