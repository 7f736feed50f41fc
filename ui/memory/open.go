package memory

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"notdone/source/private"
)

const (
	applicationID = 0x6e6f7464 // "notd"
	schemaVersion = 2
	maxHistory    = 20 // changes remembered of one task
)

var (
	// errForeign says that the file is a database that notdone did not make.
	errForeign = errors.New("a database of another program, which is left alone")
	// errDamaged says that the file is no database any more.
	errDamaged = errors.New("not a database")
)

// formerKey stands for the key of an obstacle that an earlier version made in its own way:
// whatever key the task's obstacle has now, it is the same obstacle.
const formerKey = "?"

// fromFirst makes the tables of version 1, whose keys were made of other words, those of
// this one.
const fromFirst = `
DROP TRIGGER IF EXISTS judged_changed;
UPDATE judged SET obstacle = '` + formerKey + `' WHERE obstacle <> '';
`

const schema = `
CREATE TABLE IF NOT EXISTS queues (
	id   INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS judged (
	queue    INTEGER NOT NULL,
	id       TEXT NOT NULL,
	state    TEXT NOT NULL,
	obstacle TEXT NOT NULL,
	headline TEXT NOT NULL,
	since    INTEGER NOT NULL,
	seen     INTEGER NOT NULL,
	PRIMARY KEY (queue, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS judged_seen ON judged(seen);
CREATE TABLE IF NOT EXISTS history (
	queue    INTEGER NOT NULL,
	id       TEXT NOT NULL,
	until    INTEGER NOT NULL,
	state    TEXT NOT NULL,
	obstacle TEXT NOT NULL,
	headline TEXT NOT NULL,
	since    INTEGER NOT NULL,
	PRIMARY KEY (queue, id, until)
) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS judged_changed AFTER UPDATE ON judged
WHEN old.state <> new.state OR old.obstacle NOT IN (new.obstacle, '` + formerKey + `') BEGIN
	DELETE FROM history WHERE queue = old.queue AND id = old.id AND (until = new.seen OR until <= (
		SELECT until FROM history WHERE queue = old.queue AND id = old.id ORDER BY until DESC LIMIT 1 OFFSET %d));
	INSERT INTO history(queue, id, until, state, obstacle, headline, since)
		VALUES (old.queue, old.id, new.seen, old.state, old.obstacle, old.headline, old.since);
END;
CREATE TRIGGER IF NOT EXISTS judged_forgotten AFTER DELETE ON judged BEGIN
	DELETE FROM history WHERE queue = old.queue AND id = old.id;
END;
CREATE TABLE IF NOT EXISTS marks (
	queue    INTEGER NOT NULL,
	id       TEXT NOT NULL,
	rule     TEXT NOT NULL,
	evidence TEXT NOT NULL,
	is_right INTEGER NOT NULL,
	reason   TEXT NOT NULL,
	at       INTEGER NOT NULL,
	PRIMARY KEY (queue, id, rule, evidence)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS looks (
	queue INTEGER PRIMARY KEY,
	at    INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS marked_words (
	queue    INTEGER NOT NULL,
	id       TEXT NOT NULL,
	rule     TEXT NOT NULL,
	evidence TEXT NOT NULL,
	said     TEXT NOT NULL,
	asked    TEXT NOT NULL,
	PRIMARY KEY (queue, id, rule, evidence)
) WITHOUT ROWID;
`

// openFile opens or makes the store's file.
func openFile(ctx context.Context, path string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := makeFile(path); err != nil {
		return nil, err
	}
	if err := checkFiles(path); err != nil {
		return nil, err
	}
	u := url.URL{
		Scheme:   "file",
		Path:     path,
		RawQuery: "_pragma=busy_timeout(2000)&_pragma=synchronous(NORMAL)&_txlock=immediate",
	}
	db, err := openDB(ctx, u.String())
	if err == nil {
		// Only now is it known to be ours. Where another process is in the way, the
		// file keeps the mode that it has, and the next one that opens it changes it.
		_, _ = db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
	}
	return db, err
}

// openVolatile opens a store without a file.
func openVolatile(ctx context.Context) (*sql.DB, error) {
	return openDB(ctx, ":memory:")
}

// makeFile makes an empty file that its owner alone can read. One that exists
// is left as it is.
func makeFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		return f.Close()
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

func openDB(ctx context.Context, dsn string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := prepare(ctx, db); err != nil {
		_ = db.Close() // nothing was written
		return nil, err
	}
	return db, nil
}

// prepare sees to it that the database is a memory of this version, and can be
// written.
func prepare(ctx context.Context, db *sql.DB) error {
	return inTransaction(ctx, db, func(tx *sql.Tx) error {
		var app, version, tables int
		const ask = `SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema)
			FROM pragma_application_id a, pragma_user_version v`
		if err := tx.QueryRowContext(ctx, ask).Scan(&app, &version, &tables); err != nil {
			return err
		}
		switch {
		case app != applicationID && (app != 0 || tables > 0):
			return errForeign
		case version > schemaVersion:
			return errNewer
		}
		if version == 1 {
			if _, err := tx.ExecContext(ctx, fromFirst); err != nil {
				return err
			}
		}
		set := "PRAGMA application_id = %d; PRAGMA user_version = %d;"
		_, err := tx.ExecContext(ctx, fmt.Sprintf(schema+set, maxHistory-1, applicationID, schemaVersion))
		return err
	})
}

// putAside renames a damaged file of ours and what belongs to it.
func putAside(path string) error {
	for _, suffix := range append(slices.Clone(sides), "") {
		err := os.Rename(path+suffix, path+suffix+".bad")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// sides are what SQLite keeps beside the file.
var sides = []string{"-wal", "-shm", "-journal"}

// checkFiles makes sure, before SQLite opens the file and writes to it, that the
// file and those beside it are regular files that only this user can change, and
// that it is not the database of another program. It must be called while this
// process has no connection to the file, since closing a file drops its locks.
func checkFiles(path string) error {
	for _, side := range sides {
		info, err := os.Lstat(path + side)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = private.CheckInfo(info)
		}
		if err != nil {
			return fmt.Errorf("its %s: %w", side, err)
		}
	}
	f, err := private.Open(path, os.O_RDONLY)
	if err != nil {
		return err
	}
	return errors.Join(checkHead(f), f.Close())
}

// Offsets in the first page of a database (SQLite's file format, sections 1.3
// and 1.6).
const (
	magic         = "SQLite format 3\x00"
	applicationAt = 68
	pageTypeAt    = 100
	cellsAt       = 103
	headSize      = 105
	leafPage      = 0x0d
)

// checkHead returns an error unless the file is a memory of notdone, or empty, or
// an empty database, which may become one.
func checkHead(f io.Reader) error {
	head := make([]byte, headSize)
	n, err := io.ReadFull(f, head)
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	case n < headSize || string(head[:len(magic)]) != magic:
		return errDamaged
	}
	switch binary.BigEndian.Uint32(head[applicationAt:]) {
	case applicationID:
		return nil
	case 0:
		if head[pageTypeAt] == leafPage && head[cellsAt] == 0 && head[cellsAt+1] == 0 {
			return nil
		}
	}
	return errForeign
}
