package watch

import (
	"time"

	"golang.org/x/sys/unix"
)

// sig is what stat tells of a file. The zero value stands for no such file.
type sig struct {
	dev, ino uint64
	born     int64 // ns, 0 where the file system does not tell
	kind     uint32
	size     int64
	mtime    int64 // ns
}

func (s sig) exists() bool { return s.kind != 0 }
func (s sig) isDir() bool  { return s.kind == unix.S_IFDIR }

// same says whether both are one and the same file. The inode alone does not
// tell: ext4 gives the number of a deleted file to the very next one.
func (s sig) same(o sig) bool {
	return s.dev == o.dev && s.ino == o.ino && s.kind == o.kind && s.born == o.born
}

// quiet drops what changes in a -shm file without a commit: any reader that
// takes a read mark writes into it through a memory map.
func (s sig) quiet() sig {
	s.mtime = 0
	return s
}

// Clocks of file systems tick in steps. Two writes within one step that leave
// the size as it was look alike, so a change seen by stat alone is signalled
// once more when the step it fell into is certainly over.
const (
	fineStep   = 25 * time.Millisecond
	coarseStep = 2100 * time.Millisecond // FAT and old NFS count whole seconds, FAT every other one
)

func (s sig) step() time.Duration {
	if s.mtime%int64(time.Second) == 0 {
		return coarseStep
	}
	return fineStep
}
