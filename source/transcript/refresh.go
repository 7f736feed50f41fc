package transcript

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"notdone/source"
	"notdone/source/watch"
)

// most is how many files one Refresh reads.
const most = 256

// enqueue has a file reported by the next Refresh.
func (l *Logs) enqueue(f *file) {
	if !f.due {
		f.due = true
		l.queue = append(l.queue, f)
	}
}

// forget drops a file that is gone.
func (l *Logs) forget(rel string, f *file) {
	delete(l.files, rel)
	l.order = nil
	l.detach(f)
	l.hide(f)
	f.lost = true
	l.relate(f, "")
	l.anew(f)
}

// Refresh looks at every file and reads those that changed. A log that fell
// silent is reported too: that it did is what changed.
func (l *Logs) Refresh(ctx context.Context, _ watch.Signal) (source.Delta, error) {
	ctx, done := l.alive(ctx)
	defer done()
	look := len(l.queue) == 0
	if look {
		if err := l.scan(ctx); err != nil {
			return source.Delta{}, err
		}
		if err := l.attachNew(ctx); err != nil {
			return source.Delta{}, fmt.Errorf("%s: %w", l.path, err)
		}
		l.expire()
	}
	var d source.Delta
	n := min(len(l.queue), most)
	batch := slices.Clone(l.queue[:n])
	for i, f := range batch {
		if f.lost {
			continue
		}
		f.due = false
		c, err := l.report(ctx, f)
		if err != nil {
			for _, again := range batch[:i+1] {
				again.due = true // nobody heard of it
			}
			return source.Delta{}, fmt.Errorf("%s: %w", l.path, err)
		}
		if c == nil {
			l.hide(f)
			continue
		}
		d.Cases = append(d.Cases, *c)
	}
	l.queue = l.queue[n:]
	told := make(map[string]bool, len(l.gone))
	for _, id := range l.gone {
		if l.shown[id] == nil && !told[id] {
			d.Removed = append(d.Removed, id)
		}
		told[id] = true
	}
	l.gone = nil
	// What was read without looking at the files first leaves out what changed
	// since they were looked at.
	d.More = len(l.queue) > 0 || !look
	return d, nil
}

// expire has the logs reported that were being written and are no longer.
func (l *Logs) expire() {
	for _, f := range l.files {
		if f.open && f.isLog() && !l.isOpen(f) {
			l.enqueue(f)
		}
	}
}

func (l *Logs) isOpen(f *file) bool {
	s := f.ending.Summary()
	return writing(&s, l.beat(f, &s), l.options.Now())
}

// look stats one file again.
func (l *Logs) look(f *file) error {
	d, err := os.OpenRoot(l.dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // it was only read
	parent, err := d.Open(path.Dir(f.rel))
	if err != nil {
		return err
	}
	defer func() { _ = parent.Close() }() // it was only read
	at, err := statAt(parent, filepath.Base(f.rel))
	if err != nil {
		return err
	}
	if at.mtime != f.at.mtime {
		l.order = nil
	}
	f.at = at
	return nil
}
