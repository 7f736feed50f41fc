package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Queryer runs queries inside one read transaction. It has the query methods of
// sql.Tx. The caller closes the rows; the end of the transaction also closes them.
type Queryer interface {
	// QueryContext runs a query that returns rows.
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	// QueryRowContext runs a query that returns at most one row.
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Read runs fn in one read transaction, so that all its queries see the same
// snapshot. The transaction ends when fn returns or panics. With a rollback journal
// the transaction keeps the owner from committing, so fn must be short and must not
// wait for anything.
//
// fn may run several times, because a read that overlaps a change of the files is
// repeated. It must begin without results of an earlier run. It must pass its
// context to the queries, and must neither keep the Queryer nor use the DB. Writing
// statements are refused.
//
// Read returns fn's error, or an error that wraps a sentinel error about the file;
// ErrEndless when fn takes longer than ReadTimeout. It does not affect the result of
// Changed.
func (db *DB) Read(ctx context.Context, fn func(ctx context.Context, q Queryer) error) error {
	return db.exclusive(ctx, func(ctx context.Context) error {
		defer db.scheduleParking(true)
		return db.readCurrent(ctx, fn)
	})
}

// readCurrent is Read for a caller that has exclusive use of the connection.
func (db *DB) readCurrent(ctx context.Context, fn func(ctx context.Context, q Queryer) error) error {
	return db.withSession(ctx, func(s *session) error { return db.readOnce(ctx, s, fn) })
}

func (db *DB) readOnce(ctx context.Context, s *session, fn func(context.Context, Queryer) error) error {
	var tx *sql.Tx
	_, err := db.readVersion(ctx, s, func() (v int64, err error) {
		tx, v, err = s.begin(ctx)
		return v, err
	})
	if err != nil {
		if tx != nil {
			err = errors.Join(err, tx.Rollback())
		}
		return err
	}
	err = db.runInTx(ctx, &reading{tx, s.connection}, s.mode, fn)
	// When the files have changed during a read without locks, neither its result
	// nor its error is valid.
	f, statErr := statFiles(db.path, s.target)
	if statErr != nil {
		return statErr
	}
	if f.db.id != s.files.db.id || s.mode == ModeImmutable && !f.sameContent(s.files) {
		return errReopen
	}
	return err
}

// rollbackShare divides ReadTimeout for reads in ModeRollback, which keep the owner
// from committing.
const rollbackShare = 6

// ReadTime is how long the functions of all reads have run. It leaves out the waits
// for locks, for which the owner decides how long they are.
func (db *DB) ReadTime() time.Duration { return time.Duration(db.readTime.Load()) }

// runInTx runs fn and ends the transaction, even when fn panics. Ending it closes
// rows that fn left open. When the transaction cannot be ended, because SQLite has
// ended it after a disk error, runInTx closes the connection.
func (db *DB) runInTx(all context.Context, tx *reading, m Mode, fn func(context.Context, Queryer) error) (err error) {
	longest := db.opts.ReadTimeout
	if m == ModeRollback {
		longest /= rollbackShare
	}
	ctx, cancel := context.WithTimeout(all, longest)
	began := time.Now()
	defer func() {
		db.readTime.Add(int64(time.Since(began)))
		if err != nil && ctx.Err() != nil && all.Err() == nil {
			err = &fileError{path: db.path, kind: ErrEndless, cause: err}
		}
		cancel()
		tx.on.query = nil
		if endErr := tx.Rollback(); endErr != nil {
			db.invalidate(Change{Data: true})
			err = errors.Join(err, endErr)
		}
	}()
	return fn(ctx, tx)
}

// readVersion runs take, which reads the data version, and checks that the mode
// still fits. With a rollback journal it reads the version and the file's stat under
// one lock. A changed file with an unchanged version was rewritten in place without
// SQLite, which is an errRewritten.
func (db *DB) readVersion(ctx context.Context, s *session, take func() (int64, error)) (int64, error) {
	if s.mode != ModeRollback {
		v, err := take()
		if err != nil && s.mode == ModeLiveWAL {
			err = db.classifyReadError(ctx, s, err)
		}
		return v, err
	}
	unlock, err := db.guard.lockShared()
	defer unlock()
	if err != nil {
		return 0, db.errorOf(err)
	}
	h, f, err := db.readFiles(s.target)
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
