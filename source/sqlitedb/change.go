package sqlitedb

import (
	"context"
	"time"

	"notdone/source/gate"
)

// Change says what has happened to a database since the last Changed.
type Change struct {
	// Data is true when the owner has committed, or may have.
	Data bool
	// Replaced is true when this may be a different database: another file, or one
	// that was rewritten in place. Row ids and cursors are no longer valid.
	Replaced bool
}

func (c *Change) add(d Change) {
	c.Data = c.Data || d.Data
	c.Replaced = c.Replaced || d.Replaced
}

// Changed returns what has happened since the last call, or since Open. It costs a
// few system calls and reads no row. Read does not affect its result, so callers
// call Changed first and then read. A failed call loses no change; its errors are
// those of Read.
func (db *DB) Changed(ctx context.Context) (Change, error) {
	var c Change
	err := db.exclusive(ctx, func(ctx context.Context) error {
		if db.stillParked() {
			return nil
		}
		if err := db.withSession(ctx, func(s *session) error { return db.compareVersion(ctx, s) }); err != nil {
			return err
		}
		c, db.pending = db.pending, Change{}
		db.scheduleParking(c.Data)
		return nil
	})
	return c, err
}

// compareVersion records in db.pending whether the data version has changed.
func (db *DB) compareVersion(ctx context.Context, s *session) error {
	if s.mode != ModeRollback && s.mode != ModeLiveWAL {
		return nil // ready has compared the files
	}
	v, err := db.readVersion(ctx, s, func() (int64, error) { return s.dataVersion(ctx) })
	if err != nil {
		return err
	}
	if v != s.reported {
		s.reported = v
		db.pending.add(Change{Data: true})
	}
	return nil
}

// scheduleParking is called after each use of the connection. In live WAL mode an
// idle connection holds a SHARED lock, which keeps the owner from removing its -wal
// when it exits and from leaving WAL mode. So the connection is closed after
// Options.Park without activity.
func (db *DB) scheduleParking(active bool) {
	if active {
		db.active = time.Now()
	}
	if db.session != nil && db.opts.Release && (db.session.mode == ModeRollback || db.session.mode == ModeImmutable) {
		db.release()
	}
	if db.session == nil || db.session.mode != ModeLiveWAL || db.opts.Park < 0 {
		return
	}
	if db.timer == nil {
		db.timer = time.AfterFunc(db.opts.Park, db.park)
	} else if active {
		db.timer.Reset(db.opts.Park)
	}
}

// release closes the connection and the guard. If the connection cannot be parked, the
// next call of Changed reports a change.
func (db *DB) release() {
	if !db.parkSession() {
		db.invalidate(Change{Data: true})
	}
	db.releaseGuard()
}

// park closes a live WAL connection that is idle, or waits for longer.
func (db *DB) park() {
	_, leave, err := gate.Transactions.Enter(context.Background())
	if err != nil {
		return // this context does not end
	}
	defer leave()
	db.use <- struct{}{}
	defer func() { <-db.use }()
	if db.closed || db.session == nil || db.session.mode != ModeLiveWAL {
		return
	}
	if idle := time.Since(db.active); idle < db.opts.Park {
		db.timer.Reset(db.opts.Park - idle)
		return
	}
	if !db.parkSession() {
		db.timer.Reset(db.opts.Park)
		return
	}
	now, written := time.Now(), db.last.files.youngest()
	if written.After(now) {
		written = now
	}
	if at := written.Add(commitMax); now.Before(at) {
		db.last.recheckAt = at
	}
}

// parkSession closes the connection and stores the state of the files for
// stillParked. It does nothing and returns false when there is a change that Changed
// has not reported, or when the last change has not settled, so that the
// next one might not change a modification time. The files are read before the data
// version, so that a commit in between shows in one of the two.
func (db *DB) parkSession() bool {
	s := db.session
	f, err := statFiles(db.path, s.target)
	if err != nil || s.changeOf(f) != (Change{}) || settlesIn(f.youngest()) > 0 {
		return false
	}
	if s.mode == ModeRollback || s.mode == ModeLiveWAL {
		if v, err := s.dataVersion(context.Background()); err != nil || v != s.reported {
			return false
		}
	}
	db.last.parked, db.last.target, db.last.files = true, s.target, f
	db.closeSession()
	return true
}

// commitMax is the longest time between the last write of a commit and the time at
// which readers see it. The owner syncs the file in between, and the files do not
// show the end of the sync.
const commitMax = 30 * time.Second

// stillParked reports whether the connection is parked and the files are unchanged.
// After commitMax it returns false once, because a write before parking may have
// been committed after it.
func (db *DB) stillParked() bool {
	if db.session != nil || !db.last.parked || db.pending != (Change{}) {
		return false
	}
	f, err := statFiles(db.path, db.last.target)
	if err != nil || !f.sameContent(db.last.files) {
		return false
	}
	if at := db.last.recheckAt; at.IsZero() || time.Now().Before(at) {
		return true
	}
	db.last.recheckAt = time.Time{}
	db.pending.add(Change{Data: true})
	return false
}
