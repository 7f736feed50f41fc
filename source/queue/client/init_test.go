package client_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
	"notdone/source/queue"
	"notdone/source/queue/client"
)

func namesIn(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestInitMakesOneFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "odd #?% name")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "my queue #1?.db")
	if err := client.Init(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"my queue #1?.db"}, namesIn(t, dir)); diff != "" {
		t.Error(diff)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	s, err := queue.Adapter().Open(t.Context(), path, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := s.Describe(); got.Facts[0].Value != "3" || got.Facts[1].Value != "wal" {
		t.Errorf("described as %+v", got)
	}
}

// TestInitWithoutNamelessFiles makes the file as other systems do.
func TestInitWithoutNamelessFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "queue.db")
	content, err := client.Empty(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := client.MakeNamed(path, content); err != nil {
		t.Fatal(err)
	}
	if err := client.MakeNamed(path, content); !errors.Is(err, fs.ErrExist) {
		t.Errorf("made again: %v", err)
	}
	if diff := cmp.Diff([]string{"queue.db"}, namesIn(t, dir)); diff != "" {
		t.Error(diff)
	}
	if err := client.Verify(t.Context(), path); err != nil {
		t.Error(err)
	}
}

// TestInitIsAllOrNothing ends it in the middle, at many moments: what is left is
// nothing or a queue.
func TestInitIsAllOrNothing(t *testing.T) {
	tries := 60
	if testing.Short() {
		tries = 10
	}
	for i := range tries {
		path := filepath.Join(t.TempDir(), "queue.db")
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), initRole+"="+path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * time.Millisecond)
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()         // it was killed
		if names := namesIn(t, filepath.Dir(path)); len(names) == 0 {
			if err := client.Init(t.Context(), path); err != nil {
				t.Error(err)
			}
		} else if names[0] != "queue.db" {
			t.Errorf("left behind: %v", names)
		}
		if err := client.Verify(t.Context(), path); err != nil {
			t.Errorf("killed after %d ms: %v", i, err)
		}
	}
}

func TestInitRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(path string) error
		want    error
	}{
		"a file":               {func(p string) error { return os.WriteFile(p, []byte("precious"), 0o600) }, fs.ErrExist},
		"an empty file":        {func(p string) error { return os.WriteFile(p, nil, 0o600) }, fs.ErrExist},
		"a folder":             {func(p string) error { return os.Mkdir(p, 0o700) }, fs.ErrExist},
		"a link to nothing":    {func(p string) error { return os.Symlink("nowhere", p) }, fs.ErrExist},
		"a -wal left over":     {func(p string) error { return os.WriteFile(p+"-wal", []byte("old"), 0o600) }, fs.ErrExist},
		"a -journal left over": {func(p string) error { return os.WriteFile(p+"-journal", []byte("old"), 0o600) }, fs.ErrExist},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			if err := c.prepare(path); err != nil {
				t.Fatal(err)
			}
			before := namesIn(t, filepath.Dir(path))
			if err := client.Init(t.Context(), path); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if diff := cmp.Diff(before, namesIn(t, filepath.Dir(path))); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("no folder", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "nowhere", "queue.db")
		if err := client.Init(t.Context(), path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("given up", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "queue.db")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := client.Init(ctx, path); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if left := namesIn(t, filepath.Dir(path)); left != nil {
			t.Errorf("left behind: %v", left)
		}
	})
}
