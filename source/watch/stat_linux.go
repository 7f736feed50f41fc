package watch

import (
	"errors"

	"golang.org/x/sys/unix"
)

// statAt calls statx, which returns the birth time of a file. Old container runtimes
// forbid it; then statAt calls fstatat.
func statAt(path string, flags int) fileStat {
	var st unix.Statx_t
	err := error(unix.EINTR)
	for errors.Is(err, unix.EINTR) {
		err = unix.Statx(unix.AT_FDCWD, path, flags, unix.STATX_BASIC_STATS|unix.STATX_BTIME, &st)
	}
	switch {
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM):
		return plainStat(path, flags)
	case err != nil:
		return fileStat{}
	}
	return fileStat{
		dev: unix.Mkdev(st.Dev_major, st.Dev_minor), ino: st.Ino,
		birth: nanos(st.Btime), kind: uint32(st.Mode) & unix.S_IFMT,
		size:  int64(st.Size),
		mtime: nanos(st.Mtime),
	}
}

func nanos(t unix.StatxTimestamp) int64 { return t.Sec*1e9 + int64(t.Nsec) }
