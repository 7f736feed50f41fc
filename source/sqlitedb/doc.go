// Package sqlitedb opens an SQLite database that belongs to somebody else,
// reads it without leaving a trace, and notices when its owner has committed.
//
// What belongs here: choosing how a file can be read without changing it or
// its -wal, -shm and -journal, short read transactions, identity (device and
// inode), change detection, and one clear sentence for every way in which a
// file can be unreadable. What does not: any knowledge of whose tables these
// are, watching directories, and showing anything.
//
// # How the promise "nothing is written" is kept
//
// SQLite's mode=ro alone is not enough. It rewrites the -shm file unless
// readonly_shm=1 is given; it creates an empty -wal when the header says WAL
// and there is none (sqlite wal.c, sqlite3WalOpen always passes
// SQLITE_OPEN_CREATE); and it deletes the -wal of a database of 0 bytes
// (sqlite pager.c, pagerOpenWalIfPresent). So the mode is chosen from the
// header and from which files exist, while a SHARED lock on a descriptor of
// our own keeps a closing writer from removing the -wal between the choice
// and SQLite's own lock.
//
// That descriptor is the only one besides SQLite's. Closing any descriptor of
// a file drops every POSIX lock the process has on it (fcntl(2)), so there is
// one per inode in the process, and it is closed after the last connection.
// This is also why nothing else in the process may open a database file while
// a DB is open on it: copies are made by a child process, and Sniff reads
// through the shared descriptor.
package sqlitedb
