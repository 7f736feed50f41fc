package sqlitedb

import "golang.org/x/sys/unix"

func idOf(st *unix.Stat_t) inode {
	return inode{dev: uint64(uint32(st.Dev)), ino: st.Ino} //nolint:gosec // a device number is a bit pattern, not a quantity
}

// networkFS names the network file system that holds the path, "" for a local
// one or when it cannot be told.
func networkFS(path string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil || st.Flags&unix.MNT_LOCAL != 0 {
		return ""
	}
	return unix.ByteSliceToString(st.Fstypename[:])
}
