package hermes

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"notdone/source"
	"notdone/source/watch"
)

// TestALinkedBoardIsNotFollowed: a board of a root that is a symbolic link leads
// out of the root, and is told instead of opened.
func TestALinkedBoardIsNotFollowed(t *testing.T) {
	root := t.TempDir()
	other := fixture(t, filepath.Join(t.TempDir(), "other.db"), present, "delete", add("t_out", stReady))
	fixture(t, filepath.Join(root, dbName), present, "delete", add("t_in", stReady))
	linked := filepath.Join(root, kanbanFolder, boardsFolder, "alpha")
	must(t, os.MkdirAll(linked, 0o700))
	must(t, os.Symlink(other, filepath.Join(linked, dbName)))
	r := openFixture(t, root)
	if ids := strings.Join(listIDs(t, r, 10), " "); ids != "default/t_in" {
		t.Errorf("listed are %s", ids)
	}
	if err := r.Trouble(); err == nil || !strings.Contains(err.Error(), "symbolic link") {
		t.Errorf("the link is not told: %v", err)
	}
	// One that becomes a link later is let go.
	must(t, os.Rename(filepath.Join(root, dbName), filepath.Join(root, "moved.db")))
	must(t, os.Symlink(filepath.Join(root, "moved.db"), filepath.Join(root, dbName)))
	if _, err := r.Refresh(t.Context(), watch.Signal{}); err == nil {
		if page, err := r.List(t.Context(), source.Query{Limit: 9}); err == nil || len(page.Cases) > 0 {
			t.Error("a board that became a link is still read")
		}
	}
}

// TestLinkedBoardsAreNotFollowed: the folders of the boards that are symbolic
// links lead out of the root as a linked board does, and the root says so.
func TestLinkedBoardsAreNotFollowed(t *testing.T) {
	for _, linked := range []string{kanbanFolder, filepath.Join(kanbanFolder, boardsFolder)} {
		root, other := t.TempDir(), t.TempDir()
		board := filepath.Join(other, boardsFolder, "side", dbName)
		if linked != kanbanFolder {
			board = filepath.Join(other, "side", dbName)
		}
		must(t, os.MkdirAll(filepath.Dir(board), 0o700))
		must(t, os.WriteFile(board, []byte("SQLite"), 0o600))
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, linked)), 0o700))
		must(t, os.Symlink(other, filepath.Join(root, linked)))
		found, troubles := places(root)
		if len(found) != 0 || troubles[""] == nil || !strings.Contains(troubles[""].Error(), "symbolic link") {
			t.Errorf("%s: found %v, troubles %v", linked, found, troubles)
		}
	}
}

// A root that had boards and has none any more is not merely empty: it says so until
// one is back. What is no file where a board was is said, too.
func TestARootThatLosesItsLastBoardSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), dbName)
	r := &root{path: filepath.Dir(path), many: true}
	state := func(want string) {
		t.Helper()
		found, troubles := r.Files()
		var said []string
		for _, err := range troubles {
			said = append(said, err.Error())
		}
		got := fmt.Sprint(len(found), " boards: ", strings.ReplaceAll(strings.Join(said, "; "), path, "FILE"))
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	state("0 boards: ")
	must(t, os.WriteFile(path, []byte("SQLite"), 0o600))
	state("1 boards: ")
	must(t, os.Truncate(path, 0))
	state("0 boards: no board is left in it: kanban.db is gone or empty")
	must(t, os.Remove(path))
	state("0 boards: no board is left in it: kanban.db is gone or empty")
	must(t, os.Mkdir(path, 0o700))
	state("0 boards: board default: FILE: not a regular file")
	must(t, os.Remove(path))
	must(t, os.WriteFile(path, []byte("SQLite"), 0o600))
	state("1 boards: ")
}
