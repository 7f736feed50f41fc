package sqlitedb

import "golang.org/x/sys/unix"

func idOf(st *unix.Stat_t) inode {
	return inode{dev: uint64(uint32(st.Dev)), ino: st.Ino} //nolint:gosec // a device number is a bit pattern, not a quantity
}
