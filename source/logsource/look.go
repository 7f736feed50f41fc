package logsource

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"notdone/source"
	"notdone/source/tail"
	"notdone/source/watch"
)

// folder is a folder as it was when it was listed last.
type folder struct {
	at    Stamp
	read  time.Time
	round uint64
	*listing
}

// coarse is how far apart two changes of a folder must be for its time to tell
// them apart on the file systems in use.
const coarse = 2 * time.Second

// fresh reports whether the listing still holds, given the folder's stamp now.
// A folder that changed just before it was listed may have changed again
// without its time showing it.
func (d *folder) fresh(now Stamp) bool {
	return d.at == now && d.read.Sub(time.Unix(0, d.at.Mtime)) > coarse
}

// liveEvery is how often units that were open are asked whether they still are,
// unless everything is looked at: there may be thousands of them.
const liveEvery = time.Second

// look notes what is new, changed or gone: everywhere when that is due and all
// that was seen before has been reported, and at the given paths otherwise.
func (l *Folder[F, U]) look(ctx context.Context, changed watch.Signal) error {
	l.owed = l.owed || changed.Paths == nil
	var err error
	if l.owed && len(l.queue) == 0 {
		err = l.scan(ctx)
	} else if len(changed.Paths) > 0 {
		err = l.lookAt(ctx, changed.Paths)
	}
	if err != nil {
		l.owed = true
		return fmt.Errorf("%s: %w", l.Path, source.WithoutPath(err))
	}
	if err := l.settle(ctx); err != nil {
		return err
	}
	if now := l.Options.Now(); changed.Paths == nil || now.Sub(l.asked).Abs() >= liveEvery {
		l.asked = now
		for u := range l.live {
			if !l.hooks.Live(u) {
				l.Enqueue(u)
			}
		}
	}
	return nil
}

// scan looks at every folder and file.
func (l *Folder[F, U]) scan(ctx context.Context) error {
	root, err := openRoot(l.Dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // it was only read
	if err := l.scanFrom(ctx, root, "."); err != nil {
		return err
	}
	l.owed = false
	return nil
}

// scanFrom looks at a folder and at all beneath it, and forgets what is not there.
func (l *Folder[F, U]) scanFrom(ctx context.Context, root *os.Root, top string) (err error) {
	l.round++
	within := func(rel string) bool { return top == "." || rel == top || strings.HasPrefix(rel, top+"/") }
	room := bounds.Files
	for rel := range l.Files {
		if !within(rel) {
			room--
		}
	}
	if err := l.scanTree(ctx, root, top, room); err != nil {
		return err
	}
	l.closed = 0
	for rel, d := range l.folders {
		switch {
		case d.round != l.round && within(rel):
			delete(l.folders, rel)
		case d.listing == nil:
			l.closed++
		}
	}
	for rel, f := range l.Files {
		if f.file().round != l.round && within(rel) {
			l.forget(f)
		}
	}
	return nil
}

// scanTree looks at a folder and at all beneath it. At most room files are taken.
func (l *Folder[F, U]) scanTree(ctx context.Context, root *os.Root, top string, room int) error {
	return walk(ctx, top, func(rel string) ([]string, error) {
		d, err := l.scanFolder(root, rel, room)
		switch {
		case err == nil:
			room -= len(d.names)
			return d.subs, nil
		case rel == ".":
			return nil, err
		}
		// Its files are as good as gone. It counts as one that cannot be read.
		l.folders[rel] = &folder{round: l.round}
		return nil, nil
	})
}

// scanFolder looks at the files of one folder, which is listed again if its
// listing may have changed.
func (l *Folder[F, U]) scanFolder(root *os.Root, rel string, room int) (known *folder, err error) {
	d, err := openDir(root, rel)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	now, err := statDir(d)
	if err != nil {
		return nil, err
	}
	known = l.folders[rel]
	switch {
	case l.Only != "":
		known = &folder{listing: &listing{names: []string{l.Only}}}
	case known == nil || known.listing == nil || !known.fresh(now):
		known = &folder{at: now, read: time.Now()}
		if known.listing, err = l.hooks.list(d, rel, bounds.Depth, room); err != nil {
			return nil, err
		}
	}
	l.folders[rel] = known
	known.round = l.round
	for _, name := range known.names {
		if at, err := statAt(d, name); err == nil {
			l.saw(path.Join(rel, name), at)
		}
	}
	return known, nil
}

// lookAt looks at the paths alone, which continue Dir. What they leave open is
// looked at from the next folder above that is known.
func (l *Folder[F, U]) lookAt(ctx context.Context, paths []string) error {
	if l.Only != "" {
		return l.scan(ctx)
	}
	names := map[string][]string{} // by the folder that they are in
	for _, p := range paths {
		rel, ok := strings.CutPrefix(p, strings.TrimSuffix(l.Dir, "/")+"/")
		if !ok {
			return l.scan(ctx)
		}
		dir, name := path.Split(rel)
		dir = path.Clean(dir)
		for l.folders[dir] == nil && dir != "." {
			dir, name = path.Dir(dir), path.Base(dir)
		}
		names[dir] = append(names[dir], name)
	}
	root, err := openRoot(l.Dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // it was only read
	for dir, names := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		known, err := l.lookIn(root, dir, names)
		if err != nil {
			return err
		}
		if known {
			continue
		}
		for dir != "." && !l.isFolder(root, dir) {
			dir = path.Dir(dir)
		}
		if err := l.scanFrom(ctx, root, dir); err != nil {
			return err
		}
	}
	return nil
}

// isFolder reports whether a folder that was looked at is still there.
func (l *Folder[F, U]) isFolder(root *os.Root, rel string) bool {
	info, err := root.Lstat(rel)
	return err == nil && info.IsDir() && l.folders[rel] != nil && l.folders[rel].listing != nil
}

// lookIn looks at names in a folder. It reports false when what they are is not
// known without a look at the folder itself: files that came or went, folders.
func (l *Folder[F, U]) lookIn(root *os.Root, dir string, names []string) (known bool, err error) {
	was := l.folders[dir]
	d, err := openDir(root, dir)
	if err != nil || was == nil || was.listing == nil {
		return false, nil //nolint:nilerr // the scan that follows meets the error again
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if now, err := statDir(d); err != nil || now.Inode != was.at.Inode || now.Dev != was.at.Dev {
		return false, err
	}
	for _, name := range names {
		at, err := statAt(d, name)
		_, held := l.Files[path.Join(dir, name)]
		switch {
		case held && err == nil:
			l.saw(path.Join(dir, name), at)
		case held, slices.Contains(was.subs, name), l.wanted(dir, name, err):
			return false, nil
		}
	}
	return true, nil
}

// wanted reports whether a listing of the folder may hold more, or less, than it
// did, now that something changed there which is not looked at so far; err is that
// of a look at it. Owners of other files may be busy, so what is passed over in any
// case must not have the folder listed.
func (l *Folder[F, U]) wanted(dir, name string, err error) bool {
	if l.hooks.apart != nil && l.hooks.apart(dir, name) {
		return false
	}
	if err != nil && !tail.IsSideFile(name) {
		return !errors.Is(err, fs.ErrNotExist) && depthOf(dir) < bounds.Depth && l.hooks.Enters(dir, name)
	}
	// What lies beside a database tells whether a file is one.
	ok, _ := l.hooks.Takes(dir, tail.DatabaseOf(name))
	return ok && len(l.Files) < bounds.Files
}

// saw notes that a file is there.
func (l *Folder[F, U]) saw(rel string, at Stamp) {
	f, known := l.Files[rel]
	if !known {
		f = l.hooks.NewFile(rel)
		l.Files[rel] = f
	}
	b := f.file()
	owned := l.Options.Owned != nil && l.Options.Owned(rel)
	changed := !known || b.At != at || b.Owned != owned
	if !known || b.At.Mtime != at.Mtime {
		l.order = nil
	}
	b.At, b.Owned, b.round = at, owned, l.round
	if changed {
		l.hooks.Saw(f)
	}
	l.count(f)
}

// forget drops a file that is gone.
func (l *Folder[F, U]) forget(f F) {
	b := f.file()
	delete(l.Files, b.Rel)
	l.order = nil
	l.uncount(b)
	l.hooks.Gone(f)
}

// restat looks at files again. It reports false when all of them are gone; one of
// several that is gone stays as it was until a scan finds out.
func (l *Folder[F, U]) restat(files []*File) (there bool, err error) {
	root, err := openRoot(l.Dir)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, f := range files {
		at, err := statOf(root, f.Rel)
		if gone(err) {
			continue
		}
		if err != nil {
			return false, err
		}
		if there = true; at.Mtime != f.At.Mtime {
			l.order = nil
		}
		if _, held := l.Files[f.Rel]; held && at != f.At {
			l.saw(f.Rel, at) // the next Refresh reports it
		}
		f.At = at
	}
	return there, nil
}

func statOf(root *os.Root, rel string) (at Stamp, err error) {
	d, err := openDir(root, path.Dir(rel))
	if err != nil {
		return Stamp{}, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return statAt(d, path.Base(rel))
}
