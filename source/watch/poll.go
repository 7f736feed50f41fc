package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// checkFile stats the paths of a target and records a change, and without one the
// event of a change. It reports whether the stat has changed.
func (l *loop) checkFile(t *target, event bool) (differs bool) {
	differs, replaced := t.restat()
	switch {
	case event:
		t.repeat = false
	case differs:
		t.changedAt, t.repeat = time.Now(), true
	case t.repeat && time.Since(t.changedAt) >= t.clockStep():
		t.repeat = false
	default:
		return false
	}
	l.pending.addPath(t.Path)
	if replaced {
		// A folder, or a link to another folder, may be there now.
		l.pending.addUnknown()
		l.reattach[t] = struct{}{}
	}
	return differs
}

// pollFiles checks the targets in polled folders, and tries to attach those that are
// attached to none.
func (l *loop) pollFiles() {
	for _, t := range l.targets {
		if t.dir == nil {
			if l.attach(t); t.dir != nil {
				l.pending.addUnknown()
			}
		} else if !t.isFolder() && t.dir.pollReason != "" {
			l.checkFile(t, false)
		}
	}
}

// pollTrees checks the entries of the polled folders of folder targets.
func (l *loop) pollTrees() {
	began := time.Now()
	for _, d := range l.polledTrees() {
		if l.dirs[d.path] == d {
			l.pollTree(d)
		}
	}
	l.lastWalk = time.Since(began)
}

func (l *loop) polledTrees() []*dir {
	var ds []*dir
	for _, d := range l.dirs {
		if d.pollReason != "" && len(d.trees) > 0 {
			ds = append(ds, d)
		}
	}
	return ds
}

// storeEntries stores the stats of a polled folder's entries for the next poll.
func (l *loop) storeEntries(d *dir, list []fs.DirEntry) {
	l.numEntries -= len(d.entries)
	d.entries = nil
	d.tooLarge = l.numEntries+len(list) > maxEntries
	l.incomplete = l.incomplete || d.tooLarge
	if d.tooLarge {
		return
	}
	d.entries = make(map[string]fileStat, len(list))
	for _, e := range list {
		if s := statEntry(d, e.Name()); s.exists() {
			d.entries[e.Name()] = s
		}
	}
	l.numEntries += len(d.entries)
}

// statEntry stats an entry of a folder. For a subfolder it keeps only the identity:
// changes in the subfolder are detected there.
func statEntry(d *dir, name string) fileStat {
	s := lstat(filepath.Join(d.path, name))
	if s.isDir() {
		s.size, s.mtime = 0, 0
	}
	return s
}

// pollTree reports the new, changed and deleted entries of a polled folder.
func (l *loop) pollTree(d *dir) {
	s := lstat(d.path)
	if !s.sameFile(d.id) {
		l.forgetDir(d.path)
		return
	}
	if d.tooLarge {
		if s != d.id {
			l.pending.addUnknown()
		}
		d.id = s
		return
	}
	d.id = s
	list, err := os.ReadDir(d.path)
	if err != nil {
		return // the changes are found when the folder can be read again
	}
	before := d.entries
	l.storeEntries(d, list)
	for name, s := range d.entries {
		if old, had := before[name]; !had || old != s {
			l.reportEntry(d, name, s.isDir() && !s.sameFile(old))
		}
	}
	for name := range before {
		if _, still := d.entries[name]; !still {
			l.reportEntry(d, name, false)
		}
	}
}

// reportEntry records a changed entry of a folder for the folder targets that include
// it. It adds a new subfolder to recursive targets.
func (l *loop) reportEntry(d *dir, name string, newFolder bool) {
	path := filepath.Join(d.path, name)
	if old := l.dirs[path]; old != nil {
		if lstat(path).sameFile(old.id) {
			newFolder = false // addTree has already added it
		} else {
			l.forgetDir(path)
		}
	}
	for t := range d.trees {
		l.pending.addPath(t.asGiven(path))
		if newFolder && t.Recursive {
			l.addTree(t, path, true)
		}
	}
}

// maxMissed is the number of consecutive changes without a notification after which a
// folder is polled. Notifications can fail behind a mount into a container.
const maxMissed = 2

// checkShare is how many times as long as a safety check the pause before the next one is
// at least, and maxCheckPause the longest pause.
const (
	checkShare    = 500
	maxCheckPause = time.Minute
)

// checkPause returns how long to wait after a safety check that took so long.
func (l *loop) checkPause(took time.Duration) time.Duration {
	return max(l.options.Poll, min(checkShare*took, maxCheckPause).Round(time.Second))
}

// checkAll stats everything that is watched, to detect lost notifications.
func (l *loop) checkAll() {
	began := time.Now()
	defer func() {
		if pause := l.checkPause(time.Since(began)); pause != l.slowPause {
			l.slowPause, l.howChanged = pause, true
		}
	}()
	l.retryNotify()
	for _, d := range l.dirs {
		if d.pollReason != "" || d.gateClosed || l.dirs[d.path] != d {
			continue
		}
		s := lstat(d.path)
		switch {
		case !s.sameFile(d.id):
			l.forgetDir(d.path)
		case d.sawEvent, s.mtime == d.id.mtime:
			d.id, d.sawEvent, d.changedBefore = s, false, false
		case len(d.trees) == 0:
		case !d.changedBefore:
			d.changedBefore = true
		default:
			d.id, d.changedBefore = s, false
			d.missedEvents++
			l.pending.addUnknown()
		}
	}
	clear(l.real)
	for _, t := range l.targets {
		switch {
		case t.dir == nil:
		case l.real.resolve(t.abs) != t.resolved:
			l.reattach[t] = struct{}{}
		case !t.isFolder() && t.dir.pollReason == "" && !t.dir.gateClosed:
			if l.checkFile(t, false) {
				t.dir.missedEvents++
			}
		}
	}
	for _, d := range l.dirs {
		if d.missedEvents >= maxMissed && d.pollReason == "" && !d.gateClosed {
			l.distrust(d)
		}
	}
}

// distrust switches a folder from notifications to polling.
func (l *loop) distrust(d *dir) {
	l.unwatch(d)
	d.pollReason = "notifications do not arrive"
	l.howChanged = true
	if len(d.trees) > 0 {
		if list, err := os.ReadDir(d.path); err == nil {
			l.storeEntries(d, list)
		}
		l.pending.addUnknown()
	}
}
