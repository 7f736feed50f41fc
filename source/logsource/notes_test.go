package logsource

import (
	"context"
	"io/fs"
	"iter"
	"maps"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/tail"
)

// A whole adapter, to copy: a folder of notes, each a file whose last line is the
// result of a task of its own.
func notesAdapter() source.Adapter {
	return source.Adapter{
		Kind: "notes",
		Detect: func(ctx context.Context, p *source.Probe) (found bool, err error) {
			if p.Info.IsDir() {
				err = Walk(ctx, p.Path, noteNames, Bounds{Files: 1, Depth: 3}, func(string) error { found = true; return nil })
			}
			return found, err
		},
		Open: func(ctx context.Context, path string, o source.Options) (source.Source, error) {
			n := &notes{}
			return n, n.open(ctx, path, o)
		},
		State: func(recorded string) model.State {
			if recorded == "noted" {
				return model.StateDone
			}
			return model.StateUnknown
		},
	}
}

// notes is an open folder of notes.
type notes struct {
	Folder[*note, *note]
	built      int    // how many tasks were built
	unreadable string // the file that cannot be read
}

// note is one file, and one task.
type note struct {
	File
	Unit
	Follower[*lastLine]
}

// lastLine reads lines and keeps the last one.
type lastLine struct{ text string }

func (r *lastLine) Line(l tail.Line) {
	if len(l.Text) <= 4096 {
		r.text = string(l.Text)
	}
}

func (r *lastLine) Peek(l tail.Line) *lastLine {
	c := *r
	c.Line(l)
	return &c
}

var noNote = &Reason{One: "file that is no note", Many: "files that are no notes"}

var noteNames = Names{
	Enters: func(_, name string) bool { return name != "skip" },
	Takes: func(_, name string) (bool, *Reason) {
		return strings.HasSuffix(name, ".log") || !strings.Contains(name, "."), noNote
	},
}

func (n *notes) open(ctx context.Context, path string, o source.Options) (err error) {
	n.Kind, n.Path, n.Options = "notes", path, o
	if n.Dir, _, err = Resolve(path); err != nil {
		return err
	}
	return n.Open(ctx, Hooks[*note, *note]{
		Names: noteNames,
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
	return &model.Case{
		Task:   model.Task{Source: n.Kind, Queue: n.Path, ID: f.Rel, Title: f.Rel, Recorded: "noted", Updated: f.Written(), Logs: []model.LogRef{n.Ref(f)}},
		Result: f.View.text,
	}, nil
}
