package logsource

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
	"notdone/source/watch"
)

// TestToldPathsAreEnough: whoever is told the paths of what changed, as package
// watch tells them, knows as much as who looks at everything.
func TestToldPathsAreEnough(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := newNotes(t)
		n.write("a/one.log", "begun\n")
		n.write("two.log", "begun\n")
		n.open()
		got := n.list()
		names := rapid.SampledFrom([]string{"one.log", "two.log", "plain", "plain-wal", "x.db", "read.me"})
		dirs := rapid.SampledFrom([]string{".", "a", "a/b", "c", "skip", "skip/d"})
		for range rapid.IntRange(1, 6).Draw(r, "refreshes") {
			var told []string
			for i := range rapid.IntRange(1, 5).Draw(r, "changes") {
				dir := dirs.Draw(r, "dir")
				rel := filepath.Join(dir, names.Draw(r, "name"))
				path := filepath.Join(n.Dir, rel)
				switch rapid.IntRange(0, 5).Draw(r, "what") {
				case 0, 1:
					told = append(told, n.missing(rel)...)
					n.write(rel, fmt.Sprintf("line %d\n", i))
				case 2:
					_ = os.Remove(path)
				case 3:
					if rel = dir; dir != "." {
						_ = os.RemoveAll(filepath.Join(n.Dir, dir))
					}
				case 4:
					_ = os.Rename(path, path+".log")
					told = append(told, rel+".log")
				case 5:
					_ = os.Remove(path)
					_ = os.Symlink("/etc/hostname", path)
				}
				told = append(told, rel)
			}
			n.follow(got, n.at(told...))
			fresh := newNotes(t)
			fresh.Dir = n.Dir
			fresh.open()
			if d := cmp.Diff(fresh.list(), got); d != "" {
				r.Fatalf("told %q: %s", told, d)
			}
			if d := cmp.Diff(got, n.list()); d != "" {
				r.Fatalf("told %q, listed again: %s", told, d)
			}
		}
	})
}

// missing are the folders above a file that are not there: package watch names
// each that comes.
func (n *bench) missing(rel string) (dirs []string) {
	for dir := filepath.Dir(rel); dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(n.Dir, dir)); err != nil {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// Only what is named is read, and only as much as one call may.
func TestRefreshReadsWhatItIsTold(t *testing.T) {
	n := newNotes(t)
	n.many(30, 3)
	n.open()
	got := n.list()
	n.follow(got, watch.Signal{})
	n.built = 0
	n.write("f001/run-1.log", "two\n")
	n.write("f002/run-2.log", "two\n")
	n.follow(got, n.at("f001/run-1.log"))
	if n.built != 1 || got["f001/run-1.log"] != "two" || got["f002/run-2.log"] != "one line" {
		t.Errorf("%d built, %q, %q", n.built, got["f001/run-1.log"], got["f002/run-2.log"])
	}
	n.follow(got, watch.Nothing())
	if n.built != 1 {
		t.Errorf("%d built when nothing changed", n.built)
	}
	n.follow(got, watch.Signal{})
	if n.built != 2 || got["f002/run-2.log"] != "two" {
		t.Errorf("%d built, %q after a look everywhere", n.built, got["f002/run-2.log"])
	}
}

// What is passed over in any case does not have the folder looked through, however
// busy its owner is.
func TestOthersAreNotLookedThrough(t *testing.T) {
	n := newNotes(t)
	n.many(3, 1)
	for _, rel := range []string{"kanban.db", "kanban.db-wal", "read.me", "skip/a.log", "own/a.log", strings.Repeat("d/", bounds.Depth+1) + "a.log"} {
		n.write(rel, "x\n")
	}
	n.Options.Apart = []string{filepath.Join(n.Dir, "own")}
	n.open()
	got := n.list()
	n.follow(got, watch.Signal{})
	scans := n.round
	for _, rel := range []string{"kanban.db", "kanban.db-wal", "read.me", "skip/a.log", "own/a.log", strings.Repeat("d/", bounds.Depth+1) + "a.log"} {
		n.write(rel, "x\n")
		if n.follow(got, n.at(rel)); n.round != scans {
			t.Errorf("after a change of %s everything was looked at", rel)
			scans = n.round
		}
	}
	n.write("f000/new.log", "x\n")
	if n.follow(got, n.at("f000/new.log")); n.round == scans || got["f000/new.log"] != "x" {
		t.Errorf("a new file: %v", got)
	}
}

// What is left to be read of many new files is read without looking at them
// again; once it is, they are looked at again.
func TestFilesThatGoWhileTheyAreRead(t *testing.T) {
	n := newNotes(t)
	n.open()
	n.list()
	const files = 3 * most
	n.many(files, 1)
	shown := map[string]bool{}
	for first, more := true, true; more; first = false {
		d, err := n.Refresh(t.Context(), watch.Signal{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range d.Cases {
			shown[c.Task.ID] = true
		}
		for _, id := range d.Removed {
			delete(shown, id)
		}
		if more = d.More; first {
			if len(shown) == 0 || len(shown) >= files || !more {
				t.Fatalf("%d of %d files were read at once", len(shown), files)
			}
			if err := os.RemoveAll(filepath.Join(n.Dir, "f000")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(shown) > 0 {
		t.Errorf("%d files that are gone are shown, and nothing more is to be told", len(shown))
	}
}

// What is gone is told once, however much it is.
func TestManyAreGone(t *testing.T) {
	n := newNotes(t)
	n.open()
	const gone = 200_000
	for i := range gone {
		n.gone = append(n.gone, fmt.Sprint(i%(gone/2)))
	}
	d, err := n.Refresh(t.Context(), watch.Signal{})
	if err != nil || len(d.Removed) != gone/2 {
		t.Errorf("%d removed, %v", len(d.Removed), err)
	}
}

func TestWalkIsBounded(t *testing.T) {
	n := newNotes(t)
	for i := range 5 {
		n.write(fmt.Sprintf("%d.log", i), "x")
	}
	n.write(strings.Repeat("d/", 4)+"deep.log", "x")
	for _, c := range []struct {
		bounds Bounds
		want   int
	}{
		{Bounds{100, 16}, 6},
		{Bounds{100, 4}, 6},
		{Bounds{100, 3}, 5},
		{Bounds{3, 16}, 3},
	} {
		found := 0
		all := Names{Enters: func(string, string) bool { return true }, Takes: func(string, string) (bool, *Reason) { return true, nil }}
		if err := Walk(t.Context(), n.Dir, all, c.bounds, func(string) error { found++; return nil }); err != nil {
			t.Fatal(err)
		}
		if found != c.want {
			t.Errorf("%+v: found %d", c.bounds, found)
		}
	}
}

func TestLeftOutIsCounted(t *testing.T) {
	n := newNotes(t)
	for _, rel := range []string{"a.log", "b.md", "c.md", "d/e.md", "db", "db-wal", "secret.log"} {
		n.write(rel, "x\n")
	}
	n.unreadable = "secret.log"
	n.open()
	got := n.list()
	if len(got) != 1 {
		t.Errorf("%v", got)
	}
	want := "1 file that cannot be read, 3 files that are no notes, 1 database (db)"
	if got := n.LeftOut(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	n.unreadable = ""
	n.write("secret.log", "y\n")
	n.follow(got, watch.Signal{})
	if got := n.LeftOut(); strings.Contains(got, "cannot be read") {
		t.Errorf("then %q", got)
	}
}

// A call that was broken off has told nothing, and loses nothing.
func TestBrokenOff(t *testing.T) {
	n := newNotes(t)
	n.many(6, 2)
	n.open()
	got := n.list()
	n.follow(got, watch.Signal{})
	n.write("f000/run-0.log", "two\n")
	n.write("f000/new.log", "two\n")
	if err := os.Remove(filepath.Join(n.Dir, "f001/run-1.log")); err != nil {
		t.Fatal(err)
	}
	for _, s := range []watch.Signal{n.at("f000/run-0.log"), {}} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := n.Refresh(ctx, s); err == nil {
			t.Fatal("it went on")
		}
	}
	n.follow(got, watch.Nothing())
	want := map[string]string{
		"f000/run-0.log": "two", "f000/new.log": "two", "f000/run-2.log": "one line", "f000/run-4.log": "one line",
		"f001/run-3.log": "one line", "f001/run-5.log": "one line",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestFileOfSomebodyElse(t *testing.T) {
	n := newNotes(t)
	theirs := ""
	n.Options.Owned = func(rel string) bool { return rel == theirs }
	n.many(2, 1)
	n.open()
	got := n.list()
	for _, theirs = range []string{"f000/run-0.log", ""} {
		n.follow(got, watch.Signal{})
		if _, shown := got["f000/run-0.log"]; shown != (theirs == "") {
			t.Errorf("owned by somebody else: %q, shown: %v", theirs, shown)
		}
	}
}

func TestWhatHasASourceOfItsOwnIsLeftOut(t *testing.T) {
	n := newNotes(t)
	n.many(2, 2)
	n.Options.Apart = []string{filepath.Join(n.Dir, "f000"), filepath.Join(n.Dir, "f00")}
	n.open()
	got := n.list()
	if _, shown := got["f000/run-0.log"]; shown || len(got) != 1 {
		t.Errorf("shown: %v", got)
	}
	if said := n.LeftOut(); said != "1 file or folder that another source reads (f000)" {
		t.Error(said)
	}
}

// BenchmarkNewFile takes in one file more beside 19,000 others in 200 folders.
func BenchmarkNewFile(b *testing.B) {
	n := newNotes(b)
	n.many(19_000, 200)
	n.open()
	n.list()
	n.follow(map[string]string{}, watch.Signal{})
	for i := 0; b.Loop(); i++ {
		rel := fmt.Sprintf("f%03d/new.log", i%200)
		n.write(rel, "one line\n")
		if d, err := n.Refresh(b.Context(), n.at(rel)); err != nil || len(d.Cases) != 1 {
			b.Fatal(len(d.Cases), err)
		}
	}
}

// BenchmarkRefresh takes in one line more of one of 20,000 files, told where it is
// and not.
func BenchmarkRefresh(b *testing.B) {
	for _, folders := range []int{1, 200} {
		n := newNotes(b)
		n.many(20_000, folders)
		old := time.Now().Add(-time.Hour)
		for i := range folders {
			if err := os.Chtimes(filepath.Join(n.Dir, fmt.Sprintf("f%03d", i)), old, old); err != nil {
				b.Fatal(err)
			}
		}
		n.open()
		n.list()
		n.follow(map[string]string{}, watch.Signal{})
		path := fmt.Sprintf("f%03d/run-%d.log", 7%folders, 7)
		for name, changed := range map[string]watch.Signal{"told": n.at(path), "everywhere": {}} {
			b.Run(fmt.Sprintf("%d folders/%s", folders, name), func(b *testing.B) {
				for b.Loop() {
					n.write(path, "one line more\n")
					if d, err := n.Refresh(b.Context(), changed); err != nil || len(d.Cases) != 1 {
						b.Fatal(len(d.Cases), err)
					}
				}
			})
		}
	}
}
