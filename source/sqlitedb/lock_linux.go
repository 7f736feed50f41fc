package sqlitedb

import (
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

// SQLite's SHARED lock is a read lock on the sharedSize bytes from sharedFirst on. It
// may be taken only when no process holds the byte pendingByte, which a writer holds
// while it waits for readers (sqlite os.h, PENDING_BYTE, SHARED_FIRST and
// SHARED_SIZE; os_unix.c, unixLock).
const (
	pendingByte = 0x40000000
	sharedFirst = pendingByte + 2
	sharedSize  = 510
)

// setSharedLock takes or releases the SHARED lock for the descriptor alone. An
// open-file-description lock is used, because a POSIX lock belongs to the
// process: releasing it would release the lock of SQLite's own connection.
func setSharedLock(fd int, on bool) error {
	if !on {
		return setLock(fd, unix.F_UNLCK, sharedFirst, sharedSize)
	}
	if err := setLock(fd, unix.F_RDLCK, pendingByte, 1); err != nil {
		return err
	}
	return errors.Join(setLock(fd, unix.F_RDLCK, sharedFirst, sharedSize), setLock(fd, unix.F_UNLCK, pendingByte, 1))
}

func setLock(fd int, kind int16, start, length int64) error {
	lk := unix.Flock_t{Type: kind, Whence: io.SeekStart, Start: start, Len: length}
	err := unix.FcntlFlock(uintptr(fd), unix.F_OFD_SETLK, &lk)
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EACCES) {
		return ErrBusy
	}
	// A file system without such locks leaves the moment of opening unguarded;
	// SQLite itself then says whether it can lock at all.
	return nil
}
