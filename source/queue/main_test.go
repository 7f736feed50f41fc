package queue

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource/pgtest"
	"notdone/source/queue/queuetest"
)

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

var (
	here       = queuetest.Here
	newFile    = queuetest.Make
	dial       = queuetest.Client
	worker1    = queuetest.Worker
	mustClaim  = queuetest.Claim
	held       = queuetest.Held
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
