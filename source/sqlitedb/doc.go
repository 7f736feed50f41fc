// Package sqlitedb opens SQLite databases of other programs ("owners"). It reads
// them without changing any file, detects commits of the owner, and writes one
// guarded transaction at a time when an operator has asked for it.
//
// The package chooses the mode in which a file can be read without changing it or
// its -wal, -shm and -journal. It runs short read transactions, identifies files by
// device and inode, refuses unsafe writes, returns the rows that a write changed,
// and has one error sentence for every reason why a file cannot be read. It does
// not know the meaning of the tables or of an action, watches no directories and
// displays nothing.
//
// # Reading changes no file
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
// a DB is open on it: private copies and Sniff read through that descriptor.
//
// Attributes stay as they are too. SQLite opens a -wal for writing on any
// connection, and as root gives each -wal, -shm and -journal that it opens to
// the owner of the database. Files are therefore read through a VFS that opens a
// -wal read-only and gives away only what root made itself.
//
// # Writing is safe for the owner
//
// Write opens a second connection for one IMMEDIATE transaction. It refuses
// another user's file, because its -wal and -shm would come to belong to us; a hot
// journal and a -wal without its -shm, which only the owner may repair; and a
// trigger or a required column that the format does not name, because its effect is
// unknown. An authorizer allows only statements on the named tables and those of
// known triggers. A pre-update hook reports every row before SQLite writes it, so
// the returned images contain every changed row.
//
// Only the owner checkpoints. Before the second connection closes, the reading
// connection opens a -wal that is not empty: otherwise the second connection would
// be the last one, and SQLite would checkpoint the log and delete it. A file whose
// -wal was empty keeps its -wal and -shm after a write until its owner closes it.
// Connections of one process share one open -shm (sqlite os_unix.c, unixShmNode),
// so all others are closed during a write.
package sqlitedb
