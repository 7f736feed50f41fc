package anvil

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// sessions is what is open: the sessions of a folder and of those beneath it, or
// one of them.
type sessions struct {
	path    string // as the operator gave it
	dir     string // absolute
	only    string // what in dir was named; empty: all of it
	deep    bool   // other folders than Anvil's own are looked into
	options source.Options
	life    context.Context //nolint:containedctx // Close ends what is being read
	end     context.CancelFunc

	files  map[string]*file
	runs   map[string]*run
	owned  map[string]bool // the files of all runs, by their paths
	round  uint64
	opened bool
	over   int // files that are not looked at because there are too many
	closed int
	// reshape: files came, went or are something else, and were not joined anew.
	reshape bool
	order   []*run // as they are listed; nil: to be sorted
	queue   []*run // to be reported by Refresh
	gone    []string
}

// Open opens what Anvil left at a path and finds its sessions without judging
// them: a folder with everything in it, a folder of Anvil's own, or one file of
// a session, which brings the rest of that session with it. The caller closes
// the source.
func Open(ctx context.Context, path string, o source.Options) (source.Source, error) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, plain(err))
	}
	if target, err = filepath.Abs(target); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	info, err := os.Lstat(target)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, plain(err))
	}
	s := &sessions{path: path, dir: target, deep: true, options: o, files: map[string]*file{}, runs: map[string]*run{}, owned: map[string]bool{}}
	dir, rel, inside := ownFolder(target)
	switch {
	case inside:
		s.dir, s.only, s.deep = dir, rel, false
	case info.Mode().IsRegular():
		s.dir, s.only = filepath.Split(target)
		s.dir, s.deep = filepath.Clean(s.dir), false
	case info.IsDir():
		s.deep = !checkout(target)
	default:
		return nil, fmt.Errorf("%s: neither a folder nor a regular file: %w", path, fs.ErrInvalid)
	}
	if err := s.scan(ctx); err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() && !s.knows(s.only) {
		return nil, fmt.Errorf("%s: not a file of an Anvil session", path)
	}
	s.opened = true
	s.life, s.end = context.WithCancel(context.Background())
	return s, nil
}

// knows reports whether a file is one of a session, or may still become one.
func (s *sessions) knows(rel string) bool {
	f := s.files[rel]
	return f != nil && (f.ours || f.at.size == 0)
}

// ownFolder finds the folder that the agent worked in, for a path that lies in
// one of Anvil's own folders, and the path from there.
func ownFolder(abs string) (dir, rel string, ok bool) {
	parts := strings.Split(filepath.ToSlash(abs), "/")
	for i := len(parts) - 1; i > 0; i-- {
		if parts[i] == dotAnvil || parts[i] == dotState {
			return or(strings.Join(parts[:i], "/"), "/"), strings.Join(parts[i:], "/"), true
		}
	}
	return "", "", false
}

// Close ends what is being read. A second call does nothing.
func (s *sessions) Close() error {
	s.end()
	return nil
}

// alive returns a context that also ends when the source is closed.
func (s *sessions) alive(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if s.life.Err() != nil {
		cancel()
	}
	stop := context.AfterFunc(s.life, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// checkout reports whether a folder is a working copy that an agent works in:
// all of its sessions are in Anvil's own folders, and most of what changes in it
// is none of ours.
func checkout(dir string) bool {
	is := func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	return is(".git") && (is(dotAnvil) || is(dotState))
}

// Targets is the folder with everything in it, or where only Anvil's own folders
// in it are looked into, these.
func (s *sessions) Targets() []watch.Target {
	if s.deep {
		return []watch.Target{{Path: s.dir, Recursive: true}}
	}
	return []watch.Target{
		{Path: s.dir},
		{Path: filepath.Join(s.dir, dotAnvil), Recursive: true},
		{Path: filepath.Join(s.dir, dotState), Recursive: true},
	}
}

// Describe says what was found.
func (s *sessions) Describe() source.Description {
	d := source.Description{Kind: Kind, Path: s.path}
	places := map[string]bool{}
	for _, r := range s.runs {
		if r.place != "." {
			places[r.place] = true
		}
	}
	d.Facts = []source.Fact{{Name: "sessions", Value: strconv.Itoa(len(s.runs))}}
	if !s.deep && s.only == "" {
		d.Facts = append(d.Facts, source.Fact{Name: "working copy", Value: "only the folders that Anvil keeps in it are read"})
	}
	groups := sortedKeys(places)
	d.Groups = groups[:min(len(groups), maxGroups)]
	return d
}

// LeftOut counts what could not be read.
func (s *sessions) LeftOut() string {
	unreadable := 0
	for _, r := range s.runs {
		for _, f := range r.files {
			if f.err != nil {
				unreadable++
			}
		}
	}
	var parts []string
	count := func(n int, what string) {
		if n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+what)
		}
	}
	count(unreadable, "of a session's files that cannot be read")
	count(s.closed, "of the folders that cannot be read")
	count(s.over, fmt.Sprintf("of the files, because more than %d are there", maxFiles))
	return strings.Join(parts, ", ")
}

// Owns reports whether a file tells about a session, or lies where Anvil alone
// keeps what it writes.
func (s *sessions) Owns(rel string) bool {
	return s.owned[rel] || strings.Contains("/"+rel, "/"+dotAnvil+"/") || strings.Contains("/"+rel, "/"+dotState+"/")
}

// maxGroups bounds how many folders a description names.
const maxGroups = 200

// Trouble says what of the sessions cannot be read just now; nil when all can.
func (s *sessions) Trouble() error {
	for _, id := range sortedKeys(s.runs) {
		for _, f := range s.runs[id].files {
			if f.err != nil {
				return fmt.Errorf("%s in %s: %w", f.rel, s.path, plain(f.err))
			}
		}
	}
	return nil
}

// ref is a file as a log of its task.
func (s *sessions) ref(f *file) model.LogRef { return model.LogRef{Root: s.dir, Path: f.rel} }

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func sorted(files map[string]*file) []*file {
	out := make([]*file, 0, len(files))
	for _, rel := range sortedKeys(files) {
		out = append(out, files[rel])
	}
	return out
}
