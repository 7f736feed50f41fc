// Package sqlitedb opens an SQLite database that belongs to somebody else,
// reads it without leaving a trace, notices when its owner has committed, and
// writes to it where an operator has asked for it, one guarded transaction at
// a time.
//
// What belongs here: choosing how a file can be read without changing it or
// its -wal, -shm and -journal, short read transactions, identity (device and
// inode), change detection, the refusals and the one transaction of a write
// with the rows that it changed, and one clear sentence for every way in which
// a file can be unreadable. What does not: any knowledge of whose tables these
// are, what an action is and whether it makes sense, watching directories, and
// showing anything.
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
//
// Attributes stay as they are too. SQLite opens a -wal for writing on any
// connection, and as root gives each -wal, -shm and -journal that it opens to
// the owner of the database. Files are therefore read through a VFS that opens a
// -wal read-only and gives away only what root made itself.
//
// # How writing harms nobody
//
// Write opens a second connection for one IMMEDIATE transaction. It refuses
// what it does not know whole: another user's file, whose -wal and -shm would
// come to belong to us; a hot journal and a -wal without its -shm, which are
// the owner's to repair; a trigger or a column that the format does not name,
// since what it does is not known. An authorizer lets nothing be compiled but
// the named tables' own statements and those of known triggers, and SQLite
// tells of every row before it is written, so that nothing changes which is
// not in the images.
//
// Checkpoints stay with the owner. The reading connection opens a write-ahead
// log that holds something before the second connection closes: otherwise the
// second one would be the last to close, and SQLite would move the log into the
// file and delete it. A file that was at rest keeps its -wal and -shm from then
// on, until its owner closes it. Connections of one process share one opened
// -shm (sqlite os_unix.c, unixShmNode), so the others are closed while one
// writes.
package sqlitedb
