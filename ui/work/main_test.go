package work

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"notdone/model"
	"notdone/source/pgsource/pgtest"
	"notdone/source/queue/client"
	"notdone/source/queue/queuetest"
)

var long = flag.Bool("long", false, "soak: 5,000 tasks, a gigabyte of output")

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		role := map[string]func([]string) error{
			SupervisorCommand: func([]string) error { return Supervise(context.Background()) },
			workerRole:        playWorker,
			floodRole:         playFlood,
		}[os.Args[1]]
		if role != nil {
			if err := role(os.Args[2:]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		pgtest.Stop()
		os.Exit(code)
	}))
}

// self is this test program, which is a supervisor, a worker and a stub of an agent too.
func self(t testing.TB) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// bench is a queue, and a worker on it whose agent is a script.
type bench struct {
	t      testing.TB
	dir    string
	logs   string // the folder of the logs
	client *client.Client
	read   reader
	Options

	mu     sync.Mutex
	events []Event
}

// reader reads a result, with nil for NULL.
type reader func(query string, args ...any) (lines [][]*string, err error)

// newBench makes a queue with a task for each id. The script is run by sh; the task's id
// and the answer are its arguments.
func newBench(t testing.TB, script string, ids ...string) *bench {
	t.Helper()
	path, db := queuetest.Make(t)
	return newBenchOn(t, filepath.Dir(path), path, func(query string, args ...any) (lines [][]*string, err error) {
		rs, err := db.QueryContext(t.Context(), query, args...)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, rs.Err(), rs.Close()) }()
		names, err := rs.Columns()
		for err == nil && rs.Next() {
			values, into := make([]*string, len(names)), make([]any, len(names))
			for i := range values {
				into[i] = &values[i]
			}
			err = rs.Scan(into...)
			lines = append(lines, values)
		}
		return lines, err
	}, script, ids...)
}

// newBenchFunc is newBench or newServerBench.
type newBenchFunc func(t testing.TB, script string, ids ...string) *bench

// newServerBench is newBench with a queue in PostgreSQL. The test is skipped where there is
// none.
func newServerBench(t testing.TB, script string, ids ...string) *bench {
	t.Helper()
	url, owner := pgtest.Database(t)
	if err := client.InitPostgres(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	return newBenchOn(t, t.TempDir(), url, func(query string, args ...any) (lines [][]*string, err error) {
		query = strings.ReplaceAll(query, "?", "$1") // no statement has two
		rs, err := owner.Query(t.Context(), query, append([]any{pgx.QueryExecModeSimpleProtocol}, args...)...)
		if err != nil {
			return nil, err
		}
		defer rs.Close()
		for rs.Next() {
			values := make([]*string, len(rs.RawValues()))
			for i, v := range rs.RawValues() {
				if v != nil {
					text := string(v)
					values[i] = &text
				}
			}
			lines = append(lines, values)
		}
		return lines, rs.Err()
	}, script, ids...)
}

// onEach runs a test on a queue file and on a queue in PostgreSQL.
func onEach(t *testing.T, test func(t *testing.T, newBench newBenchFunc)) {
	t.Helper()
	t.Run("file", func(t *testing.T) { test(t, newBench) })
	t.Run("server", func(t *testing.T) { test(t, newServerBench) })
}

func newBenchOn(t testing.TB, dir, name string, read reader, script string, ids ...string) *bench {
	t.Helper()
	b := &bench{t: t, dir: dir, read: read}
	b.Options = Options{
		Queue: name, Runs: dir, Program: self(t), Host: "here", UntilEmpty: true, Parallel: 4,
		Command:   []string{"sh", "-c", script, "agent", "{id}", "{answer}"},
		KillGrace: 100 * time.Millisecond, Poll: 10 * time.Millisecond,
	}
	b.Event = func(e *Event) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.events = append(b.events, *e)
	}
	b.client = queuetest.Client(t, b.Queue)
	folder, err := b.client.LogFolder(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.logs = filepath.Join(b.dir, cmp.Or(folder, RunsFolder))
	for _, id := range ids {
		b.add(client.NewTask{ID: id, Title: "the task " + id})
	}
	return b
}

func (b *bench) add(tasks ...client.NewTask) {
	b.t.Helper()
	if err := queuetest.Add(b.t.Context(), b.client, tasks...); err != nil {
		b.t.Fatal(err)
	}
}

// work runs the worker to its end.
func (b *bench) work() {
	b.t.Helper()
	if err := Run(b.t.Context(), nil, b.Options); err != nil {
		b.t.Fatal(err)
	}
}

// do runs a block of the client's statements.
func (b *bench) do(block string, args ...any) {
	b.t.Helper()
	if err := b.client.Transact(b.t.Context(), func(tx *client.Tx) error {
		_, err := tx.Do(block, args...)
		return err
	}); err != nil {
		b.t.Fatal(err)
	}
}

// rows reads a result as lines of text, with NULL as "-".
func (b *bench) rows(query string, args ...any) (lines []string) {
	b.t.Helper()
	all, err := b.read(query, args...)
	if err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
	for _, values := range all {
		words := make([]string, len(values))
		for i, v := range values {
			if words[i] = "-"; v != nil {
				words[i] = *v
			}
		}
		lines = append(lines, strings.Join(words, " | "))
	}
	return lines
}

// one reads a result of one row.
func (b *bench) one(query string, args ...any) string {
	b.t.Helper()
	lines := b.rows(query, args...)
	if len(lines) != 1 {
		b.t.Fatalf("%s: %d rows", query, len(lines))
	}
	return lines[0]
}

const stateOf = `SELECT state, outcome, obstacle_kind, obstacle FROM tasks WHERE id = ?`

// named returns the events of that name.
func (b *bench) named(name string) (found []Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.events {
		if e.Name == name {
			found = append(found, e)
		}
	}
	return found
}

// await waits until something is so.
func await(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// workAside runs the worker beside the test and returns how to stop it, how to hurry it,
// and how to wait for its end.
func (b *bench) workAside() (stop context.CancelFunc, hurry chan struct{}, wait func() error) {
	b.t.Helper()
	ctx, stop := context.WithCancel(b.t.Context())
	hurry = make(chan struct{})
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, hurry, b.Options) }()
	return stop, hurry, func() error {
		select {
		case err := <-ended:
			return err
		case <-time.After(time.Minute):
			return errors.New("the worker does not end")
		}
	}
}

var heals = []model.ObstacleKind{model.KindRateLimit, model.KindNetwork}

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
