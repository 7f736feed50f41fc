package tail

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Reasons why OpenBeneath refuses a path; test with errors.Is.
var (
	// ErrNotRegular says that the path leads to, or over, something that is not
	// a plain file: a symbolic link, a folder, a FIFO, a socket, a device. It
	// also holds for ErrDatabase.
	ErrNotRegular = errors.New("not a regular file")
	// ErrOutside says that the path is absolute, empty or climbs by "..".
	ErrOutside = errors.New("not beneath its folder")
	// ErrDatabase says that the name is one of a database or its side files.
	ErrDatabase = fmt.Errorf("a database is read by SQLite alone: %w", ErrNotRegular)
)

// OpenBeneath opens a regular file for reading, by a path relative to root that
// may come from a stranger. No component of rel may be a symbolic link; root
// itself may be one. It never blocks and never opens anything but a regular
// file, since opening alone can wake the writer of a FIFO or move a device.
//
// Names of SQLite databases are refused: closing any descriptor of a file drops
// all POSIX locks that this process holds on it (sqlite.org/howtocorrupt.html,
// 2.2), and a log folder may well be the folder of the queue.
//
// Each step is relative to the folder opened before it, so a folder that is
// exchanged for a link meanwhile does not lead astray; os.Root alone would
// follow links that stay inside. The caller closes the file. A missing file is
// fs.ErrNotExist.
func OpenBeneath(root, rel string) (*os.File, error) {
	path := filepath.Join(root, rel)
	f, err := openBeneath(root, rel, path)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return f, nil
}

func openBeneath(root, rel, path string) (*os.File, error) {
	parts, err := components(rel)
	if err != nil {
		return nil, err
	}
	at, err := openat(unix.AT_FDCWD, root, unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer func() { _ = unix.Close(at) }() // read only: nothing can be lost
	for _, name := range parts[:len(parts)-1] {
		next, err := openat(at, name, unix.O_DIRECTORY|unix.O_NOFOLLOW)
		if err != nil {
			if isLink(at, name) {
				return nil, fmt.Errorf("%s is a symbolic link: %w", name, ErrNotRegular)
			}
			return nil, err
		}
		_ = unix.Close(at)
		at = next
	}
	return openRegular(at, parts[len(parts)-1], path)
}

// openRegular looks before it opens, and again after, since the name can be
// given to something else in between.
func openRegular(at int, name, path string) (*os.File, error) {
	if IsDatabase(name) {
		return nil, ErrDatabase
	}
	var st unix.Stat_t
	if err := unix.Fstatat(at, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return nil, err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, ErrNotRegular
	}
	fd, err := openat(at, name, unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY)
	if errors.Is(err, unix.ELOOP) {
		return nil, ErrNotRegular
	}
	if err != nil {
		return nil, err
	}
	if err = unix.Fstat(fd, &st); err == nil && st.Mode&unix.S_IFMT != unix.S_IFREG {
		err = ErrNotRegular
	}
	if err != nil {
		_ = unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

func openat(at int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(at, name, flags|unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

func isLink(at int, name string) bool {
	var st unix.Stat_t
	err := unix.Fstatat(at, name, &st, unix.AT_SYMLINK_NOFOLLOW)
	return err == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK
}

// components splits a relative path; there is at least one.
func components(rel string) ([]string, error) {
	if filepath.IsAbs(rel) || strings.ContainsRune(rel, 0) {
		return nil, ErrOutside
	}
	var parts []string
	for p := range strings.SplitSeq(rel, "/") {
		switch p {
		case "", ".":
		case "..":
			return nil, ErrOutside
		default:
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return nil, ErrOutside
	}
	return parts, nil
}

// sides are the ends of the names of files that lie beside a database.
var sides = []string{"-wal", "-shm", "-journal"}

// IsDatabase reports whether a file of that name may belong to a database.
func IsDatabase(name string) bool {
	if IsSideFile(name) {
		return true
	}
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".db" || ext == ".db3" || strings.HasPrefix(ext, ".sqlite")
}

// IsSideFile reports whether a file of that name lies beside a database and
// belongs to it.
func IsSideFile(name string) bool { return DatabaseOf(name) != name }

// DatabaseOf is the name of the database beside which a side file lies; any other
// name is returned as it is.
func DatabaseOf(name string) string {
	lower := strings.ToLower(name)
	for _, side := range sides {
		if strings.HasSuffix(lower, side) {
			return name[:len(name)-len(side)]
		}
	}
	return name
}
