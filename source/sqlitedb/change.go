package sqlitedb

import (
	"context"
	"time"
)

// Change says what has happened to a database since the last Changed.
type Change struct {
	// Data is true when something was committed, or may have been.
	Data bool
	// Replaced is true when this may be another database than before: another
	// file, or one rewritten in place. Nothing read earlier, no row id and no
	// cursor, can be relied on.
	Replaced bool
}

func (c *Change) add(d Change) {
	c.Data = c.Data || d.Data
	c.Replaced = c.Replaced || d.Replaced
}

// Changed reports what happened since the last call, or since Open for the
// first. It costs a few system calls and reads no row. Only Changed moves the
// mark, never Read, so that readers cannot hide changes from one another: call
// Changed first, then read. After an error the mark stays where it was, and
// the errors are those of Read.
func (db *DB) Changed(ctx context.Context) (Change, error) {
	var c Change
	err := db.exclusive(ctx, func() error {
		if db.stillParked() {
			return nil
		}
		err := db.retry(ctx, func(deadline time.Time) error {
			s, err := db.ready(ctx, deadline)
			if err != nil {
				return err
			}
			return db.compare(ctx, s)
		})
		if err != nil {
			return err
		}
		c, db.pending = db.pending, Change{}
		db.rest(c.Data)
		return nil
	})
	return c, err
}

// compare notes in db.pending whether the data version moved.
func (db *DB) compare(ctx context.Context, s *session) error {
	if s.mode != ModeRollback && s.mode != ModeLiveWAL {
		return nil // ready has compared the files
	}
	v, err := db.versioned(ctx, s, func() (int64, error) { return s.dataVersion(ctx) })
	if err != nil {
		return err
	}
	if v != s.seen {
		s.seen = v
		db.pending.add(Change{Data: true})
	}
	return nil
}

// rest notes that the connection is idle from now on. A live one holds a
// SHARED lock even then, which keeps the owner from removing its -wal when it
// exits and from leaving WAL mode; so after a while it is let go.
func (db *DB) rest(active bool) {
	if active {
		db.active = time.Now()
	}
	if db.s == nil || db.s.mode != ModeLiveWAL || db.opts.Park < 0 {
		return
	}
	if db.timer == nil {
		db.timer = time.AfterFunc(db.opts.Park, db.park)
	} else if active {
		db.timer.Reset(db.opts.Park)
	}
}

// park lets a live connection go if nothing has happened for a while, and
// remembers how the files looked, which is enough to see the next commit: the
// last one is long enough ago for its time to differ.
func (db *DB) park() {
	db.use <- struct{}{}
	defer func() { <-db.use }()
	if db.closed || db.s == nil || db.s.mode != ModeLiveWAL {
		return
	}
	if idle := time.Since(db.active); idle < db.opts.Park {
		db.timer.Reset(db.opts.Park - idle)
		return
	}
	f, err := statFiles(db.path, db.s.target)
	if err != nil || db.s.judge(f) != (Change{}) || time.Since(f.youngest()) < settleTime {
		db.timer.Reset(db.opts.Park)
		return
	}
	v, err := db.s.dataVersion(context.Background())
	if err != nil || v != db.s.seen {
		db.timer.Reset(db.opts.Park)
		return
	}
	db.mark.parked, db.mark.target, db.mark.files = true, db.s.target, f
	if at := f.youngest().Add(commitMax); time.Now().Before(at) {
		db.mark.doubted = at
	}
	db.drop()
}

// commitMax is the longest time between the last write of a commit and the moment
// at which others can read it: the owner syncs the file in between, and nothing
// in the files shows when the sync has ended.
const commitMax = 30 * time.Second

// stillParked reports whether the connection was let go and the files have not
// changed since. Once commitMax is over it returns false one time, because the
// last write before parking may have been committed after it.
func (db *DB) stillParked() bool {
	if db.s != nil || !db.mark.parked || db.pending != (Change{}) {
		return false
	}
	f, err := statFiles(db.path, db.mark.target)
	if err != nil || !f.sameContent(db.mark.files) {
		return false
	}
	if at := db.mark.doubted; at.IsZero() || time.Now().Before(at) {
		return true
	}
	db.mark.doubted = time.Time{}
	db.pending.add(Change{Data: true})
	return false
}
