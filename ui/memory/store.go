// Package memory is notdone's own small store: since when a task has been
// judged as it is, what changed and why, and what the operator thought of it.
//
// What belongs here: the file and its schema, its bounds, and its recovery.
// What does not: judging, and anything about a foreign queue. Nothing in it is
// needed to judge: without it, or with an empty one, only times and history are
// missing.
package memory

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"notdone/source"
	"notdone/source/gate"
	"notdone/source/sqlitedb"
)

// errNewer says that the file was written by a later version.
var errNewer = errors.New("the memory was written by a newer notdone and is left alone")

// Store is an open memory. Its methods may be called from any goroutine, and
// several processes may have one file open. The caller closes it.
type Store struct {
	path string

	mu         sync.Mutex
	db         *sql.DB
	persistent bool
	err        error
	unchecked  int // tasks written since they were last counted
	limit      int // tasks that are remembered
}

// Open opens the store at path, or makes it, readable by its owner alone. It
// always returns a store: a damaged file is put aside, with the suffix ".bad",
// and replaced by an empty one. Where something else is at path, as a database of another
// program, a file of another user's or a link, it is left as it is, and the
// store lives in memory alone.
func Open(path string) *Store {
	s := &Store{path: path, limit: maxTasks}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reopen()
	return s
}

// Persistent reports whether what is remembered outlives the process.
func (s *Store) Persistent() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.persistent
}

// Err says why the store is not persistent or what failed last; nil when all is
// well.
func (s *Store) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Close closes the store. A second call does nothing.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil
	}
	err := s.db.Close()
	s.db = nil
	if err != nil {
		return fmt.Errorf("closing the memory: %w", err)
	}
	return nil
}

// reopen opens the file, puts a bad one aside, and goes without one at last.
func (s *Store) reopen() {
	ctx := context.Background()
	s.unchecked, s.persistent, s.err = s.limit, true, nil
	db, err := openFile(ctx, s.path)
	if isBad(err) {
		if err = putAside(s.path); err == nil {
			db, err = openFile(ctx, s.path)
		}
	}
	if err == nil {
		s.db = db
		return
	}
	s.persistent = false
	s.err = fmt.Errorf("memory %s: %w", s.path, err)
	if s.db, err = openVolatile(ctx); err != nil {
		s.err = errors.Join(s.err, err)
	}
}

// withDB calls use with the database, while the process is not to be stopped. If use finds it damaged, the database is
// replaced by an empty one and use is called again; any other error is kept for Err.
func (s *Store) withDB(ctx context.Context, use func(*sql.DB) error) error {
	_, leave, err := gate.Transactions.Enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return errors.New("the memory is closed")
	}
	err = use(s.db)
	if isBad(err) {
		_ = s.db.Close() // it is given up
		s.reopen()
		if s.db != nil {
			err = use(s.db)
		}
	}
	if err != nil && ctx.Err() == nil {
		s.err = fmt.Errorf("memory %s: %w", s.path, err)
	} else if err == nil && s.persistent {
		s.err = nil
	}
	return err
}

// isBad reports whether the error says that the file, which is ours, is damaged.
func isBad(err error) bool {
	if errors.Is(err, errDamaged) {
		return true
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

// write calls do in a transaction, which is committed unless do fails.
func (s *Store) write(ctx context.Context, do func(*sql.Tx) error) error {
	return s.withDB(ctx, func(db *sql.DB) error { return inTransaction(ctx, db, do) })
}

// queueID returns the row of a queue, made if need be. A queue is named by its
// absolute path, because the operator may stand in another folder next time.
func queueID(ctx context.Context, tx *sql.Tx, queue string) (id int64, err error) {
	path := source.Absolute(queue)
	if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO queues(path) VALUES (?)`, path); err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `SELECT id FROM queues WHERE path = ?`, path).Scan(&id)
	return id, err
}

// selectRows reads the rows of a query.
func selectRows[T any](ctx context.Context, s *Store, query string, args []any, read func(*sql.Rows) (T, error)) (all []T, err error) {
	err = s.withDB(ctx, func(db *sql.DB) error {
		all = nil
		return sqlitedb.QueryEach(ctx, db, func(rows *sql.Rows) error {
			one, err := read(rows)
			all = append(all, one)
			return err
		}, query, args...)
	})
	if err != nil {
		return nil, fmt.Errorf("reading the memory: %w", err)
	}
	return all, nil
}

// inTransaction commits what do has written, or nothing where it fails.
func inTransaction(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}
