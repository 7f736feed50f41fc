package watch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type targetKind int

const (
	lost   targetKind = iota // no folder could be watched; every fast poll tries again
	absent                   // the target's folder is missing; dir is the nearest folder above it
	file                     // a file, existing or not, in the existing folder dir
	folder                   // an existing folder
)

// target is a Target and the state of watching it.
type target struct {
	Target
	abs      string
	resolved string // abs without symbolic links, as far as it exists
	kind     targetKind
	dir      *dir
	awaited  string // absent: the entry of dir that must appear first

	paths     []string // file: the paths to stat, the file itself first
	stats     []fileStat
	changedAt time.Time // when a stat last differed
	repeat    bool      // that change must be signalled once more
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

// attachTries is the number of attempts to watch a path that is moved meanwhile.
const attachTries = 8

// attach resolves the target's path and watches the folder that shows its changes.
// It sets the watch before it stats the files, so that it misses no change between
// the two.
func (l *loop) attach(t *target) {
	l.howChanged = true
	for range attachTries {
		t.resolved = resolveLinks(t.abs)
		switch {
		case !t.Database && stat(t.resolved).isDir():
			if l.addTree(t, t.resolved, false) {
				t.kind, t.dir = folder, l.dirs[t.resolved]
				return
			}
		case stat(filepath.Dir(t.resolved)).isDir():
			if d := l.openDir(filepath.Dir(t.resolved)); d != nil {
				t.kind, t.dir = file, d
				d.files = append(d.files, t)
				t.listPaths()
				if t.Database || !stat(t.resolved).isDir() {
					return
				}
				l.detach(t)
			}
		default:
			if l.awaitFolder(t) {
				return
			}
		}
	}
	t.kind, t.dir = lost, nil
}

// awaitFolder watches the nearest existing folder above a target whose own folder is
// missing. It reports whether the target is attached.
func (l *loop) awaitFolder(t *target) bool {
	next := t.resolved
	for up := filepath.Dir(next); up != next; next, up = up, filepath.Dir(up) {
		if !lstat(up).isDir() {
			continue
		}
		d := l.openDir(up)
		if d == nil {
			return false
		}
		t.kind, t.dir, t.awaited = absent, d, filepath.Base(next)
		d.awaiting = append(d.awaiting, t)
		if stat(next).isDir() {
			l.detach(t)
			return false
		}
		return true
	}
	return false
}

// detach undoes attach. It drops folders that no other target uses.
func (l *loop) detach(t *target) {
	l.howChanged = true
	isT := func(x *target) bool { return x == t }
	if t.dir != nil && t.kind != folder {
		t.dir.files = slices.DeleteFunc(t.dir.files, isT)
		t.dir.awaiting = slices.DeleteFunc(t.dir.awaiting, isT)
		if t.dir.unused() {
			l.dropDir(t.dir)
		}
	}
	if t.kind == folder {
		for _, d := range l.dirs {
			delete(d.trees, t)
			if d.unused() {
				l.dropDir(d)
			}
		}
	}
	t.kind, t.dir = lost, nil
}

// listPaths sets the paths of a file target and their current stats.
func (t *target) listPaths() {
	t.paths = []string{t.resolved}
	if t.Database {
		t.paths = append(t.paths, t.resolved+"-wal", t.resolved+"-journal", t.resolved+"-shm")
	}
	t.stats = make([]fileStat, len(t.paths))
	t.repeat = false
	t.restat()
}

// restat stats the paths of a file target again. differs says that a stat has
// changed; replaced says that the file itself was created, deleted or replaced.
func (t *target) restat() (differs, replaced bool) {
	for i, name := range t.paths {
		s := stat(name)
		if strings.HasSuffix(name, "-shm") && i > 0 {
			s = s.withoutTime()
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

// covers reports whether a file in the target's folder belongs to the target.
func (t *target) covers(name string) bool {
	rest, ok := strings.CutPrefix(name, filepath.Base(t.resolved))
	if !ok {
		return false
	}
	switch rest {
	case "":
		return true
	case "-wal", "-shm", "-journal":
		return t.Database
	}
	return false
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
