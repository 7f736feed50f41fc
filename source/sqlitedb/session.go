package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"time"
)

// session is one connection to one inode in one mode.
type session struct {
	*connection
	mode     Mode
	target   string // the path without symbolic links
	files    files  // the state of the files that the session reads
	version  int64  // rollback: the data version that belongs to files.db
	reported int64  // the data version that Changed last reported
}

// changeOf compares the files with those that the session was opened on. After a
// zero Change the session can still be used.
func (s *session) changeOf(f files) Change {
	switch {
	case f.db.id != s.files.db.id:
		return Change{Data: true, Replaced: true}
	case f.db.size < s.files.db.size && s.mode != ModeRollback:
		// SQLite would go on serving pages from its cache.
		return Change{Data: true, Replaced: true}
	}
	switch s.mode {
	case ModeRollback:
		return Change{Data: f.wal.exists}
	case ModeLiveWAL:
		return Change{Data: !f.wal.exists || !f.shm.exists || f.wal.id != s.files.wal.id || f.shm.id != s.files.shm.id}
	case ModeImmutable, ModeCopy:
		return Change{Data: !f.sameContent(s.files)}
	}
	return Change{}
}

// currentSession returns a session on the current files. It opens a new one when
// the files have changed in a way that the old one cannot read.
func (db *DB) currentSession(ctx context.Context, deadline time.Time) (*session, error) {
	if db.session != nil {
		f, err := statFiles(db.path, db.session.target)
		if err != nil {
			return nil, err
		}
		c := db.session.changeOf(f)
		if c == (Change{}) || c == (Change{Data: true}) && db.keepsCopy(db.session, f) {
			db.session.updateFiles(f)
			return db.session, nil
		}
		db.invalidate(c)
	}
	return db.openSession(ctx, deadline)
}

// updateFiles stores the new state of files that may change during a session.
func (s *session) updateFiles(f files) {
	if s.mode == ModeLiveWAL {
		s.files = f
	}
}

// openSession opens a new session. It holds a SHARED lock of its own from the
// choice of the mode until SQLite has taken its lock.
func (db *DB) openSession(ctx context.Context, deadline time.Time) (*session, error) {
	target, err := db.acquireGuard()
	if err != nil {
		return nil, err
	}
	unlock, lockErr := db.guard.lockShared()
	defer unlock()
	h, f, err := db.readFiles(target)
	if err != nil {
		return nil, err
	}
	s := &session{mode: db.chooseMode(h, f), target: target, files: f}
	// A -wal that must be copied may belong to a writer in exclusive locking
	// mode, whose lock never ends.
	if lockErr != nil && s.mode != ModeCopy {
		return nil, db.errorOf(lockErr)
	}
	if s.mode == ModeCopy && db.opts.now().Before(db.copies.next) {
		return nil, db.errorOf(ErrBusy)
	}
	if s.mode == ModeImmutable || s.mode == ModeCopy {
		unlock() // these modes need no lock, and opening them may take long
	}
	if err := db.connect(ctx, s, deadline); err != nil {
		if s.connection != nil {
			err = errors.Join(err, s.close())
		}
		return nil, err
	}
	db.useSession(s, h)
	return s, nil
}

// acquireGuard sets db.guard to the guard of the file that is now at the path, and
// returns the path without symbolic links.
func (db *DB) acquireGuard() (target string, err error) {
	sig, err := statDatabase(db.path)
	if err != nil {
		return "", err
	}
	if target, err = filepath.EvalSymlinks(db.path); err != nil {
		return "", pathError(db.path, err)
	}
	if db.guard == nil || db.guard.id != sig.id {
		db.releaseGuard()
		db.guard, err = registry.acquire(target, db)
	}
	return target, err
}

// readFiles reads the header and stats the files. It returns an error when there is
// no readable database.
func (db *DB) readFiles(target string) (Header, files, error) {
	h, err := db.guard.header()
	if err != nil {
		return h, files{}, pathError(db.path, err)
	}
	f, err := statFiles(db.path, target)
	switch {
	case err != nil:
		return h, f, err
	case f.db.id != db.guard.id:
		return h, f, errReopen
	case h.Problem != nil:
		return h, f, db.errorOf(h.Problem)
	}
	return h, f, nil
}

// connect opens the session's connection and takes its first snapshot. In the live
// modes the snapshot makes SQLite open the -wal and take its own lock.
func (db *DB) connect(ctx context.Context, s *session, deadline time.Time) (err error) {
	file := s.target
	switch s.mode {
	case ModeImmutable, ModeCopy:
		if err := db.waitSettled(ctx, s, deadline); err != nil {
			return err
		}
		if s.mode == ModeCopy {
			dir, err := makeCopyDir()
			if err != nil {
				return &fileError{path: db.path, kind: ErrCopy, cause: err}
			}
			// SQLite keeps the copy open: it needs no name any more.
			defer func() { db.closeErr = errors.Join(db.closeErr, dir.remove()) }()
			file = filepath.Join(dir.path, copyName)
			if err := db.copyFiles(ctx, s, file); err != nil {
				return err
			}
		}
	case ModeRollback, ModeLiveWAL:
	}
	if s.connection, err = dial(ctx, dsn(file, s.mode)); err != nil {
		return db.classifyReadError(ctx, s, err)
	}
	var tx *sql.Tx
	if tx, s.reported, err = s.begin(ctx); err != nil {
		return db.classifyReadError(ctx, s, err)
	}
	s.version = s.reported
	return tx.Rollback()
}

// waitSettled waits until the modification times are old enough to show the next
// change, and checks that the mode still fits the files. It also refuses a hot
// journal, because SQLite ignores journals in the two modes without locks.
func (db *DB) waitSettled(ctx context.Context, s *session, deadline time.Time) error {
	for {
		f, err := statFiles(db.path, s.target)
		if err != nil {
			return err
		}
		written := f.youngest()
		if s.mode == ModeCopy {
			written = time.Unix(0, f.db.mtime) // its -wal may grow
		}
		wait := settlesIn(written)
		if wait <= 0 {
			break
		}
		if time.Now().After(deadline) {
			return db.errorOf(ErrBusy)
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
	h, f, err := db.readFiles(s.target)
	if err != nil {
		return err
	}
	if db.chooseMode(h, f) != s.mode {
		return errReopen
	}
	if f.journal.size > 0 && isHot(s.target+"-journal") {
		return db.errorOf(ErrHotJournal)
	}
	s.files = f
	return nil
}

// classifyReadError finds out why a snapshot failed: a live -wal cannot be read in
// place (errNeedCopy), the files changed meanwhile (errReopen), or another reason,
// which SQLite's error tells.
func (db *DB) classifyReadError(ctx context.Context, s *session, err error) error {
	err = db.explain(ctx, err)
	if s.mode == ModeLiveWAL && errors.Is(err, ErrUnreadable) {
		err = &fileError{path: db.path, kind: errNeedCopy, cause: err}
	}
	if s.mode == ModeImmutable || s.mode == ModeCopy {
		if f, statErr := statFiles(db.path, s.target); statErr == nil && !f.sameContent(s.files) {
			return errReopen
		}
	}
	return err
}

// useSession makes s the current session and records what has changed since the
// last one.
func (db *DB) useSession(s *session, h Header) {
	db.session = s
	m := db.last
	switch {
	case m.id != s.files.db.id, h.counter < m.counter:
		db.pending.add(Change{Data: true, Replaced: true})
	case m.parked:
		// The files are checked after the snapshot, so that a commit just before
		// the snapshot is not lost.
		now, err := statFiles(db.path, s.target)
		if err != nil || !now.sameContent(m.files) {
			db.pending.add(Change{Data: true})
		}
	}
	db.last = lastSeen{id: s.files.db.id, counter: h.counter}
	db.paceCopies()
	db.setBehind(time.Time{})
	db.refusals = 0
	db.setInfo(s, h.counter)
}
