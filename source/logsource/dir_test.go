package logsource

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"notdone/source/watch"
)

// TestAFolderThatBecomesAFIFO: nothing waits for a writer where the folder was, or one
// of its folders, and it is read again when it is back.
func TestAFolderThatBecomesAFIFO(t *testing.T) {
	for _, rel := range []string{".", "a", "a/b"} {
		n := newNotes(t)
		n.Dir = filepath.Join(n.Dir, "notes")
		n.write("one.log", "begun\n")
		n.write("a/b/two.log", "begun\n")
		n.open()
		n.list()
		where := filepath.Join(n.Dir, rel)
		if err := os.Rename(where, where+".away"); err != nil {
			t.Fatal(err)
		}
		if err := unix.Mkfifo(where, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, told := range []watch.Signal{{}, n.at("a/b/two.log")} {
			answered := make(chan error, 1)
			go func() {
				_, err := n.Refresh(t.Context(), told)
				answered <- err
			}()
			select {
			case err := <-answered:
				if (err == nil) != (rel != ".") {
					t.Errorf("%s: %v", rel, err)
				}
			case <-time.After(2 * time.Minute):
				release, err := os.OpenFile(where, os.O_RDWR, 0)
				t.Fatal(rel, "it waits for a writer", release, err, <-answered)
			}
		}
		if err := os.Remove(where); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(where+".away", where); err != nil {
			t.Fatal(err)
		}
		if _, err := n.Refresh(t.Context(), watch.Signal{}); err != nil {
			t.Error(err)
		}
		if all := n.list(); len(all) != 2 {
			t.Errorf("%s: then there is %v", rel, all)
		}
	}
}
