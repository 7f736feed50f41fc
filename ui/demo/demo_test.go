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
	for deadline := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
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
	t.Setenv("TMPDIR", t.TempDir())
	f, err := Start(t.Context(), executable(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFleetLivesAndIsRemoved(t *testing.T) {
	f := started(t, Options{Seed: 1, Speed: 100})
	for _, state := range []string{"active", "blocked", "failed", "done", "queued", "scheduled"} {
		eventually(t, "a task is "+state, func() bool {
			return len(column(t, f.QueuePath, `SELECT id FROM tasks WHERE state = ? LIMIT 1`, state)) > 0
		})
	}
	past := column(t, f.QueuePath, `SELECT max(id) FROM events`)[0]
	eventually(t, "something goes on", func() bool {
		return column(t, f.QueuePath, `SELECT max(id) FROM events`)[0] != past
	})
	for range 2 {
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if exists(t, f.Dir) {
		t.Error("the folder is still there")
	}
}

// TestABusyChildIsNotWaitedFor: what is not kept need not be left in order.
func TestABusyChildIsNotWaitedFor(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	program, ended := filepath.Join(t.TempDir(), "program"), filepath.Join(t.TempDir(), "ended")
	script := "#!/bin/sh\necho ready\nread line\nsleep 1\n: > " + ended + "\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := Start(t.Context(), program, Options{Speed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil || exists(t, f.Dir) || exists(t, ended) {
		t.Errorf("Close: %v; the folder is there: %v, the child was waited for: %v", err, exists(t, f.Dir), exists(t, ended))
	}
}

func TestKeepKeeps(t *testing.T) {
	f := started(t, Options{Seed: 1, Speed: 10, Keep: true})
	eventually(t, "a past", func() bool { return len(column(t, f.QueuePath, `SELECT id FROM tasks`)) > 50 })
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if !exists(t, f.QueuePath) || !exists(t, f.LogsDir) || exists(t, f.QueuePath+"-wal") {
		t.Error("it was not kept as one file and a folder")
	}
}

// leavesNothing fails when something is left in the folder for temporary files.
func leavesNothing(t testing.TB) {
	t.Helper()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestStartRefuses(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, speed := range []float64{0, -1, 101, math.NaN(), math.Inf(1)} {
		if f, err := Start(t.Context(), executable(t), Options{Speed: speed}); err == nil {
			t.Errorf("speed %v: %v", speed, f.Close())
		}
	}
	leavesNothing(t)
}

// TestAFailedChildIsTold: by what it says before its past is written, and by Close later.
func TestAFailedChildIsTold(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for exe, want := range map[string]string{
		"#!/bin/sh\necho no such table >&2; echo more >&2; exit 1": "no such table",
		"#!/bin/sh\nexit 0": "before it began",
	} {
		program := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(program, []byte(exe), 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := Start(t.Context(), program, Options{Speed: 1}); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "more") {
			t.Errorf("%q: %v", exe, err)
		}
	}
	leavesNothing(t)
	f := started(t, Options{Seed: 1, Speed: 100})
	db, err := dial(f.QueuePath)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "DROP TABLE runs"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	<-f.ended
	if err := f.Close(); err == nil || !strings.Contains(err.Error(), "no such table") {
		t.Errorf("Close: %v", err)
	}
}

func TestTheChildDiesWithItsParent(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	cmd := exec.CommandContext(t.Context(), executable(t), parentRole)
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
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(line, err)
	}
	path := strings.TrimSpace(line)
	eventually(t, "the child works", func() bool {
		return exists(t, path+"-wal") && len(column(t, path, `SELECT id FROM tasks`)) > 0
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the parent was not killed")
	}
	eventually(t, "the child and its folder are gone", func() bool { return !exists(t, filepath.Dir(path)) })
	if err := stdin.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}
