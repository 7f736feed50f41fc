package sqlitedb

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"notdone/source/gate"
)

// Options are the settings of a DB. The zero value has the defaults.
type Options struct {
	// CopyMax is the largest database that is copied, in bytes; 0 means 4 GiB.
	CopyMax int64
	// BusyTimeout is how long one call of Open, Read or Changed retries while the
	// file is locked or changing; 0 means 2 seconds.
	BusyTimeout time.Duration
	// ReadTimeout is the longest run of a function passed to Read; 0 means 30
	// seconds. With a rollback journal, which keeps the owner from committing during
	// a read, the limit is a sixth of that.
	ReadTimeout time.Duration
	// WriteTimeout is how long Write waits for a transaction of the owner; 0 means 5
	// seconds.
	WriteTimeout time.Duration
	// Park is how long a connection in live WAL mode stays open without use. Closing
	// it lets the owner remove the -wal when it exits, and change the journal mode. 0
	// means 3 seconds; a negative Park keeps the connection open.
	Park time.Duration
	// Release closes a connection that is not in live WAL mode, and every other
	// descriptor of the file, at the end of each call. It is for callers that have
	// many databases open.
	Release bool

	now      func() time.Time // the clock for the pause between copies
	copyFile func(ctx context.Context, dst string, src io.ReaderAt) error
}

func (o Options) withDefaults() Options {
	o.CopyMax = cmp.Or(o.CopyMax, 4<<30)
	o.BusyTimeout = cmp.Or(o.BusyTimeout, 2*time.Second)
	o.ReadTimeout = cmp.Or(o.ReadTimeout, 30*time.Second)
	o.WriteTimeout = cmp.Or(o.WriteTimeout, 5*time.Second)
	o.Park = cmp.Or(o.Park, 3*time.Second)
	if o.copyFile == nil {
		o.copyFile = copyFile
	}
	if o.now == nil {
		o.now = time.Now
	}
	return o
}

// DB is a foreign database open for reading. Its methods may be called from
// several goroutines; reads are done one after another on one connection.
type DB struct {
	path     string
	opts     Options
	readTime atomic.Int64 // nanoseconds
	// use is a mutex for the fields below it. It is a channel, so that a context can
	// end the wait for it.
	use     chan struct{}
	closed  bool
	guard   *guard   // nil before the first open and after the file went missing
	session *session // nil while there is no connection
	// last is the state of the file at the end of the last connection. Changes made
	// while there was no connection are detected by comparing with it.
	last     lastSeen
	pending  Change    // detected and not yet reported by Changed
	refusals int       // consecutive failures to share a live -wal
	active   time.Time // when the file was last read or seen to change
	timer    *time.Timer
	// rehearsed identifies the file that the last Rehearse has read.
	rehearsed inode
	closeErr  error // errors of cleaning up, reported by Close
	indexes   *Indexes
	copies    copyPace // written with infoMu held, for Late

	infoMu sync.Mutex
	info   Info
}

// lastSeen is the state of the file when its connection was closed.
type lastSeen struct {
	id      inode
	counter uint32
	parked  bool   // the connection was closed because it was idle
	target  string // set when parked
	files   files  // set when parked
	// recheckAt is the time at which a parked connection is opened once more, to
	// detect a commit whose sync took long; zero: never.
	recheckAt time.Time
}

// Open opens the database file at path for reading. path may be a symbolic
// link to a regular file; a relative path is taken from the working directory
// of this moment. The error wraps one of the sentinel errors of this package. When
// the file is only locked, Open retries until BusyTimeout. The caller closes the DB.
func Open(ctx context.Context, path string, opts Options) (*DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, pathError(path, err)
	}
	removeOldCopies()
	db := &DB{path: abs, opts: opts.withDefaults(), use: make(chan struct{}, 1)}
	err = db.exclusive(ctx, func(ctx context.Context) error {
		defer db.scheduleParking(true)
		return db.withSession(ctx, func(*session) error { return nil })
	})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	db.pending = Change{}
	return db, nil
}

// Close closes the connection and the file, and removes a private copy. It waits
// for a read in progress. A second call does nothing.
func (db *DB) Close() error {
	db.use <- struct{}{}
	defer func() { <-db.use }()
	db.closed = true
	if db.timer != nil {
		db.timer.Stop()
	}
	db.closeSession()
	db.releaseGuard()
	db.indexes.unregister()
	err := db.closeErr
	db.closeErr = nil
	return err
}

// exclusive runs f while no other goroutine uses the connection and the process is not to
// be stopped. f is given the context with which to read other databases.
func (db *DB) exclusive(ctx context.Context, f func(ctx context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, leave, err := gate.Transactions.Enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case db.use <- struct{}{}:
	}
	defer func() { <-db.use }()
	if db.closed {
		return db.errorOf(ErrClosed)
	}
	return f(ctx)
}

// errorOf returns an error of the kind that names this database.
func (db *DB) errorOf(kind error) error { return &fileError{path: db.path, kind: kind} }

// pauseMax is the longest pause between two attempts. It is short, because a busy
// owner leaves the file unlocked only for moments.
const pauseMax = 10 * time.Millisecond

// retry runs f until it succeeds, fails permanently or BusyTimeout is over. The
// pauses between the attempts grow.
func (db *DB) retry(ctx context.Context, f func(deadline time.Time) error) error {
	deadline := time.Now().Add(db.opts.BusyTimeout)
	for wait := time.Millisecond; ; wait = min(2*wait, pauseMax) {
		err := db.explain(ctx, f(deadline))
		if err == nil || !db.prepareRetry(err) {
			return err
		}
		if !time.Now().Before(deadline) {
			db.paceCopies()
			return db.errorOf(ErrBusy)
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

// withSession runs f with a session on the current files, and repeats it as retry
// does.
func (db *DB) withSession(ctx context.Context, f func(s *session) error) error {
	return db.retry(ctx, func(deadline time.Time) error {
		s, err := db.currentSession(ctx, deadline)
		if err != nil {
			return err
		}
		return f(s)
	})
}

// prepareRetry resets the DB so that a new attempt can succeed after the error. It
// reports whether the error is temporary, so that a new attempt makes sense now.
func (db *DB) prepareRetry(err error) (temporary bool) {
	switch {
	case errors.Is(err, ErrBusy), errors.Is(err, errTurn):
		return true
	case errors.Is(err, errReopen):
		db.invalidate(Change{Data: true})
		return true
	case errors.Is(err, errRewritten):
		db.invalidate(Change{Data: true, Replaced: true})
		return true
	case errors.Is(err, errNeedCopy):
		db.invalidate(Change{Data: true})
		db.refusals++
		return true
	case errors.Is(err, ErrMissing):
		db.invalidate(Change{Data: true, Replaced: true})
		db.releaseGuard()
	case errors.Is(err, ErrCorrupt), errors.Is(err, ErrEmpty), errors.Is(err, ErrNotSQLite), errors.Is(err, ErrNotRegular):
		db.invalidate(Change{Data: true, Replaced: true})
	case errors.Is(err, ErrHotJournal), errors.Is(err, ErrUnreadable), errors.Is(err, ErrIO), errors.Is(err, ErrCopy):
		db.invalidate(Change{Data: true})
	}
	return false
}

// invalidate closes the session and records the change for the next Changed.
func (db *DB) invalidate(c Change) {
	db.closeSession()
	db.last.parked = false
	db.pending.add(c)
}

// closeSession closes the connection and removes its private copy. Errors are
// reported by Close.
func (db *DB) closeSession() {
	if db.session == nil {
		return
	}
	db.closeErr = errors.Join(db.closeErr, db.session.close())
	db.session = nil
}

// releaseGuard gives up the guard descriptor. The session must be closed before.
func (db *DB) releaseGuard() {
	if db.guard != nil {
		db.guard.release(db)
		db.guard = nil
	}
}
