package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSniffDropsNoLock proves that our own descriptors never cost us the lock
// of a read in progress: with a rollback journal the owner cannot commit
// until the read ends.
func TestSniffDropsNoLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	w := spawn(t)
	if r := w.try("open", path+"?_pragma=busy_timeout(0)"); r.Err != "" {
		t.Fatal(r.Err)
	}
	const commit = "INSERT INTO t(body) VALUES ('d')"
	db := open(t, path, Options{})
	err := db.Read(t.Context(), func(context.Context, Queryer) error {
		for name, f := range map[string]func() error{
			"nothing":             func() error { return nil },
			"Sniff":               func() error { _, err := Sniff(path); return err },
			"Info":                func() error { db.Info(); return nil },
			"another DB's life":   func() error { return useAnother(path) },
			"a private copy":      func() error { return copyFile(t.Context(), path+".copy", db.guard) },
			"a failed second one": func() error { _, err := Open(t.Context(), path+"x", Options{}); return onlyMissing(err) },
		} {
			if err := f(); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if r := w.try("exec", commit); !strings.Contains(r.Err, "locked") {
				t.Errorf("after %s the owner could commit during a read: %+v", name, r)
			}
		}
		return nil
	})
	must(t, err)
	w.do(commit)
	wantCount(t, db, "4")
}

func useAnother(path string) error {
	db, err := Open(context.Background(), path, Options{})
	if err != nil {
		return err
	}
	if got := count(context.Background(), db); got != "3" {
		err = errors.New(got)
	}
	return errors.Join(err, db.Close())
}

func onlyMissing(err error) error {
	if errors.Is(err, ErrMissing) {
		return nil
	}
	return fmt.Errorf("want a missing file, got %w", err)
}

func TestRegistryEndsEmpty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	link := path + ".link"
	must(t, os.Link(path, link))
	a, err := Open(t.Context(), path, Options{})
	must(t, err)
	b, err := Open(t.Context(), link, Options{})
	must(t, err)
	if a.guard != b.guard {
		t.Error("two names of one inode have two descriptors")
	}
	must(t, a.Close())
	if h, err := Sniff(path); err != nil || h.Problem != nil {
		t.Errorf("%+v, %v", h, err)
	}
	must(t, b.Close())
	must(t, b.Close())
	if n := len(registry.byInode); n != 0 {
		t.Errorf("%d inodes are still registered", n)
	}
	if err := b.Read(t.Context(), nil); !errors.Is(err, ErrClosed) {
		t.Errorf("a read after Close: %v", err)
	}
}

// TestOwnerIsNeverDisturbed lets an owner commit 50 times a second while
// everything is read as fast as it goes.
func TestOwnerIsNeverDisturbed(t *testing.T) {
	for _, tt := range []struct{ how, busy string }{{"live wal", "0"}, {"bare wal", "0"}, {"delete", "120000"}} {
		t.Run(tt.how, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "queue.db")
			lay(t, path, tt.how)
			w := spawn(t)
			if r := w.try("open", path+"?_pragma=busy_timeout("+tt.busy+")"); r.Err != "" {
				t.Fatal(r.Err)
			}
			db := open(t, path, Options{})
			w.send(request{Op: "hammer", Arg: "INSERT INTO t(body) VALUES ('x')", Count: 100, Pause: 20 * time.Millisecond})
			done := make(chan reply, 1)
			go func() { done <- w.receive() }()
			last := 3
			for {
				if _, err := db.Changed(t.Context()); err != nil {
					t.Fatal(err)
				}
				var n int
				must(t, db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
					return q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n)
				}))
				if n < last {
					t.Fatalf("%d rows after %d", n, last)
				}
				last = n
				select {
				case r := <-done:
					if r.Errors != 0 {
						t.Errorf("the owner had %d errors: %s", r.Errors, r.Text)
					}
					wantCount(t, db, "103")
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
	}
}

// TestShortLivedWriters lets owners come and go, so that -wal and -shm appear
// and vanish all the time, and checks that none of them is ever made by us.
func TestShortLivedWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "bare wal")
	w := spawn(t)
	db := open(t, path, Options{Park: time.Millisecond})
	for i := range 40 {
		if r := w.try("open", path+"?_pragma=busy_timeout(0)"); r.Err != "" {
			t.Fatal(r.Err)
		}
		w.send(request{Op: "exec", Arg: "INSERT INTO t(body) VALUES ('x')"})
		w.send(request{Op: "close"})
		wrote := make(chan reply, 2)
		go func() { wrote <- w.receive(); wrote <- w.receive() }()
		for open := 2; open > 0; {
			if _, err := db.Changed(t.Context()); err != nil {
				t.Fatal(err)
			}
			select {
			case r := <-wrote:
				if open--; r.Err != "" {
					t.Fatalf("writer %d: %s", i, r.Err)
				}
			default:
			}
		}
		wantCount(t, db, fmt.Sprint(4+i))
	}
	if db.Info().Mode == ModeLiveWAL {
		waitParked(t, db)
		if r := w.try("open", path); r.Err != "" {
			t.Fatal(r.Err)
		}
		w.do("SELECT 1 FROM t")
		w.leave()
	}
	must(t, db.Close())
	for _, side := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(path + side); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", side, err)
		}
	}
}

const nobody = 65534 // a user and a group without rights of their own

// stranger makes a child another user's. Only root can.
func stranger(t *testing.T) func(*exec.Cmd) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("needs root to act as another user")
	}
	dir, err := os.MkdirTemp("", "sqlitedb-stranger-*")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	must(t, os.Chmod(dir, 0o755))
	requireEntrance(t, dir)
	exe := filepath.Join(dir, "test")
	self, err := os.Open(os.Args[0])
	must(t, err)
	defer func() { must(t, self.Close()) }()
	must(t, copyFile(t.Context(), exe, self))
	must(t, os.Chmod(exe, 0o755))
	temp := filepath.Join(dir, "temp")
	must(t, os.Mkdir(temp, 0o700))
	must(t, os.Chown(temp, nobody, nobody))
	return func(cmd *exec.Cmd) {
		cmd.Path, cmd.Args = exe, []string{exe}
		cmd.Dir = "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		cmd.Env = append(cmd.Env, "TMPDIR="+temp)
	}
}

// requireEntrance fails a test where another user may not enter the folder at path, and says which
// of the folders above it is closed.
func requireEntrance(t *testing.T, path string) {
	t.Helper()
	path, err := filepath.Abs(path)
	must(t, err)
	for dir := path; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		must(t, err)
		if info.Mode().Perm()&0o001 == 0 {
			t.Fatalf("another user may not enter %s (%v), so this test needs another TMPDIR, or chmod o+x there", dir, info.Mode())
		}
		if dir == filepath.Dir(dir) {
			return
		}
	}
}

// openFolder is a folder that any user may look into and that lives under a
// path any user may pass.
func openFolder(t *testing.T, mode os.FileMode) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "sqlitedb-open-*")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	must(t, os.Chmod(dir, mode))
	return dir
}

func TestAnotherUser(t *testing.T) {
	as := stranger(t)
	tests := []struct {
		how  string
		dir  os.FileMode
		file os.FileMode
		want string
	}{
		{"live wal", 0o755, 0o644, ModeLiveWAL.String() + " 3"},
		{"live wal", 0o777, 0o644, ModeLiveWAL.String() + " 3"},
		{"live wal", 0o777, 0o666, ModeLiveWAL.String() + " 3"},
		{"wal without shm", 0o777, 0o644, ModeCopy.String() + " 3"},
		{"bare wal", 0o777, 0o666, ModeImmutable.String() + " 3"},
		{"bare wal", 0o555, 0o444, ModeImmutable.String() + " 3"},
		{"delete", 0o777, 0o644, ModeRollback.String() + " 3"},
		{"delete", 0o755, 0o600, "permission denied"},
		{"wal without shm", 0o755, 0o600, "permission denied"},
		{"delete", 0o700, 0o644, "permission denied"},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s %o %o", tt.how, tt.dir, tt.file), func(t *testing.T) {
			dir := openFolder(t, tt.dir)
			path := filepath.Join(dir, "queue.db")
			w := lay(t, path, tt.how)
			for _, side := range []string{"", "-wal", "-shm"} {
				if err := os.Chmod(path+side, tt.file); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			before := fmt.Sprint(fingerprint(t, dir))
			r := spawn(t, as).try("read", path)
			if got := r.Text + r.Err; got != tt.want && !strings.HasSuffix(got, ": "+tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if after := fmt.Sprint(fingerprint(t, dir)); after != before {
				t.Errorf("the folder changed:\n%s\n%s", before, after)
			}
			if w == nil {
				w = owner(t, path)
			}
			w.do("INSERT INTO t(body) VALUES ('the owner can still write')")
		})
	}
}

// TestUnreadableSharedIndex is a -shm that only its owner may read, beside a
// database and a -wal that everybody may.
func TestUnreadableSharedIndex(t *testing.T) {
	as := stranger(t)
	path := filepath.Join(openFolder(t, 0o755), "queue.db")
	w := lay(t, path, "live wal")
	must(t, os.Chmod(path+"-shm", 0o600))
	if r := spawn(t, as).try("read", path); r.Text != ModeCopy.String()+" 3" {
		t.Errorf("%+v", r)
	}
	w.do("INSERT INTO t(body) VALUES ('the owner can still write')")
}

// TestGuardKeepsTheWAL is the moment between choosing to read a -wal and
// SQLite's own lock on it: a writer that leaves then must not remove it, since
// SQLite would make a new one in our name.
func TestGuardKeepsTheWAL(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs locks that belong to a descriptor")
	}
	path := filepath.Join(t.TempDir(), "queue.db")
	w := lay(t, path, "live wal")
	user := new(DB)
	g, err := registry.acquire(path, user)
	must(t, err)
	defer g.release(user)
	first, err := g.lockShared()
	must(t, err)
	second, err := g.lockShared()
	must(t, err)
	first()
	w.leave()
	for _, side := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(path + side); err != nil {
			t.Errorf("removed under the lock: %v", err)
		}
	}
	second()
	second()
	w = owner(t, path)
	w.do("BEGIN", "SELECT count(*) FROM t", "COMMIT")
	w.leave()
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("the lock outlived its release: %v", err)
	}
	w = owner(t, path, "journal_mode(delete)")
	w.do("BEGIN EXCLUSIVE")
	if _, err := g.lockShared(); !errors.Is(err, ErrBusy) {
		t.Errorf("locked beside an exclusive writer: %v", err)
	}
}

// TestWaitingWriterGoesFirst is a writer that holds the file for itself as
// soon as its readers have left: no lock of ours may be put in its way.
func TestWaitingWriterGoesFirst(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs locks that belong to a descriptor")
	}
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	w := owner(t, path)
	db := open(t, path, Options{})
	must(t, db.Read(t.Context(), func(context.Context, Queryer) error {
		w.send(request{Op: "exec", Arg: "INSERT INTO t(body) VALUES ('waits')"})
		for range 5000 {
			unlock, err := db.guard.lockShared()
			unlock()
			if errors.Is(err, ErrBusy) {
				return nil
			}
			time.Sleep(time.Millisecond)
		}
		return errors.New("a lock was to be had beside a waiting writer")
	}))
	if r := w.receive(); r.Err != "" {
		t.Error(r.Err)
	}
}

// TestHungFileHoldsNobodyUp is one file on a file system that does not answer.
func TestHungFileHoldsNobodyUp(t *testing.T) {
	dir := t.TempDir()
	hung, fine := filepath.Join(dir, "hung.db"), filepath.Join(dir, "fine.db")
	must(t, os.WriteFile(hung, nil, 0o600))
	must(t, os.WriteFile(fine, nil, 0o600))
	answer, asked := make(chan struct{}), make(chan struct{})
	r := &guardSet{byInode: map[inode]*guard{}, openFile: func(path string) (int, error) {
		if path == hung {
			close(asked)
			<-answer
		}
		return openWithoutWaiting(path)
	}}
	ended := make(chan error)
	go func() {
		user := new(DB)
		g, err := r.acquire(hung, user)
		if err == nil {
			g.release(user)
		}
		ended <- err
	}()
	<-asked
	one, two := new(DB), new(DB)
	first, err := r.acquire(fine, one)
	must(t, err)
	second, err := r.acquire(fine, two)
	must(t, err)
	if first != second {
		t.Error("one inode has two descriptors")
	}
	second.release(two)
	first.release(one)
	close(answer)
	must(t, <-ended)
	if len(r.byInode) != 0 {
		t.Errorf("%d inodes are still registered", len(r.byInode))
	}
}

// TestGuardsComeAndGo opens and closes one inode from many goroutines: while
// anybody has it, no descriptor of it is closed.
func TestGuardsComeAndGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	ended := make(chan error)
	for range 8 {
		go func() {
			user := new(DB)
			for range 200 {
				g, err := registry.acquire(path, user)
				if err != nil {
					ended <- err
					return
				}
				if h, err := g.header(); err != nil || h.Problem != nil {
					ended <- fmt.Errorf("%+v: %w", h, err)
					return
				}
				g.release(user)
			}
			ended <- nil
		}()
	}
	for range 8 {
		must(t, <-ended)
	}
	if n := len(registry.byInode); n != 0 {
		t.Errorf("%d inodes are still registered", n)
	}
}
