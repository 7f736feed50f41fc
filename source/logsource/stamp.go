package logsource

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// Stamp is the part of a file's or a folder's stat that shows changes. Two equal stamps mean
// that it has not changed, within the resolution of the file system's times.
type Stamp struct {
	Size  int64
	Mtime int64 // nanoseconds since 1970
	Ctime int64 // nanoseconds since 1970; a change of the mode or the name counts too
	Inode uint64
	Dev   uint64
}

// statAt stats a name in an open folder without following a link. The error is fs.ErrInvalid
// for anything but a regular file.
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

// statDir stats an open folder.
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

// gone reports whether an error of statAt means that there is no regular file of that name.
func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) }
