package anvil

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"notdone/model"
	"notdone/source"
	"notdone/source/logsource"
	"notdone/source/watch"
)

// sessions is what is open: the sessions of a folder and of those beneath it, or
// one of them.
type sessions struct {
	logsource.Folder[*file, *run]
	only string // what in the folder was named; empty: all of it
	deep bool   // other folders than Anvil's own are looked into

	runs map[string]*run
	// reshape: files came, went or are something else, and were not joined anew.
	reshape bool
}

// Open opens what Anvil left at a path and finds its sessions without judging
// them: a folder with everything in it, a folder of Anvil's own, or one file of
// a session, which brings the rest of that session with it. The caller closes
// the source.
func Open(ctx context.Context, name string, o source.Options) (source.Source, error) {
	target, info, err := logsource.Resolve(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s := &sessions{runs: map[string]*run{}}
	s.Kind, s.Path, s.Dir, s.Options = Kind, name, target, o
	dir, rel, own := ownFolder(target)
	switch {
	case own:
		s.Dir, s.only = dir, rel
	case info.Mode().IsRegular():
		s.Dir, s.only = filepath.Dir(target), filepath.Base(target)
	case info.IsDir():
		s.deep = !checkout(target)
	default:
		return nil, fmt.Errorf("%s: neither a folder nor a regular file: %w", name, fs.ErrInvalid)
	}
	if err := s.Open(ctx, s.hooks()); err != nil {
		return nil, err
	}
	if f := s.Files[s.only]; info.Mode().IsRegular() && (f == nil || !f.ours && f.At.Size > 0) {
		return nil, fmt.Errorf("%s: not a file of an Anvil session", name)
	}
	return s, nil
}

func (s *sessions) hooks() logsource.Hooks[*file, *run] {
	return logsource.Hooks[*file, *run]{
		Names:   names(s.deep),
		NewFile: func(rel string) *file { return &file{File: logsource.File{Rel: rel}, spot: spotOf(rel)} },
		Saw: func(f *file) {
			if f.sniff(s.Dir) {
				s.reshape = true
			}
			if r := f.run; r != nil && s.runs[r.id] == r {
				s.Enqueue(r)
			}
		},
		Gone: func(*file) { s.reshape = true },
		Settle: func(context.Context) error {
			if s.reshape {
				s.regroup()
				s.reshape = false
			}
			return nil
		},
		Units:   func() iter.Seq[*run] { return maps.Values(s.runs) },
		Unit:    func(id string) (*run, bool) { r, ok := s.runs[id]; return r, ok },
		Build:   s.report,
		Live:    func(r *run) bool { return s.merge(r).live },
		Reasons: []*logsource.Reason{logsource.Unreadable, logsource.Closed, logsource.Over, logsource.Deep},
	}
}

// regroup joins the files anew. A run that keeps its id is the same run.
func (s *sessions) regroup() {
	now := map[string]*run{}
	for _, f := range s.Files {
		f.run = nil
	}
	for _, r := range groups(s.Files, filepath.Base(s.Dir)) {
		old := s.runs[r.id]
		same := old != nil && slices.Equal(old.files, r.files) && old.session == r.session
		if old != nil {
			old.files, old.session, old.label, old.Parts = r.files, r.session, r.label, r.Parts
			r = old
		}
		for _, f := range r.files {
			f.run = r
		}
		if s.only != "" && !r.has(s.only) {
			continue
		}
		if now[r.id] = r; !same {
			s.Enqueue(r)
		}
	}
	for id, old := range s.runs {
		if now[id] == nil {
			s.Drop(old)
		}
	}
	s.runs = now
	s.Reorder()
}

// report reads what is new of a run and returns it as a task; nil when nothing
// is in its files yet.
func (s *sessions) report(ctx context.Context, r *run) (*model.Case, error) {
	if !slices.ContainsFunc(r.files, func(f *file) bool { return f.At.Size > 0 }) {
		return nil, nil //nolint:nilnil // there is nothing to report yet
	}
	for _, f := range r.files {
		if err := s.update(ctx, f); err != nil {
			return nil, err
		}
	}
	return s.build(r), nil
}

// Targets is the folder with everything in it, or where only Anvil's own folder
// in it is looked into, that.
func (s *sessions) Targets() []watch.Target {
	if s.deep {
		return s.Folder.Targets()
	}
	return []watch.Target{{Path: s.Dir}, {Path: filepath.Join(s.Dir, dotAnvil), Recursive: true}}
}

// Describe says what was found.
func (s *sessions) Describe() source.Description {
	places := map[string]bool{}
	for _, r := range s.runs {
		if r.place != "." {
			places[r.place] = true
		}
	}
	facts := []source.Fact{{Name: "sessions", Value: strconv.Itoa(len(s.runs))}}
	if !s.deep && s.only == "" {
		facts = append(facts, source.Fact{Name: "working copy", Value: "only the folder that Anvil keeps in it is read"})
	}
	return s.Description(places, facts...)
}

// Owns reports whether a file tells about a session, or lies where Anvil alone
// keeps what it writes.
func (s *sessions) Owns(rel string) bool {
	f := s.Files[rel]
	return f != nil && f.run != nil || inOwn(rel)
}

// Resolve finds a session by its id, its own name, the name of its case, of its
// folder or of its log, where only one goes by that.
func (s *sessions) Resolve(ctx context.Context, name string) (string, error) {
	ctx, done := s.Alive(ctx)
	defer done()
	if s.runs[name] != nil {
		return name, nil
	}
	found := s.called(name)
	if len(found) == 0 { // a session may go by a name that only its file tells
		for _, f := range s.Files {
			if f.run != nil && (f.spot.role == roleSession || f.spot.role == roleTelemetry) {
				if err := s.update(ctx, f); err != nil {
					return "", fmt.Errorf("%s: %w", s.Path, err)
				}
			}
		}
		found = s.called(name)
	}
	return s.One(name, found)
}

// called are the ids of the sessions that go by a name, as far as they were read.
func (s *sessions) called(name string) []string {
	var found []string
	for id, r := range s.runs {
		if r.goesBy(name) || path.Base(id) == name {
			found = append(found, id)
		}
	}
	return found
}
