package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Queryer runs queries inside one read transaction. It is what database/sql's
// Tx offers for reading; rows from it must be closed by whoever asked, and are
// closed for them when the transaction ends.
type Queryer interface {
	// QueryContext runs a query that returns rows.
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	// QueryRowContext runs a query that returns at most one row.
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Read runs fn in one read transaction, so that every query of it sees the
// same snapshot. The transaction ends with fn, whatever fn does; with a
// rollback journal it keeps the owner from committing, so fn must be short and
// must not wait for anything.
//
// fn may be run several times, because a read that overlapped a change of the
// files is thrown away and done again: it must start from nothing each time.
// It must pass on the context it is given, whose end interrupts a query, must
// not keep the Queryer, and must not use the DB. Statements that would change
// anything are refused.
//
// Read returns fn's error, or one of the sentinel errors about the file, and
// ErrEndless when fn takes longer than ReadTimeout. It never changes what
// Changed reports.
func (db *DB) Read(ctx context.Context, fn func(ctx context.Context, q Queryer) error) error {
	return db.exclusive(ctx, func() error {
		defer db.rest(true)
		return db.retry(ctx, func(deadline time.Time) error {
			s, err := db.ready(ctx, deadline)
			if err != nil {
				return err
			}
			return db.readOnce(ctx, s, fn)
		})
	})
}

func (db *DB) readOnce(ctx context.Context, s *session, fn func(context.Context, Queryer) error) error {
	var tx *sql.Tx
	_, err := db.versioned(ctx, s, func() (v int64, err error) {
		tx, v, err = s.begin(ctx)
		return v, err
	})
	if err != nil {
		if tx != nil {
			err = errors.Join(err, tx.Rollback())
		}
		return err
	}
	err = db.within(ctx, tx, s.mode, fn)
	// A read without locks proves nothing, not even an error, when the files
	// changed during it.
	f, statErr := statFiles(db.path, s.target)
	if statErr != nil {
		return statErr
	}
	if f.db.id != s.files.db.id || s.mode == ModeImmutable && !f.sameContent(s.files) {
		return errReopen
	}
	return err
}

// lockedShare divides ReadTimeout for a read that keeps the owner from
// committing.
const lockedShare = 6

// within runs fn and ends the transaction even when fn panics. Ending it
// closes rows that fn left open and waits for that. A transaction that cannot
// be ended, since SQLite ended it after a failure of the disk, ends with its
// connection.
func (db *DB) within(all context.Context, tx *sql.Tx, m Mode, fn func(context.Context, Queryer) error) (err error) {
	longest := db.opts.ReadTimeout
	if m == ModeRollback {
		longest /= lockedShare
	}
	ctx, cancel := context.WithTimeout(all, longest)
	defer func() {
		if err != nil && ctx.Err() != nil && all.Err() == nil {
			err = &fileError{path: db.path, kind: ErrEndless, cause: err}
		}
		cancel()
		if endErr := tx.Rollback(); endErr != nil {
			db.lose(Change{Data: true})
			err = errors.Join(err, endErr)
		}
	}()
	return fn(ctx, tx)
}

// versioned runs take, which reads the data version, where the mode cannot
// change under it. With a rollback journal a version and a signature of the
// file are taken under one lock, so that a file rewritten in place, past
// SQLite and its change counter, is told from a commit.
func (db *DB) versioned(ctx context.Context, s *session, take func() (int64, error)) (int64, error) {
	if s.mode != ModeRollback {
		v, err := take()
		if err != nil && s.mode == ModeLiveWAL {
			err = db.blame(ctx, s, err)
		}
		return v, err
	}
	unlock, err := db.guard.lockShared()
	defer unlock()
	if err != nil {
		return 0, db.says(err)
	}
	h, f, err := db.look(s.target)
	switch {
	case err != nil:
		return 0, err
	case h.WAL || f.wal.exists:
		return 0, errReopen
	}
	v, err := take()
	if err != nil {
		return 0, err
	}
	if f.db != s.files.db && v == s.version {
		return v, errRewritten
	}
	s.files.db, s.version = f.db, v
	return v, nil
}
