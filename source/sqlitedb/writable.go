package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"notdone/source"
)

// Every refusal to write wraps one of these errors or one of those of reading; test
// with errors.Is. The wrapping error prints as one line with the reason. Nothing was
// written.
var (
	// ErrOwner says that the file belongs to another user than this process acts as.
	ErrOwner = errors.New("it belongs to another user")
	// ErrLonelyWAL says that there is a -wal without its -shm: its owner holds it in exclusive mode, or has crashed.
	ErrLonelyWAL = errors.New("there is a -wal without a -shm")
	// ErrSchema says that a written table differs from the format: it is a view, or it has an unknown trigger or an unknown required column.
	ErrSchema = errors.New("the tables are not as expected")
	// ErrReadOnlyFile says that the file, its folder or its file system may not be written.
	ErrReadOnlyFile = errors.New("it may only be read")
	// ErrReplaced says that the file is not the one for which the plan was made. The
	// error also wraps source.ErrChanged.
	ErrReplaced = errors.New("it was replaced by another file")
	// ErrLinked says that the file has several names. SQLite would use a separate log for each.
	ErrLinked = errors.New("it has several names")
	// ErrFull says that the disk is full.
	ErrFull = errors.New("the disk is full")
)

// Refusal reports whether the error is a refusal to write, and returns the reason in
// one line without the path.
func Refusal(err error) (why string, refused bool) {
	for _, kind := range []error{ErrOwner, ErrLonelyWAL, ErrSchema, ErrReadOnlyFile, ErrReplaced, ErrLinked, ErrHotJournal} {
		if !errors.Is(err, kind) {
			continue
		}
		if fe, ok := errors.AsType[*fileError](err); ok {
			return fe.sentence(), true
		}
		return kind.Error(), true
	}
	return "", false
}

func (db *DB) refuse(kind error, format string, args ...any) error {
	return &fileError{path: db.path, kind: kind, text: fmt.Sprintf(format, args...)}
}

// replacedError refuses to write because the file is not the one for which the plan
// was made.
func (db *DB) replacedError(when string) error {
	return &fileError{path: db.path, kind: ErrReplaced, text: "the file was replaced by another one " + when, cause: source.ErrChanged}
}

// CheckAccess returns the refusal to write because of the owner, the permissions or
// the links of the file; nil when these allow it.
func (db *DB) CheckAccess() error {
	_, err := db.checkAccess()
	return err
}

// CheckSchema returns the refusal to write because of the tables or triggers that w
// names; nil when these allow it. q reads the database.
func (db *DB) CheckSchema(ctx context.Context, q Queryer, w Writing) error {
	_, err := db.newDraft(ctx, q, w)
	return err
}

// checkAccess checks the owner, the permissions and the links of the file, and returns
// its path without symbolic links.
func (db *DB) checkAccess() (target string, err error) {
	var st unix.Stat_t
	if err := unix.Stat(db.path, &st); err != nil {
		return "", pathError(db.path, err)
	}
	if target, err = filepath.EvalSymlinks(db.path); err != nil {
		return "", pathError(db.path, err)
	}
	if uid := os.Geteuid(); uint32(uid) != st.Uid {
		return "", db.refuse(ErrOwner, "it belongs to %s and this is %s: only its owner may act on it, or its -wal would be locked away from them",
			userName(int(st.Uid)), userName(uid))
	}
	switch {
	case st.Mode&unix.S_IWUSR == 0, unix.Access(target, unix.W_OK) != nil:
		return "", db.refuse(ErrReadOnlyFile, "it may only be read")
	case !folderWritable(filepath.Dir(target)):
		return "", db.refuse(ErrReadOnlyFile, "its folder may only be read, and SQLite must write a journal there")
	case st.Nlink > 1:
		// SQLite finds the log by the name (howtocorrupt.html, "Multiple links to
		// the same file"): under another name nobody would see what it holds.
		return "", db.refuse(ErrLinked, "it has %d names (hard links), and what is written under one of them is lost under the others", st.Nlink)
	}
	return target, nil
}

// checkFilesWritable checks the access to the file, and its -wal and -journal.
func (db *DB) checkFilesWritable() error {
	target, err := db.checkAccess()
	if err != nil {
		return err
	}
	f, err := statFiles(db.path, target)
	switch {
	case err != nil:
		return err
	case f.wal.exists && !f.shm.exists:
		return db.refuse(ErrLonelyWAL, "there is a -wal without a -shm: its owner holds it alone, or crashed; act again when the owner has opened it")
	case f.wal.exists && f.journal.size > 0 && isHot(target+"-journal"):
		return db.errorOf(ErrHotJournal)
	}
	return nil
}

// folderWritable also checks the mode bits of the folder. They do not bind root, but
// they show that the folder is meant to be read-only.
func folderWritable(folder string) bool {
	var st unix.Stat_t
	return unix.Stat(folder, &st) == nil && st.Mode&(unix.S_IWUSR|unix.S_IWGRP|unix.S_IWOTH) != 0 &&
		unix.Access(folder, unix.W_OK|unix.X_OK) == nil
}

func userName(uid int) string {
	id := strconv.Itoa(uid)
	if u, err := user.LookupId(id); err == nil {
		return u.Username + " (uid " + id + ")"
	}
	return "uid " + id
}

// newDraft checks the schema and returns a draft for a rehearsal.
func (db *DB) newDraft(ctx context.Context, q Queryer, w Writing) (*draft, error) {
	d := &draft{Queryer: q, db: db, schemas: map[string]*tableSchema{}, triggers: map[string]bool{}, made: map[Made]int64{}}
	tables := slices.Concat(w.Tables, slices.Sorted(maps.Keys(w.Columns)))
	for _, table := range tables {
		s, err := readSchema(ctx, q, table)
		written := slices.Contains(w.Tables, table)
		if err == nil && (s.kind != "" || written) {
			err = db.checkTable(s, w.Columns[table])
		}
		if err != nil {
			return nil, err
		}
		if written {
			d.schemas[table] = s
		}
	}
	err := QueryEach(ctx, q, func(rows *sql.Rows) error {
		var table, name, text string
		if err := rows.Scan(&name, &table, &text); err != nil {
			return err
		}
		foreign := slices.ContainsFunc(tables, func(t string) bool { return strings.EqualFold(t, table) })
		switch {
		case w.Trigger != nil && w.Trigger(table, name, text):
			d.triggers[strings.ToLower(name)] = true
		case foreign:
			return db.refuse(ErrSchema, "the trigger %s on %s is not one that this notdone knows: it could do anything", printable(name), table)
		}
		return nil
	}, `SELECT name, tbl_name, coalesce(sql, '') FROM sqlite_schema WHERE type = 'trigger'`)
	return d, err
}

// checkTable returns an error unless the table is an ordinary table whose required
// columns are all in known. A nil known skips the check of the columns.
func (db *DB) checkTable(s *tableSchema, known []string) error {
	switch s.kind {
	case "table":
	case "":
		return db.refuse(ErrSchema, "it has no table %s", s.name)
	default:
		return db.refuse(ErrSchema, "%s is a %s and no table", s.name, s.kind)
	}
	for _, c := range s.columns {
		if known != nil && !slices.Contains(known, c.Name) && c.NotNull && c.Default == nil {
			return db.refuse(ErrSchema, "%s.%s must be filled and is unknown to this notdone", s.name, printable(c.Name))
		}
	}
	return nil
}

// explainWrite wraps an error of SQLite in the fitting sentinel error. consequence
// ends the message.
func (db *DB) explainWrite(ctx context.Context, err error, consequence string) error {
	var se *sqlite.Error
	var fe *fileError
	if err == nil || errors.As(err, &fe) || !errors.As(err, &se) {
		return db.explain(ctx, err)
	}
	if se.Code() == lib.SQLITE_READONLY_DBMOVED {
		return db.replacedError("meanwhile" + consequence)
	}
	text, kind := writeTrouble(se.Code())
	if kind == nil {
		return db.explain(ctx, err)
	}
	return &fileError{path: db.path, kind: kind, text: text + consequence, cause: err}
}

// writeTrouble returns what a code of SQLite says of a write that failed, in words and as
// a sentinel error; nil for one that is not about the file.
func writeTrouble(code int) (text string, kind error) {
	if code == lib.SQLITE_IOERR_SHMSIZE {
		code = lib.SQLITE_FULL // the -shm cannot grow
	}
	switch code & 0xff {
	case lib.SQLITE_FULL:
		return "the disk is full", ErrFull
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_PROTOCOL:
		return "its owner kept it locked", ErrBusy
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		return "it cannot be opened for writing", ErrReadOnlyFile
	case lib.SQLITE_AUTH:
		return "a trigger writes what this notdone does not know", ErrSchema
	case lib.SQLITE_IOERR:
		return "the disk failed while writing", ErrIO
	}
	return "", nil
}

// ExplainWrite wraps an error of SQLite in the fitting sentinel error, for a client that has
// opened a database by itself. The error does not name the file. Every error that is not about
// the file is returned unchanged.
func ExplainWrite(err error) error {
	if se, ok := errors.AsType[*sqlite.Error](err); ok {
		if text, kind := writeTrouble(se.Code()); kind != nil {
			return &fileError{kind: kind, text: text, cause: err}
		}
	}
	return err
}

// unwritten ends the message of every failure before COMMIT.
const unwritten = "; nothing was written"
