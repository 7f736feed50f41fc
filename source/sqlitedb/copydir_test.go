package sqlitedb

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// copies are the names of what is in the temporary folder.
func copies(t *testing.T, temp string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(temp)
	must(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestCopyInUseHasNoName(t *testing.T) {
	temp := t.TempDir()
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "wal without shm")
	p := spawn(t, func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, "TMPDIR="+temp) })
	if r := p.try("hold", path); r.Text != ModeCopy.String() {
		t.Fatalf("%+v", r)
	}
	if got := copies(t, temp); len(got) != 0 {
		t.Errorf("in the temporary folder: %v", got)
	}
	for range 2 {
		if r := p.try("again", ""); r.Text != "3" {
			t.Errorf("read through the copy: %+v", r)
		}
	}
}

func TestOnlyCopiesAreRemoved(t *testing.T) {
	temp, elsewhere := t.TempDir(), t.TempDir()
	at := func(name string) string { return filepath.Join(temp, copyPrefix+name) }
	file := func(path string) { must(t, os.WriteFile(path, []byte("kept"), 0o600)) }
	file(at("file"))
	file(filepath.Join(elsewhere, copyName))
	must(t, os.Symlink(elsewhere, at("link")))
	for _, name := range []string{"left", "other", "open", "inner"} {
		must(t, os.Mkdir(at(name), 0o700))
	}
	file(filepath.Join(at("left"), copyName))
	file(filepath.Join(at("left"), copyName+"-wal"))
	file(filepath.Join(at("other"), "letter.txt"))
	must(t, os.Chmod(at("open"), 0o755))
	must(t, os.Symlink(filepath.Join(elsewhere, copyName), filepath.Join(at("inner"), copyName)))
	must(t, os.Mkdir(at("busy"), 0o700))
	file(filepath.Join(at("busy"), copyName))
	lock, err := lockDir(at("busy"))
	must(t, err)
	defer func() { must(t, lock.Close()) }()
	removeLeftCopies(temp)
	want := []string{"busy", "file", "link", "open", "other"}
	for i := range want {
		want[i] = copyPrefix + want[i]
	}
	if got := copies(t, temp); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("left: %v, want %v", got, want)
	}
	if got := copies(t, elsewhere); len(got) != 1 {
		t.Errorf("behind a link: %v", got)
	}
}

func TestCopyIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "wal without shm")
	_, err := Open(t.Context(), path, Options{CopyMax: 5000})
	if !errors.Is(err, ErrCopy) || !strings.Contains(err.Error(), "1 MB") {
		t.Errorf("more than is copied: %v", err)
	}
	var st unix.Statfs_t
	must(t, unix.Statfs(os.TempDir(), &st))
	if err := os.Truncate(path, int64(st.Bavail)*int64(st.Bsize)); err != nil {
		t.Skip("the file system holds no file as large as its free space: ", err)
	}
	_, err = Open(t.Context(), path, Options{CopyMax: 1 << 62})
	if !errors.Is(err, ErrCopy) || !strings.Contains(err.Error(), "free") {
		t.Errorf("more than there is room for: %v", err)
	}
	oneLine(t, err, path)
}
