package watch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type kind int

const (
	lost   kind = iota // nothing could be anchored; looked for at every fast tick
	absent             // its folder is missing; dir is the nearest one above it
	file               // a file, there or not, in an existing folder
	folder
)

// target is a Target and where it was found.
type target struct {
	Target
	abs  string
	real string // abs without symbolic links, as far as it exists
	kind kind
	dir  *dir
	next string // absent: the name in dir that is waited for

	names []string // file: what to stat; the file itself comes first
	base  []sig
	seen  time.Time // when a look last found a difference
	echo  bool      // that difference is to be signalled once more
}

func newTarget(t Target) *target {
	abs, err := filepath.Abs(t.Path)
	if err != nil { // no working directory: the path stays relative to nothing
		abs = filepath.Clean(t.Path)
	}
	return &target{Target: t, abs: abs}
}

// resolve follows symbolic links as far as the path exists.
func resolve(path string) string {
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

// attachTries bounds the attempts to get hold of a path that moves meanwhile.
const attachTries = 8

// attach finds the target and puts a watch where its changes will show. Watches
// come first and looks second, so what happens in between is not missed.
func (l *loop) attach(t *target) {
	l.shape = true
	for range attachTries {
		t.real = resolve(t.abs)
		switch {
		case !t.Database && stat(t.real).isDir():
			if l.addTree(t, t.real, false) {
				t.kind, t.dir = folder, l.dirs[t.real]
				return
			}
		case stat(filepath.Dir(t.real)).isDir():
			if d := l.open(filepath.Dir(t.real)); d != nil {
				t.kind, t.dir = file, d
				d.files = append(d.files, t)
				t.list()
				if t.Database || !stat(t.real).isDir() {
					return
				}
				l.detach(t)
			}
		default:
			if l.wait(t) {
				return
			}
		}
	}
	t.kind, t.dir = lost, nil
}

// wait anchors a target whose folder is missing at the nearest one above.
func (l *loop) wait(t *target) bool {
	next := t.real
	for up := filepath.Dir(next); up != next; next, up = up, filepath.Dir(up) {
		if !lstat(up).isDir() {
			continue
		}
		d := l.open(up)
		if d == nil {
			return false
		}
		t.kind, t.dir, t.next = absent, d, filepath.Base(next)
		d.waits = append(d.waits, t)
		if stat(next).isDir() {
			l.detach(t)
			return false
		}
		return true
	}
	return false
}

// detach undoes attach; folders that serve nobody any more are let go.
func (l *loop) detach(t *target) {
	l.shape = true
	isT := func(x *target) bool { return x == t }
	if t.dir != nil && t.kind != folder {
		t.dir.files = slices.DeleteFunc(t.dir.files, isT)
		t.dir.waits = slices.DeleteFunc(t.dir.waits, isT)
		if t.dir.unused() {
			l.drop(t.dir)
		}
	}
	if t.kind == folder {
		for _, d := range l.dirs {
			delete(d.trees, t)
			if d.unused() {
				l.drop(d)
			}
		}
	}
	t.kind, t.dir = lost, nil
}

// list notes what is to be looked at and how it looks now.
func (t *target) list() {
	t.names = []string{t.real}
	if t.Database {
		t.names = append(t.names, t.real+"-wal", t.real+"-journal", t.real+"-shm")
	}
	t.base = make([]sig, len(t.names))
	t.echo = false
	t.update()
}

// update looks again. It says whether anything differs and whether the file
// itself is another one than before, or there where it was not, or gone.
func (t *target) update() (differs, replaced bool) {
	for i, name := range t.names {
		s := stat(name)
		if strings.HasSuffix(name, "-shm") && i > 0 {
			s = s.quiet()
		}
		if s == t.base[i] {
			continue
		}
		differs = true
		replaced = replaced || i == 0 && !s.same(t.base[0])
		t.base[i] = s
	}
	return differs, replaced
}

// step is the longest clock step among the files.
func (t *target) step() time.Duration {
	longest := fineStep
	for _, s := range t.base {
		if s.exists() && s.mtime != 0 {
			longest = max(longest, s.step())
		}
	}
	return longest
}

// covers says whether name, in the target's folder, is part of it.
func (t *target) covers(name string) bool {
	rest, ok := strings.CutPrefix(name, filepath.Base(t.real))
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

// inside writes a path below the target's real one as the caller would.
func (t *target) inside(path string) string {
	return filepath.Join(t.Path, strings.TrimPrefix(path, t.real))
}

// under says whether path is top or below it.
func under(path, top string) bool {
	rest, ok := strings.CutPrefix(path, top)
	return ok && (rest == "" || rest[0] == os.PathSeparator || strings.HasSuffix(top, "/"))
}
