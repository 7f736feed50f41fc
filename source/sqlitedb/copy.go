package sqlitedb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// maxRefusals is the number of failures to share a live -wal after which the
// database is copied. It is more than one, because a starting writer also causes
// such a failure.
const maxRefusals = 3

// chooseMode is choose with regard to earlier failures. A live -wal cannot be read
// by a process that may not write its -shm when no read mark is set (sqlite wal.c,
// walTryBeginRead) or when its index needs recovery.
func (db *DB) chooseMode(h Header, f files) Mode {
	m := choose(h, f)
	if m == ModeLiveWAL && db.refusals >= maxRefusals {
		return ModeCopy
	}
	return m
}

// copyShare limits the load of private copies: after copying for a time t, the next
// copy waits copyShare*t, however often the owner commits.
const copyShare = 20

// lateAfter is the time for which a copy may be older than its file before Late
// reports it.
const lateAfter = 2 * time.Second

// copyPace controls when the next private copy of a file is made.
type copyPace struct {
	spent  time.Duration // the time spent on copies since the last pause
	next   time.Time     // the earliest time of the next copy
	behind time.Time     // when the file was found to be newer than the copy; zero: it is not
}

// paceCopies starts the pause after copies, if any were made.
func (db *DB) paceCopies() {
	db.infoMu.Lock()
	defer db.infoMu.Unlock()
	if db.copies.spent > 0 {
		db.copies.next = db.opts.now().Add(copyShare * db.copies.spent)
		db.copies.spent = 0
	}
}

// Late returns an error that wraps ErrOldCopy when reads use a private copy that has
// been older than the file for at least lateAfter; otherwise nil.
func (db *DB) Late() error {
	db.infoMu.Lock()
	defer db.infoMu.Unlock()
	now := db.opts.now()
	if db.copies.behind.IsZero() || now.Sub(db.copies.behind) < lateAfter {
		return nil
	}
	wait := max(db.copies.next.Sub(now), 0).Round(time.Second)
	return &fileError{path: db.path, kind: fmt.Errorf("%w in %s", ErrOldCopy, wait)}
}

// keepsCopy reports whether the session keeps using its private copy although the
// files have changed, because the next copy has to wait.
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

// copyFiles copies the database and its -wal to dst. The owner may append to the -wal
// meanwhile: SQLite ignores an incomplete transaction at its end, as after a crash.
func (db *DB) copyFiles(ctx context.Context, s *session, dst string) error {
	began := db.opts.now()
	defer func() { db.copies.spent += db.opts.now().Sub(began) }()
	if err := checkRoom(filepath.Dir(dst), s.files.db.size+s.files.wal.size, db.opts.CopyMax); err != nil {
		return &fileError{path: db.path, kind: err}
	}
	err := db.opts.copyFile(ctx, dst, db.guard)
	if err == nil && s.files.wal.size > 0 {
		err = db.copyLog(ctx, dst+"-wal", s.target+"-wal")
	}
	now, statErr := statFiles(db.path, s.target)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case statErr != nil:
		return statErr
	case now.db != s.files.db || err == nil && !onlyGrew(s, now, dst):
		return errReopen
	case err != nil && errors.Is(unix.Access(s.target, unix.R_OK), unix.EACCES),
		err != nil && errors.Is(unix.Access(s.target+"-wal", unix.R_OK), unix.EACCES):
		return &fileError{path: db.path, kind: ErrUnreadable, cause: err}
	case err != nil:
		return &fileError{path: db.path, kind: ErrCopy, cause: err}
	}
	return nil
}

// onlyGrew reports whether the -wal is unchanged since it was copied to dst-wal,
// apart from appended frames. When SQLite restarts a -wal it changes the header.
func onlyGrew(s *session, now files, dst string) bool {
	if !s.files.wal.exists || now.wal.id != s.files.wal.id || now.wal.size < s.files.wal.size {
		return false
	}
	theirs, err := readWALHeader(s.target + "-wal")
	ours, err2 := readWALHeader(dst + "-wal")
	return err == nil && err2 == nil && bytes.Equal(theirs, ours)
}

// readWALHeader reads the header of a -wal (sqlite.org/fileformat2.html, 4.1).
func readWALHeader(path string) ([]byte, error) {
	f, err := openSide(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only: there is nothing a failed close could lose
	header := make([]byte, 32)
	_, err = io.ReadFull(f, header)
	return header, err
}

func (db *DB) copyLog(ctx context.Context, dst, src string) error {
	f, err := openSide(src)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // as above
	return db.opts.copyFile(ctx, dst, f)
}

// openSide opens a -wal or -journal. They carry no locks, so closing the descriptor
// drops none.
func openSide(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}

// copyFile copies src up to its end to the new file dst with mode 0600.
func copyFile(ctx context.Context, dst string, src io.ReaderAt) (err error) {
	f, err := os.OpenFile(dst, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	part := make([]byte, 1<<20)
	for at := int64(0); ; at += int64(len(part)) {
		n, err := src.ReadAt(part, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if _, err := f.Write(part[:n]); err != nil {
			return err
		}
		if n < len(part) || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// isHot reports whether a rollback journal belongs to an unfinished transaction. The
// journal of a finished one is removed, emptied or begins with a zero byte (sqlite
// pager.c, hasHotJournal). A journal that cannot be read counts as hot.
func isHot(path string) bool {
	f, err := openSide(path)
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
