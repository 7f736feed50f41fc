package queue

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

	"go.uber.org/goleak"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource/pgtest"
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
	if err := Init(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	return path, client(t, path)
}

// client opens the file as any client would.
func client(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := dialClient(path)
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

func dialClient(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(60000)")
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

func execSQL(t testing.TB, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// call runs a block of ClientSQL as it stands, and returns how many rows each
// of its statements changed.
func call(ctx context.Context, db *sql.DB, block string, args ...any) (counts []int64, err error) {
	statements := Statements(block)
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
		r, err := conn.ExecContext(ctx, s, args[:min(len(args), highest(s))]...)
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

func do(t testing.TB, db *sql.DB, block string, args ...any) []int64 {
	t.Helper()
	counts, err := call(t.Context(), db, block, args...)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// highest is the highest number of a statement's parameters.
func highest(statement string) int {
	most := 0
	for _, part := range strings.Split(statement, "?")[1:] {
		digits := strings.IndexFunc(part, func(r rune) bool { return r < '0' || r > '9' })
		if n, err := strconv.Atoi(part[:max(digits, 0)]); err == nil {
			most = max(most, n)
		}
	}
	return most
}

// rows reads a result as lines of text, with NULL as "-".
func rows(t testing.TB, db *sql.DB, query string, args ...any) []string {
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
