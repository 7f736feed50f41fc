package sqlitedb

import "golang.org/x/sys/unix"

func idOf(st *unix.Stat_t) inode { return inode{dev: st.Dev, ino: st.Ino} }

// networkKinds are the file system magic numbers (statfs(2)) of file systems
// whose changes another host can make without this one being told.
var networkKinds = map[int64]string{
	0x6969:     "NFS",
	0xFF534D42: "CIFS",
	0xFE534D42: "SMB2",
	0x517B:     "SMB",
	0x65735546: "FUSE",
	0x01021997: "9P",
	0x00C36400: "Ceph",
	0x5346414F: "AFS",
	0x6B414653: "AFS",
	0x73757245: "Coda",
	0x0BD00BD0: "Lustre",
	0x47504653: "GPFS",
	0x786F4256: "vboxsf",
}

// networkFS names the network file system that holds the path, "" for a local
// one or when it cannot be told.
func networkFS(path string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil {
		return ""
	}
	// The field's width differs between architectures; magic numbers have 32 bits.
	return networkKinds[int64(uint32(st.Type))]
}
