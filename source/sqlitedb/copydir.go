package sqlitedb

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// A process locks the folder of a private copy before it gives the folder its final
// name. So a folder with that name that can be locked belonged to a process that was
// killed.
const (
	copyPrefix = "notdone-copy-"
	newPrefix  = "notdone-new-"
	copyName   = "copy.db"
)

// copyReserve is the free space, in bytes, that a private copy leaves on the disk.
const copyReserve = 64 << 20

// copyDir is the folder of one private copy.
type copyDir struct {
	path string
	lock *os.File
}

// makeCopyDir creates an empty folder with mode 0700 and locks it. The caller removes
// it.
func makeCopyDir() (*copyDir, error) {
	path, err := os.MkdirTemp("", newPrefix+"*")
	if err != nil {
		return nil, err
	}
	d := &copyDir{path: path}
	if d.lock, err = lockDir(path); err != nil {
		return nil, removeAfter(err, d)
	}
	known := filepath.Join(filepath.Dir(path), copyPrefix+strings.TrimPrefix(filepath.Base(path), newPrefix))
	if err := os.Rename(path, known); err != nil {
		return nil, removeAfter(err, d)
	}
	d.path = known
	return d, nil
}

// removeAfter removes the folder after an error and returns that error.
func removeAfter(err error, d *copyDir) error {
	_ = d.remove() // the first error says more
	return err
}

// remove deletes the copy and its folder.
func (d *copyDir) remove() error {
	err := os.RemoveAll(d.path)
	if d.lock != nil {
		_ = d.lock.Close() // a folder: there is nothing a failed close could lose
	}
	return err
}

// lockDir opens and locks a folder. It fails when another process holds the lock.
func lockDir(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		_ = f.Close() // as above
		return nil, err
	}
	return f, nil
}

// removeOldCopies removes the private copies of killed processes, once per process.
var removeOldCopies = sync.OnceFunc(func() { removeLeftCopies(os.TempDir()) })

// removeLeftCopies removes this user's unlocked copies from a folder. It ignores
// errors: the next process tries again.
func removeLeftCopies(temp string) {
	entries, err := os.ReadDir(temp)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), copyPrefix) {
			removeLeftCopy(filepath.Join(temp, e.Name()))
		}
	}
}

// removeLeftCopy removes the files of a copy, through the descriptor of the locked
// folder, and then the folder if it is empty.
func removeLeftCopy(path string) {
	lock, err := lockDir(path)
	if err != nil {
		return
	}
	defer func() { _ = lock.Close() }() // a folder, as above
	var st unix.Stat_t
	if err := unix.Fstat(int(lock.Fd()), &st); err != nil || int(st.Uid) != os.Geteuid() || st.Mode&0o077 != 0 {
		return
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		_ = unix.Unlinkat(int(lock.Fd()), copyName+suffix, 0) // not every copy has every file
	}
	_ = unix.Rmdir(path) // fails when the folder contains other files, which stay
}

// checkRoom returns an error when a private copy of size bytes is larger than most
// or does not fit on the disk of the folder.
func checkRoom(dir string, size, most int64) error {
	if size > most {
		return fmt.Errorf("%w: it has %s, and more than %s are not copied", ErrCopy, megabytes(size), megabytes(most))
	}
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return nil //nolint:nilerr // the free space is unknown; copying reports a full disk
	}
	if free := int64(st.Bavail) * int64(st.Bsize); size > free-copyReserve { //nolint:unconvert // the types differ between systems
		return fmt.Errorf("%w: it has %s, and %s has %s free, of which %s are left alone",
			ErrCopy, megabytes(size), printable(filepath.Dir(dir)), megabytes(free), megabytes(copyReserve))
	}
	return nil
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", (n+1<<20-1)>>20) }
