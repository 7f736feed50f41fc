package sqlitedb

import (
	"os"
	"os/user"
	"strconv"

	"notdone/source/watch"
)

// Info describes an open database for people.
type Info struct {
	// Path is the absolute path the database was opened by.
	Path string
	// Target is Path without symbolic links.
	Target string
	// Mode says how the file is being read.
	Mode Mode
	// JournalMode is "wal" or "rollback": which kind of rollback journal its
	// writers use is not recorded in the file.
	JournalMode string
	// OwnerUID and Owner are the file's owner; Owner is the number in digits
	// when it has no name.
	OwnerUID uint32
	Owner    string
	// UID is the user that this process acts as.
	UID int
	// Size and WALSize are bytes; WALSize is 0 without a -wal.
	Size, WALSize int64
	// Device and Inode identify the file on this host.
	Device, Inode uint64
	// NetworkFS names the network file system the file is on, "" when it is
	// local. There, changes by other hosts are not announced.
	NetworkFS string
}

// Info returns what is known of the database as it was last opened, with the
// sizes of this moment. It does not wait for a read in progress.
func (db *DB) Info() Info {
	db.infoMu.Lock()
	i := db.info
	db.infoMu.Unlock()
	if f, err := statFiles(db.path, i.Target); err == nil {
		i.Size, i.WALSize = f.db.size, f.wal.size
	}
	return i
}

func (db *DB) setInfo(s *session) {
	i := Info{
		Path: db.path, Target: s.target, Mode: s.mode, JournalMode: "wal",
		OwnerUID: s.files.db.uid, Owner: strconv.FormatUint(uint64(s.files.db.uid), 10), UID: os.Geteuid(),
		Size: s.files.db.size, WALSize: s.files.wal.size,
		Device: s.files.db.id.dev, Inode: s.files.db.id.ino,
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
