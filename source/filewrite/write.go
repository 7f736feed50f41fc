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
	"slices"

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
	staged *os.File // the file tmp, with the new content; nil: there is none, or it was renamed
}

// resolve reads the files of the edits and returns what would be written. It
// writes nothing. The error is a *source.Refusal when an edit is impossible.
func resolve(dir string, edits []Edit) ([]*write, error) {
	writes := make([]*write, len(edits))
	for i, e := range edits {
		w := &write{Edit: e}
		writes[i] = w
		var err error
		if w.was, err = read(dir, e.Path); err == nil {
			err = w.setContent()
		}
		if err != nil {
			return nil, err
		}
	}
	return writes, nil
}

// setContent sets the content of the file after the write, and refuses a write that is impossible.
func (w *write) setContent() (err error) {
	switch {
	case w.Append != nil && w.was != nil:
		return checkOwner(w.Path, &w.was.stat)
	case w.Append != nil:
		return nil
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
	if w.now, err = w.Change(w.was.content); err != nil {
		return refuse("%s: %s", w.Path, err)
	}
	if bytes.Equal(w.now, w.was.content) {
		return refuse("nothing in %s would change", w.Path)
	}
	return nil
}

// apply executes writes that resolve has returned, the first one first, or the last one
// first if back is set. All new content is on the disk before intent is called;
// afterwards each file is replaced, created, appended to or removed by one system call.
func apply(ctx context.Context, dir string, writes []*write, back bool, intent func([]source.Image) error) (err error) {
	defer func() {
		for _, w := range writes {
			err = errors.Join(err, w.close())
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
	order := slices.Clone(writes)
	if back {
		slices.Reverse(order)
	}
	for i, w := range order {
		if err := w.commit(); err != nil && i > 0 {
			return fmt.Errorf("%s: %w: %s", w.Path, source.ErrInDoubt, err.Error())
		} else if err != nil {
			return explain(w.Path, err)
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

// tmp is the name of the file in which new content is prepared, which nobody else uses.
func (w *write) tmp() string { return w.name() + ".notdone.tmp" }

// at is the descriptor of the folder.
func (w *write) at() int { return int(w.folder.Fd()) }

// stage opens the folder of the file and writes the new content beside it.
func (w *write) stage(dir string) error {
	parent := path.Dir(w.Path)
	if w.Create != nil || w.Append != nil {
		if err := makeFolders(dir, parent); err != nil {
			return explain(parent, err)
		}
	}
	var err error
	if w.folder, err = tail.OpenFolder(dir, parent); err != nil {
		return explain(parent, err)
	}
	var st unix.Stat_t
	if err := unix.Fstat(w.at(), &st); err != nil {
		return explain(parent, err)
	}
	switch err := checkOwner(parent, &st); {
	case err != nil && w.was == nil:
		return err
	case unix.Faccessat(w.at(), ".", unix.W_OK, 0) != nil:
		return refuse("the folder %s may only be read", parent)
	case w.now == nil:
		return nil
	}
	if err := w.createTmp(); err != nil {
		return err
	}
	mode, group := cmp.Or(w.Mode, 0o644), -1
	if w.was != nil {
		mode, group = fs.FileMode(w.was.stat.Mode&0o7777), int(w.was.stat.Gid)
	}
	_, err = w.staged.Write(w.now)
	if err == nil {
		err = errors.Join(w.staged.Chown(-1, group), unix.Fchmod(int(w.staged.Fd()), uint32(mode)), w.staged.Sync())
	}
	if err != nil {
		return explain(w.Path, err)
	}
	return nil
}

// makeFolders creates the folders of a path that are missing.
func makeFolders(dir, rel string) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	return root.MkdirAll(rel, 0o755)
}

// createTmp creates the file tmp. One that a killed process has left is replaced: of
// those who share a journal one acts at a time, and another one notices it in recheck.
func (w *write) createTmp() error {
	err := unix.Unlinkat(w.at(), w.tmp(), 0)
	fd := -1
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		fd, err = unix.Openat(w.at(), w.tmp(), unix.O_CREAT|unix.O_EXCL|unix.O_RDWR|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	}
	if err != nil {
		return explain(path.Join(path.Dir(w.Path), w.tmp()), err)
	}
	w.staged = os.NewFile(uintptr(fd), w.tmp())
	return nil
}

// recheck returns a *source.Changed when the file is not the one that resolve has
// read, and source.ErrBusy when another process writes to it in the same way.
func (w *write) recheck() error {
	if w.Append != nil {
		return nil // it is checked when it is opened
	}
	var st, mine unix.Stat_t
	err := unix.Fstatat(w.at(), w.name(), &st, unix.AT_SYMLINK_NOFOLLOW)
	gone := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !gone:
		return explain(w.Path, err)
	case gone != (w.was == nil), !gone && !same(&st, &w.was.stat):
		return changed(w.Path)
	case w.staged == nil:
		return nil
	}
	err = errors.Join(unix.Fstat(int(w.staged.Fd()), &mine), unix.Fstatat(w.at(), w.tmp(), &st, unix.AT_SYMLINK_NOFOLLOW))
	if err != nil || !same(&st, &mine) {
		return fmt.Errorf("%s: %w", w.Path, source.ErrBusy)
	}
	return nil
}

func changed(rel string) *source.Changed {
	return &source.Changed{Was: rel + " as it was read", Now: "another, or none"}
}

// commit makes the write visible.
func (w *write) commit() error {
	switch {
	case w.Append != nil:
		return w.append()
	case w.now == nil:
		return unix.Unlinkat(w.at(), w.name(), 0)
	case w.was == nil:
		err := unix.Linkat(w.at(), w.tmp(), w.at(), w.name(), 0) // unlike a rename, it replaces nothing
		if !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.ENOTSUP) {
			return err
		}
		// A file system without hard links.
	}
	if err := unix.Renameat(w.at(), w.tmp(), w.at(), w.name()); err != nil {
		return err
	}
	renamed := w.staged
	w.staged = nil
	return renamed.Close()
}

// append appends the line, and a newline before it if the last line has not ended.
func (w *write) append() (err error) {
	const flags = unix.O_CREAT | unix.O_RDWR | unix.O_APPEND | unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_CLOEXEC
	fd, err := unix.Openat(w.at(), w.name(), flags, 0o644)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), w.Path)
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = tail.ErrNotRegular
	}
	if err != nil {
		return err
	}
	line := w.Append
	if size := info.Size(); size > 0 {
		last := []byte{0}
		if _, err := f.ReadAt(last, size-1); err != nil {
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

// close removes what was prepared and not renamed, and closes what is open.
func (w *write) close() (err error) {
	if w.staged != nil {
		err = errors.Join(unix.Unlinkat(w.at(), w.tmp(), 0), w.staged.Close())
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // another process has replaced it
		}
	}
	if w.folder != nil {
		err = errors.Join(err, w.folder.Close())
	}
	return err
}
