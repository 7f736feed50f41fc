package tail

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// dataFrom returns where, from an offset on, a file holds something that takes
// room on disk, or ends; the offset itself where that cannot be told.
func dataFrom(f *os.File, off int64) int64 {
	conn, err := f.SyscallConn()
	if err != nil {
		return off
	}
	at := off
	if err := conn.Control(func(fd uintptr) {
		n, err := unix.Seek(int(fd), off, unix.SEEK_DATA)
		if errors.Is(err, unix.ENXIO) {
			n, err = unix.Seek(int(fd), 0, unix.SEEK_END)
		}
		if err == nil {
			at = n
		}
	}); err != nil {
		return off
	}
	return max(at, off)
}
