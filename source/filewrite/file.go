package filewrite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"notdone/source"
	"notdone/source/tail"
)

// MaxSize is the size in bytes of the largest file that is changed or removed: the
// journal keeps its whole content.
const MaxSize = 1 << 20

// file is a regular file as it was read.
type file struct {
	content []byte
	stat    unix.Stat_t
}

// text is the content; empty for no file.
func (f *file) text() string {
	if f == nil {
		return ""
	}
	return string(f.content)
}

// same reports whether two looks at a name found the same unchanged file.
func same(a, b *unix.Stat_t) bool {
	return a.Dev == b.Dev && a.Ino == b.Ino && a.Mode == b.Mode && a.Size == b.Size && a.Mtim == b.Mtim && a.Ctim == b.Ctim
}

// read reads a file beneath dir. It returns nil when there is none, and a
// *source.Refusal for one that must not be written.
func read(dir, rel string) (_ *file, err error) {
	f, err := tail.OpenBeneath(dir, rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, tail.ErrNotRegular), errors.Is(err, tail.ErrOutside):
		return nil, refuse("%s is not a regular file beneath %s", rel, dir)
	case err != nil:
		return nil, explain(rel, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	was := &file{}
	if err := unix.Fstat(int(f.Fd()), &was.stat); err != nil {
		return nil, fmt.Errorf("%s: %w", rel, err)
	}
	was.content, err = io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rel, err)
	}
	return was, nil
}

// check returns a refusal to replace or to remove the file.
func (f *file) check(rel string) error {
	switch {
	case len(f.content) > MaxSize:
		return refuse("%s has more than %d KiB, too much to keep what it was before", rel, MaxSize>>10)
	case f.stat.Nlink > 1:
		return refuse("%s has %d names (hard links), and would be changed under one of them only", rel, f.stat.Nlink)
	}
	return checkOwner(rel, &f.stat)
}

func checkOwner(rel string, st *unix.Stat_t) error {
	if uid := os.Geteuid(); int(st.Uid) != uid {
		return refuse("%s belongs to the user %d and this is the user %d: only its owner may act on it", rel, st.Uid, uid)
	}
	return nil
}

func refuse(format string, args ...any) error {
	return &source.Refusal{Why: fmt.Sprintf(format, args...)}
}

// explain returns the error of a file or a folder in the words of an operator: as a
// refusal, as a change, or as it is.
func explain(rel string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrExist):
		return changed(rel)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, unix.EROFS):
		return refuse("%s may only be read", rel)
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EDQUOT), errors.Is(err, unix.EFBIG):
		return fmt.Errorf("%s cannot be written, the disk is full: nothing was done", rel)
	}
	return fmt.Errorf("%s: %w", rel, err)
}
