package tail

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// nextData returns the first offset from off on that is not in a hole of the file,
// or the end of the file. It returns off when the system cannot find it.
func nextData(f *os.File, off int64) int64 {
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
