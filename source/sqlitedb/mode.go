package sqlitedb

// Mode is the way in which a database file is read. It is chosen whenever a
// connection is opened, so it may change while a DB is open.
type Mode uint8

const (
	// ModeRollback reads a database with a rollback journal (DELETE, TRUNCATE, PERSIST) under SQLite's own locks.
	ModeRollback Mode = iota + 1
	// ModeLiveWAL reads through the owner's -wal and -shm, both left untouched.
	ModeLiveWAL
	// ModeImmutable reads a file whose -wal is absent or empty without a lock; a read that overlaps a change is repeated.
	ModeImmutable
	// ModeCopy reads a private copy, because SQLite would have to create a -shm to read a -wal without one.
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

// choose returns the mode in which reading changes no file. A -wal of 0 bytes holds
// no data, so the main file is complete until the -wal grows. Such a -wal is not
// opened even if there is a -shm: without a live writer SQLite would report a new
// data version at every read (sqlite wal.c, walBeginShmUnreliable).
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
