package sqlitedb

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// settleTime is longer than the coarsest timestamp step of a local file system (10
// ms at 100 Hz). When a file's modification time is older than this, the next change
// of the file changes the modification time too.
const settleTime = 20 * time.Millisecond

// inode identifies a file on this host independently of its name.
type inode struct{ dev, ino uint64 }

// fileStat is the part of a file's stat that identifies it and shows changes.
type fileStat struct {
	exists, regular bool
	id              inode
	size, mtime     int64 // bytes; nanoseconds since 1970
	uid             uint32
}

// files are the stats of a database and of the files beside it.
type files struct{ db, wal, shm, journal fileStat }

func statFile(path string, follow bool) (fileStat, error) {
	var st unix.Stat_t
	var err error
	if follow {
		err = unix.Stat(path, &st)
	} else {
		err = unix.Lstat(path, &st)
	}
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return fileStat{}, nil
	case err != nil:
		return fileStat{}, pathError(path, err)
	}
	return statOf(&st), nil
}

// statDatabase stats a file, which may be a symbolic link, and returns an error unless
// it is a regular file.
func statDatabase(path string) (fileStat, error) {
	sig, err := statFile(path, true)
	switch {
	case err != nil:
	case !sig.exists:
		err = &fileError{path: path, kind: ErrMissing}
	case !sig.regular:
		err = &fileError{path: path, kind: ErrNotRegular}
	}
	return sig, err
}

func statOf(st *unix.Stat_t) fileStat {
	return fileStat{
		exists:  true,
		regular: uint32(st.Mode)&unix.S_IFMT == unix.S_IFREG,
		id:      idOf(st),
		size:    st.Size,
		mtime:   st.Mtim.Nano(),
		uid:     st.Uid,
	}
}

// pathError wraps a system error about a path in the fitting sentinel error.
func pathError(path string, err error) error {
	kind := ErrIO
	switch {
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		kind = ErrUnreadable
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR), errors.Is(err, unix.EINVAL),
		errors.Is(err, unix.ENAMETOOLONG), errors.Is(err, unix.ELOOP):
		kind = ErrMissing
	}
	return &fileError{path: path, kind: kind, cause: err}
}

// statFiles stats the database at path, which may be a symbolic link, and the files
// beside target, the link's destination, where SQLite expects them. It refuses a
// file beside the database that is not regular, because opening it could hang. When
// the path no longer leads to target, the database has the id of no file.
func statFiles(path, target string) (files, error) {
	var f files
	var err error
	if f.db, err = statDatabase(path); err != nil {
		return f, err
	}
	own, err := statFile(target, false)
	if err != nil {
		return f, err
	}
	if own.id != f.db.id {
		f.db.id = inode{}
	}
	for _, side := range []struct {
		suffix string
		sig    *fileStat
	}{{"-wal", &f.wal}, {"-shm", &f.shm}, {"-journal", &f.journal}} {
		name := target + side.suffix
		if *side.sig, err = statFile(name, false); err != nil {
			return f, err
		}
		if side.sig.exists && !side.sig.regular {
			return f, &fileError{path: name, kind: ErrNotRegular}
		}
	}
	return f, nil
}

// sameContent reports whether neither the database nor its -wal was written between
// the two stats.
func (f files) sameContent(g files) bool {
	return f.db == g.db && f.wal == g.wal && f.shm.exists == g.shm.exists
}

// youngest returns the latest modification time of the database and its -wal.
func (f files) youngest() time.Time { return time.Unix(0, max(f.db.mtime, f.wal.mtime)) }

// settlesIn returns how long it takes until a modification time is older than
// settleTime; 0 when it is. A time in the future, of another host or from before the
// clock was set back, is settled: the next change sets another one.
func settlesIn(modified time.Time) time.Duration {
	age := time.Since(modified)
	if age < 0 || age > settleTime {
		return 0
	}
	return settleTime - age + time.Millisecond
}

// pause sleeps for d, or until ctx is done and then returns its error.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
