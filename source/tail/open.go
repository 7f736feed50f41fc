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
	// ErrNotRegular says that the path names a folder, a FIFO, a socket or a device,
	// or leads through a symbolic link. ErrDatabase wraps it.
	ErrNotRegular = errors.New("not a regular file")
	// ErrOutside says that the path is absolute or empty, or contains "..".
	ErrOutside = errors.New("not beneath its folder")
	// ErrDatabase says that the name belongs to a database or to one of its side files.
	ErrDatabase = fmt.Errorf("a database is read by SQLite alone: %w", ErrNotRegular)
)

// OpenBeneath opens a regular file for reading. The path rel is relative to root and
// may be hostile. No component of rel may be a symbolic link; root may be one.
// OpenBeneath never blocks, and opens nothing but a regular file, because opening
// alone can wake the writer of a FIFO or move a device.
//
// Names of SQLite databases are refused: closing any descriptor of a file drops
// all POSIX locks that this process holds on it (sqlite.org/howtocorrupt.html,
// 2.2), and a log folder may well be the folder of the queue.
//
// Each component is opened relative to the folder before it, so replacing a folder
// by a link meanwhile has no effect. os.Root would follow links inside root. The
// caller closes the file. The error for a missing file wraps fs.ErrNotExist.
func OpenBeneath(root, rel string) (*os.File, error) {
	path := filepath.Join(root, rel)
	f, err := openBeneath(root, rel, path)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return f, nil
}

func openBeneath(root, rel, path string) (*os.File, error) {
	parts, err := splitPath(rel)
	if err != nil {
		return nil, err
	}
	at, err := openFolders(root, parts[:len(parts)-1])
	if err != nil {
		return nil, err
	}
	defer func() { _ = unix.Close(at) }() // read only: nothing can be lost
	return openRegular(at, parts[len(parts)-1], path)
}

// OpenFolder opens a folder as OpenBeneath opens a file. A rel of "." is root itself.
// The caller closes it.
func OpenFolder(root, rel string) (*os.File, error) {
	path := filepath.Join(root, rel)
	parts, err := splitPath(rel)
	if errors.Is(err, ErrOutside) && rel == "." {
		err = nil
	}
	at := -1
	if err == nil {
		at, err = openFolders(root, parts)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(at), path), nil
}

// openFolders opens the folder at the end of a path of folders.
func openFolders(root string, parts []string) (int, error) {
	at, err := openat(unix.AT_FDCWD, root, unix.O_DIRECTORY)
	if err != nil {
		return -1, err
	}
	for _, name := range parts {
		next, err := openat(at, name, unix.O_DIRECTORY|unix.O_NOFOLLOW)
		if err != nil && isLink(at, name) {
			err = fmt.Errorf("%s is a symbolic link: %w", name, ErrNotRegular)
		}
		_ = unix.Close(at)
		if err != nil {
			return -1, err
		}
		at = next
	}
	return at, nil
}

// openRegular checks the type of the file before and after opening it, because the
// file can be replaced in between.
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

// splitPath splits a relative path into at least one component, or refuses it.
func splitPath(rel string) ([]string, error) {
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

// sideSuffixes are the suffixes of the files that SQLite creates beside a database.
var sideSuffixes = []string{"-wal", "-shm", "-journal"}

// IsDatabase reports whether a file with the name may be a database or a side file.
func IsDatabase(name string) bool {
	if IsSideFile(name) {
		return true
	}
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".db" || ext == ".db3" || strings.HasPrefix(ext, ".sqlite")
}

// IsSideFile reports whether the name is that of a -wal, -shm or -journal.
func IsSideFile(name string) bool { return DatabaseOf(name) != name }

// DatabaseOf returns the name of the database of a side file. It returns any other
// name unchanged.
func DatabaseOf(name string) string {
	lower := strings.ToLower(name)
	for _, side := range sideSuffixes {
		if strings.HasSuffix(lower, side) {
			return name[:len(name)-len(side)]
		}
	}
	return name
}
