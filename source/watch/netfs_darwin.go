package watch

import "golang.org/x/sys/unix"

// fsName trusts the kernel's own mark for local mounts, except for file systems
// in user space, which may set it although their files change elsewhere.
func fsName(st *unix.Statfs_t) (string, bool) {
	name := unix.ByteSliceToString(st.Fstypename[:])
	switch name {
	case "macfuse", "osxfuse", "fusefs", "virtiofs":
		return name, true
	}
	return name, st.Flags&unix.MNT_LOCAL == 0
}
