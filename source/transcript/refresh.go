package transcript

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"notdone/source"
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
	if f.shown {
		l.gone = append(l.gone, rel)
	}
	f.lost = true
}

// Refresh looks at every file and reads those that changed. A log that fell
// silent is reported too: that it did is what changed.
func (l *Logs) Refresh(ctx context.Context) (source.Delta, error) {
	ctx, done := l.alive(ctx)
	defer done()
	if len(l.queue) == 0 {
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
		c, err := l.report(ctx, f)
		if err != nil {
			l.queue = l.queue[i:]
			return source.Delta{}, fmt.Errorf("%s: %w", l.path, err)
		}
		f.due = false
		switch {
		case c != nil:
			d.Cases = append(d.Cases, *c)
		case f.shown:
			f.shown = false
			d.Removed = append(d.Removed, f.rel)
		}
	}
	l.queue = l.queue[n:]
	for _, rel := range l.gone {
		if f := l.files[rel]; f == nil || !f.shown {
			d.Removed = append(d.Removed, rel)
		}
	}
	l.gone = nil
	d.More = len(l.queue) > 0
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
	return s.Open(f.beat(&s), l.options.Now())
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
