package demo

import (
	"bufio"
	"errors"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// eventually waits for something that another process does.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

func exists(t testing.TB, path string) bool {
	t.Helper()
	_, err := os.Lstat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

func executable(t testing.TB) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

func started(t testing.TB, o Options) *Fleet {
	t.Helper()
	f, err := Prepare(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Start(t.Context(), executable(t)); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFleetLivesAndIsRemoved(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f := started(t, Options{Seed: 1, Speed: 100})
	dir := filepath.Dir(f.QueuePath)
	for _, state := range []string{"active", "blocked", "failed", "done", "queued", "scheduled"} {
		eventually(t, "a task is "+state, func() bool {
			return len(column(t, f.QueuePath, `SELECT id FROM tasks WHERE state = ? LIMIT 1`, state)) > 0
		})
	}
	past := column(t, f.QueuePath, `SELECT max(id) FROM events`)[0]
	eventually(t, "something goes on", func() bool {
		return column(t, f.QueuePath, `SELECT max(id) FROM events`)[0] != past
	})
	if err := f.Start(t.Context(), executable(t)); err == nil {
		t.Error("it started twice")
	}
	for range 2 {
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if exists(t, dir) {
		t.Error("the folder is still there")
	}
}

func TestKeepKeeps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	f := started(t, Options{Dir: dir, Seed: 1, Speed: 10, Keep: true})
	eventually(t, "a past", func() bool { return len(column(t, f.QueuePath, `SELECT id FROM tasks`)) > 50 })
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if !exists(t, f.QueuePath) || !exists(t, f.LogsDir) || exists(t, f.QueuePath+"-wal") {
		t.Error("it was not kept as one file and a folder")
	}
}

func TestOwnFolderStays(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Prepare(t.Context(), Options{Dir: dir, Speed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if !exists(t, filepath.Join(dir, "mine")) || exists(t, f.QueuePath) || exists(t, f.LogsDir) {
		t.Error("what was there before is not what is there now")
	}
}

func TestPrepareRefuses(t *testing.T) {
	for _, speed := range []float64{0, -1, 101, math.NaN(), math.Inf(1)} {
		if f, err := Prepare(t.Context(), Options{Speed: speed}); err == nil {
			t.Errorf("speed %v: %v", speed, f.Close())
		}
	}
	for _, name := range []string{queueName, logsName} {
		dir := t.TempDir()
		mine := filepath.Join(dir, name)
		if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Prepare(t.Context(), Options{Dir: dir, Speed: 1}); !errors.Is(err, fs.ErrExist) {
			t.Errorf("with a %s: %v", name, err)
		}
		text, err := os.ReadFile(mine)
		if err != nil || string(text) != "mine" {
			t.Errorf("%s is now %q, %v", name, text, err)
		}
	}
}

func TestAFailedChildIsTold(t *testing.T) {
	f, err := Prepare(t.Context(), Options{Dir: filepath.Join(t.TempDir(), "d"), Speed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(f.QueuePath, 0); err != nil {
		t.Fatal(err)
	}
	start := f.Start(t.Context(), executable(t))
	for what, err := range map[string]error{"Start": start, "Close": f.Close()} {
		if err == nil || !strings.Contains(err.Error(), "no such table") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestTheChildDiesWithItsParent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "orphan")
	cmd := exec.CommandContext(t.Context(), executable(t), parentRole, dir)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || line != "started\n" {
		t.Fatal(line, err)
	}
	path := filepath.Join(dir, queueName)
	eventually(t, "the child works", func() bool {
		return exists(t, path+"-wal") && len(column(t, path, `SELECT id FROM tasks`)) > 0
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the parent was not killed")
	}
	// A child that ends closes the file, and the last one to do so tidies up.
	eventually(t, "the child is gone", func() bool { return !exists(t, path+"-wal") })
	if err := stdin.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}
