package wholefile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"notdone/source/wholefile"
)

func TestWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := wholefile.Make(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Make(path, []byte("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there: %v", err)
	}
	holds(t, path, "one", 0o600)
	for _, durable := range []bool{false, true} {
		if err := wholefile.Replace(path, []byte("three"), 0o644, durable); err != nil {
			t.Fatal(err)
		}
	}
	holds(t, path, "three", 0o644)
	folder := filepath.Join(dir, "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Replace(folder, nil, 0o600, false); err == nil {
		t.Error("a folder is replaced by a file")
	}
	if err := wholefile.Replace(filepath.Join(dir, "missing", "b"), nil, 0o600, false); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is missing: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("%v is left, %v", entries, err)
	}
}

func holds(t *testing.T, path, want string, mode fs.FileMode) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != mode {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
