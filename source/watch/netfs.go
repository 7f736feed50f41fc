package watch

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// NetworkFS names the file system that path is on and says whether other
// machines, or a program in user space, can change it without this kernel
// noticing, so that notifications cannot be trusted. For a path that does not
// exist the nearest folder above it is asked. The name is empty if unknown.
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
