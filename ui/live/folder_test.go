package live

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Looking at a queue leaves every file of its folder as it was, and adds none.
func TestNothingIsWritten(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		kind kind
		wal  bool // an owner has it open, so that -wal and -shm exist
	}{
		{"delete mode", hermesDelete, false},
		{"wal at rest", hermesWAL, false},
		{"wal in use", hermesWAL, true},
		{"queue at rest", ownQueue, false},
		{"queue in use", ownQueue, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := c.kind.fixture(t)
			if c.wal {
				c.kind.owner(t, path).exec(c.kind.add("t_late", "Ring the bell")...)
			}
			before := folder(t, path)
			if _, ok := before[c.kind.file+"-wal"]; ok != c.wal {
				t.Fatalf("the fixture has not the files that it should: %v", before)
			}
			same := func(when string) {
				t.Helper()
				if diff := cmp.Diff(before, folder(t, path)); diff != "" {
					t.Errorf("the folder %s (-before +then):\n%s", when, diff)
				}
			}
			d := open(t, path)
			d.untilIn("1 Active", "t_one")
			if c.wal {
				d.untilIn("1 Active", "t_late")
			}
			same("when the board is shown")
			d.press("1\r")
			d.untilText("Why")
			same("when a task is looked at")
			d.press("\x1b")
			d.untilIn("1 Active", "t_one")
			same("when the board is shown again")
			d.press("q")
			d.untilEnded()
			same("afterwards")
			for _, args := range [][]string{{"ls"}, {"ls", "--json"}, {"show"}, {"check"}, {"doctor"}} {
				args = append(args, path)
				if args[0] == "show" {
					args = append(args, "t_one")
				}
				runCommand(t, args...)
				same("after " + args[0])
			}
		})
	}
}

// folder describes every file beside the path: its content, and when and how
// it was made.
func folder(t *testing.T, path string) map[string]string {
	t.Helper()
	found := map[string]string{}
	must(t, filepath.WalkDir(filepath.Dir(path), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		found[filepath.Base(name)] = fmt.Sprintf("%v %v %x", info.Mode(), info.ModTime(), sha256.Sum256(content))
		return nil
	}))
	return found
}
