package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"notdone/source"
)

// Value is one column and what it holds: nil, an integer, a float64, a string
// or a []byte.
type Value struct {
	Column string
	Value  any
}

// Values are some columns of one row, in the order in which they are written.
type Values []Value

// Image is one row before and after it was written.
type Image = source.Image

// Tx reads and writes inside one transaction, or rehearses it. Whoever uses
// one reads everything before the first write: a rehearsal's reads do not see
// its writes.
type Tx interface {
	Queryer
	// Columns returns the columns of a table by name, read inside the
	// transaction; the map is empty when there is no such table.
	Columns(ctx context.Context, table string) (map[string]Column, error)
	// Update sets columns of the one row whose key columns hold the key. It fails
	// when there is none, when there are several, or when the row is not as it
	// was read a moment before.
	Update(ctx context.Context, table string, key, set Values) error
	// Insert adds a row and returns its rowid, in a rehearsal the one that it
	// would get. Of a table without rowids it returns 0.
	Insert(ctx context.Context, table string, set Values) (int64, error)
}

// Writing says what a transaction may write.
type Writing struct {
	// Tables are those that may be written; anything else is refused.
	Tables []string
	// Columns names the columns that the format knows, by table, of the Tables
	// and of those that their triggers write. A table listed here is refused when
	// it has another one that is NOT NULL without a default.
	Columns map[string][]string
	// Trigger reports whether a trigger is one of the format's own, by the table
	// it is on, its name and its text. Nil: there may be none on the Tables, nor
	// on those that Columns names.
	Trigger func(table, name, sql string) bool
	// Commit is called inside the transaction when everything is written and
	// nothing committed, with every row that it changed. Its error rolls back
	// and is returned as it is. Nil: there is nothing to be told.
	Commit func([]Image) error
	// Wait is how long Write waits for the owner to end a transaction of its own
	// before this one begins; 0 means the WriteTimeout of the DB.
	Wait time.Duration
}

// Write runs work in one IMMEDIATE transaction on a connection opened for it,
// and returns every row that was changed, by work and by triggers, as it was
// before and as it was just before COMMIT. All of it is done or nothing; work
// runs once at most.
//
// It refuses what Writable refuses, and a file that is another one than when
// Rehearse last ran. It waits for the owner's transaction as long as w.Wait
// says, and for its readers as long as WriteTimeout says, and then fails with
// ErrBusy. An error that wraps source.ErrInDoubt means that COMMIT failed in a
// way which leaves open whether it took place; after any other nothing was
// written. The DB's own connection stays open on the file afterwards, so that
// the owner and not this process tidies up the write-ahead log.
func (db *DB) Write(ctx context.Context, w Writing, work func(ctx context.Context, tx Tx) error) ([]Image, error) {
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
	err := db.exclusive(ctx, func() error {
		defer db.rest(true)
		rehearsed := db.rehearsed
		if err := db.permit(ctx, w); err != nil {
			return err
		}
		if rehearsed != (inode{}) && rehearsed != db.guard.id {
			return db.replaced("since the plan was made" + unwritten)
		}
		target := db.s.target
		return db.alone(ctx, w.Wait, func() (err error) {
			images, err = db.write(ctx, target, w, work)
			return err
		})
	})
	return images, err
}

// writing is held while anything in this process is written, so that two DBs
// on one file never wait for each other.
var writing = make(chan struct{}, 1)

// alone runs f while no other DB of this process has a connection to the file.
// Connections of one process share one opened -shm (sqlite os_unix.c,
// unixShmNode), and one that only reads has opened it for reading.
func (db *DB) alone(ctx context.Context, wait time.Duration, f func() error) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for _, other := range db.guard.others(db) {
		select {
		case <-ctx.Done():
			return db.refuse(ErrBusy, "it is being read all the time by this very program"+unwritten)
		case other.use <- struct{}{}:
		}
		defer func() { <-other.use }()
		if other.s != nil && other.s.mode == ModeLiveWAL {
			other.lose(Change{Data: true})
		}
	}
	if db.s.mode == ModeLiveWAL {
		db.lose(Change{Data: true})
	}
	return f()
}

// write opens the second connection, runs the transaction and closes it.
func (db *DB) write(ctx context.Context, target string, w Writing, work func(ctx context.Context, tx Tx) error) (images []Image, err error) {
	wr, err := dialWriter(ctx, target, w.Wait)
	if err != nil {
		return nil, db.explainWrite(ctx, err, unwritten)
	}
	defer func() {
		db.holdLog(ctx, target)
		// What was committed is committed: that the connection closed badly is
		// told with the DB's other troubles.
		db.trouble = errors.Join(db.trouble, wr.close())
	}()
	if err := wr.begin(ctx); err != nil {
		return nil, db.explainWrite(ctx, err, unwritten)
	}
	images, err = db.transact(ctx, wr, target, w, work)
	if err != nil {
		return nil, errors.Join(err, wr.rollback(ctx))
	}
	if err := wr.commit(ctx, db.opts.WriteTimeout); err != nil {
		return nil, db.afterCommit(ctx, wr, err)
	}
	return images, nil
}

// transact does everything between BEGIN and COMMIT.
func (db *DB) transact(ctx context.Context, wr *writer, target string, w Writing, work func(ctx context.Context, tx Tx) error) ([]Image, error) {
	f, err := statFiles(db.path, target)
	switch {
	case err != nil:
		return nil, err
	case f.db.id != db.guard.id:
		return nil, db.replaced("meanwhile" + unwritten)
	}
	d, err := db.draft(ctx, wr.conn, w)
	if err != nil {
		return nil, db.explainWrite(ctx, err, unwritten)
	}
	d.exec = wr.conn
	if err := wr.allow(d); err != nil {
		return nil, err
	}
	if err := work(ctx, d); err != nil {
		return nil, db.explainWrite(ctx, err, unwritten)
	}
	images, err := d.images(ctx)
	if err != nil {
		return nil, db.explainWrite(ctx, err, unwritten)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if w.Commit != nil {
		return images, w.Commit(images)
	}
	return images, nil
}

// afterCommit says what a failed COMMIT means. One that could not get its lock
// is still a transaction and is rolled back; after any other the file decides.
func (db *DB) afterCommit(ctx context.Context, wr *writer, err error) error {
	ctx = context.WithoutCancel(ctx)
	undo := wr.rollback(ctx)
	if said := db.explainWrite(ctx, err, unwritten); errors.Is(said, ErrBusy) && undo == nil {
		return said
	}
	return fmt.Errorf("%w: %w", db.explainWrite(ctx, err, ""), source.ErrInDoubt)
}

// holdLog opens the DB's own connection on a write-ahead log that holds
// something, while the writer's is still open: the last connection to close
// would move the log into the file and delete it. When that fails the writer's
// does so, which harms nothing but is the owner's to do.
func (db *DB) holdLog(ctx context.Context, target string) {
	f, err := statFiles(db.path, target)
	if err != nil || f.wal.size == 0 {
		return
	}
	ctx = context.WithoutCancel(ctx)
	err = db.retry(ctx, func(deadline time.Time) error {
		_, err := db.ready(ctx, deadline)
		return err
	})
	if err != nil {
		db.lose(Change{Data: true})
	}
}

// Rehearse runs work with a Tx that writes nothing, and returns the rows that
// work would change. What triggers would add is not in them. It goes through
// the DB's own reading connection, so work may run several times and must start
// from nothing each time. What Write would refuse for the schema's sake is
// refused here as well.
func (db *DB) Rehearse(ctx context.Context, w Writing, work func(ctx context.Context, tx Tx) error) ([]Image, error) {
	var images []Image
	err := db.Read(ctx, func(ctx context.Context, q Queryer) error {
		images = nil
		d, err := db.draft(ctx, q, w)
		if err != nil {
			return err
		}
		if err := work(ctx, d); err != nil {
			return err
		}
		db.rehearsed = db.guard.id
		images, err = d.images(ctx)
		return err
	})
	return images, err
}
