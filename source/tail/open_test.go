package tail

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestOpenBeneath(t *testing.T) {
	top := t.TempDir()
	root := filepath.Join(top, "root")
	in := func(p string) string { return filepath.Join(root, p) }
	listener := filepath.Join(root, "socket")
	for _, err := range []error{
		os.MkdirAll(in("sub/deep"), 0o700),
		os.WriteFile(in("sub/deep/a.log"), []byte("text"), 0o600),
		os.WriteFile(in("a.log"), []byte("text"), 0o600),
		os.WriteFile(in("q.db"), []byte("text"), 0o600),
		os.WriteFile(filepath.Join(top, "outside.log"), []byte("secret"), 0o600),
		os.Symlink("a.log", in("link.log")),
		os.Symlink("../outside.log", in("out.log")),
		os.Symlink("sub", in("linked")),
		os.Symlink("loop", in("loop")),
		os.Symlink(root, filepath.Join(top, "rootlink")),
		unix.Mkfifo(in("fifo"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	socket, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", listener)
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	tests := []struct {
		root, rel string
		want      error
	}{
		{root, "a.log", nil},
		{root, "./sub//deep/a.log", nil},
		{filepath.Join(top, "rootlink"), "a.log", nil},
		{root, "none.log", fs.ErrNotExist},
		{root, "none/a.log", fs.ErrNotExist},
		{filepath.Join(top, "none"), "a.log", fs.ErrNotExist},
		{root, "sub", ErrNotRegular},
		{root, "fifo", ErrNotRegular},
		{root, "socket", ErrNotRegular},
		{"/dev", "null", ErrNotRegular},
		{root, "link.log", ErrNotRegular},
		{root, "out.log", ErrNotRegular},
		{root, "loop", ErrNotRegular},
		{root, "linked/deep/a.log", ErrNotRegular},
		{root, "a.log/b", unix.ENOTDIR},
		{root, "../outside.log", ErrOutside},
		{root, "sub/../a.log", ErrOutside},
		{root, "sub/..", ErrOutside},
		{root, in("a.log"), ErrOutside},
		{root, "", ErrOutside},
		{root, ".", ErrOutside},
		{root, "a.log\x00", ErrOutside},
		{root, "q.db", ErrDatabase},
		{root, "q.db", ErrNotRegular},
		{root, "Q.SQLITE3-wal", ErrDatabase},
	}
	for _, tt := range tests {
		f, err := OpenBeneath(tt.root, tt.rel)
		if !errors.Is(err, tt.want) {
			t.Errorf("%q: %v, want %v", tt.rel, err, tt.want)
		}
		if (f != nil) != (tt.want == nil) {
			t.Errorf("%q: file %v", tt.rel, f)
		}
		if f != nil {
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestOpenBeneathLeavesNoDescriptor(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "a/b"), 0o700); err != nil {
		t.Fatal(err)
	}
	count := func() int {
		list, err := os.ReadDir("/dev/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(list)
	}
	before := count()
	for range 100 {
		for _, rel := range []string{"a/b/none", "a/b", "a/none/c", "../x"} {
			if f, err := OpenBeneath(root, rel); err == nil {
				t.Fatalf("%s opened %v", rel, f.Name())
			}
		}
	}
	if after := count(); after > before+10 {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}
