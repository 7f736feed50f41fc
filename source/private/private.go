// Package private guards the files that notdone keeps for itself: the journal
// and the memory. Without these checks a link could send what notdone writes into
// another file, and another user could write the rows that an undo restores.
package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Open opens a file that must exist, without following a link, and checks it.
// The caller closes it. What is wrong with the file is told without its path.
func Open(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, flags|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.ENXIO):
		return nil, errNotRegular
	case err != nil:
		return nil, err
	}
	if err := Check(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Check makes sure that an open file is a regular file that belongs to this
// user and has no other name, and that nobody else can read it.
func Check(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if err := CheckInfo(info); err != nil {
		return err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return f.Chmod(0o600)
	}
	return nil
}

// CheckInfo is Check for a file that is not opened: it changes nothing.
func CheckInfo(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errNotRegular
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return errors.New("it cannot be told whose it is")
	case int(st.Uid) != os.Geteuid():
		return fmt.Errorf("it belongs to another user (uid %d)", st.Uid)
	case st.Nlink > 1:
		return errors.New("it has another name as well (a hard link)")
	}
	return nil
}

var errNotRegular = errors.New("not a regular file")

// Folder takes the permissions on a folder from other users, if the folder
// belongs to this user.
func Folder(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if ok && int(st.Uid) == os.Geteuid() && info.Mode().Perm()&0o077 != 0 {
		return os.Chmod(path, 0o700) // #nosec G302 -- a folder
	}
	return nil
}
