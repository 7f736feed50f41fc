package sqlitedb

import (
	"sync"

	"golang.org/x/sys/unix"
)

// guard is the one descriptor this process keeps of a database file for
// itself. It pins the inode number while a DB is open, reads the header at
// any time, and carries the lock under which a mode is chosen. Its descriptors
// are closed when the last DB on the inode is, never earlier: closing one
// drops every POSIX lock of the process on the file.
type guard struct {
	id    inode
	fd    int
	extra []int        // descriptors that a race opened on a registered inode; closed with fd
	users map[*DB]bool // who has it; guarded by the registry

	mu    sync.Mutex
	locks int
}

// registry holds every inode that this process has open through this package.
var registry = struct {
	sync.Mutex
	open map[inode]*guard
}{open: map[inode]*guard{}}

// openQuietly opens a path for reading without waiting for a FIFO's writer
// and without becoming a terminal's owner, and says what was opened.
func openQuietly(path string) (int, fileSig, error) {
	sig, err := statFile(path, true)
	switch {
	case err != nil:
		return -1, sig, err
	case !sig.exists:
		return -1, sig, &fileError{path: path, kind: ErrMissing}
	case !sig.regular:
		return -1, sig, &fileError{path: path, kind: ErrNotRegular}
	}
	if registry.open[sig.id] != nil {
		return -1, sig, nil
	}
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return -1, sig, pathError(path, err)
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		_ = unix.Close(fd) // nothing was read or written: there is nothing a failed close could lose
		return -1, sig, pathError(path, err)
	}
	sig = sigOf(&st)
	if g := registry.open[sig.id]; g != nil {
		g.extra = append(g.extra, fd)
		return -1, sig, nil
	}
	if !sig.regular {
		_ = unix.Close(fd) // as above
		return -1, sig, &fileError{path: path, kind: ErrNotRegular}
	}
	return fd, sig, nil
}

// acquire returns the guard of the file at path for the DB; release gives it
// back.
func acquire(path string, db *DB) (*guard, error) {
	registry.Lock()
	defer registry.Unlock()
	fd, sig, err := openQuietly(path)
	if err != nil {
		return nil, err
	}
	g := registry.open[sig.id]
	if g == nil {
		g = &guard{id: sig.id, fd: fd, users: map[*DB]bool{}}
		registry.open[sig.id] = g
	}
	g.users[db] = true
	return g, nil
}

func (g *guard) release(db *DB) {
	registry.Lock()
	defer registry.Unlock()
	if delete(g.users, db); len(g.users) > 0 {
		return
	}
	delete(registry.open, g.id)
	for _, fd := range append(g.extra, g.fd) {
		_ = unix.Close(fd) // read-only descriptor: there is nothing a failed close could lose
	}
}

// others are the DBs beside db that have the same file open.
func (g *guard) others(db *DB) []*DB {
	registry.Lock()
	defer registry.Unlock()
	var all []*DB
	for other := range g.users {
		if other != db {
			all = append(all, other)
		}
	}
	return all
}

// header reads the file's header as it is now.
func (g *guard) header() (Header, error) { return headerAt(g.fd) }

func headerAt(fd int) (Header, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return Header{}, err
	}
	var buf [headerSize]byte
	n, err := unix.Pread(fd, buf[:], 0)
	if err != nil {
		return Header{}, err
	}
	return parseHeader(buf[:n], st.Size), nil
}

// Sniff reads the header of a file without opening it as a database. It never
// waits for a FIFO and never disturbs a DB that is open on the same file: it
// then reads through the descriptor which that DB keeps. A foreign or empty
// file is not an error; a missing, unreadable or irregular one is.
func Sniff(path string) (Header, error) {
	registry.Lock()
	defer registry.Unlock()
	fd, sig, err := openQuietly(path)
	if err != nil {
		return Header{}, err
	}
	if g := registry.open[sig.id]; g != nil {
		fd = g.fd
	} else {
		// No DB is open on this inode and none can be opened before the
		// registry is unlocked, so this close drops no lock of ours.
		defer func() { _ = unix.Close(fd) }()
	}
	h, err := headerAt(fd)
	if err != nil {
		return Header{}, pathError(path, err)
	}
	return h, nil
}

// lockShared takes SQLite's SHARED lock through the guard's own descriptor
// without waiting. While it is held no writer can remove the -wal, change the
// journal mode or commit with a rollback journal. It fails with ErrBusy when a
// writer holds the file exclusively. unlock is never nil and must be called.
func (g *guard) lockShared() (unlock func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.locks == 0 {
		if err := setShared(g.fd, true); err != nil {
			return func() {}, err
		}
	}
	g.locks++
	return sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.locks--; g.locks == 0 {
			_ = setShared(g.fd, false) // releasing a lock held on an open descriptor cannot fail
		}
	}), nil
}
