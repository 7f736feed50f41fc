package sqlitedb

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"notdone/source"
)

// Every error of reading wraps one of these; test with errors.Is. The wrapping error
// prints as one line: the path, a colon, and the sentence.
var (
	// ErrMissing says that there is no file at the path.
	ErrMissing = errors.New("no such file")
	// ErrEmpty says that the file has 0 bytes: its owner has reserved the name and stored nothing yet.
	ErrEmpty = errors.New("the file is empty (0 bytes)")
	// ErrNotSQLite says that the file holds something other than an SQLite database.
	ErrNotSQLite = errors.New("not an SQLite database")
	// ErrCorrupt says that the file is an SQLite database that is damaged or cut short.
	ErrCorrupt = errors.New("the database is damaged or cut short")
	// ErrUnreadable says that this user may not read the file, its directory or a file beside it.
	ErrUnreadable = errors.New("permission denied")
	// ErrHotJournal says that reading requires rolling back a crashed writer's transaction, which only the owner may do.
	ErrHotJournal = errors.New("a crashed writer left a -journal; unreadable until its owner repairs it")
	// ErrBusy says that the file was locked or changing until the timeout; a later attempt may succeed.
	ErrBusy = source.ErrBusy
	// ErrNotRegular says that the path, or a -wal, -shm or -journal beside it, is a directory, a FIFO, a device or a socket (beside it: or a symbolic link).
	ErrNotRegular = errors.New("not a regular file")
	// ErrIO says that the disk or the network failed during a read.
	ErrIO = errors.New("the disk or the network failed while reading")
	// ErrCopy says that the file can only be read as a private copy, and that none could be made.
	ErrCopy = errors.New("it can only be read as a private copy, and none could be made")
	// ErrOldCopy says that the private copy being read is older than the file.
	ErrOldCopy = errors.New("its owner keeps it for itself: an older copy is shown, the next is made")
	// ErrEndless says that a read was cancelled at its timeout; a hostile view may have infinitely many rows.
	ErrEndless = errors.New("reading it was given up: a query had not ended after a long time")
	// ErrClosed says that the DB was closed by its user.
	ErrClosed = errors.New("the database was closed")
)

// Reasons to repeat a read. They are never returned to a caller of the package.
var (
	errReopen    = errors.New("the files changed")
	errRewritten = errors.New("the file was rewritten in place")
	errNeedCopy  = errors.New("the write-ahead log cannot be shared")
)

// fileError is an error about one file. Its cause is available to errors.As but is
// not printed, because SQLite's wording does not help a user.
type fileError struct {
	path        string // empty: whoever passes the error on names the file
	kind, cause error
	text        string // the sentence; empty: that of kind
}

func (e *fileError) Error() string {
	if e.path == "" {
		return e.sentence()
	}
	return printable(e.path) + ": " + e.sentence()
}

func (e *fileError) sentence() string { return cmp.Or(e.text, e.kind.Error()) }

func (e *fileError) Unwrap() []error {
	if e.cause == nil {
		return []error{e.kind}
	}
	return []error{e.kind, e.cause}
}

// printable returns a path, quoted if it contains characters that are not printable.
func printable(path string) string {
	q := strconv.Quote(path)
	if q == `"`+path+`"` || q == `"`+strings.ReplaceAll(path, `"`, `\"`)+`"` {
		return path
	}
	return q
}

// explain wraps an error of SQLite in the fitting sentinel error. An error that is
// not about the file, such as a missing table, is returned unchanged.
func (db *DB) explain(ctx context.Context, err error) error {
	var se *sqlite.Error
	var fe *fileError
	switch {
	case err == nil, errors.As(err, &fe):
		return err
	case ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
		return ctx.Err()
	case !errors.As(err, &se):
		return err
	}
	if se.Code()&0xff == lib.SQLITE_INTERRUPT && ctx.Err() != nil {
		return ctx.Err()
	}
	if kind := kindOf(se.Code()); kind != nil {
		return &fileError{path: db.path, kind: kind, cause: err}
	}
	return err
}

// kindOf maps an extended SQLite result code to a sentinel error; nil: the code is
// not about the file.
func kindOf(code int) error {
	switch code {
	case lib.SQLITE_READONLY_ROLLBACK:
		return ErrHotJournal
	case lib.SQLITE_READONLY_CANTINIT, lib.SQLITE_READONLY_RECOVERY, lib.SQLITE_READONLY_CANTLOCK:
		return errNeedCopy
	case lib.SQLITE_READONLY_DBMOVED:
		return errReopen
	case lib.SQLITE_IOERR_SHORT_READ, lib.SQLITE_IOERR_CORRUPTFS, lib.SQLITE_IOERR_IN_PAGE:
		return ErrCorrupt
	}
	switch code & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return ErrBusy
	case lib.SQLITE_PROTOCOL: // the -wal does not fit the -shm, and nobody mends it
		return errNeedCopy
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB, lib.SQLITE_FORMAT:
		return ErrCorrupt
	case lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		return ErrUnreadable
	case lib.SQLITE_IOERR:
		return ErrIO
	}
	return nil
}
