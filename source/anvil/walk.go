package anvil

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"golang.org/x/sys/unix"
)

// Bounds of one folder.
const (
	maxFiles   = 20_000
	maxDepthOf = 10
	chunk      = 1024 // entries that are read of a folder at a time
)

// stamp is what tells whether a file changed since it was looked at.
type stamp struct {
	size  int64
	mtime int64 // nanoseconds since 1970
	inode uint64
	dev   uint64
}

// walk finds the files that may belong to sessions.
type walk struct {
	root   *os.Root
	deep   bool // other folders than Anvil's own are looked into
	files  int  // that may still be found
	over   int  // how many more there were
	closed int  // folders that could not be read
}

// each calls fn with every file whose path may be one of Anvil's.
func (w *walk) each(ctx context.Context, fn func(rel string, s spot, at stamp) error) error {
	todo := []string{"."}
	for len(todo) > 0 {
		rel := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if err := ctx.Err(); err != nil {
			return err
		}
		subs, err := w.folder(rel, fn)
		if err != nil {
			var stop stopError
			if rel == "." || errors.As(err, &stop) {
				return err
			}
			w.closed++
		}
		todo = append(todo, subs...)
	}
	return nil
}

// stopError is an error of the function that was called, not of a folder.
type stopError struct{ error }

func (e stopError) Unwrap() error { return e.error }

// folder goes through one folder and returns the ones beneath it.
func (w *walk) folder(rel string, fn func(string, spot, stamp) error) (subs []string, err error) {
	d, err := w.root.Open(rel)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	for {
		entries, err := d.ReadDir(chunk)
		for _, e := range entries {
			at := path.Join(rel, e.Name())
			switch {
			case e.IsDir():
				if w.entered(rel, e.Name()) {
					subs = append(subs, at)
				}
			case e.Type().IsRegular():
				if err := w.file(d, at, e.Name(), fn); err != nil {
					return subs, stopError{err}
				}
			}
		}
		if errors.Is(err, io.EOF) {
			return subs, nil
		}
		if err != nil {
			return subs, err
		}
	}
}

func (w *walk) file(d *os.File, rel, name string, fn func(string, spot, stamp) error) error {
	s := spotOf(rel)
	if s.role == roleNone || strings.HasPrefix(name, ".") {
		return nil
	}
	if w.files == 0 {
		w.over++
		return nil
	}
	at, err := statAt(d, name)
	if err != nil {
		return nil //nolint:nilerr // it went, or is no plain file any more
	}
	w.files--
	return fn(rel, s, at)
}

// entered reports whether a folder is looked into.
func (w *walk) entered(rel, name string) bool {
	switch {
	case name == dotAnvil, name == dotState:
		return true
	case strings.Contains("/"+rel+"/", "/"+dotAnvil+"/"), strings.Contains("/"+rel+"/", "/"+dotState+"/"):
		return depthOf(rel) < maxDepthOf
	case !w.deep, strings.HasPrefix(name, "."), name == "node_modules", name == "target":
		return false
	}
	return depthOf(rel) < maxDepthOf
}

func depthOf(rel string) int {
	if rel == "." {
		return 0
	}
	return strings.Count(rel, "/") + 1
}

// statAt looks at a name in an open folder without following a link. Anything
// but a regular file is fs.ErrInvalid.
func statAt(d *os.File, name string) (stamp, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(int(d.Fd()), name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return stamp{}, err
	}
	if uint32(st.Mode)&unix.S_IFMT != unix.S_IFREG {
		return stamp{}, fs.ErrInvalid
	}
	return stamp{
		size: st.Size, mtime: unix.TimespecToNsec(st.Mtim), inode: st.Ino,
		dev: uint64(st.Dev), //nolint:gosec,unconvert,nolintlint // an opaque number, of a type that differs between systems
	}, nil
}

// plain strips the operation and the path, which the sentence around names.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
