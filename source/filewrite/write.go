package filewrite

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"notdone/source"
	"notdone/source/tail"
)

// Edit is what an action does to one file. One of Change, Create, Append and
// Remove is set.
type Edit struct {
	Path string // slash-separated, beneath the folder
	// Change returns the new content of a file. It is a pure function, and its error
	// is the reason why there is none.
	Change func(content []byte) ([]byte, error)
	// Create is the content of a new file. Folders that are missing are created.
	Create []byte
	// Append is a line, with its newline, at the end of a file that only grows. The
	// file is created if it is missing.
	Append []byte
	Remove bool
	// Mode are the permissions of a new file; zero: 0644.
	Mode fs.FileMode
	// Moved is where the owner moves a new file once it has read it; empty: nowhere.
	Moved string
}

// write is an edit with what was found of its file, and what is prepared for it.
type write struct {
	Edit
	was *file  // nil: there is no file
	now []byte // the content afterwards; nil: there is no file

	folder *os.File
	made   []string // folders that were created, the innermost first
	staged bool     // the new content is in the file tmp
	locked *os.File // that file
}

// resolve reads the files of the edits and returns what would be written. It
// writes nothing. The error is a *source.Refusal when an edit is impossible.
func resolve(dir string, edits []Edit) ([]*write, error) {
	writes := make([]*write, len(edits))
	for i, e := range edits {
		w := &write{Edit: e}
		writes[i] = w
		var err error
		if w.was, err = read(dir, e.Path); err != nil {
			return nil, err
		}
		if e.Append != nil {
			if w.was != nil {
				err = checkOwner(e.Path, &w.was.stat)
			}
		} else {
			err = w.work()
		}
		if err != nil {
			return nil, err
		}
	}
	return writes, nil
}

// work works out the content afterwards.
func (w *write) work() error {
	switch {
	case w.Create != nil && w.was != nil:
		return refuse("%s is there already", w.Path)
	case w.Create != nil:
		w.now = w.Create
		return nil
	case w.was == nil:
		return refuse("%s is not there", w.Path)
	}
	if err := w.was.check(w.Path); err != nil || w.Remove {
		return err
	}
	now, err := w.Change(w.was.content)
	switch {
	case err != nil:
		return refuse("%s: %s", w.Path, err)
	case bytes.Equal(now, w.was.content):
		return refuse("nothing in %s would change", w.Path)
	}
	w.now = now
	return nil
}

// apply executes writes that resolve has returned. All new content is on the disk
// before intent is called; afterwards each file is replaced by a rename, or created,
// appended to or removed by one system call, in the order of the writes.
func apply(ctx context.Context, dir string, writes []*write, intent func([]source.Image) error) (err error) {
	defer func() {
		for _, w := range writes {
			err = errors.Join(err, w.close(dir))
		}
	}()
	for _, w := range writes {
		if err := w.stage(dir); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := intent(images(writes)); err != nil {
		return err
	}
	for _, w := range writes {
		if err := w.recheck(); err != nil {
			return err
		}
	}
	for i, w := range writes {
		err := w.commit()
		switch {
		case err == nil:
		case i == 0 && (errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist)):
			return &source.Changed{Was: w.Path + " as it was read", Now: "another"}
		case i == 0:
			return refuseAccess(w.Path, err)
		default:
			return fmt.Errorf("%s: %w: %s", w.Path, source.ErrInDoubt, err.Error())
		}
	}
	for _, w := range writes {
		if err := w.folder.Sync(); err != nil {
			return fmt.Errorf("%s: %w: %s", path.Dir(w.Path), source.ErrInDoubt, err.Error())
		}
	}
	return nil
}

func (w *write) name() string { return path.Base(w.Path) }

// tmp is the name of the file in which new content is prepared. Readers of
// mailboxes and watchers of folders ignore names with this end.
func (w *write) tmp() string { return w.name() + ".tmp" }

// stage opens the folder of the file and writes the new content beside it.
func (w *write) stage(dir string) (err error) {
	if w.folder, w.made, err = openFolder(dir, w.Path, w.now != nil || w.Append != nil); err != nil {
		return refuseAccess(path.Dir(w.Path), err)
	}
	var st unix.Stat_t
	if err := unix.Fstat(int(w.folder.Fd()), &st); err != nil {
		return err
	}
	if err := checkOwner(path.Dir(w.Path), &st); err != nil && w.was == nil {
		return err
	}
	if unix.Faccessat(int(w.folder.Fd()), ".", unix.W_OK, 0) != nil {
		return refuse("the folder %s may only be read", path.Dir(w.Path))
	}
	if w.now == nil {
		return nil
	}
	if err := w.lock(); err != nil {
		return err
	}
	mode := cmp.Or(w.Mode, 0o644)
	if w.was != nil {
		mode = fs.FileMode(w.was.stat.Mode & 0o7777)
		if err := w.locked.Chown(-1, int(w.was.stat.Gid)); err != nil {
			return refuse("%s would lose its group", w.Path)
		}
	}
	_, err = w.locked.Write(w.now)
	if err == nil {
		err = unix.Fchmod(int(w.locked.Fd()), uint32(mode))
	}
	if err == nil {
		err = w.locked.Sync()
	}
	if err != nil {
		return refuseAccess(w.Path, err)
	}
	return nil
}

// lock creates the file tmp and locks it. One that another process has left when
// it was killed is replaced; one that another process is writing is ErrBusy.
func (w *write) lock() error {
	at := int(w.folder.Fd())
	for range 10 {
		fd, err := unix.Openat(at, w.tmp(), unix.O_CREAT|unix.O_EXCL|unix.O_RDWR|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
		left := errors.Is(err, unix.EEXIST)
		if left {
			fd, err = unix.Openat(at, w.tmp(), unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		}
		if errors.Is(err, unix.ELOOP) {
			return w.inTheWay()
		}
		if err != nil {
			return refuseAccess(path.Join(path.Dir(w.Path), w.tmp()), err)
		}
		f := os.NewFile(uintptr(fd), w.tmp())
		if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", w.Path, source.ErrBusy), f.Close())
		}
		var mine, there unix.Stat_t
		err = errors.Join(unix.Fstat(fd, &mine), unix.Fstatat(at, w.tmp(), &there, unix.AT_SYMLINK_NOFOLLOW))
		switch {
		case err == nil && mine.Ino == there.Ino && left:
			if mine.Mode&unix.S_IFMT != unix.S_IFREG {
				return errors.Join(w.inTheWay(), f.Close())
			}
			err = unix.Unlinkat(at, w.tmp(), 0)
		case err == nil && mine.Ino == there.Ino:
			w.locked, w.staged = f, true
			return nil
		}
		if err := errors.Join(err, f.Close()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return refuseAccess(w.Path, err)
		}
	}
	return fmt.Errorf("%s: %w", w.Path, source.ErrBusy)
}

func (w *write) inTheWay() error {
	return refuse("%s.tmp is in the way, which is not a regular file", w.Path)
}

// recheck returns a *source.Changed when the file is not the one that resolve has
// read.
func (w *write) recheck() error {
	var st unix.Stat_t
	err := unix.Fstatat(int(w.folder.Fd()), w.name(), &st, unix.AT_SYMLINK_NOFOLLOW)
	switch {
	case w.Append != nil:
		return nil // it is checked when it is opened
	case errors.Is(err, fs.ErrNotExist) && w.was == nil:
		return nil
	case err == nil && w.was != nil && same(&st, &w.was.stat):
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return &source.Changed{Was: w.Path + " as it was read", Now: "gone"}
	case err != nil:
		return fmt.Errorf("%s: %w", w.Path, err)
	}
	return &source.Changed{Was: w.Path + " as it was read", Now: "another"}
}

// commit makes the write visible.
func (w *write) commit() error {
	at := int(w.folder.Fd())
	switch {
	case w.Append != nil:
		return w.append()
	case w.now == nil:
		return unix.Unlinkat(at, w.name(), 0)
	case w.was == nil:
		err := unix.Linkat(at, w.tmp(), at, w.name(), 0) // unlike a rename, it replaces nothing
		if !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.ENOTSUP) {
			return err
		}
		// A file system without hard links.
	}
	err := unix.Renameat(at, w.tmp(), at, w.name())
	w.staged = w.staged && err != nil
	return err
}

// append appends the line, and a newline before it if the last line has not ended.
func (w *write) append() (err error) {
	const flags = unix.O_CREAT | unix.O_RDWR | unix.O_APPEND | unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_CLOEXEC
	fd, err := unix.Openat(int(w.folder.Fd()), w.name(), flags, 0o644)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), w.Path)
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return tail.ErrNotRegular
	}
	line := w.Append
	if size := info.Size(); size > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], size-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	if _, err = f.Write(line); err != nil {
		return err
	}
	return f.Sync()
}

// close removes what was prepared and not used, and closes what is open.
func (w *write) close(dir string) (err error) {
	if w.folder == nil {
		return nil
	}
	at := int(w.folder.Fd())
	if w.staged {
		err = unix.Unlinkat(at, w.tmp(), 0)
	}
	if w.locked != nil {
		err = errors.Join(err, w.locked.Close())
	}
	for _, made := range w.made { // those that hold a file now stay
		if above, openErr := tail.OpenFolder(dir, path.Dir(made)); openErr == nil {
			_ = unix.Unlinkat(int(above.Fd()), path.Base(made), unix.AT_REMOVEDIR)
			err = errors.Join(err, above.Close())
		}
	}
	return errors.Join(err, w.folder.Close())
}
