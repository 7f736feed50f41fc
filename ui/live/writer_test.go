package live

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // what the owners write with
)

// An order is one line to a writer, a report the line that it answers.
type order struct {
	Op         string   // exec, commits or append
	Statements []string // for exec: one transaction, unless it is a single one; for commits: the same, again and again
	Tasks      []string // for commits: what %s stands for in the statements, in turns
	Count      int      // of commits
	Every      time.Duration
	Path, Text string // of append
}

type report struct {
	Err    string
	Done   time.Time       // when the commit or the append returned
	Errors int             // commits that failed
	Took   []time.Duration // what each commit took
}

// serve is the writer's process: it owns the database of its first argument
// and does as it is told until its input ends.
func serve() error {
	ctx := context.Background()
	var db *sql.DB
	if dsn := os.Args[1]; dsn != "" {
		var err error
		if db, err = sql.Open("sqlite", dsn); err != nil {
			return err
		}
		db.SetMaxOpenConns(1) // a transaction begun by one statement is ended by another
		defer func() { _ = db.Close() }()
		if err := db.PingContext(ctx); err != nil {
			return err
		}
	}
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), json.NewEncoder(os.Stdout)
	for {
		var o order
		if err := in.Decode(&o); err != nil {
			return nil // nobody gives orders any more
		}
		var r report
		var err error
		switch o.Op {
		case "exec":
			err = commit(ctx, db, o.Statements)
		case "commits":
			r = commits(ctx, db, o)
		case "append":
			err = appendTo(o.Path, o.Text)
		default:
			err = fmt.Errorf("no such order: %q", o.Op)
		}
		r.Done = time.Now()
		if err != nil {
			r.Err = err.Error()
		}
		if err := out.Encode(r); err != nil {
			return err
		}
	}
}

// commit runs statements as one transaction.
func commit(ctx context.Context, db *sql.DB, statements []string) error {
	if len(statements) > 1 {
		statements = append(append([]string{"BEGIN IMMEDIATE"}, statements...), "COMMIT")
	}
	for _, s := range statements {
		if _, err := db.ExecContext(ctx, s); err != nil {
			if len(statements) > 1 {
				_, _ = db.ExecContext(ctx, "ROLLBACK") // there may be none to roll back
			}
			return fmt.Errorf("%.80s: %w", s, err)
		}
	}
	return nil
}

// commits repeats a transaction at a steady rate; %d in its statements counts.
func commits(ctx context.Context, db *sql.DB, o order) report {
	var r report
	due := time.Now()
	for i := range o.Count {
		time.Sleep(time.Until(due))
		due = due.Add(o.Every)
		var statements []string
		for _, s := range o.Statements {
			s = strings.ReplaceAll(s, "%d", strconv.Itoa(i))
			if len(o.Tasks) > 0 {
				s = strings.ReplaceAll(s, "%s", o.Tasks[i%len(o.Tasks)])
			}
			statements = append(statements, s)
		}
		begin := time.Now()
		if err := commit(ctx, db, statements); err != nil {
			r.Errors++
			r.Err = err.Error()
		}
		r.Took = append(r.Took, time.Since(begin))
	}
	slices.Sort(r.Took)
	return r
}

func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	return f.Close()
}

// writer is another process that writes.
type writer struct {
	tb  testing.TB
	in  *json.Encoder
	out *json.Decoder
	end func()
}

// startWriter starts a process that has the database of the DSN open; with an
// empty one it writes files only.
func startWriter(tb testing.TB, dsn string) *writer {
	tb.Helper()
	cmd := exec.Command(os.Args[0], dsn)
	cmd.Env = append(os.Environ(), roleEnv+"=writer")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	must(tb, err)
	out, err := cmd.StdoutPipe()
	must(tb, err)
	must(tb, cmd.Start())
	w := &writer{tb: tb, in: json.NewEncoder(in), out: json.NewDecoder(out)}
	ended := false
	w.end = func() {
		if ended {
			return
		}
		ended = true
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			tb.Errorf("the writer failed: %v", err)
		}
	}
	tb.Cleanup(w.end)
	return w
}

// ask sends an order and waits for the report.
func (w *writer) ask(o order) report {
	w.tb.Helper()
	must(w.tb, w.in.Encode(o))
	var r report
	must(w.tb, w.out.Decode(&r))
	return r
}

// exec commits one transaction, and returns when that was done.
func (w *writer) exec(statements ...string) time.Time {
	w.tb.Helper()
	return w.must(order{Op: "exec", Statements: statements})
}

// append appends to a file.
func (w *writer) append(path, text string) time.Time {
	w.tb.Helper()
	return w.must(order{Op: "append", Path: path, Text: text})
}

func (w *writer) must(o order) time.Time {
	w.tb.Helper()
	r := w.ask(o)
	if r.Err != "" {
		w.tb.Fatalf("writer: %s", r.Err)
	}
	return r.Done
}
