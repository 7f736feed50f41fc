package queue

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource/pgtest"
	"notdone/source/queue/client"
	"notdone/source/queue/queuetest"
)

// here is this machine, whose workers an action may find to be gone.
var here = func() string {
	name, err := os.Hostname()
	if err != nil {
		panic(err)
	}
	return name
}()

// now is the clock of every test that judges.
var now = time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)

func TestMain(m *testing.M) {
	if role := os.Getenv("QUEUE_TEST_ROLE"); role != "" {
		if err := play(context.Background(), role, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		pgtest.Stop()
		os.Exit(code)
	}))
}

// newFile makes an empty queue file and returns a client's connection to it.
func newFile(t testing.TB) (string, *sql.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "queue.db")
	if err := client.Init(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	return path, connect(t, path)
}

var (
	connect    = queuetest.Connect
	dialClient = queuetest.Dial
	execSQL    = queuetest.Exec
	call       = queuetest.Call
	do         = queuetest.Do
	rows       = queuetest.Rows
	taskStates = queuetest.States
)

// openQueue opens the file as notdone does.
func openQueue(t testing.TB, path string, change ...func(*source.Options)) source.Source {
	t.Helper()
	o := source.Options{Now: func() time.Time { return now }, Hosts: []string{here}, Alive: func(int, time.Time) model.Liveness { return model.LivenessAlive }}
	for _, f := range change {
		f(&o)
	}
	s, err := Adapter().Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func get(t testing.TB, s source.Source, id string) model.Case {
	t.Helper()
	cases, err := s.Get(t.Context(), []string{id})
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 1 {
		t.Fatalf("Get(%q) returned %d cases", id, len(cases))
	}
	return cases[0]
}

func idsOf(cases []model.Case) []string {
	ids := make([]string, len(cases))
	for i := range cases {
		ids[i] = cases[i].Task.ID
	}
	return ids
}

func dial(t testing.TB, path string) *client.Client {
	t.Helper()
	c, err := client.Dial(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func worker1() *client.Worker {
	return &client.Worker{Name: "w1", Host: here, PID: os.Getpid(), Namespace: "pid:[1]", Lease: time.Minute}
}

func mustClaim(t testing.TB, c *client.Client, w *client.Worker) *client.Claim {
	t.Helper()
	claim, err := c.Claim(t.Context(), w, func(n *client.Claim) string { return fmt.Sprint("runs/", n.ID, ".", n.Run, ".log") })
	if err != nil {
		t.Fatal(err)
	}
	return claim
}

// held fails the test unless the worker had the task.
func held(t testing.TB) func(bool, error) {
	t.Helper()
	return func(held bool, err error) {
		t.Helper()
		if err != nil || !held {
			t.Fatalf("held %v: %v", held, err)
		}
	}
}
