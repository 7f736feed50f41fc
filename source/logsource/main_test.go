package logsource

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"notdone/model"
	"notdone/source"
	"notdone/source/tail"
	"notdone/source/watch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// note is a file whose last line is the result of a task of its own.
type note struct {
	File
	Unit
	Follower[*lastLine]
}

// lastLine reads lines and keeps the last one.
type lastLine struct{ text string }

func (r *lastLine) Line(l tail.Line) { r.text = string(l.Text) }

func (r *lastLine) Peek(l tail.Line) *lastLine { return &lastLine{string(l.Text)} }

// notes is an adapter as small as one can be.
type notes struct {
	Folder[*note, *note]
	t          testing.TB
	built      int    // how many tasks were built
	unreadable string // the file that cannot be read
}

var noNote = &Reason{One: "file that is no note", Many: "files that are no notes"}

func newNotes(t testing.TB) *notes {
	t.Helper()
	n := &notes{t: t}
	n.Path, n.Dir, n.Options = "notes", t.TempDir(), source.Options{Now: time.Now}
	return n
}

func (n *notes) open() {
	n.t.Helper()
	err := n.Folder.Open(n.t.Context(), Hooks[*note, *note]{
		Names: Names{
			Enters: func(_, name string) bool { return name != "skip" },
			Takes: func(_, name string) (bool, *Reason) {
				return strings.HasSuffix(name, ".log") || !strings.Contains(name, "."), noNote
			},
		},
		NewFile: func(rel string) *note {
			f := &note{File: File{Rel: rel}}
			f.Parts = []*File{&f.File}
			return f
		},
		Saw: n.Enqueue, Gone: n.Drop,
		Units:   func() iter.Seq[*note] { return maps.Values(n.Files) },
		Unit:    func(id string) (*note, bool) { f, ok := n.Files[id]; return f, ok },
		Build:   n.build,
		Live:    func(*note) bool { return true },
		Reasons: []*Reason{Unreadable, Closed, Over, Deep, noNote, Database},
	})
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _ = n.Close() })
}

func (n *notes) build(ctx context.Context, f *note) (*model.Case, error) {
	n.built++
	err := f.Update(ctx, func(ctx context.Context) error {
		if n.unreadable == f.Rel {
			return fs.ErrPermission
		}
		return f.Follow(ctx, n.Dir, f.Rel, func() (*lastLine, bool, error) { return &lastLine{}, true, nil })
	})
	if err != nil || !f.Begun() || f.Err != nil || f.Owned {
		return nil, err
	}
	return &model.Case{Task: model.Task{ID: f.Rel}, Result: f.View.text}, nil
}

func (n *notes) write(rel, text string) {
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
func (n *notes) list() map[string]string {
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
func (n *notes) follow(all map[string]string, changed watch.Signal) {
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
func (n *notes) at(rels ...string) watch.Signal {
	s := watch.Nothing()
	for _, rel := range rels {
		s.Paths = append(s.Paths, filepath.Join(n.Dir, rel))
	}
	return s
}

// many fills the folder with notes: so many in so many subfolders.
func (n *notes) many(files, folders int) {
	for i := range files {
		n.write(fmt.Sprintf("f%03d/run-%d.log", i%folders, i), "one line\n")
	}
}
