package sqlitedb

import (
	"os/user"
	"strconv"

	"notdone/source/watch"
)

// Info describes an open database for people.
type Info struct {
	// Target is the path of the file without symbolic links.
	Target string
	// Mode says how the file is being read.
	Mode Mode
	// JournalMode is "wal" or "rollback". The file does not record the kind of
	// rollback journal.
	JournalMode string
	// Owner is the name of the user that owns the file, or the uid in digits when
	// the user has no name.
	Owner string
	// NetworkFS is the name of the network file system that holds the file, "" for a
	// local one. The kernel does not announce changes by other hosts.
	NetworkFS string
	// File is what identifies the file to another process.
	File Identity
}

// Identity tells a file from others, as long as it exists.
type Identity struct {
	Device, Inode uint64
	// Counter is the file change counter of the header when the file was last opened. It
	// only grows; in WAL mode not with every commit.
	Counter uint32
}

// Continues reports whether the file may be an earlier one as it is now: it is not when
// the two are different files, or when an older content was put in place of a newer one.
func (i Identity) Continues(earlier Identity) bool {
	return i.Device == earlier.Device && i.Inode == earlier.Inode && i.Counter >= earlier.Counter
}

// Info describes the database as it was last opened. It does not wait for a read in
// progress.
func (db *DB) Info() Info {
	db.infoMu.Lock()
	defer db.infoMu.Unlock()
	return db.info
}

func (db *DB) setInfo(s *session, counter uint32) {
	i := Info{
		Target: s.target, Mode: s.mode, JournalMode: "wal", Owner: strconv.FormatUint(uint64(s.files.db.uid), 10),
		File: Identity{s.files.db.id.dev, s.files.db.id.ino, counter},
	}
	if name, network := watch.NetworkFS(s.target); network {
		i.NetworkFS = name
	}
	if s.mode == ModeRollback {
		i.JournalMode = "rollback"
	}
	if u, err := user.LookupId(i.Owner); err == nil {
		i.Owner = u.Username
	}
	db.infoMu.Lock()
	defer db.infoMu.Unlock()
	db.info = i
}
