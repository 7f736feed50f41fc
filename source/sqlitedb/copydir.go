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

// The process that reads a private copy locks its folder before the folder gets
// its final name. A folder of that name that can be locked was therefore left by
// a process that was killed.
const (
	copyPrefix = "notdone-copy-"
	newPrefix  = "notdone-new-"
	copyName   = "copy.db"
)

// copyReserve is how much room on the disk a private copy leaves to others.
const copyReserve = 64 << 20

// copyDir is the folder of one private copy.
type copyDir struct {
	path string
	lock *os.File
}

// makeCopyDir makes an empty folder that only this user may enter. The caller
// removes it.
func makeCopyDir() (*copyDir, error) {
	path, err := os.MkdirTemp("", newPrefix+"*")
	if err != nil {
		return nil, err
	}
	d := &copyDir{path: path}
	if d.lock, err = lockDir(path); err != nil {
		return nil, joinRemove(err, d)
	}
	known := filepath.Join(filepath.Dir(path), copyPrefix+strings.TrimPrefix(filepath.Base(path), newPrefix))
	if err := os.Rename(path, known); err != nil {
		return nil, joinRemove(err, d)
	}
	d.path = known
	return d, nil
}

func joinRemove(err error, d *copyDir) error {
	_ = d.remove() // the reason why it could not be made says more
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

// lockDir opens and locks a folder. It fails when another process has it.
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

// tidyCopies removes, once in the life of a process, the private copies that
// killed ones left.
var tidyCopies = sync.OnceFunc(func() { removeLeftCopies(os.TempDir()) })

// removeLeftCopies removes this user's copies that no process holds. What cannot
// be removed stays for the next time.
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

// removeLeftCopy removes the files that a copy consists of, by their names in
// the folder that was locked, and the folder when nothing else is in it.
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
		_ = unix.Unlinkat(int(lock.Fd()), copyName+suffix, 0) // there or not; the folder tells
	}
	_ = unix.Rmdir(path) // fails where something else is in it, which is not ours to remove
}

// roomFor returns why a private copy of so many bytes cannot be made in a folder;
// nil when it can.
func roomFor(dir string, size, most int64) error {
	if size > most {
		return fmt.Errorf("%w: it has %s, and more than %s are not copied", ErrCopy, megabytes(size), megabytes(most))
	}
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return nil //nolint:nilerr // how much room there is is not known; the copy tells
	}
	if free := int64(st.Bavail) * int64(st.Bsize); size > free-copyReserve { //nolint:unconvert // the types differ between systems
		return fmt.Errorf("%w: it has %s, and %s has %s free", ErrCopy, megabytes(size), printable(filepath.Dir(dir)), megabytes(free))
	}
	return nil
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", (n+1<<20-1)>>20) }
