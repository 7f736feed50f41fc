package watch

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// dir is a folder that is watched by notification, or polled if pollReason is set.
type dir struct {
	path       string
	id         fileStat // the folder's stat at the last check
	pollReason string   // the reason for polling; empty if it is watched
	gateClosed bool     // its watch is removed until the window closes

	files []*target            // targets of which an entry of it is checked
	trees map[*target]struct{} // folder targets that include it

	entries       map[string]fileStat // the entries at the last poll, for folder targets
	tooLarge      bool                // too many entries: only the folder's own stat is polled
	missedEvents  int                 // consecutive changes without a notification
	sawEvent      bool                // an event explains a change since the last check
	changedBefore bool                // the last check found a change, whose event may still arrive
}

// Limits for trees far larger than a folder of logs, such as a home directory.
const (
	maxDirs    = 32768
	maxEntries = 200000
)

func (d *dir) unused() bool { return len(d.files)+len(d.trees) == 0 }

// gateable says whether its watch can be taken away for a window: nobody needs to
// know the names that change meanwhile.
func (d *dir) gateable() bool { return len(d.trees) == 0 && len(d.files) > 0 }

// openDir returns the folder, watched or polled, or nil if there is none at path.
func (l *loop) openDir(path string) *dir {
	if d := l.dirs[path]; d != nil {
		l.ungate(d)
		return d
	}
	d := &dir{path: path, trees: map[*target]struct{}{}}
	if !lstat(path).isDir() {
		return nil
	}
	d.pollReason = l.watch(path)
	d.id = lstat(path)
	if !d.id.isDir() { // gone, or a link has taken its place, since we looked
		l.unwatch(d)
		return nil
	}
	l.dirs[path] = d
	l.howChanged = true
	return d
}

// watch asks for notifications and says why there will be none.
func (l *loop) watch(path string) (why string) {
	if l.notify == nil {
		return l.noNotify
	}
	if name, network := NetworkFS(path); network {
		return name
	}
	switch {
	case l.limitReached:
		return "watch limit of the system reached"
	case l.numWatched >= l.options.MaxWatches:
		return "more than " + strconv.Itoa(l.options.MaxWatches) + " folders"
	}
	err := l.notify.Add(path)
	switch {
	case err == nil:
		l.numWatched++
		return ""
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.ENOMEM), errors.Is(err, unix.EMFILE):
		l.limitReached = true
		return "watch limit of the system reached"
	case errors.Is(err, unix.EACCES):
		return "no permission to watch"
	}
	return "cannot be watched"
}

func (l *loop) unwatch(d *dir) {
	if d.pollReason != "" {
		return
	}
	if !d.gateClosed {
		_ = l.notify.Remove(d.path) // fails where the folder went and took its watch along
	}
	d.gateClosed = false
	l.numWatched--
	l.limitReached = false
}

func (l *loop) dropDir(d *dir) {
	if l.dirs[d.path] != d {
		return // dropped before, another folder may have its path by now
	}
	l.unwatch(d)
	l.numEntries -= len(d.entries)
	delete(l.dirs, d.path)
	l.howChanged = true
}

// gate removes the watch until the window closes, so that events of a busy owner
// cost nothing. If the folder was just deleted, Remove fails and fsnotify drops the
// event of the deletion; ungate detects it. Of an owner who writes now and then the watch
// stays: to add one the kernel looks at all names in the folder that it has cached, which
// takes milliseconds in one such as /tmp.
func (l *loop) gate(d *dir) {
	_ = l.notify.Remove(d.path)
	d.gateClosed = true
	l.gatedDirs = append(l.gatedDirs, d)
}

// ungate restores the watch that gate has removed.
func (l *loop) ungate(d *dir) {
	if !d.gateClosed {
		return
	}
	d.gateClosed = false
	l.numWatched--
	d.pollReason = l.watch(d.path)
	if d.pollReason != "" {
		l.howChanged = true
	}
	if !lstat(d.path).sameFile(d.id) {
		l.forgetDir(d.path)
	}
}

// forgetDir drops a folder and all folders beneath it. Their targets are attached
// again before the next signal.
func (l *loop) forgetDir(path string) {
	for p, d := range l.dirs {
		if !isBeneath(p, path) {
			continue
		}
		for _, t := range d.files {
			l.reattach[t] = struct{}{}
		}
		for t := range d.trees {
			if isBeneath(t.resolved, path) {
				l.reattach[t] = struct{}{}
			}
		}
		l.dropDir(d)
	}
}

// addTree adds a folder to a folder target, with its subfolders if the target is
// recursive. Each watch is set before the folder is read. With report all entries
// count as changed, so the first file of a new folder is never missed.
func (l *loop) addTree(t *target, top string, report bool) bool {
	todo := []string{top}
	for len(todo) > 0 {
		path := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l.dirs[path] == nil && len(l.dirs) >= maxDirs {
			l.incomplete = true
			continue
		}
		d := l.openDir(path)
		if d == nil {
			continue
		}
		d.trees[t] = struct{}{}
		if d.pollReason == "" && !report && !t.Recursive {
			continue
		}
		list, err := os.ReadDir(path)
		if err != nil && len(list) == 0 {
			continue // unreadable or deleted: the watch of the folder above shows changes
		}
		if d.pollReason != "" {
			l.storeEntries(d, list)
		}
		for _, e := range list {
			child := filepath.Join(path, e.Name())
			if report {
				l.pending.addPath(t.asGiven(child))
			}
			if t.Recursive && e.IsDir() {
				todo = append(todo, child)
			}
		}
	}
	return l.dirs[top] != nil
}
