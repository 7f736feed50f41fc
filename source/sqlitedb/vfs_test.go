package sqlitedb

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRootGivesNothingAway is a folder of somebody whose side files belong to
// another user than the database, read by root.
func TestRootGivesNothingAway(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root, whom SQLite lets change owners")
	}
	for _, how := range []string{"kept journal", "live wal", "wal and shm without a writer"} {
		t.Run(how, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "queue.db")
			lay(t, path, how)
			must(t, os.Chown(path, 1000, 1000))
			for _, side := range []string{"-wal", "-shm", "-journal"} {
				if err := os.Chown(path+side, 65534, 65534); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			before := fingerprint(t, dir)
			db := open(t, path, Options{})
			wantCount(t, db, "3")
			wantChange(t, db, Change{})
			must(t, db.Close())
			if after := fingerprint(t, dir); fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("the folder changed:\n%v\n%v", before, after)
			}
		})
	}
}

// TestRootsWriterKeepsTheGroup is what giving away is for: a file that root
// makes beside a database must be as usable for others as the database is.
func TestRootsWriterKeepsTheGroup(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root, whom SQLite lets change owners")
	}
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "bare wal")
	must(t, os.Chown(path, 0, 1000))
	must(t, os.Chmod(path, 0o660))
	db := open(t, path, Options{Park: -1})
	_, err := db.Write(t.Context(), Writing{Tables: []string{"t"}}, rename("by root"))
	must(t, err)
	for _, side := range []string{"-wal", "-shm"} {
		var st unix.Stat_t
		must(t, unix.Stat(path+side, &st))
		if st.Uid != 0 || st.Gid != 1000 {
			t.Errorf("%s belongs to %d:%d", side, st.Uid, st.Gid)
		}
	}
}
