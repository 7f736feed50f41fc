package filewrite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/logsource"
	"notdone/source/tail"
)

// A whole adapter with actions, to copy: a folder of cards, each a file that begins
// with its state, such as "state: open". A file of the same name with the end
// ".done" says that somebody has finished with it.
func cardsAdapter() source.Adapter {
	return source.Adapter{
		Kind: "cards",
		Open: func(ctx context.Context, path string, o source.Options) (source.Source, error) {
			s := &cards{}
			return s, s.open(ctx, path, o)
		},
		State:   func(string) model.State { return model.StateUnknown },
		Actions: Offers([]model.ActionName{model.ActionCancel, model.ActionResetStep, model.ActionMessage}),
	}
}

// cards is an open folder of cards, which can be acted on.
type cards struct {
	logsource.Folder[*card, *card]
	Actor
}

// card is one file, and one task.
type card struct {
	logsource.File
	logsource.Unit
	logsource.Follower[*head]
}

// head reads the state and the newest line.
type head struct{ state, last string }

func (h *head) Line(l tail.Line) {
	if state, ok := strings.CutPrefix(string(l.Text[:min(len(l.Text), 200)]), "state: "); ok && h.state == "" {
		h.state = state
	}
	h.last = string(l.Text[:min(len(l.Text), 200)])
}

func (h *head) Peek(l tail.Line) *head {
	c := *h
	c.Line(l)
	return &c
}

func (s *cards) open(ctx context.Context, path string, o source.Options) error {
	s.Kind, s.Path, s.Dir, s.Options = "cards", path, path, o
	s.Actor = Actor{Queue: path, Root: path, See: s.see}
	return s.Open(ctx, logsource.Hooks[*card, *card]{
		Names: logsource.Names{
			Enters: func(string, string) bool { return true },
			Takes: func(_, name string) (bool, *logsource.Reason) {
				return strings.HasSuffix(name, ".card"), nil
			},
		},
		NewFile: func(rel string) *card {
			f := &card{File: logsource.File{Rel: rel}}
			f.Parts = []*logsource.File{&f.File}
			return f
		},
		Saw: s.Enqueue, Gone: s.Drop,
		Units:   func() iter.Seq[*card] { return maps.Values(s.Files) },
		Unit:    func(id string) (*card, bool) { f, ok := s.Files[id]; return f, ok },
		Build:   s.build,
		Live:    func(*card) bool { return true },
		Reasons: []*logsource.Reason{logsource.Unreadable},
	})
}

func (s *cards) build(ctx context.Context, f *card) (*model.Case, error) {
	err := f.Update(ctx, func(ctx context.Context) error {
		return f.Follow(ctx, s.Dir, f.Rel, func() (*head, bool, error) { return &head{}, true, nil })
	})
	if err != nil || !f.Begun() {
		return nil, err
	}
	_, err = os.Lstat(filepath.Join(s.Dir, f.Rel+".done"))
	return &model.Case{
		Task: model.Task{
			Source: s.Kind, Queue: s.Path, ID: f.Rel, Title: f.Rel, Recorded: f.View.state,
			Updated: f.Written(), Logs: []model.LogRef{s.Ref(f)},
		},
		Result: f.View.last,
		Native: &situation{rel: f.Rel, state: f.View.state, done: err == nil, at: s.Options.Now()},
	}, nil
}

func (s *cards) see(ctx context.Context, id string) (Seen, error) {
	_, c, err := s.Reread(ctx, id)
	if err != nil {
		return Seen{}, err
	}
	n := c.Native.(*situation)
	return Seen{Status: n.state, Facts: []source.Fact{{Name: "finished", Value: fmt.Sprint(n.done)}}, Situation: n}, nil
}

// situation is a card as it was read.
type situation struct {
	rel, state string
	done       bool
	at         time.Time
}

func (n *situation) Decide(r source.Request) Decision {
	const untilTouched = "until somebody writes to it"
	switch {
	case n.state == "gone":
		return Refuse("it is gone")
	case r.Action == model.ActionCancel && n.state == "open":
		return Decision{
			Now: "cancelled", Undo: untilTouched,
			Edits: []Edit{
				{Path: n.rel, Change: replace("state: open", "state: cancelled")},
				{Path: "log.txt", Append: []byte(n.rel + " cancelled " + r.Reason + "\n")},
			},
		}
	case r.Action == model.ActionResetStep && n.done:
		return Decision{Now: "open", Undo: untilTouched, Edits: []Edit{
			{Path: n.rel, Change: replace("state: "+n.state, "state: open")}, {Path: n.rel + ".done", Remove: true},
		}}
	case r.Action == model.ActionMessage:
		d := Decision{TakesAnswer: true, AgentSees: r.Answer != "", Undo: "until it is read"}
		if r.Answer == "" {
			d.Missing = "a message is to be given"
			return d
		}
		name := fmt.Sprintf("%s-%d", n.rel, n.at.UnixMilli())
		d.Edits = []Edit{{Path: "in/" + name, Create: []byte(r.Answer + "\n"), Moved: "out/" + name}}
		return d
	}
	return Refuse("a card that is %s has no %s", n.state, r.Action)
}

func (n *situation) Undo(r *source.Record) Decision {
	return Decision{Now: r.Was}
}

// replace returns a change of the first occurrence of a text.
func replace(from, to string) func([]byte) ([]byte, error) {
	return func(content []byte) ([]byte, error) {
		if !bytes.Contains(content, []byte(from)) {
			return nil, errors.New("it does not say " + from)
		}
		return bytes.Replace(content, []byte(from), []byte(to), 1), nil
	}
}

// folder is a folder of cards.
type folder struct {
	*cards
	t   testing.TB
	dir string
}

func newFolder(t testing.TB) *folder {
	t.Helper()
	return &folder{t: t, dir: t.TempDir(), cards: &cards{}}
}

// opened opens the folder.
func (f *folder) opened() *folder {
	f.t.Helper()
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	if err := f.open(f.t.Context(), f.dir, source.Options{Now: func() time.Time { return now }}); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = f.Close() })
	return f
}

func (f *folder) write(rel, text string) {
	f.t.Helper()
	path := filepath.Join(f.dir, rel)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) read(rel string) string {
	f.t.Helper()
	text, err := os.ReadFile(filepath.Join(f.dir, rel))
	if err != nil {
		return "! " + err.Error()
	}
	return string(text)
}

// plan plans an action that must not be refused.
func (f *folder) plan(id string, action model.ActionName, answer string) source.Plan {
	f.t.Helper()
	p, err := f.Plan(f.t.Context(), source.Request{Task: id, Action: action, Answer: answer, Actor: "ann", Reason: "why"})
	if err != nil || p.Refused != "" {
		f.t.Fatalf("plan of %s: %q, %v", action, p.Refused, err)
	}
	return p
}

// apply applies a plan and returns its record.
func (f *folder) apply(p source.Plan, meanwhile func()) (r source.Record, err error) {
	f.t.Helper()
	r = source.Record{Request: p.Request, Task: p.Task, Was: p.Was, Now: p.Now, Undo: p.Undo}
	err = f.Apply(f.t.Context(), p, func(all []source.Image) error {
		if r.Images = all; meanwhile != nil {
			meanwhile()
		}
		return nil
	})
	return r, err
}

// names are the files of the folder.
func (f *folder) names() (all []string) {
	f.t.Helper()
	err := filepath.WalkDir(f.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(f.dir, path)
			all = append(all, rel)
		}
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return all
}
