package sqlitedb

// Mode says how a database file is being read. It is decided at every open
// from the header and from the files beside it, and may change while a DB is
// open.
type Mode uint8

const (
	// ModeRollback reads a database with a rollback journal (DELETE, TRUNCATE, PERSIST) under SQLite's own locks.
	ModeRollback Mode = iota + 1
	// ModeLiveWAL reads through the owner's -wal and -shm, both left untouched.
	ModeLiveWAL
	// ModeImmutable reads a file whose -wal is absent or empty without taking a lock; a read that overlaps a change is redone.
	ModeImmutable
	// ModeCopy reads a private copy, because a -wal without a usable -shm could only be read by writing beside it.
	ModeCopy
)

// String names the mode in words for people.
func (m Mode) String() string {
	switch m {
	case ModeRollback:
		return "shared, short read locks (rollback journal)"
	case ModeLiveWAL:
		return "live, through the owner's -wal and -shm (read only)"
	case ModeImmutable:
		return "at rest (nothing in a -wal), reopened as soon as it changes"
	case ModeCopy:
		return "private copy (the -wal cannot be read in place), renewed as it changes, a large one less often"
	}
	return "not open"
}

// choose decides how a file may be read without changing anything beside it.
// A -wal of 0 bytes holds nothing, so the main file is the whole truth until
// it grows. It is not opened even beside a -shm: without a live writer SQLite
// would see a new version at every look (sqlite wal.c, walBeginShmUnreliable).
func choose(h Header, f files) Mode {
	switch {
	case f.wal.size > 0 && f.shm.exists:
		return ModeLiveWAL
	case f.wal.size > 0:
		return ModeCopy
	case f.wal.exists, h.WAL:
		return ModeImmutable
	}
	return ModeRollback
}
