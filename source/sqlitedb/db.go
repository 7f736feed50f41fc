package sqlitedb

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"
)

// Options changes how a database is opened; the zero value is right for most.
type Options struct {
	// Copy makes a private copy of the file src at dst, which does not exist
	// yet, and returns when it is complete. It must do so in another process:
	// closing a database file in this one drops the locks of its connections.
	// Nil runs this program again with the arguments CopyCommand, src and dst.
	Copy func(ctx context.Context, dst string, src string) error
	// CopyMax is how many bytes are copied at most; 0 means 4 GiB.
	CopyMax int64
	// BusyTimeout is how long one call of Open, Read or Changed keeps trying
	// while the file is locked or changing; 0 means 2 seconds.
	BusyTimeout time.Duration
	// ReadTimeout is how long fn of Read may take; 0 means 30 seconds. Beside a
	// rollback journal, where the owner cannot commit meanwhile, it is a sixth of
	// that.
	ReadTimeout time.Duration
	// WriteTimeout is how long Write waits for the owner to end a transaction of
	// its own; 0 means 5 seconds.
	WriteTimeout time.Duration
	// Park is how long a live connection to a write-ahead log may rest before
	// it is let go, so that the owner can tidy up when it exits and can change
	// the journal mode; 0 means 3 seconds, less than 0 never.
	Park time.Duration

	now func() time.Time // for the pace of copies
}

func (o Options) withDefaults() Options {
	if o.Copy == nil {
		o.Copy = copyInChild
	}
	if o.CopyMax == 0 {
		o.CopyMax = 4 << 30
	}
	if o.BusyTimeout == 0 {
		o.BusyTimeout = 2 * time.Second
	}
	if o.ReadTimeout == 0 {
		o.ReadTimeout = 30 * time.Second
	}
	if o.WriteTimeout == 0 {
		o.WriteTimeout = 5 * time.Second
	}
	if o.Park == 0 {
		o.Park = 3 * time.Second
	}
	if o.now == nil {
		o.now = time.Now
	}
	return o
}

// DB is a foreign database open for reading. Its methods may be called from
// several goroutines; reads are done one after another on one connection.
type DB struct {
	path string
	opts Options
	// use is held by whoever uses the fields below it. A channel, so that
	// waiting for it ends with a context.
	use    chan struct{}
	closed bool
	guard  *guard   // nil before the first open and after the file went missing
	s      *session // nil while there is no connection
	// mark is what the last connection knew, for noticing changes made while there was none.
	mark    mark
	pending Change    // noticed, not yet reported by Changed
	strikes int       // how often in a row a live -wal refused to be shared
	active  time.Time // when the file was last read or seen to change
	timer   *time.Timer
	// rehearsed is the file that Rehearse last looked at.
	rehearsed inode
	trouble   error // failures to tidy up, reported by Close
	indexes   *Indexes
	copies    copyPace // written with infoMu held, for Late

	infoMu sync.Mutex
	info   Info
}

// mark is what was known of the file when its connection was let go.
type mark struct {
	id      inode
	counter uint32
	parked  bool   // nothing had changed and the last change was old
	target  string // only with parked
	files   files  // only with parked
	// doubted is when a parked connection is opened once more to look for a
	// commit that took long; zero for never.
	doubted time.Time
}

// Open opens the database file at path for reading. path may be a symbolic
// link to a regular file; a relative path is taken from the working directory
// of this moment. It fails with one of the sentinel errors of this package
// when the file cannot be read now, after BusyTimeout when it is only locked.
// The caller closes the DB.
func Open(ctx context.Context, path string, opts Options) (*DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, pathError(path, err)
	}
	tidyCopies()
	db := &DB{path: abs, opts: opts.withDefaults(), use: make(chan struct{}, 1)}
	err = db.exclusive(ctx, func() error {
		defer db.rest(true)
		return db.retry(ctx, func(deadline time.Time) error {
			_, err := db.ready(ctx, deadline)
			return err
		})
	})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	db.pending = Change{}
	return db, nil
}

// Close ends the connection, removes a private copy and lets go of the file.
// It waits for a read in progress. Closing twice is harmless.
func (db *DB) Close() error {
	db.use <- struct{}{}
	defer func() { <-db.use }()
	db.closed = true
	if db.timer != nil {
		db.timer.Stop()
	}
	db.drop()
	db.letGo()
	db.indexes.forget()
	err := db.trouble
	db.trouble = nil
	return err
}

// exclusive runs f while nobody else uses the connection.
func (db *DB) exclusive(ctx context.Context, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case db.use <- struct{}{}:
	}
	defer func() { <-db.use }()
	if db.closed {
		return db.says(ErrClosed)
	}
	return f()
}

// says is the sentence for this database.
func (db *DB) says(kind error) error { return &fileError{path: db.path, kind: kind} }

// pauseMax is the longest pause between two attempts. It is short, because a
// busy owner leaves the file alone for moments only.
const pauseMax = 10 * time.Millisecond

// retry runs f again, with growing pauses, while it fails for a reason that
// passes, until BusyTimeout is over.
func (db *DB) retry(ctx context.Context, f func(deadline time.Time) error) error {
	deadline := time.Now().Add(db.opts.BusyTimeout)
	for wait := time.Millisecond; ; wait = min(2*wait, pauseMax) {
		err := db.explain(ctx, f(deadline))
		passing := err != nil && db.mend(err)
		if !passing {
			return err
		}
		if !time.Now().Before(deadline) {
			db.paceCopies()
			return db.says(ErrBusy)
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

// mend puts the DB into a state from which the next attempt can succeed,
// and says whether trying again at once makes sense.
func (db *DB) mend(err error) (passing bool) {
	switch {
	case errors.Is(err, ErrBusy), errors.Is(err, errTurn):
		return true
	case errors.Is(err, errReopen):
		db.lose(Change{Data: true})
		return true
	case errors.Is(err, errRewritten):
		db.lose(Change{Data: true, Replaced: true})
		return true
	case errors.Is(err, errNeedCopy):
		db.lose(Change{Data: true})
		db.strikes++
		return true
	case errors.Is(err, ErrMissing):
		db.lose(Change{Data: true, Replaced: true})
		db.letGo()
	case errors.Is(err, ErrCorrupt), errors.Is(err, ErrEmpty), errors.Is(err, ErrNotSQLite), errors.Is(err, ErrNotRegular):
		db.lose(Change{Data: true, Replaced: true})
	case errors.Is(err, ErrHotJournal), errors.Is(err, ErrUnreadable), errors.Is(err, ErrIO), errors.Is(err, ErrCopy):
		db.lose(Change{Data: true})
	}
	return false
}

// lose gives up the connection and remembers what that means for a caller who
// keeps what it read.
func (db *DB) lose(c Change) {
	db.drop()
	db.mark.parked = false
	db.pending.add(c)
}

// drop closes the connection and removes its private copy.
func (db *DB) drop() {
	if db.s == nil {
		return
	}
	db.trouble = errors.Join(db.trouble, db.s.close())
	db.s = nil
}

// letGo closes our own descriptor of the file, after the connection.
func (db *DB) letGo() {
	if db.guard != nil {
		db.guard.release(db)
		db.guard = nil
	}
}
