package client

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"notdone/source/queue/queuetest"
)

// initRole is the variable of the environment with the path of a queue file that the process makes.
const initRole = "QUEUE_TEST_INIT"

func TestMain(m *testing.M) {
	if path := os.Getenv(initRole); path != "" {
		if err := Init(context.Background(), path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

var here, _ = os.Hostname()

// newFile makes an empty queue file and returns a client's connection to it.
func newFile(t testing.TB) (string, *sql.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "queue.db")
	if err := Init(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	return path, queuetest.Connect(t, path)
}
