package taskplane

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"notdone/model"
	"notdone/source"
	"notdone/source/filewrite"
	"notdone/source/logsource"
	"notdone/source/watch"
)

// plane is an open root.
type plane struct {
	logsource.Folder[*file, *task]
	filewrite.Actor
	base string // the path of the root in Dir, with a slash at its end; empty: Dir is the root

	tasks   map[string]*task
	batches []*batch // the newest first
	wanted  map[string]bool
	folders map[string]bool
	uses    map[*file][]*task
	reshape bool // what says which tasks there are is not what it was
}

// Open opens a root with the folder .pi in it, that folder, or what lies in there. The
// caller closes the source.
func Open(ctx context.Context, name string, o source.Options) (source.Source, error) {
	target, _, err := logsource.Resolve(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	root := rootOf(target)
	s := &plane{tasks: map[string]*task{}, reshape: true}
	s.Kind, s.Path, s.Dir, s.Options = Kind, name, root, o
	if _, err := os.Stat(filepath.Join(root, dotPi)); err != nil {
		return nil, fmt.Errorf("%s: no folder %s is there: %w", name, dotPi, source.WithoutPath(err))
	}
	s.widen()
	if err := s.Open(ctx, s.hooks()); err != nil {
		return nil, err
	}
	return s, nil
}

// widen opens the folder above the root when worktrees lie there, and reports whether it
// was not open already.
func (s *plane) widen() bool {
	wider := s.base == "" && besides(s.Dir)
	if wider {
		s.Dir, s.base = filepath.Dir(s.Dir), filepath.Base(s.Dir)+"/"
	}
	s.Actor = filewrite.Actor{Queue: s.Path, Root: s.Dir, See: s.see}
	return wider
}

func (s *plane) hooks() logsource.Hooks[*file, *task] {
	return logsource.Hooks[*file, *task]{
		Names:   s.names(),
		NewFile: func(rel string) *file { return &file{File: logsource.File{Rel: rel}, spot: spotOf(s.base, rel)} },
		Saw:     s.saw,
		Gone:    func(*file) { s.reshape = true },
		Settle:  s.settle,
		Units:   func() iter.Seq[*task] { return maps.Values(s.tasks) },
		Unit:    func(id string) (*task, bool) { t, ok := s.tasks[id]; return t, ok },
		Build:   s.report,
		Live:    func(*task) bool { return true },
		Reasons: []*logsource.Reason{logsource.Unreadable, logsource.Closed, logsource.Over, logsource.Deep},
	}
}

// saw is told of a file that is new or changed. What tells about a lane, or about the
// whole batch, matters to the task that is worked on.
func (s *plane) saw(f *file) {
	s.reshape = s.reshape || f.structural() || s.uses[f] == nil
	for _, t := range s.uses[f] {
		mine := f.agent != "" && string(t.spec.Batch.Agents[f.agent].TaskID) == t.id
		if !f.structural() && (f.folder != "" || mine || state(string(t.spec.Entry.Status)) == model.StateActive) {
			s.Enqueue(t)
		}
	}
}

// settle finds the tasks anew where that is due. Folders that came to be of interest by
// that are looked at, and may bring files that say more.
func (s *plane) settle(ctx context.Context) error {
	for s.reshape {
		s.reshape = false
		if err := s.regroup(ctx); err != nil {
			s.reshape = true
			return err
		}
	}
	return nil
}

// Targets are the folders that Taskplane writes to: what its agents change in between
// is none of ours.
func (s *plane) Targets() []watch.Target {
	pi := filepath.Join(s.Dir, s.base, dotPi)
	targets := []watch.Target{{Path: pi}}
	for _, name := range []string{"mailbox", "runtime", "supervisor"} {
		targets = append(targets, watch.Target{Path: filepath.Join(pi, name), Recursive: true})
	}
	for _, rel := range slices.Sorted(maps.Keys(s.folders)) {
		targets = append(targets, watch.Target{Path: filepath.Join(s.Dir, rel), Recursive: true})
	}
	return targets
}

// Trouble says what of the batches cannot be read.
func (s *plane) Trouble() error {
	var all []error
	for _, rel := range slices.Sorted(maps.Keys(s.Files)) {
		f := s.Files[rel]
		d, _ := f.data.(*batchFile)
		switch {
		case !f.structural() || !f.Read:
		case f.Err != nil:
			all = append(all, fmt.Errorf("%s: %w", rel, source.WithoutPath(f.Err)))
		case f.data == nil && f.At.Size > 0:
			all = append(all, fmt.Errorf("%s: not the JSON that it should be", rel))
		case d != nil && d.SchemaVersion.N > newestSchema:
			all = append(all, fmt.Errorf("%s: schema %d is newer than %d: only what is known of it is read", rel, d.SchemaVersion.N, newestSchema))
		}
	}
	return errors.Join(all...)
}

// Describe says what was found.
func (s *plane) Describe() source.Description {
	facts := []source.Fact{{Name: "tasks", Value: strconv.Itoa(len(s.tasks))}, {Name: "batches", Value: strconv.Itoa(len(s.batches))}}
	for _, b := range s.batches {
		if b.Current {
			facts = append(facts, source.Fact{Name: "batch", Value: b.ID + ", " + string(b.File.Phase)})
		}
	}
	return s.Description(nil, facts...)
}
