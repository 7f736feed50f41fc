package watch

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// NetworkFS returns the name of the file system that holds the path; empty: unknown.
// network says that other hosts or a program in user space can change the file system
// without this kernel, so that notifications are not reliable. For a missing path the
// nearest existing folder above it decides.
func NetworkFS(path string) (name string, network bool) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	for {
		var st unix.Statfs_t
		err := unix.Statfs(abs, &st)
		if err == nil {
			return fsName(&st)
		}
		up := filepath.Dir(abs)
		if up == abs {
			return "", false
		}
		abs = up
	}
}
