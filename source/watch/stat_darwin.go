package watch

// statAt stats a path. Inode numbers are not used again soon here.
func statAt(path string, flags int) fileStat { return plainStat(path, flags) }
