package sqlitedb

import (
	"errors"
	"io"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// guard is the one descriptor of a database file that this process keeps besides
// SQLite's. It pins the inode number while a DB is open, reads the header, and
// holds the lock under which a mode is chosen. Its descriptors are closed only
// after the last user of the inode: closing one drops every POSIX lock of the
// process on the file.
type guard struct {
	set     *guardSet
	id      inode
	fd      int
	extra   []int         // descriptors that a race opened on a registered inode; closed with fd
	dbs     map[*DB]bool  // its users; guarded by set
	closing chan struct{} // closed when the descriptors are, after the last user; nil before; guarded by set

	mu    sync.Mutex
	locks int
}

// guardSet holds the guards of all inodes that this package has open. Its mutex is
// never held during a system call on a file: such a call can hang on a network file
// system, and other files must not wait for it.
type guardSet struct {
	sync.Mutex
	byInode  map[inode]*guard
	openFile func(path string) (fd int, err error) // opens without waiting for a FIFO's writer
}

var registry = &guardSet{byInode: map[inode]*guard{}, openFile: openWithoutWaiting}

// openWithoutWaiting opens a path for reading. It does not wait for the writer of a
// FIFO, and a terminal does not become the process' controlling terminal.
func openWithoutWaiting(path string) (int, error) {
	return unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
}

// acquire returns the guard of the file at path for a DB, which releases it.
func (r *guardSet) acquire(path string, db *DB) (*guard, error) {
	sig, err := statDatabase(path)
	if err != nil {
		return nil, err
	}
	if g := r.join(sig.id, -1, db); g != nil {
		return g, nil
	}
	fd, err := r.openFile(path)
	if err != nil {
		return nil, pathError(path, err)
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		_ = unix.Close(fd) // nothing was read or written: there is nothing a failed close could lose
		return nil, pathError(path, err)
	}
	if sig = statOf(&st); !sig.regular {
		_ = unix.Close(fd) // as above
		return nil, &fileError{path: path, kind: ErrNotRegular}
	}
	return r.join(sig.id, fd, db), nil
}

// join adds a user to the inode's guard and returns the guard, which takes over the
// descriptor fd. Without a guard it creates one from fd, or returns nil when fd is
// negative. It waits for a guard that is being closed.
func (r *guardSet) join(id inode, fd int, db *DB) *guard {
	r.Lock()
	defer r.Unlock()
	for g := r.byInode[id]; g != nil && g.closing != nil; g = r.byInode[id] {
		r.Unlock()
		<-g.closing
		r.Lock()
	}
	g := r.byInode[id]
	switch {
	case g == nil && fd < 0:
		return nil
	case g == nil:
		g = &guard{set: r, id: id, fd: fd, dbs: map[*DB]bool{}}
		r.byInode[id] = g
	case fd >= 0:
		g.extra = append(g.extra, fd)
	}
	g.dbs[db] = true
	return g
}

// release removes a user. After the last one it closes the descriptors. join waits
// for that, because closing a descriptor drops the locks of all connections.
func (g *guard) release(db *DB) {
	r := g.set
	r.Lock()
	delete(g.dbs, db)
	if len(g.dbs) > 0 {
		r.Unlock()
		return
	}
	g.closing = make(chan struct{})
	r.Unlock()
	for _, fd := range append(g.extra, g.fd) {
		_ = unix.Close(fd) // read-only descriptor: there is nothing a failed close could lose
	}
	r.Lock()
	defer r.Unlock()
	delete(r.byInode, g.id)
	close(g.closing)
}

// others returns the other DBs that have the same file open.
func (g *guard) others(db *DB) []*DB {
	g.set.Lock()
	defer g.set.Unlock()
	all := slices.Collect(maps.Keys(g.dbs))
	return slices.DeleteFunc(all, func(other *DB) bool { return other == db })
}

// header reads the current header of the file.
func (g *guard) header() (Header, error) {
	var st unix.Stat_t
	if err := unix.Fstat(g.fd, &st); err != nil {
		return Header{}, err
	}
	var buf [headerSize]byte
	n, err := g.ReadAt(buf[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return Header{}, err
	}
	return parseHeader(buf[:n], st.Size), nil
}

// ReadAt reads from the file, as io.ReaderAt says.
func (g *guard) ReadAt(b []byte, at int64) (n int, err error) {
	for n < len(b) {
		more, err := unix.Pread(g.fd, b[n:], at+int64(n))
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return n, err
		case more == 0:
			return n, io.EOF
		default:
			n += more
		}
	}
	return n, nil
}

// Sniff reads the header of a file without opening it as a database. It never waits
// for a FIFO. When a DB has the file open, Sniff uses the guard of that DB, so that
// no lock is dropped. A file that is empty or no database is not an error; a
// missing, unreadable or irregular one is.
func Sniff(path string) (Header, error) {
	user := &DB{use: make(chan struct{}, 1)}
	g, err := registry.acquire(path, user)
	if err != nil {
		return Header{}, err
	}
	defer g.release(user)
	h, err := g.header()
	if err != nil {
		return Header{}, pathError(path, err)
	}
	return h, nil
}

// lockShared takes SQLite's SHARED lock through the guard's own descriptor
// without waiting. During the lock no writer can remove the -wal, change the journal
// mode or commit with a rollback journal. The error is ErrBusy when a writer holds
// an exclusive lock. unlock is never nil and must be called.
func (g *guard) lockShared() (unlock func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.locks == 0 {
		if err := setSharedLock(g.fd, true); err != nil {
			return func() {}, err
		}
	}
	g.locks++
	return sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.locks--; g.locks == 0 {
			_ = setSharedLock(g.fd, false) // releasing a lock held on an open descriptor cannot fail
		}
	}), nil
}
