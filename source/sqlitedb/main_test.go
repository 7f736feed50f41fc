package sqlitedb

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// childEnv makes the test binary act as another process: "writer" for an
// owner of a database.
const childEnv = "SQLITEDB_TEST_CHILD"

func TestMain(m *testing.M) {
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil { // children built with -race end at once
		panic(err)
	}
	if os.Getenv(childEnv) != "" {
		if err := child(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// A request is one line to the child, a reply one line from it.
type request struct {
	Op, Arg string
	Count   int
	Limit   int64 // the size that no file may exceed
	Pause   time.Duration
}

type reply struct {
	Err    string
	Errors int
	Text   string
}

// child serves requests from standard input until it ends: open a database
// as its owner would, run SQL on it, read it through this package.
func child() error {
	ctx := context.Background()
	var pool *sql.DB
	var held *DB
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var q request
		if err := in.Decode(&q); err != nil {
			return nil // the parent has gone or is done
		}
		var r reply
		var err error
		switch q.Op {
		case "open":
			if pool, err = sql.Open("sqlite", q.Arg); err == nil {
				pool.SetMaxOpenConns(1)
				err = pool.PingContext(ctx)
			}
		case "exec":
			_, err = pool.ExecContext(ctx, q.Arg)
		case "query":
			err = pool.QueryRowContext(ctx, q.Arg).Scan(&r.Text)
		case "hammer":
			for range q.Count {
				if _, err := pool.ExecContext(ctx, q.Arg); err != nil {
					r.Errors++
					r.Text = err.Error()
				}
				time.Sleep(q.Pause)
			}
		case "close":
			err = pool.Close()
		case "steps": // through the package under test
			r, err = steps(ctx, q.Arg, q.Count, q.Limit)
		case "doubt":
			r, err = doubt(ctx, q.Arg)
		case "fingerprint":
			var prints map[string]string
			if prints, err = printsOf(q.Arg); err == nil {
				r.Text = fmt.Sprint(prints)
			}
		case "hold":
			if held, err = Open(ctx, q.Arg, Options{}); err == nil {
				r.Text = held.Info().Mode.String()
			}
		case "again":
			r.Text = count(ctx, held)
		case "read": // through the package under test
			var db *DB
			if db, err = Open(ctx, q.Arg, Options{}); err == nil {
				r.Text = fmt.Sprint(db.Info().Mode, " ", count(ctx, db))
				err = db.Close()
			}
		}
		if err != nil {
			r.Err = err.Error()
		}
		if err := out.Encode(r); err != nil {
			return err
		}
	}
}

// count is the number of rows in table t, or the error that prevented it.
func count(ctx context.Context, db *DB) string {
	var n int
	if err := db.Read(ctx, func(ctx context.Context, q Queryer) error {
		return q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n)
	}); err != nil {
		return err.Error()
	}
	return fmt.Sprint(n)
}

// process is a child that acts as the owner of a database.
type process struct {
	t   *testing.T
	cmd *exec.Cmd
	in  *json.Encoder
	out *json.Decoder
}

func spawn(t *testing.T, adjust ...func(*exec.Cmd)) *process {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"=1")
	cmd.Stderr = os.Stderr
	for _, f := range adjust {
		f(cmd)
	}
	stdin, err := cmd.StdinPipe()
	must(t, err)
	stdout, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = stdin.Close()
		_ = cmd.Wait() // a child that a test killed fails here, as it should
	})
	return &process{t: t, cmd: cmd, in: json.NewEncoder(stdin), out: json.NewDecoder(bufio.NewReader(stdout))}
}

func (p *process) send(q request) {
	p.t.Helper()
	must(p.t, p.in.Encode(q))
}

func (p *process) receive() reply {
	p.t.Helper()
	var r reply
	must(p.t, p.out.Decode(&r))
	return r
}

func (p *process) try(op, arg string) reply {
	p.t.Helper()
	p.send(request{Op: op, Arg: arg})
	return p.receive()
}

// do runs statements that must succeed.
func (p *process) do(statements ...string) {
	p.t.Helper()
	for _, s := range statements {
		if r := p.try("exec", s); r.Err != "" {
			p.t.Fatalf("writer: %s: %s", s, r.Err)
		}
	}
}

func (p *process) kill() {
	p.t.Helper()
	must(p.t, p.cmd.Process.Kill())
	_ = p.cmd.Wait() // reports the kill
}

// owner opens the database at path in a child, with the pragmas of its DSN.
func owner(t *testing.T, path string, pragmas ...string) *process {
	t.Helper()
	p := spawn(t)
	name := path + "?_pragma=busy_timeout(20000)"
	for _, pragma := range pragmas {
		name += "&_pragma=" + pragma
	}
	if r := p.try("open", name); r.Err != "" {
		t.Fatal(r.Err)
	}
	return p
}

// fill creates table t with three rows.
func (p *process) fill() {
	p.t.Helper()
	p.do("CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT)", "INSERT INTO t(body) VALUES ('a'), ('b'), ('c')")
}

// leave closes the database in the child.
func (p *process) leave() {
	p.t.Helper()
	if r := p.try("close", ""); r.Err != "" {
		p.t.Fatal(r.Err)
	}
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

func open(tb testing.TB, path string, opts Options) *DB {
	tb.Helper()
	db, err := Open(context.Background(), path, opts)
	must(tb, err)
	tb.Cleanup(func() { must(tb, db.Close()) })
	return db
}

// wantCount checks the number of rows that a read sees.
func wantCount(tb testing.TB, db *DB, want string) {
	tb.Helper()
	if got := count(context.Background(), db); got != want {
		tb.Fatalf("mode %v: read %q, want %q", db.Info().Mode, got, want)
	}
}

// wantChange checks what Changed reports.
func wantChange(tb testing.TB, db *DB, want Change) {
	tb.Helper()
	got, err := db.Changed(context.Background())
	must(tb, err)
	if got != want {
		tb.Fatalf("mode %v: changed %+v, want %+v", db.Info().Mode, got, want)
	}
}

func wantMode(tb testing.TB, db *DB, want Mode) {
	tb.Helper()
	if got := db.Info().Mode; got != want {
		tb.Fatalf("mode %v, want %v", got, want)
	}
}

// oneLine checks that an error prints as one line that names the path.
func oneLine(tb testing.TB, err error, path string) {
	tb.Helper()
	if s := err.Error(); strings.Contains(s, "\n") || !strings.HasPrefix(s, path) {
		tb.Errorf("error is not one line about %s: %q", path, s)
	}
}
