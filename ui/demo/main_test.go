package demo

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case ChildCommand:
			exit(ChildMain(context.Background(), os.Args[2:]))
		case parentRole:
			exit(parent(context.Background(), os.Args[2]))
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
func parent(ctx context.Context, dir string) error {
	f, err := Prepare(ctx, Options{Dir: dir, Seed: 1, Speed: 20, Keep: true})
	if err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	if err := f.Start(ctx, exe); err != nil {
		return err
	}
	if _, err := fmt.Println("started"); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// prepared is a fleet that is not started, and its world in this process.
func prepared(t testing.TB, seed uint64) (*Fleet, *world) {
	t.Helper()
	f, err := Prepare(t.Context(), Options{Dir: filepath.Join(t.TempDir(), "fleet"), Seed: seed, Speed: 1})
	if err != nil {
		t.Fatal(err)
	}
	w, err := newWorld(filepath.Dir(f.QueuePath), seed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.close(); err != nil {
			t.Error(err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f, w
}

// column reads one column of text from a queue file.
func column(t testing.TB, path, query string, args ...any) (values []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	c := &client{db: db}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	values, err = c.ids(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return values
}
