package transcript

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Bounds of one folder.
const (
	maxFiles = 20_000
	maxDepth = 16
	chunk    = 1024 // entries that are read of a folder at a time
)

// stamp is what tells whether a file changed since it was looked at.
type stamp struct {
	size  int64
	mtime int64 // nanoseconds since 1970
	ctime int64 // of a change of its mode or its name, too
	inode uint64
	dev   uint64
}

// walk goes through a folder and its subfolders.
type walk struct {
	root  *os.Root
	files int // that may still be found
	depth int
}

// passed counts what a folder holds that is not looked at.
type passed struct {
	over      int      // files beyond the bound
	deep      int      // folders beneath the deepest that are looked into
	rotated   int      // logs that were rotated away
	packed    int      // compressed files
	others    int      // other files whose names no log has
	databases []string // by their names
}

func newWalk(root *os.Root, files, depth int) *walk {
	return &walk{root: root, files: files, depth: depth}
}

// each calls fn with every file that may be a log, until fn returns an error;
// filepath.SkipAll ends the walk without one.
func (w *walk) each(ctx context.Context, fn func(rel string) error) error {
	todo := []string{"."}
	for len(todo) > 0 {
		rel := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if err := ctx.Err(); err != nil {
			return err
		}
		d, err := w.root.Open(rel)
		if err != nil {
			continue
		}
		subs, names, _, err := w.list(d, rel)
		if err = errors.Join(err, d.Close()); err != nil && rel == "." {
			return err
		}
		todo = append(todo, subs...)
		for _, name := range names {
			if err := fn(path.Join(rel, name)); err != nil {
				if errors.Is(err, filepath.SkipAll) {
					return nil
				}
				return err
			}
		}
	}
	return nil
}

// list reads the entries of a folder: subfolders to look into, by their whole
// path, the names of regular files that may be logs, and what is passed over.
func (w *walk) list(d *os.File, rel string) (subs, names []string, p passed, err error) {
	sides := map[string]bool{}
	for {
		entries, err := d.ReadDir(chunk)
		for _, e := range entries {
			name := e.Name()
			switch {
			case e.IsDir() && !entered(name):
			case e.IsDir() && depthOf(rel) >= w.depth:
				p.deep++
			case e.IsDir():
				subs = append(subs, path.Join(rel, name))
			case e.Type() != 0:
			case database(name):
				sides[name] = true
			case strings.HasPrefix(name, "."):
			case !named(name) && called(name):
				p.rotated++
			case !named(name) && compressed(name):
				p.packed++
			case !named(name):
				p.others++
			case w.files == 0:
				p.over++
			default:
				w.files--
				names = append(names, name)
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return subs, names, p, err
		}
	}
	kept := names[:0]
	for _, n := range names {
		if besides(n, sides) {
			p.databases = append(p.databases, n)
		} else {
			kept = append(kept, n)
		}
	}
	for n := range sides {
		if !side(n) {
			p.databases = append(p.databases, n)
		}
	}
	return subs, kept, p, nil
}

func depthOf(rel string) int {
	n := 0
	for ; rel != "." && rel != "/"; rel = path.Dir(rel) {
		n++
	}
	return n
}

// statAt looks at a name in an open folder without following a link. Anything
// but a regular file is fs.ErrInvalid.
func statAt(d *os.File, name string) (stamp, error) {
	var st unix.Stat_t
	err := unix.Fstatat(int(d.Fd()), name, &st, unix.AT_SYMLINK_NOFOLLOW)
	if err != nil {
		return stamp{}, err
	}
	if uint32(st.Mode)&unix.S_IFMT != unix.S_IFREG {
		return stamp{}, fs.ErrInvalid
	}
	return stampOf(&st), nil
}

// statDir looks at an open folder.
func statDir(d *os.File) (stamp, error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(d.Fd()), &st); err != nil {
		return stamp{}, err
	}
	return stampOf(&st), nil
}

func stampOf(st *unix.Stat_t) stamp {
	return stamp{
		size: st.Size, mtime: unix.TimespecToNsec(st.Mtim), ctime: unix.TimespecToNsec(st.Ctim), inode: st.Ino,
		dev: uint64(st.Dev), //nolint:gosec,unconvert,nolintlint // G115: an opaque number, of a type that differs between systems
	}
}
