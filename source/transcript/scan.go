package transcript

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"time"
)

// folder is a folder as it was when it was listed last.
type folder struct {
	at    stamp
	read  time.Time
	subs  []string
	names []string
	passed
	round uint64
}

// coarse is how far apart two changes of a folder must be for its time to tell
// them apart on the file systems in use.
const coarse = 2 * time.Second

// fresh reports whether the listing still holds, given the folder's stamp now.
// A folder that changed just before it was listed may have changed again
// without its time showing it.
func (d *folder) fresh(now stamp) bool {
	return d.at == now && d.read.Sub(time.Unix(0, d.at.mtime)) > coarse
}

// scan looks at every folder and file, and notes what is new, changed or gone.
func (l *Logs) scan(ctx context.Context) error {
	l.round++
	if l.only != "" {
		return l.scanOne()
	}
	root, err := os.OpenRoot(l.dir)
	if err != nil {
		return fmt.Errorf("%s: %w", l.path, plain(err))
	}
	defer func() { _ = root.Close() }() // it was only read
	w := newWalk(root, maxFiles, maxDepth)
	todo, closed := []string{"."}, 0
	for len(todo) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		rel := todo[len(todo)-1]
		subs, err := l.scanFolder(w, rel)
		if err != nil {
			if rel == "." {
				return fmt.Errorf("%s: %w", l.path, plain(err))
			}
			closed++
		}
		todo = append(todo[:len(todo)-1], subs...)
	}
	l.closed = closed
	l.sweep()
	return nil
}

// scanFolder looks at one folder. The files of one that cannot be read are as
// good as gone.
func (l *Logs) scanFolder(w *walk, rel string) (subs []string, err error) {
	d, err := w.root.Open(rel)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	now, err := statDir(d)
	if err != nil {
		return nil, err
	}
	known := l.folders[rel]
	if known == nil || !known.fresh(now) {
		known = &folder{at: now, read: time.Now()}
		if known.subs, known.names, known.passed, err = w.list(d, rel); err != nil {
			return nil, err
		}
		l.folders[rel] = known
	} else {
		w.files = max(w.files-len(known.names), 0)
	}
	known.round = l.round
	for _, name := range known.names {
		at, err := statAt(d, name)
		if err != nil {
			continue
		}
		l.saw(path.Join(rel, name), at)
	}
	return known.subs, nil
}

// scanOne looks at the one file that is open as a queue.
func (l *Logs) scanOne() error {
	d, err := os.Open(l.dir)
	if err != nil {
		return fmt.Errorf("%s: %w", l.path, plain(err))
	}
	defer func() { _ = d.Close() }() // it was only read
	at, err := statAt(d, l.only)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	if err == nil {
		l.saw(l.only, at)
	}
	l.sweep()
	return nil
}

// saw notes that a file is there.
func (l *Logs) saw(rel string, at stamp) {
	f := l.files[rel]
	if f == nil {
		f = &file{rel: rel}
		l.files[rel] = f
		l.order = nil
		if l.opened {
			l.enqueue(f)
		}
		l.newcomers = append(l.newcomers, f)
	} else if f.at != at && (l.opened || f.read) {
		l.enqueue(f)
	}
	if owned := l.options.Owned != nil && l.options.Owned(rel); owned != f.owned {
		f.owned = owned
		if l.opened || f.read {
			l.enqueue(f)
		}
	}
	if f.at.mtime != at.mtime {
		l.order = nil
	}
	f.at, f.round = at, l.round
}

// sweep forgets what was not seen in this round.
func (l *Logs) sweep() {
	for rel, d := range l.folders {
		if d.round != l.round {
			delete(l.folders, rel)
		}
	}
	for rel, f := range l.files {
		if f.round != l.round {
			l.forget(rel, f)
		}
	}
}

// plain strips the operation and the path, which the sentence around names.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
