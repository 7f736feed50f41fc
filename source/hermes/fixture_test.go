package hermes

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	_ "modernc.org/sqlite"

	"notdone/source"
	"notdone/source/sqlsource"
)

// writerEnv makes the test binary a writer on the named database: it runs the
// statements that it reads, one a line, and answers each with a line.
const writerEnv = "HERMES_TEST_WRITER"

func TestMain(m *testing.M) {
	if path := os.Getenv(writerEnv); path != "" {
		if err := write(path, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

func write(path string, in io.Reader, out io.Writer) error {
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if _, err := db.ExecContext(context.Background(), lines.Text()); err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
		if _, err := fmt.Fprintln(out, "ok"); err != nil {
			return err
		}
	}
	return lines.Err()
}

// writer is another process that writes to a board.
type writer struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
}

func startWriter(t *testing.T, path string) *writer {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), os.Args[0])
	cmd.Env = append(os.Environ(), writerEnv+"="+path)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the writer failed: %v", err)
		}
	})
	return &writer{t: t, in: in, out: bufio.NewReader(out)}
}

// exec runs a statement in the other process and returns when it is committed.
func (w *writer) exec(format string, args ...any) {
	w.t.Helper()
	line := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	_, err := io.WriteString(w.in, line+"\n")
	must(w.t, err)
	if answer, err := w.out.ReadString('\n'); err != nil || answer != "ok\n" {
		w.t.Fatalf("the writer stopped at %q: %v", line, err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// layout is what the tables of one release look like.
type layout struct {
	name, schema string
}

const commonTasks = `id TEXT PRIMARY KEY, title TEXT NOT NULL, body TEXT, assignee TEXT, status TEXT NOT NULL,
	priority INTEGER DEFAULT 0, created_by TEXT, created_at INTEGER NOT NULL, started_at INTEGER, completed_at INTEGER,
	workspace_kind TEXT NOT NULL DEFAULT 'scratch', workspace_path TEXT, claim_lock TEXT, claim_expires INTEGER`

const indexes = `
CREATE INDEX idx_tasks_status ON tasks(status);
CREATE INDEX idx_tasks_assignee_status ON tasks(assignee, status);`

const childTables = `
CREATE TABLE task_links (parent_id TEXT NOT NULL, child_id TEXT NOT NULL, PRIMARY KEY (parent_id, child_id));
CREATE INDEX idx_links_child ON task_links(child_id);
CREATE TABLE task_comments (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id TEXT NOT NULL, author TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE task_events (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id TEXT NOT NULL, run_id INTEGER, kind TEXT NOT NULL, payload TEXT, created_at INTEGER NOT NULL);
CREATE INDEX idx_events_task ON task_events(task_id, created_at);
CREATE TABLE task_runs (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id TEXT NOT NULL, profile TEXT, step_key TEXT, status TEXT NOT NULL,
	claim_lock TEXT, claim_expires INTEGER, worker_pid INTEGER, max_runtime_seconds INTEGER, last_heartbeat_at INTEGER,
	started_at INTEGER NOT NULL, ended_at INTEGER, outcome TEXT, summary TEXT, metadata TEXT, error TEXT);
CREATE INDEX idx_runs_task ON task_runs(task_id, started_at);`

var (
	present = layout{"present", `CREATE TABLE tasks (` + commonTasks + `, branch_name TEXT, project_id TEXT, tenant TEXT, result TEXT,
	idempotency_key TEXT, consecutive_failures INTEGER NOT NULL DEFAULT 0, worker_pid INTEGER, last_failure_error TEXT,
	max_runtime_seconds INTEGER, last_heartbeat_at INTEGER, current_run_id INTEGER, workflow_template_id TEXT, current_step_key TEXT,
	skills TEXT, model_override TEXT, provider_override TEXT, reasoning_effort TEXT, max_retries INTEGER,
	goal_mode INTEGER NOT NULL DEFAULT 0, goal_max_turns INTEGER, session_id TEXT, block_kind TEXT,
	block_recurrences INTEGER NOT NULL DEFAULT 0);` + indexes + childTables +
		"CREATE TABLE kanban_notify_subs (task_id TEXT NOT NULL, platform TEXT NOT NULL, delivery_mode TEXT NOT NULL DEFAULT 'notify')"}

	// Before events told of phases.
	phaseless = layout{"phaseless", strings.Replace(present.schema, "delivery_mode", "delivery_metadata", 1)}

	// Before typed blocks.
	untyped = layout{"untyped", strings.NewReplacer("delivery_mode", "delivery_metadata", "provider_override TEXT, reasoning_effort TEXT, ", "",
		", block_kind TEXT,\n\tblock_recurrences INTEGER NOT NULL DEFAULT 0", "").Replace(present.schema)}

	// Before parked tasks and sessions.
	older = layout{"older", `CREATE TABLE tasks (` + commonTasks + `, tenant TEXT, result TEXT, idempotency_key TEXT,
	consecutive_failures INTEGER NOT NULL DEFAULT 0, worker_pid INTEGER, last_failure_error TEXT, max_runtime_seconds INTEGER,
	last_heartbeat_at INTEGER, current_run_id INTEGER, workflow_template_id TEXT, current_step_key TEXT, skills TEXT,
	max_retries INTEGER);` + indexes + childTables}

	// Before runs: two counters by their first names, keys as text, no index.
	first = layout{"first", `CREATE TABLE tasks (` + commonTasks + `, result TEXT, spawn_failures INTEGER DEFAULT 0, last_spawn_error TEXT);
CREATE TABLE task_links (parent_id TEXT NOT NULL, child_id TEXT NOT NULL, PRIMARY KEY (parent_id, child_id));
CREATE TABLE task_events (id TEXT PRIMARY KEY, task_id TEXT NOT NULL, kind TEXT NOT NULL, payload TEXT, created_at INTEGER NOT NULL);`}
)

// newestRelease is the release of the layout present.
var newestRelease = release{parks: true, typed: true, phases: true}

// journals are the journal modes in which boards are met.
var journals = []string{"delete", "wal"}

// fixture writes a board with the given statements and returns its path.
func fixture(t testing.TB, path string, l layout, journal string, statements ...string) string {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer func() { must(t, db.Close()) }()
	db.SetMaxOpenConns(1)
	for _, s := range append([]string{"PRAGMA synchronous=off", "PRAGMA journal_mode=" + journal, l.schema}, statements...) {
		if _, err := db.ExecContext(context.Background(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return path
}

// noon is the fixed clock of the tests.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// ago is a moment before noon as boards write it.
func ago(d time.Duration) int64 { return noon.Add(-d).Unix() }

// reader is an open board or root, with what tests look into.
type reader struct {
	*sqlsource.Source
	env *env
}

// now is the clock of what is open.
func (r *reader) now() time.Time { return r.env.options.Now() }

func openReader(ctx context.Context, path string, o source.Options) (*reader, error) {
	root, err := newRoot(path, o)
	if err != nil {
		return nil, err
	}
	s, err := sqlsource.Open(ctx, root.setup())
	if err != nil {
		return nil, err
	}
	return &reader{s.(*sqlsource.Source), root.env}, nil
}

func openFixture(t testing.TB, path string) *reader {
	t.Helper()
	r, err := openReader(context.Background(), path, source.Options{Now: func() time.Time { return noon }, Hosts: []string{"here"}})
	must(t, err)
	t.Cleanup(func() { must(t, r.Close()) })
	return r
}
