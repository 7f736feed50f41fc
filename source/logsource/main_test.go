package logsource

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"notdone/source"
	"notdone/source/watch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a folder of notes, open or not yet.
type bench struct {
	*notes
	t testing.TB
}

func newNotes(t testing.TB) *bench {
	t.Helper()
	b := &bench{t: t, notes: &notes{}}
	b.Dir, b.Options.Now = t.TempDir(), time.Now
	return b
}

func (n *bench) open() {
	n.t.Helper()
	if err := n.notes.open(n.t.Context(), n.Dir, n.Options); err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _ = n.Close() })
}

func (n *bench) write(rel, text string) {
	n.t.Helper()
	path := filepath.Join(n.Dir, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		n.t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		n.t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		n.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		n.t.Fatal(err)
	}
}

// list lists every task, in small pages.
func (n *bench) list() map[string]string {
	n.t.Helper()
	all := map[string]string{}
	for q := (source.Query{Limit: 3}); ; {
		p, err := n.List(n.t.Context(), q)
		if err != nil {
			n.t.Fatal(err)
		}
		for _, c := range p.Cases {
			if _, again := all[c.Task.ID]; again {
				n.t.Fatalf("%s is listed twice", c.Task.ID)
			}
			all[c.Task.ID] = c.Result
		}
		if q.After = p.Next; p.Next == "" {
			return all
		}
	}
}

// follow moves what was listed on by all that Refresh tells of a change.
func (n *bench) follow(all map[string]string, changed watch.Signal) {
	n.t.Helper()
	for more := true; more; changed = watch.Nothing() {
		d, err := n.Refresh(n.t.Context(), changed)
		if err != nil {
			n.t.Fatal(err)
		}
		for _, c := range d.Cases {
			all[c.Task.ID] = c.Result
		}
		for _, id := range d.Removed {
			delete(all, id)
		}
		more = d.More
	}
}

// at is the signal of a change of these paths.
func (n *bench) at(rels ...string) watch.Signal {
	s := watch.Nothing()
	for _, rel := range rels {
		s.Paths = append(s.Paths, filepath.Join(n.Dir, rel))
	}
	return s
}

// many fills the folder with notes: so many in so many subfolders.
func (n *bench) many(files, folders int) {
	for i := range files {
		n.write(fmt.Sprintf("f%03d/run-%d.log", i%folders, i), "one line\n")
	}
}
