package client

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// makeWhole makes a file with that content at path, which must not exist. It has
// no name before it is whole, where the file system can do that.
func makeWhole(path string, content []byte) (err error) {
	fd, err := unix.Open(filepath.Dir(path), unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return makeNamed(path, content)
	}
	f := os.NewFile(uintptr(fd), path)
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = f.Write(content)
	if err := errors.Join(err, f.Sync()); err != nil {
		return err
	}
	err = unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
	switch {
	case errors.Is(err, fs.ErrExist):
		return &os.PathError{Op: "open", Path: path, Err: err}
	case err != nil: // such as no /proc
		return makeNamed(path, content)
	}
	return nil
}
