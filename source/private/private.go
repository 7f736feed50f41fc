// Package private checks the files that notdone keeps for itself: the journal and
// the memory. Without these checks a symbolic link could redirect a write into
// another file, and another user could edit the rows that an undo restores.
package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Open opens an existing file without following a symbolic link, and checks it
// with Check. The caller closes it. Its errors do not name the path.
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

// Check returns an error unless an open file is a regular file of this user with
// a single name. It removes the permissions of other users.
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

// CheckInfo makes the checks of Check and changes no permissions.
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

// RestrictFolder removes the permissions of other users on a folder of this user.
// The folder of another user is left as it is.
func RestrictFolder(path string) error {
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
