package watch

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// target is a Target and the state of watching it.
type target struct {
	Target
	abs      string
	resolved string // abs without symbolic links, as far as it exists
	// dir is the folder that shows its changes. Nil: none could be watched, and every
	// fast poll tries again.
	dir *dir
	// paths are the entries of dir to stat: the file, existing or not, and then its
	// side files; or the folder that must appear first. A target that is an existing
	// folder has none.
	paths     []string
	stats     []fileStat
	changedAt time.Time // when a stat last differed
	repeat    bool      // that change must be signalled once more
}

// isFolder reports whether the target is an existing folder.
func (t *target) isFolder() bool { return t.dir != nil && t.paths == nil }

// isThere reports whether the target exists.
func (t *target) isThere() bool {
	return t.isFolder() || t.dir != nil && t.paths[0] == t.resolved && t.stats[0].exists()
}

func newTarget(t Target) *target {
	abs, err := filepath.Abs(t.Path)
	if err != nil { // there is no working directory
		abs = filepath.Clean(t.Path)
	}
	return &target{Target: t, abs: abs}
}

// resolveLinks returns the path without symbolic links. The part of the path that
// does not exist stays as it is.
func resolveLinks(path string) string {
	rest := ""
	for p := path; ; {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			return filepath.Join(real, rest)
		}
		up := filepath.Dir(p)
		if up == p {
			return path
		}
		rest = filepath.Join(filepath.Base(p), rest)
		p = up
	}
}

// realPaths resolves many paths as resolveLinks does, each folder of them once.
type realPaths map[string]string

func (r realPaths) resolve(path string) string {
	if real, known := r[path]; known {
		return real
	}
	real := path
	if up := filepath.Dir(path); up != path {
		real = filepath.Join(r.resolve(up), filepath.Base(path))
	}
	if lstat(real).isLink() {
		real = resolveLinks(real)
	}
	r[path] = real
	return real
}

// attachTries is the number of attempts to watch a path that is moved meanwhile.
const attachTries = 8

// attach resolves the target's path and watches the folder that shows its changes:
// its own, or the nearest existing one above it. It sets the watch before it stats the
// files, so that it misses no change between the two.
func (l *loop) attach(t *target) {
	l.howChanged = true
	for range attachTries {
		t.resolved = resolveLinks(t.abs)
		if !t.Database && stat(t.resolved).isDir() {
			if l.addTree(t, t.resolved, false) {
				t.dir = l.dirs[t.resolved]
				return
			}
			continue
		}
		entry, up := t.resolved, filepath.Dir(t.resolved)
		for up != entry && !stat(up).isDir() {
			entry, up = up, filepath.Dir(up)
		}
		d := l.openDir(up)
		if d == nil {
			continue
		}
		t.dir = d
		d.files = append(d.files, t)
		t.listPaths(entry)
		if !t.stats[0].isDir() || t.Database && entry == t.resolved {
			return
		}
		l.detach(t) // what it was looked for in, or as, has appeared meanwhile
	}
}

// detach undoes attach. It drops folders that no other target uses.
func (l *loop) detach(t *target) {
	l.howChanged = true
	users := []*dir{t.dir}
	if t.isFolder() {
		users = slices.Collect(maps.Values(l.dirs))
	}
	for _, d := range users {
		if d == nil {
			continue
		}
		delete(d.trees, t)
		d.files = slices.DeleteFunc(d.files, func(x *target) bool { return x == t })
		if d.unused() {
			l.dropDir(d)
		}
	}
	t.dir, t.paths = nil, nil
}

// listPaths sets the paths of a target that is no folder, of which entry is the first,
// and their current stats.
func (t *target) listPaths(entry string) {
	t.paths = []string{entry}
	if t.Database && entry == t.resolved {
		t.paths = append(t.paths, entry+"-wal", entry+"-journal", entry+"-shm")
	}
	t.stats = make([]fileStat, len(t.paths))
	t.repeat = false
	t.restat()
}

// restat stats the paths again. differs says that a stat has
// changed; replaced says that the file itself was created, deleted or replaced.
func (t *target) restat() (differs, replaced bool) {
	for i, name := range t.paths {
		s := stat(name)
		if i > 0 && strings.HasSuffix(name, "-shm") {
			s.mtime = 0 // it changes without a commit: readers write their marks into the file
		}
		if s == t.stats[i] {
			continue
		}
		differs = true
		replaced = replaced || i == 0 && !s.sameFile(t.stats[0])
		t.stats[i] = s
	}
	return differs, replaced
}

// clockStep returns the longest clock step among the target's paths.
func (t *target) clockStep() time.Duration {
	longest := fineStep
	for _, s := range t.stats {
		if s.exists() && s.mtime != 0 {
			longest = max(longest, s.clockStep())
		}
	}
	return longest
}

// asGiven returns a path beneath the resolved path as a continuation of Target.Path.
func (t *target) asGiven(path string) string {
	return filepath.Join(t.Path, strings.TrimPrefix(path, t.resolved))
}

// isBeneath reports whether path is top or a path beneath top.
func isBeneath(path, top string) bool {
	rest, ok := strings.CutPrefix(path, top)
	return ok && (rest == "" || rest[0] == os.PathSeparator || strings.HasSuffix(top, "/"))
}
