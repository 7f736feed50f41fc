package logsource

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// Stamp is what tells whether a file or a folder changed since it was looked at.
type Stamp struct {
	Size  int64
	Mtime int64 // nanoseconds since 1970
	Ctime int64 // of a change of its mode or its name, too
	Inode uint64
	Dev   uint64
}

// statAt looks at a name in an open folder without following a link. Anything
// but a regular file is fs.ErrInvalid.
func statAt(d *os.File, name string) (Stamp, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(int(d.Fd()), name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return Stamp{}, err
	}
	if uint32(st.Mode)&unix.S_IFMT != unix.S_IFREG {
		return Stamp{}, fs.ErrInvalid
	}
	return stampOf(&st), nil
}

// statDir looks at an open folder.
func statDir(d *os.File) (Stamp, error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(d.Fd()), &st); err != nil {
		return Stamp{}, err
	}
	return stampOf(&st), nil
}

func stampOf(st *unix.Stat_t) Stamp {
	return Stamp{
		Size: st.Size, Mtime: unix.TimespecToNsec(st.Mtim), Ctime: unix.TimespecToNsec(st.Ctim), Inode: st.Ino,
		Dev: uint64(st.Dev), //nolint:gosec,unconvert,nolintlint // G115: an opaque number, of a type that differs between systems
	}
}

// gone reports whether an error of statAt says that no such file is there.
func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) }

// Plain strips the operation and the path from an error, for a sentence that
// names them already.
func Plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
