package sqlitedb

import (
	"sync"

	"golang.org/x/sys/unix"
)

// guard is the one descriptor this process keeps of a database file for
// itself. It pins the inode number while a DB is open, reads the header at
// any time, and carries the lock under which a mode is chosen. Its descriptors
// are closed when the last user of the inode is gone, never earlier: closing
// one drops every POSIX lock of the process on the file.
type guard struct {
	in    *guards
	id    inode
	fd    int
	extra []int         // descriptors that a race opened on a registered inode; closed with fd
	dbs   map[*DB]bool  // who has it; guarded by in
	more  int           // users that are no DB; guarded by in
	gone  chan struct{} // closed when the descriptors are, after the last user; nil before; guarded by in

	mu    sync.Mutex
	locks int
}

// guards holds every inode that this process has open through this package. Its
// mutex is never held during a call on a file: such a call can hang on a network
// file system, and other files must not wait for it.
type guards struct {
	sync.Mutex
	open   map[inode]*guard
	system func(path string) (fd int, err error) // opens without waiting for a FIFO's writer
}

var registry = &guards{open: map[inode]*guard{}, system: openQuietly}

// openQuietly opens a path for reading without waiting for a FIFO's writer
// and without becoming a terminal's owner.
func openQuietly(path string) (int, error) {
	return unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
}

// acquire returns the guard of the file at path for the DB, or for a user that
// is none when it is nil; release gives it back.
func (r *guards) acquire(path string, db *DB) (*guard, error) {
	sig, err := statFile(path, true)
	switch {
	case err != nil:
		return nil, err
	case !sig.exists:
		return nil, &fileError{path: path, kind: ErrMissing}
	case !sig.regular:
		return nil, &fileError{path: path, kind: ErrNotRegular}
	}
	if g := r.join(sig.id, -1, db); g != nil {
		return g, nil
	}
	fd, err := r.system(path)
	if err != nil {
		return nil, pathError(path, err)
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		_ = unix.Close(fd) // nothing was read or written: there is nothing a failed close could lose
		return nil, pathError(path, err)
	}
	if sig = sigOf(&st); !sig.regular {
		_ = unix.Close(fd) // as above
		return nil, &fileError{path: path, kind: ErrNotRegular}
	}
	return r.join(sig.id, fd, db), nil
}

// join makes the DB a user of the inode's guard, which takes over the
// descriptor. Where there is no guard, one is made of the descriptor; without a
// descriptor it returns nil. It waits for a guard that is being closed.
func (r *guards) join(id inode, fd int, db *DB) *guard {
	r.Lock()
	defer r.Unlock()
	for g := r.open[id]; g != nil && g.gone != nil; g = r.open[id] {
		r.Unlock()
		<-g.gone
		r.Lock()
	}
	g := r.open[id]
	switch {
	case g == nil && fd < 0:
		return nil
	case g == nil:
		g = &guard{in: r, id: id, fd: fd, dbs: map[*DB]bool{}}
		r.open[id] = g
	case fd >= 0:
		g.extra = append(g.extra, fd)
	}
	if db == nil {
		g.more++
	} else {
		g.dbs[db] = true
	}
	return g
}

// release gives the guard back. Nobody can open the inode anew while its last
// user's descriptors are being closed, since that drops the locks of all.
func (g *guard) release(db *DB) {
	r := g.in
	r.Lock()
	if db == nil {
		g.more--
	} else {
		delete(g.dbs, db)
	}
	if len(g.dbs)+g.more > 0 {
		r.Unlock()
		return
	}
	g.gone = make(chan struct{})
	r.Unlock()
	for _, fd := range append(g.extra, g.fd) {
		_ = unix.Close(fd) // read-only descriptor: there is nothing a failed close could lose
	}
	r.Lock()
	defer r.Unlock()
	delete(r.open, g.id)
	close(g.gone)
}

// others are the DBs beside db that have the same file open.
func (g *guard) others(db *DB) []*DB {
	g.in.Lock()
	defer g.in.Unlock()
	var all []*DB
	for other := range g.dbs {
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
	g, err := registry.acquire(path, nil)
	if err != nil {
		return Header{}, err
	}
	defer g.release(nil)
	h, err := g.header()
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
