// Package queuetest makes queue files for tests, and says to them what any client may: by the
// statements as they are shipped, or with package client.
package queuetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver

	"notdone/source/queue/client"
	"notdone/source/queue/schema"
)

// Make makes an empty queue file and returns its path, and a connection to it like that of Connect.
func Make(t testing.TB) (path string, db *sql.DB) {
	t.Helper()
	return MakeIn(t, t.TempDir())
}

// MakeIn is Make in a folder.
func MakeIn(t testing.TB, dir string) (path string, db *sql.DB) {
	t.Helper()
	path = filepath.Join(dir, "queue.db")
	if err := client.Init(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	return path, Connect(t, path)
}

// Client opens a queue file, or a queue in PostgreSQL, until the test ends.
func Client(t testing.TB, queue string) *client.Client {
	t.Helper()
	c, err := client.Dial(t.Context(), queue)
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

// Here is the name of this machine, whose workers an action may find to be gone.
var Here, _ = os.Hostname()

// Worker returns the worker w1: this process, in a namespace of pids of its own.
func Worker() *client.Worker {
	return &client.Worker{Name: "w1", Host: Here, PID: os.Getpid(), Namespace: "pid:[1]", Lease: time.Minute}
}

// Add adds tasks in one transaction: all of them, or none when there is an error, such
// as an id that exists.
func Add(ctx context.Context, c *client.Client, tasks ...client.NewTask) error {
	return c.Transact(ctx, func(t *client.Tx) error {
		for i := range tasks {
			added, err := t.Add(&tasks[i])
			if err == nil && !added {
				err = errors.New("there is a task of this id")
			}
			if err != nil {
				return fmt.Errorf("task %q: %w", tasks[i].ID, err)
			}
		}
		return nil
	})
}

// Claim claims a task, whose log is runs/TASK.RUN.log; nil: there is none.
func Claim(t testing.TB, c *client.Client, w *client.Worker) *client.Claim {
	t.Helper()
	claim, err := c.Claim(t.Context(), w, func(n *client.Claim) string { return fmt.Sprint("runs/", n.ID, ".", n.Run, ".log") })
	if err != nil {
		t.Fatal(err)
	}
	return claim
}

// Held returns what fails the test unless the worker had the task, as the methods of a client say.
func Held(t testing.TB) func(bool, error) {
	t.Helper()
	return func(held bool, err error) {
		t.Helper()
		if err != nil || !held {
			t.Fatalf("held %v: %v", held, err)
		}
	}
}

// Connect opens a file as any client would, until the test ends.
func Connect(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := Dial(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Dial is Connect for a process without a test. The caller closes the connection.
func Dial(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(60000)")
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// Exec runs a statement.
func Exec(t testing.TB, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// Call runs a block of ClientSQL as it stands, and returns how many rows each
// of its statements changed.
func Call(ctx context.Context, db *sql.DB, block string, args ...any) (counts []int64, err error) {
	statements := schema.Statements(block)
	if statements == nil {
		return nil, fmt.Errorf("no block %q", block)
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil && len(statements) > 1 {
			_, undo := conn.ExecContext(ctx, "ROLLBACK")
			err = errors.Join(err, undo)
		}
		err = errors.Join(err, conn.Close())
	}()
	for _, s := range statements {
		r, err := conn.ExecContext(ctx, s, args[:min(len(args), Highest(s))]...)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", block, s, err)
		}
		n, err := r.RowsAffected()
		if err != nil {
			return nil, err
		}
		counts = append(counts, n)
	}
	return counts, nil
}

// Do is Call that must succeed.
func Do(t testing.TB, db *sql.DB, block string, args ...any) []int64 {
	t.Helper()
	counts, err := Call(t.Context(), db, block, args...)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// Highest returns the highest number of a statement's parameters.
func Highest(statement string) int {
	most := 0
	for _, part := range strings.Split(statement, "?")[1:] {
		digits := strings.IndexFunc(part, func(r rune) bool { return r < '0' || r > '9' })
		if n, err := strconv.Atoi(part[:max(digits, 0)]); err == nil {
			most = max(most, n)
		}
	}
	return most
}

// Rows reads a result as lines of text, with NULL as "-".
func Rows(t testing.TB, db *sql.DB, query string, args ...any) []string {
	t.Helper()
	rs, err := db.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer func() {
		if err := rs.Close(); err != nil {
			t.Error(err)
		}
	}()
	names, err := rs.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for rs.Next() {
		values := make([]sql.NullString, len(names))
		into := make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rs.Scan(into...); err != nil {
			t.Fatal(err)
		}
		words := make([]string, len(names))
		for i, v := range values {
			if words[i] = v.String; !v.Valid {
				words[i] = "-"
			}
		}
		lines = append(lines, strings.Join(words, " "))
	}
	if err := rs.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// States returns the tasks of a queue and their states.
func States(t testing.TB, db *sql.DB) []string {
	t.Helper()
	return Rows(t, db, `SELECT id, state FROM tasks ORDER BY id`)
}
