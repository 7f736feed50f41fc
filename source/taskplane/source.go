package taskplane

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/logsource"
	"notdone/source/watch"
)

// plane is an open root.
type plane struct {
	logsource.Folder[*file, *task]
	only string // the one batch that is shown; empty: all

	tasks   map[string]*task
	batches []*batch // the newest first
	wanted  map[string]bool
	folders map[string]bool
	uses    map[*file][]*task
	reshape bool // what says which tasks there are is not what it was
}

// Open opens a root with the folder .pi in it, that folder, or what lies in there; of
// the runtime folder of a batch it shows the tasks of that batch alone. The caller
// closes the source.
func Open(ctx context.Context, name string, o source.Options) (source.Source, error) {
	target, _, err := logsource.Resolve(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	root, within := rootOf(target)
	s := &plane{tasks: map[string]*task{}, reshape: true}
	s.Kind, s.Path, s.Dir, s.Options = Kind, name, root, o
	if parts := strings.Split(within, "/"); len(parts) > 1 && parts[0] == "runtime" {
		s.only = parts[1]
	}
	if _, err := os.Stat(filepath.Join(root, dotPi)); err != nil {
		return nil, fmt.Errorf("%s: no folder %s is there: %w", name, dotPi, logsource.Plain(err))
	}
	if err := s.Open(ctx, s.hooks()); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *plane) hooks() logsource.Hooks[*file, *task] {
	return logsource.Hooks[*file, *task]{
		Names:   s.names(),
		NewFile: func(rel string) *file { return &file{File: logsource.File{Rel: rel}, spot: spotOf(rel)} },
		Saw:     s.saw,
		Gone: func(*file) {
			s.reshape = true
		},
		Settle: s.settle,
		Units:  func() iter.Seq[*task] { return maps.Values(s.tasks) },
		Unit:   func(id string) (*task, bool) { t, ok := s.tasks[id]; return t, ok },
		Build:  s.report,
		Live:   func(*task) bool { return true },
		Reasons: []*logsource.Reason{
			logsource.Unreadable, logsource.Closed, logsource.Over, logsource.Deep,
		},
	}
}

// saw is told of a file that is new or changed.
func (s *plane) saw(f *file) {
	if f.structural() || s.uses[f] == nil {
		s.reshape = true
	}
	if f.structural() {
		return
	}
	for _, t := range s.uses[f] {
		if f.matters(t) {
			s.Enqueue(t)
		}
	}
}

// matters reports whether a change of a file that tells about many tasks matters to one.
func (f *file) matters(t *task) bool {
	return f.role != roleLock || state(string(t.spec.Entry.Status)) == model.StateActive
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
	targets := []watch.Target{{Path: filepath.Join(s.Dir, dotPi)}}
	for _, name := range []string{"mailbox", "runtime", "supervisor"} {
		targets = append(targets, watch.Target{Path: filepath.Join(s.Dir, dotPi, name), Recursive: true})
	}
	for _, rel := range slices.Sorted(maps.Keys(s.folders)) {
		targets = append(targets, watch.Target{Path: filepath.Join(s.Dir, rel), Recursive: true})
	}
	return targets
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
