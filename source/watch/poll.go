package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// look compares a file target with how it looked before.
func (l *loop) look(t *target) (differs bool) {
	differs, replaced := t.update()
	switch {
	case differs:
		t.seen, t.echo = time.Now(), true
	case t.echo && time.Since(t.seen) >= t.step():
		t.echo = false
	default:
		return false
	}
	l.pend.path(t.Path)
	if replaced {
		l.replaced(t)
	}
	return differs
}

// replaced handles a file that came, went or is another one now.
func (l *loop) replaced(t *target) {
	l.pend.all()
	l.shape = true
	if !t.Database && t.base[0].isDir() {
		l.redo[t] = struct{}{}
	}
}

// pollFiles looks at the file targets that no notification covers.
func (l *loop) pollFiles() {
	for _, t := range l.targets {
		switch {
		case t.kind == lost:
			l.attach(t)
			if t.kind != lost {
				l.pend.all()
			}
		case t.dir.why == "":
		case t.kind == file:
			l.look(t)
		case t.kind == absent:
			l.seek(t)
		}
	}
}

// seek notices that an absent target's folder has come.
func (l *loop) seek(t *target) bool {
	found := stat(filepath.Join(t.dir.path, t.next)).isDir()
	if found {
		l.redo[t] = struct{}{}
	}
	return found
}

// pollTrees looks into the folders that no notification covers.
func (l *loop) pollTrees() {
	began := time.Now()
	for _, d := range l.polledTrees() {
		if l.dirs[d.path] == d {
			l.walk(d)
		}
	}
	l.lastWalk = time.Since(began)
}

func (l *loop) polledTrees() []*dir {
	var ds []*dir
	for _, d := range l.dirs {
		if d.why != "" && len(d.trees) > 0 {
			ds = append(ds, d)
		}
	}
	return ds
}

// remember notes what a polled folder holds.
func (l *loop) remember(d *dir, list []fs.DirEntry) {
	l.entries -= len(d.entries)
	d.entries = nil
	d.blind = l.entries+len(list) > maxEntries
	l.cut = l.cut || d.blind
	if d.blind {
		return
	}
	d.entries = make(map[string]sig, len(list))
	for _, e := range list {
		if s := entry(d, e.Name()); s.exists() {
			d.entries[e.Name()] = s
		}
	}
	l.entries += len(d.entries)
}

// entry looks at one name. Of a folder only its identity counts, what happens
// in it is seen in it.
func entry(d *dir, name string) sig {
	s := lstat(filepath.Join(d.path, name))
	if s.isDir() {
		s.size, s.mtime = 0, 0
	}
	return s
}

// walk finds what is new, different or gone in a polled folder.
func (l *loop) walk(d *dir) {
	s := lstat(d.path)
	if !s.same(d.id) {
		l.gone(d.path)
		return
	}
	if d.blind {
		if s != d.id {
			l.pend.all()
		}
		d.id = s
		return
	}
	d.id = s
	list, err := os.ReadDir(d.path)
	if err != nil {
		return // seen again when it can be read again
	}
	before := d.entries
	l.remember(d, list)
	for name, s := range d.entries {
		if old, had := before[name]; !had || old != s {
			l.differs(d, name, s.isDir() && !s.same(old))
		}
	}
	for name := range before {
		if _, still := d.entries[name]; !still {
			l.differs(d, name, false)
		}
	}
}

// differs reports a name in a folder of trees, and follows a folder that came
// under it.
func (l *loop) differs(d *dir, name string, newFolder bool) {
	path := filepath.Join(d.path, name)
	if old := l.dirs[path]; old != nil {
		if lstat(path).same(old.id) {
			newFolder = false // taken in already, when the folder above it was read
		} else {
			l.gone(path)
		}
	}
	for t := range d.trees {
		l.pend.path(t.inside(path))
		if newFolder && t.Recursive {
			l.addTree(t, path, true)
		}
	}
}

// missedLimit is how often in a row only stat may notice a change before a
// folder's notifications count as broken, as behind a mount into a container.
const missedLimit = 2

// safety looks at everything that is watched, in case a notification got lost.
func (l *loop) safety() {
	for _, d := range l.dirs {
		if d.why != "" || d.off || l.dirs[d.path] != d {
			continue
		}
		s := lstat(d.path)
		switch {
		case !s.same(d.id):
			l.gone(d.path)
		case len(d.trees) == 0 || s.mtime == d.id.mtime:
			d.suspect = false
		case !d.suspect:
			d.suspect = true
		default:
			d.id, d.suspect = s, false
			d.missed++
			l.pend.all()
		}
	}
	for _, t := range l.targets {
		switch {
		case t.kind == lost:
		case resolve(t.abs) != t.real:
			l.redo[t] = struct{}{}
		case t.kind == absent:
			l.seek(t)
		case t.kind == file && t.dir.why == "" && !t.dir.off:
			if l.look(t) {
				t.dir.missed++
			}
		}
	}
	for _, d := range l.dirs {
		if d.missed >= missedLimit && d.why == "" && !d.off {
			l.distrust(d)
		}
	}
}

// distrust polls a folder from now on.
func (l *loop) distrust(d *dir) {
	l.unwatch(d)
	d.why = "notifications do not arrive"
	l.shape = true
	if len(d.trees) > 0 {
		if list, err := os.ReadDir(d.path); err == nil {
			l.remember(d, list)
		}
		l.pend.all()
	}
}
