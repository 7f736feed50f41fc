package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"notdone/source/queue/client"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case ChildCommand:
			exit(ChildMain(context.Background(), os.Args[2:]))
		case parentRole:
			exit(parent(context.Background()))
		}
	}
	goleak.VerifyTestMain(m)
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

const parentRole = "__demo-test-parent"

// parent starts a fleet, says so, and stays until it is killed.
func parent(ctx context.Context) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := Start(ctx, exe, Options{Seed: 1, Speed: 20})
	if err != nil {
		return err
	}
	if _, err := fmt.Println(f.QueuePath); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// prepared is the world of a fleet that is not started, and its queue file.
func prepared(t testing.TB, seed uint64) (path string, w *world) {
	t.Helper()
	dir := t.TempDir()
	path = filepath.Join(dir, queueName)
	if err := errors.Join(client.Init(t.Context(), path), os.Mkdir(filepath.Join(dir, logsName), 0o700)); err != nil {
		t.Fatal(err)
	}
	w, err := newWorld(dir, seed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
	return path, w
}

// column reads one column of text from a queue file.
func column(t testing.TB, path, query string, args ...any) (values []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	values, err = ids(t.Context(), db, query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return values
}
