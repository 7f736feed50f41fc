package sqlitedb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// CopyCommand is the hidden first argument with which this program is run
// again to copy a file; the command line hands the rest to CopyMain.
const CopyCommand = "__copy-file"

// patience is how often a live -wal must refuse to be shared before the
// database is copied instead: a writer that is just starting refuses too.
const patience = 3

// choose decides the mode, given what earlier attempts have shown. A live
// -wal can refuse a reader that may not write its -shm: the read marks may all
// be unset (sqlite wal.c, walTryBeginRead), or its index may need recovery.
func (db *DB) choose(h Header, f files) Mode {
	m := choose(h, f)
	if m == ModeLiveWAL && db.strikes >= patience {
		return ModeCopy
	}
	return m
}

// copyShare is how much longer than the making of a private copy the pause after
// it is: copying takes at most one part in so many of the time and of what the
// disk can do, however often the owner commits.
const copyShare = 20

// copyLate is from when on a copy that is older than its file is called late.
const copyLate = 2 * time.Second

// copyPace paces the private copies of one file.
type copyPace struct {
	spent  time.Duration // on copies since the last pause
	next   time.Time     // no copy before this
	behind time.Time     // since when the copy is known to be older than the file; zero: it is not
}

// paceCopies begins the pause after copies, if there were any.
func (db *DB) paceCopies() {
	db.infoMu.Lock()
	defer db.infoMu.Unlock()
	if db.copies.spent > 0 {
		db.copies.next = db.opts.now().Add(copyShare * db.copies.spent)
		db.copies.spent = 0
	}
}

// Late says that what is read is a private copy and older than the file, since
// the next copy has to wait; nil while it is not, or is by a moment only.
func (db *DB) Late() error {
	db.infoMu.Lock()
	defer db.infoMu.Unlock()
	now := db.opts.now()
	if db.copies.behind.IsZero() || now.Sub(db.copies.behind) < copyLate {
		return nil
	}
	wait := max(db.copies.next.Sub(now), 0).Round(time.Second)
	return &fileError{path: db.path, kind: fmt.Errorf("%w in %s", ErrOldCopy, wait)}
}

// keepsCopy reports whether the session goes on with its private copy although
// the files have changed since: the next copy has to wait.
func (db *DB) keepsCopy(s *session, f files) bool {
	now := db.opts.now()
	kept := s.mode == ModeCopy && f.wal.size > 0 && f.shm.exists == s.files.shm.exists && now.Before(db.copies.next)
	if kept && db.copies.behind.IsZero() {
		db.setBehind(now)
	}
	return kept
}

func (db *DB) setBehind(t time.Time) {
	db.infoMu.Lock()
	defer db.infoMu.Unlock()
	db.copies.behind = t
}

// copyFiles copies the database and its -wal into a directory of our own and
// returns the copy's path. The owner may append to the -wal meanwhile: what is
// not whole at its end is ignored, as after a crash.
func (db *DB) copyFiles(ctx context.Context, s *session) (string, error) {
	began := db.opts.now()
	defer func() { db.copies.spent += db.opts.now().Sub(began) }()
	dir, err := makeCopyDir()
	if err != nil {
		return "", &fileError{path: db.path, kind: ErrCopy, cause: err}
	}
	s.dir = dir
	if err := roomFor(dir.path, s.files.db.size+s.files.wal.size, db.opts.CopyMax); err != nil {
		return "", &fileError{path: db.path, kind: err}
	}
	dst := filepath.Join(dir.path, copyName)
	err = db.opts.Copy(ctx, dst, s.target)
	if err == nil && s.files.wal.size > 0 {
		err = db.opts.Copy(ctx, dst+"-wal", s.target+"-wal")
	}
	now, statErr := statFiles(db.path, s.target)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case statErr != nil:
		return "", statErr
	case now.db != s.files.db || err == nil && !grew(s, now, dst):
		return "", errReopen
	case err != nil && errors.Is(unix.Access(s.target, unix.R_OK), unix.EACCES),
		err != nil && errors.Is(unix.Access(s.target+"-wal", unix.R_OK), unix.EACCES):
		return "", &fileError{path: db.path, kind: ErrUnreadable, cause: err}
	case err != nil:
		return "", &fileError{path: db.path, kind: ErrCopy, cause: err}
	}
	return dst, nil
}

// grew reports whether nothing happened to the -wal but that it grew since it
// was copied to dst-wal. Its header changes when it begins anew.
func grew(s *session, now files, dst string) bool {
	if !s.files.wal.exists || now.wal.id != s.files.wal.id || now.wal.size < s.files.wal.size {
		return false
	}
	theirs, err := logHeader(s.target + "-wal")
	ours, err2 := logHeader(dst + "-wal")
	return err == nil && err2 == nil && bytes.Equal(theirs, ours)
}

// logHeader reads the header of a -wal (sqlite.org/fileformat2.html, 4.1). It
// carries no locks, so opening one is harmless.
func logHeader(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only: there is nothing a failed close could lose
	header := make([]byte, 32)
	_, err = io.ReadFull(f, header)
	return header, err
}

// copyInChild runs this program again to make the copy.
func copyInChild(ctx context.Context, dst, src string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var stderr strings.Builder
	cmd := exec.CommandContext(ctx, self, CopyCommand, src, dst) //nolint:gosec // this very program; the paths are arguments, no shell reads them
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return nil
}

// CopyMain copies the regular file args[0] to the new file args[1], which only
// its owner may read. It is the whole work of the child process that
// CopyCommand starts.
func CopyMain(args []string) (err error) {
	if len(args) != 2 {
		return fmt.Errorf("%s: needs a source and a destination", CopyCommand)
	}
	src, err := os.OpenFile(args[0], os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	st, err := src.Stat()
	if err != nil {
		return err
	}
	if !st.Mode().IsRegular() {
		return &fileError{path: args[0], kind: ErrNotRegular}
	}
	dst, err := os.OpenFile(args[1], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dst.Close()) }()
	_, err = io.Copy(dst, src)
	return err
}

// isHot reports whether a journal begins like one whose transaction was not
// finished; a finished one is removed, emptied or begins with a zero (sqlite
// pager.c, hasHotJournal). One that cannot be read counts as hot. Journals
// carry no locks, so opening one is harmless.
func isHot(path string) bool {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	defer func() { _ = f.Close() }() // read only: there is nothing a failed close could lose
	var first [1]byte
	n, err := f.Read(first[:])
	if err != nil {
		return !errors.Is(err, io.EOF)
	}
	return n == 1 && first[0] != 0
}
