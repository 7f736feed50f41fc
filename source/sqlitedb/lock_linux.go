package sqlitedb

import (
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

// SQLite's SHARED lock is a read lock on these bytes (sqlite os.h,
// SHARED_FIRST and SHARED_SIZE).
const (
	sharedFirst = 0x40000000 + 2
	sharedSize  = 510
)

// setShared takes or releases the SHARED lock for the descriptor alone. An
// open-file-description lock is used, because a POSIX lock belongs to the
// process: releasing it would release the lock of SQLite's own connection.
func setShared(fd int, on bool) error {
	lk := unix.Flock_t{Type: unix.F_UNLCK, Whence: io.SeekStart, Start: sharedFirst, Len: sharedSize}
	if on {
		lk.Type = unix.F_RDLCK
	}
	err := unix.FcntlFlock(uintptr(fd), unix.F_OFD_SETLK, &lk)
	switch {
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EACCES):
		return ErrBusy
	default:
		// A file system without such locks leaves the moment of opening
		// unguarded; SQLite itself then says whether it can lock at all.
		return nil
	}
}
