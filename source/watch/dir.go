package watch

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// dir is a folder that is watched, or polled if why says so.
type dir struct {
	path string
	id   sig    // which folder it is, and its time when it was last looked at
	why  string // why it is polled; empty if it is watched
	off  bool   // its watch is away until the window closes

	files []*target            // file targets in it
	waits []*target            // absent targets that must appear in or below it
	trees map[*target]struct{} // folder targets that include it

	entries map[string]sig // what a polled tree folder held at the last look
	blind   bool           // too many entries: only its own time is looked at
	missed  int            // differences in a row of which no notification told
	suspect bool           // its time differed at the last look; the event may just be late
}

// Limits for trees far larger than a folder of logs: someone's whole home.
const (
	maxDirs    = 32768
	maxEntries = 200000
)

func (d *dir) unused() bool { return len(d.files)+len(d.waits)+len(d.trees) == 0 }

// gated says whether its watch can be taken away for a window: nobody needs to
// know the names that change meanwhile.
func (d *dir) gated() bool { return len(d.trees) == 0 && len(d.files) > 0 }

// open returns the folder, watched or polled, or nil if there is none at path.
func (l *loop) open(path string) *dir {
	if d := l.dirs[path]; d != nil {
		l.on(d)
		return d
	}
	d := &dir{path: path, trees: map[*target]struct{}{}}
	if !lstat(path).isDir() {
		return nil
	}
	d.why = l.watch(path)
	d.id = lstat(path)
	if !d.id.isDir() { // gone, or a link has taken its place, since we looked
		l.unwatch(d)
		return nil
	}
	l.dirs[path] = d
	l.shape = true
	return d
}

// watch asks for notifications and says why there will be none.
func (l *loop) watch(path string) (why string) {
	if l.n == nil {
		return l.noNotify
	}
	if name, network := NetworkFS(path); network {
		return name
	}
	switch {
	case l.full:
		return "watch limit of the system reached"
	case l.watched >= l.o.MaxWatches:
		return "more than " + strconv.Itoa(l.o.MaxWatches) + " folders"
	}
	err := l.n.Add(path)
	switch {
	case err == nil:
		l.watched++
		return ""
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.ENOMEM), errors.Is(err, unix.EMFILE):
		l.full = true
		return "watch limit of the system reached"
	case errors.Is(err, unix.EACCES):
		return "no permission to watch"
	}
	return "cannot be watched"
}

func (l *loop) unwatch(d *dir) {
	if d.why != "" {
		return
	}
	if !d.off {
		_ = l.n.Remove(d.path) // fails where the folder went and took its watch along
	}
	d.off = false
	l.watched--
	l.full = false
}

func (l *loop) drop(d *dir) {
	if l.dirs[d.path] != d {
		return // dropped before, another folder may have its path by now
	}
	l.unwatch(d)
	l.entries -= len(d.entries)
	delete(l.dirs, d.path)
	l.shape = true
}

// gate takes the watch away, so that a busy owner costs nothing until the
// window closes. Where the folder has just gone Remove fails, and fsnotify has
// forgotten it and will drop the event that says so: on finds out.
func (l *loop) gate(d *dir) {
	_ = l.n.Remove(d.path)
	d.off = true
	l.off = append(l.off, d)
}

// on puts a watch back that was taken away by gate.
func (l *loop) on(d *dir) {
	if !d.off {
		return
	}
	d.off = false
	l.watched--
	d.why = l.watch(d.path)
	if d.why != "" {
		l.shape = true
	}
	if !lstat(d.path).same(d.id) {
		l.gone(d.path)
	}
}

// gone forgets the folder and all below it. Targets that lived there are looked
// for anew before the next signal.
func (l *loop) gone(path string) {
	for p, d := range l.dirs {
		if !under(p, path) {
			continue
		}
		for _, t := range d.files {
			l.redo[t] = struct{}{}
		}
		for _, t := range d.waits {
			l.redo[t] = struct{}{}
		}
		for t := range d.trees {
			if under(t.real, path) {
				l.redo[t] = struct{}{}
			}
		}
		l.drop(d)
	}
}

// addTree takes a folder into a folder target, with its subfolders if those are
// wanted. Each watch is in place before the folder is read, and with report all
// that is found counts as changed: a new folder never loses its first file.
func (l *loop) addTree(t *target, top string, report bool) bool {
	todo := []string{top}
	for len(todo) > 0 {
		path := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l.dirs[path] == nil && len(l.dirs) >= maxDirs {
			l.cut = true
			continue
		}
		d := l.open(path)
		if d == nil {
			continue
		}
		d.trees[t] = struct{}{}
		if d.why == "" && !report && !t.Recursive {
			continue
		}
		list, err := os.ReadDir(path)
		if err != nil && len(list) == 0 {
			continue // unreadable or gone: what can be seen of it is seen from above
		}
		if d.why != "" {
			l.remember(d, list)
		}
		for _, e := range list {
			child := filepath.Join(path, e.Name())
			if report {
				l.pend.path(t.inside(child))
			}
			if t.Recursive && e.IsDir() {
				todo = append(todo, child)
			}
		}
	}
	return l.dirs[top] != nil
}
