package watch

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// fileStat is the part of a file's stat that shows changes. The zero value means that
// there is no such file.
type fileStat struct {
	dev, ino uint64
	birth    int64 // ns, 0 where the file system does not tell
	kind     uint32
	size     int64
	mtime    int64 // ns
}

func stat(path string) fileStat  { return statAt(path, 0) }
func lstat(path string) fileStat { return statAt(path, unix.AT_SYMLINK_NOFOLLOW) }

// plainStat stats a path without a birth time.
func plainStat(path string, flags int) fileStat {
	var st unix.Stat_t
	err := error(unix.EINTR)
	for errors.Is(err, unix.EINTR) {
		err = unix.Fstatat(unix.AT_FDCWD, path, &st, flags)
	}
	if err != nil {
		return fileStat{}
	}
	return fileStat{
		dev: uint64(st.Dev), ino: st.Ino, kind: uint32(st.Mode) & unix.S_IFMT,
		size: st.Size, mtime: st.Mtim.Nano(),
	}
}

func (s fileStat) exists() bool { return s.kind != 0 }
func (s fileStat) isDir() bool  { return s.kind == unix.S_IFDIR }
func (s fileStat) isLink() bool { return s.kind == unix.S_IFLNK }

// sameFile reports whether both stats are of the same file. It also compares the
// birth times, because ext4 reuses the inode number of a deleted file at once.
func (s fileStat) sameFile(o fileStat) bool {
	return s.dev == o.dev && s.ino == o.ino && s.kind == o.kind && s.birth == o.birth
}

// File systems store times in steps. Two writes within one step that keep the size
// have equal stats. So a change that was detected by stat alone is signalled once
// more after the step.
const (
	fineStep   = 25 * time.Millisecond
	coarseStep = 2100 * time.Millisecond // FAT and old NFS count whole seconds, FAT every other one
)

func (s fileStat) clockStep() time.Duration {
	if s.mtime%int64(time.Second) == 0 {
		return coarseStep
	}
	return fineStep
}
