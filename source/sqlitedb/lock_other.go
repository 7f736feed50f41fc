//go:build !linux

package sqlitedb

// setSharedLock does nothing where locks cannot belong to a single descriptor: a
// POSIX lock would be shared with SQLite's connection and releasing it would
// release SQLite's. The moment between choosing a mode and SQLite's own lock
// is then unguarded.
func setSharedLock(int, bool) error { return nil }
