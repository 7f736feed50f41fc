package sqlitedb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// descriptors counts those of this process that are open on files beneath a folder.
func descriptors(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("there is no /proc to count descriptors in")
	}
	n := 0
	for _, e := range entries {
		if target, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.HasPrefix(target, dir) {
			n++
		}
	}
	return n
}

// TestReleaseMissesNoCommit: a database that is let go after each call reports each
// commit of another process, and nothing once it is quiet.
func TestReleaseMissesNoCommit(t *testing.T) {
	for _, pragma := range []string{"journal_mode(delete)", "journal_mode(persist)", "journal_mode(wal)"} {
		t.Run(pragma, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "queue.db")
			w := owner(t, path, pragma)
			w.fill()
			if pragma == "journal_mode(wal)" {
				w.leave() // at rest
			}
			db := open(t, path, Options{Release: true})
			quiet := func() {
				t.Helper()
				for deadline := time.Now().Add(2 * time.Minute); ; {
					c, err := db.Changed(t.Context())
					must(t, err)
					if c == (Change{}) {
						break
					}
					if time.Now().After(deadline) {
						t.Fatal("changes are reported without end")
					}
				}
				if n := descriptors(t, dir); n > 0 {
					t.Errorf("%d descriptors are open", n)
				}
			}
			quiet()
			if pragma == "journal_mode(wal)" {
				wantCount(t, db, "3")
				quiet()
				return
			}
			for i := range 30 {
				w.do("INSERT INTO t(body) VALUES ('d')")
				if i%3 == 0 {
					wantCount(t, db, []string{"4", "7", "10", "13", "16", "19", "22", "25", "28", "31"}[i/3])
				}
				c, err := db.Changed(t.Context())
				must(t, err)
				if !c.Data || c.Replaced {
					t.Fatalf("commit %d: %+v", i, c)
				}
				if i%5 == 0 {
					quiet()
				}
			}
		})
	}
}
