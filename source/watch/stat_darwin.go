package watch

import (
	"errors"

	"golang.org/x/sys/unix"
)

func stat(path string) fileStat  { return statWith(unix.Stat, path) }
func lstat(path string) fileStat { return statWith(unix.Lstat, path) }

func statWith(call func(string, *unix.Stat_t) error, path string) fileStat {
	var st unix.Stat_t
	err := call(path, &st)
	for errors.Is(err, unix.EINTR) {
		err = call(path, &st)
	}
	if err != nil {
		return fileStat{}
	}
	return fileStat{
		dev: uint64(st.Dev), ino: st.Ino, //nolint:gosec // only compared
		birth: st.Btim.Nano(), kind: uint32(st.Mode) & unix.S_IFMT,
		size: st.Size, mtime: st.Mtim.Nano(),
	}
}
