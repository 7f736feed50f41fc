package sqlitedb

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// settleTime is longer than the coarsest step of a local file system's
// timestamps (10 ms at 100 Hz): a file that was last modified longer ago than
// this cannot change without its modification time changing too.
const settleTime = 20 * time.Millisecond

// inode identifies a file on this host, whatever its name.
type inode struct{ dev, ino uint64 }

// fileSig is what stat tells about one file, enough to see that it changed.
type fileSig struct {
	exists, regular bool
	id              inode
	size, mtime     int64 // bytes; nanoseconds since 1970
	uid             uint32
}

// files are the signatures of a database and of the files beside it.
type files struct{ db, wal, shm, journal fileSig }

func statFile(path string, follow bool) (fileSig, error) {
	var st unix.Stat_t
	var err error
	if follow {
		err = unix.Stat(path, &st)
	} else {
		err = unix.Lstat(path, &st)
	}
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return fileSig{}, nil
	case err != nil:
		return fileSig{}, pathError(path, err)
	}
	return sigOf(&st), nil
}

func sigOf(st *unix.Stat_t) fileSig {
	return fileSig{
		exists:  true,
		regular: uint32(st.Mode)&unix.S_IFMT == unix.S_IFREG,
		id:      idOf(st),
		size:    st.Size,
		mtime:   st.Mtim.Nano(),
		uid:     st.Uid,
	}
}

// pathError gives a system error about a path its sentence.
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

// statFiles looks at the database through the path its user gave, which may
// be a symbolic link, and at the files beside the link's target, where SQLite
// looks for them. A file beside it that is no regular file is refused, since
// opening it could hang.
func statFiles(path, target string) (files, error) {
	var f files
	var err error
	if f.db, err = statFile(path, true); err != nil {
		return f, err
	}
	if !f.db.exists {
		return f, &fileError{path: path, kind: ErrMissing}
	}
	if !f.db.regular {
		return f, &fileError{path: path, kind: ErrNotRegular}
	}
	for _, side := range []struct {
		suffix string
		sig    *fileSig
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

// sameContent reports whether nothing was written to the database or its
// write-ahead log between two looks.
func (f files) sameContent(g files) bool {
	return f.db == g.db && f.wal == g.wal && f.shm.exists == g.shm.exists
}

// youngest is the latest modification time of the files that hold data.
func (f files) youngest() time.Time { return time.Unix(0, max(f.db.mtime, f.wal.mtime)) }

// settle looks at the files until the youngest modification time that counts is
// old enough to show the next change, and returns the last look. A time in the future is
// taken as it is: another host's clock set it.
func settle(ctx context.Context, path, target string, youngest func(files) time.Time, deadline time.Time) (files, error) {
	for {
		f, err := statFiles(path, target)
		if err != nil {
			return f, err
		}
		age := time.Since(youngest(f))
		if age < 0 || age > settleTime {
			return f, nil
		}
		if time.Now().After(deadline) {
			return f, &fileError{path: path, kind: ErrBusy}
		}
		if err := pause(ctx, settleTime-age+time.Millisecond); err != nil {
			return f, err
		}
	}
}

// pause sleeps for d or until ctx is done, whose error it then returns.
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
