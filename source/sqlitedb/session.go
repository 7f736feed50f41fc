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
	*link
	mode    Mode
	target  string   // the path without symbolic links
	files   files    // how the files looked when what is read was fixed
	version int64    // rollback: the data version that belongs to files.db
	seen    int64    // the data version that Changed last reported
	dir     *copyDir // of a private copy, else nil
}

func (s *session) close() error {
	err := s.link.close()
	if s.dir != nil {
		err = errors.Join(err, s.dir.remove())
	}
	return err
}

// judge compares the files with what the session was opened on. A zero Change
// means that the session can go on.
func (s *session) judge(f files) Change {
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

// ready returns a session that fits the files as they are now, opening one if
// the present one does not.
func (db *DB) ready(ctx context.Context, deadline time.Time) (*session, error) {
	if db.s != nil {
		f, err := statFiles(db.path, db.s.target)
		if err != nil {
			return nil, err
		}
		c := db.s.judge(f)
		if c == (Change{}) || c == (Change{Data: true}) && db.keepsCopy(db.s, f) {
			db.s.follow(f)
			return db.s, nil
		}
		db.lose(c)
	}
	return db.open(ctx, deadline)
}

// follow keeps the parts of the signatures that may change in a session.
func (s *session) follow(f files) {
	if s.mode == ModeLiveWAL {
		s.files = f
	}
}

// open makes a new session. The mode is chosen, and SQLite's own lock taken,
// under a SHARED lock of ours.
func (db *DB) open(ctx context.Context, deadline time.Time) (*session, error) {
	target, err := db.hold()
	if err != nil {
		return nil, err
	}
	unlock, lockErr := db.guard.lockShared()
	defer unlock()
	h, f, err := db.look(target)
	if err != nil {
		return nil, err
	}
	s := &session{mode: db.choose(h, f), target: target, files: f}
	// A -wal that must be copied may belong to a writer in exclusive locking
	// mode, whose lock never ends.
	if lockErr != nil && s.mode != ModeCopy {
		return nil, db.says(lockErr)
	}
	if s.mode == ModeCopy && db.opts.now().Before(db.copies.next) {
		return nil, db.says(ErrBusy)
	}
	if s.mode == ModeImmutable || s.mode == ModeCopy {
		unlock() // reading these takes no lock, and may take long
	}
	if err := db.dial(ctx, s, deadline); err != nil {
		return nil, errors.Join(err, s.discard())
	}
	db.adopt(s, h)
	return s, nil
}

// discard tidies up a session that never came to be.
func (s *session) discard() error {
	if s.link != nil {
		return s.close()
	}
	if s.dir != nil {
		return s.dir.remove()
	}
	return nil
}

// hold makes db.guard the guard of the file that is now at the path, and
// returns the path without symbolic links.
func (db *DB) hold() (target string, err error) {
	sig, err := statFile(db.path, true)
	switch {
	case err != nil:
		return "", err
	case !sig.exists:
		return "", db.says(ErrMissing)
	case !sig.regular:
		return "", db.says(ErrNotRegular)
	}
	if target, err = filepath.EvalSymlinks(db.path); err != nil {
		return "", pathError(db.path, err)
	}
	if db.guard == nil || db.guard.id != sig.id {
		db.letGo()
		db.guard, err = registry.acquire(target, db)
	}
	return target, err
}

// look reads the header and stats the files, and fails when they say that
// there is nothing to open.
func (db *DB) look(target string) (Header, files, error) {
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
	case h.problem() != nil:
		return h, f, db.says(h.problem())
	}
	return h, f, nil
}

// dial fills in the session's connection and takes its first snapshot, which
// in a live mode is when SQLite opens the -wal and takes its own lock.
func (db *DB) dial(ctx context.Context, s *session, deadline time.Time) (err error) {
	file := s.target
	switch s.mode {
	case ModeImmutable, ModeCopy:
		if err := db.calm(ctx, s, deadline); err != nil {
			return err
		}
		if s.mode == ModeCopy {
			if file, err = db.copyFiles(ctx, s); err != nil {
				return err
			}
		}
	case ModeRollback, ModeLiveWAL:
	}
	if s.link, err = dial(ctx, dsn(file, s.mode)); err != nil {
		return db.blame(ctx, s, err)
	}
	var tx *sql.Tx
	if tx, s.seen, err = s.begin(ctx); err != nil {
		return db.blame(ctx, s, err)
	}
	s.version = s.seen
	return tx.Rollback()
}

// calm waits until a change of the files would show, and makes sure that they
// still ask for the same mode. Neither mode looks at a journal, so a hot one
// is looked for here.
func (db *DB) calm(ctx context.Context, s *session, deadline time.Time) error {
	young := files.youngest
	if s.mode == ModeCopy {
		young = func(f files) time.Time { return time.Unix(0, f.db.mtime) } // its -wal may grow
	}
	if _, err := settle(ctx, db.path, s.target, young, deadline); err != nil {
		return err
	}
	h, f, err := db.look(s.target)
	if err != nil {
		return err
	}
	if db.choose(h, f) != s.mode {
		return errReopen
	}
	if f.journal.size > 0 && isHot(s.target+"-journal") {
		return db.says(ErrHotJournal)
	}
	s.files = f
	return nil
}

// blame explains why a snapshot could not be taken: because a live -wal
// cannot be read in place, because the files changed meanwhile, or because of
// what SQLite says.
func (db *DB) blame(ctx context.Context, s *session, err error) error {
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

// adopt makes s the session in use and works out what changed since the last.
func (db *DB) adopt(s *session, h Header) {
	db.s = s
	m := db.mark
	switch {
	case m.id != s.files.db.id, h.counter < m.counter:
		db.pending.add(Change{Data: true, Replaced: true})
	case m.parked:
		// Looked at again after the snapshot, so that a commit between the
		// first look and the snapshot is not lost.
		now, err := statFiles(db.path, s.target)
		if err != nil || !now.sameContent(m.files) {
			db.pending.add(Change{Data: true})
		}
	}
	db.mark = mark{id: s.files.db.id, counter: h.counter}
	db.paceCopies()
	db.setBehind(time.Time{})
	db.strikes = 0
	db.setInfo(s)
}
