package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"notdone/source"
)

// Value is one column and its value: nil, an integer, a float64, a string or a
// []byte.
type Value struct {
	Column string
	Value  any
}

// Values are some columns of one row, in the order in which they are written.
type Values []Value

// Image is one row before and after it was written.
type Image = source.Image

// Write is one row to be written; one without a key is new. Values are nil, integers,
// float64, string, []byte or Made.
type Write struct {
	Table    string
	Key, Set Values // the key may be the rowid
	Delete   bool   // the row with the key is deleted; Set is empty
}

// Made stands for the rowid of the newest row that an earlier Write of the same list
// added to the table; it is NULL when there is none.
type Made struct{ Table string }

// Decide reads a transaction and returns the rows to be written, in their order.
type Decide func(ctx context.Context, q Queryer) ([]Write, error)

// Writing says what a transaction may write.
type Writing struct {
	// Tables are the tables that may be written.
	Tables []string
	// Columns are the columns that the format knows, by table. It contains Tables and
	// the tables that their triggers write, which may be missing. Write refuses a table with another
	// column that is NOT NULL without a default.
	Columns map[string][]string
	// Trigger reports whether a trigger belongs to the format, given its table, its
	// name and its SQL. Nil: the format has no triggers. Write refuses unknown
	// triggers on the tables in Tables and Columns.
	Trigger func(table, name, sql string) bool
	// Commit is called inside the transaction after all writes and before COMMIT,
	// with all changed rows. Its error rolls the transaction back and is returned
	// unchanged. Nil: nothing is called.
	Commit func([]Image) error
	// Wait is how long Write waits for a transaction of the owner to end; 0 means the
	// WriteTimeout of the DB.
	Wait time.Duration
}

// Write runs decide and writes what it returns, in one IMMEDIATE transaction on a new
// connection. It returns every row that the writes or a trigger have changed, before
// and after. The transaction is applied completely or not at all, and decide runs at
// most once. A write fails when its row does not exist or its key has several rows. Rows
// of other tables that refer to a deleted row are left alone.
//
// Write refuses what Rehearse refuses, and also a file that is not the one that the
// last Rehearse has read. It waits for the owner's transaction until w.Wait and for
// readers until WriteTimeout; then the error wraps ErrBusy. An error that wraps
// source.ErrInDoubt means that COMMIT failed and may or may not have taken place;
// after any other error nothing was written. Afterwards the DB's own connection
// stays open, so that the owner and not this process checkpoints the -wal.
func (db *DB) Write(ctx context.Context, w Writing, decide Decide) ([]Image, error) {
	if w.Wait <= 0 {
		w.Wait = db.opts.WriteTimeout
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case writing <- struct{}{}:
	}
	defer func() { <-writing }()
	var images []Image
	err := db.exclusive(ctx, func(ctx context.Context) error {
		defer db.scheduleParking(true)
		rehearsed := db.rehearsed
		if err := db.checkFilesWritable(); err != nil {
			return err
		}
		// SQLite detects a hot journal when it reads; a writer would roll it back.
		err := db.readCurrent(ctx, func(ctx context.Context, q Queryer) error {
			_, err := db.newDraft(ctx, q, w)
			return err
		})
		if err != nil {
			return err
		}
		if rehearsed != (inode{}) && rehearsed != db.guard.id {
			return db.replacedError("since the plan was made" + unwritten)
		}
		target := db.session.target
		return db.withoutOtherConnections(ctx, w.Wait, func() (err error) {
			images, err = db.runWrite(ctx, target, w, decide)
			return err
		})
	})
	return images, err
}

// writing is a mutex for all writes of this process. Without it two DBs on one file
// could wait for each other.
var writing = make(chan struct{}, 1)

// withoutOtherConnections closes all WAL connections of this process to the file and
// runs f. Connections of one process share one open -shm (sqlite os_unix.c,
// unixShmNode), and a reading connection has opened it read-only.
func (db *DB) withoutOtherConnections(ctx context.Context, wait time.Duration, f func() error) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for _, other := range db.guard.others(db) {
		select {
		case <-ctx.Done():
			return db.refuse(ErrBusy, "it is being read all the time by this very program"+unwritten)
		case other.use <- struct{}{}:
		}
		defer func() { <-other.use }()
		other.closeLive()
	}
	db.closeLive()
	return f()
}

// closeLive closes a connection in live WAL mode.
func (db *DB) closeLive() {
	if db.session != nil && db.session.mode == ModeLiveWAL {
		db.invalidate(Change{Data: true})
	}
}

// runWrite opens the writing connection, runs the transaction and closes the
// connection.
func (db *DB) runWrite(ctx context.Context, target string, w Writing, decide Decide) (images []Image, err error) {
	wr, err := dialWriter(ctx, target, w.Wait)
	if err != nil {
		return nil, db.explainWrite(ctx, err, unwritten)
	}
	defer func() {
		db.keepLogOpen(ctx, target)
		// An error of closing does not undo the commit, so Close reports it.
		db.closeErr = errors.Join(db.closeErr, wr.close())
	}()
	if err := wr.begin(ctx); err != nil {
		return nil, db.explainWrite(ctx, err, unwritten)
	}
	images, err = db.fillTransaction(ctx, wr, target, w, decide)
	if err == nil && w.Commit != nil {
		err = w.Commit(images)
	}
	if err != nil {
		return nil, errors.Join(err, wr.rollback(ctx))
	}
	if err := wr.commit(ctx, db.opts.WriteTimeout); err != nil {
		return nil, db.commitError(ctx, wr, err)
	}
	return images, nil
}

// fillTransaction performs the writes between BEGIN and COMMIT and returns the
// changed rows. The connection can only read until decide has returned.
func (db *DB) fillTransaction(ctx context.Context, wr *writer, target string, w Writing, decide Decide) (images []Image, err error) {
	f, err := statFiles(db.path, target)
	switch {
	case err != nil:
		return nil, err
	case f.db.id != db.guard.id:
		return nil, db.replacedError("meanwhile" + unwritten)
	}
	d, err := db.newDraft(ctx, wr.conn, w)
	if err != nil {
		return nil, db.explainWrite(ctx, err, unwritten)
	}
	d.writer = wr
	if images, err = d.perform(ctx, decide); err != nil {
		return nil, db.explainWrite(ctx, err, unwritten)
	}
	return images, ctx.Err()
}

// commitError returns the error for a failed COMMIT. A COMMIT that was busy leaves
// the transaction open, so it is rolled back and nothing was written. Any other
// error leaves the commit in doubt.
func (db *DB) commitError(ctx context.Context, wr *writer, err error) error {
	ctx = context.WithoutCancel(ctx)
	rollbackErr := wr.rollback(ctx)
	if explained := db.explainWrite(ctx, err, unwritten); errors.Is(explained, ErrBusy) && rollbackErr == nil {
		return explained
	}
	return fmt.Errorf("%w: %w", db.explainWrite(ctx, err, ""), source.ErrInDoubt)
}

// keepLogOpen opens the DB's own connection while the writer's is still open, if the
// -wal is not empty: the last connection to close would checkpoint the -wal and
// delete it. If opening fails, the writer's connection does that, which is harmless.
func (db *DB) keepLogOpen(ctx context.Context, target string) {
	f, err := statFiles(db.path, target)
	if err != nil || f.wal.size == 0 {
		return
	}
	if err := db.withSession(context.WithoutCancel(ctx), func(*session) error { return nil }); err != nil {
		db.invalidate(Change{Data: true})
	}
}

// Rehearse runs decide on the DB's reading connection and returns the rows that Write
// would change, without those that triggers would change. It writes nothing. decide
// may run several times and must begin without results of an earlier run.
//
// Rehearse refuses what Write would refuse: the error wraps ErrOwner,
// ErrReadOnlyFile, ErrLinked, ErrLonelyWAL, ErrHotJournal, ErrSchema or an error of
// reading. An error of decide precedes those about the files.
func (db *DB) Rehearse(ctx context.Context, w Writing, decide Decide) ([]Image, error) {
	var images []Image
	err := db.Read(ctx, func(ctx context.Context, q Queryer) error {
		d, err := db.newDraft(ctx, q, w)
		if err != nil {
			return err
		}
		images, err = d.perform(ctx, decide)
		if err == nil {
			db.rehearsed = db.guard.id
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return images, db.checkFilesWritable()
}
