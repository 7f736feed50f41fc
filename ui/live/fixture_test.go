package live

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"notdone/source/queue/client"
	"notdone/ui/crowd"
)

// A kind is one kind of queue, and how its own clients write to it.
type kind struct {
	name    string
	journal string
	file    string
	create  func(path, journal string) error
	// Statements, each list one transaction.
	add   func(id, title string) []string
	begin func(id string) []string
	block func(id, obstacle string) []string
	// What a worker commits while it works; %d is a number that grows.
	beat func(id string) []string
	// A statement that deletes what is not done.
	settle string
	system string // as the crowd calls it
	busy   string // a query for the ids of what runs
	stuck  string // and of what is blocked
}

var (
	hermesDelete = kind{"hermes delete", "delete", "kanban.db", createHermes, hermesAdd, hermesBegin, hermesBlock, hermesBeat, hermesSettle, "hermes", hermesBusy, hermesStuck}
	hermesWAL    = kind{"hermes wal", "wal", "kanban.db", createHermes, hermesAdd, hermesBegin, hermesBlock, hermesBeat, hermesSettle, "hermes", hermesBusy, hermesStuck}
	ownQueue     = kind{"queue", "wal", "queue.db", createQueue, queueAdd, queueBegin, queueBlock, queueBeat, queueSettle, "queue", queueBusy, queueStuck}
	kinds        = []kind{hermesDelete, hermesWAL, ownQueue}
)

const (
	hermesSettle = "DELETE FROM tasks WHERE status <> 'done'"
	queueSettle  = "DELETE FROM tasks WHERE state <> 'done'"
	hermesBusy   = "SELECT id, status FROM tasks WHERE status = 'running'"
	hermesStuck  = "SELECT id, status FROM tasks WHERE status = 'blocked'"
	queueStuck   = "SELECT id, state FROM tasks WHERE state = 'blocked'"
	queueBusy    = "SELECT id, state FROM tasks WHERE state = 'active'"
)

func createHermes(path, journal string) error {
	return inDatabase(path, "PRAGMA journal_mode="+journal, crowd.Shape("hermes"))
}

func createQueue(path, _ string) error { return client.Init(context.Background(), path) }

// inDatabase runs statements on a connection of its own.
func inDatabase(path string, statements ...string) error {
	db, err := sql.Open("sqlite", dsn(path, 20*time.Second))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for _, s := range statements {
		if _, err := db.ExecContext(context.Background(), s); err != nil {
			return fmt.Errorf("%.80s: %w", s, err)
		}
	}
	return nil
}

// hermesNow is the time as Hermes writes it.
const hermesNow = "CAST(strftime('%s','now') AS INTEGER)"

func hermesAdd(id, title string) []string {
	return []string{
		`INSERT INTO tasks (id, title, body, assignee, status, created_by, created_at)
		VALUES ('` + id + `', '` + title + `', 'See the plan.', 'default', 'ready', 'alice', ` + hermesNow + `)`,
		`INSERT INTO task_events (task_id, kind, payload, created_at) VALUES ('` + id + `', 'created',
		'{"assignee": "default", "status": "ready", "parents": [], "tenant": null}', ` + hermesNow + `)`,
	}
}

func hermesBegin(id string) []string {
	return []string{
		`INSERT INTO task_runs (task_id, profile, status, claim_lock, claim_expires, started_at, last_heartbeat_at)
		VALUES ('` + id + `', 'default', 'running', 'far-away:7', ` + hermesNow + `+900, ` + hermesNow + `, ` + hermesNow + `)`,
		`UPDATE tasks SET status = 'running', claim_lock = 'far-away:7', claim_expires = ` + hermesNow + `+900,
		started_at = ` + hermesNow + `, last_heartbeat_at = ` + hermesNow + `, worker_pid = 7,
		current_run_id = last_insert_rowid() WHERE id = '` + id + `'`,
		`INSERT INTO task_events (task_id, run_id, kind, payload, created_at)
		SELECT id, current_run_id, 'claimed', '{"lock": "far-away:7", "run_id": ' || current_run_id || '}', ` + hermesNow + `
		FROM tasks WHERE id = '` + id + `'`,
	}
}

func hermesBlock(id, obstacle string) []string {
	return []string{
		`UPDATE task_runs SET status = 'blocked', outcome = 'blocked', ended_at = ` + hermesNow + `,
		summary = '` + obstacle + `' WHERE task_id = '` + id + `' AND ended_at IS NULL`,
		`INSERT INTO task_events (task_id, run_id, kind, payload, created_at) SELECT id, current_run_id, 'blocked',
		'{"reason": "` + obstacle + `", "kind": "needs_input", "recurrences": 0, "source_status": "ready"}', ` + hermesNow + `
		FROM tasks WHERE id = '` + id + `'`,
		`UPDATE tasks SET status = 'blocked', block_kind = 'needs_input', claim_lock = NULL, claim_expires = NULL,
		worker_pid = NULL, current_run_id = NULL WHERE id = '` + id + `'`,
	}
}

func hermesBeat(id string) []string {
	return []string{
		`UPDATE tasks SET last_heartbeat_at = ` + hermesNow + `, claim_expires = ` + hermesNow + `+900 WHERE id = '` + id + `'`,
		`INSERT INTO task_events (task_id, run_id, kind, payload, created_at) SELECT id, current_run_id, 'heartbeat',
		'{"note": "part %d"}', ` + hermesNow + ` FROM tasks WHERE id = '` + id + `'`,
	}
}

// queueNow is the time as a queue file has it.
const queueNow = "CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"

func queueAdd(id, title string) []string {
	return []string{`INSERT INTO tasks (id, title, body) VALUES ('` + id + `', '` + title + `', 'See the plan.')`}
}

func queueBegin(id string) []string {
	return []string{
		`UPDATE tasks SET state = 'active', attempts = attempts + 1, claimed_by = 'w1', claimed_at = ` + queueNow + `,
		heartbeat_at = ` + queueNow + `, lease_expires_at = ` + queueNow + ` + 900000, changed_by = 'w1' WHERE id = '` + id + `'`,
		`INSERT INTO runs (task_id, attempt, worker, started_at) VALUES ('` + id + `', 1, 'w1', ` + queueNow + `)`,
	}
}

func queueBlock(id, obstacle string) []string {
	return []string{
		`UPDATE runs SET ended_at = ` + queueNow + `, outcome = 'blocked' WHERE task_id = '` + id + `' AND ended_at IS NULL`,
		`UPDATE tasks SET state = 'blocked', obstacle = '` + obstacle + `', changed_by = 'w1', claimed_by = NULL,
		claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL WHERE id = '` + id + `'`,
	}
}

// fixture creates a queue with one task that runs and one that waits.
func (k *kind) fixture(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), k.file)
	k.write(tb, path, "t_one", "Weave the northern fence")
	return path
}

// write creates a queue in which the named task runs.
func (k *kind) write(tb testing.TB, path, id, title string) {
	tb.Helper()
	must(tb, k.create(path, k.journal))
	statements := append(k.add(id, title), k.begin(id)...)
	must(tb, inDatabase(path, append(statements, k.add("t_waits", "Carry the posts")...)...))
}

// owner starts a process that has the queue open as its own system would.
func (k *kind) owner(tb testing.TB, path string) *writer {
	tb.Helper()
	return startWriter(tb, dsn(path, 20*time.Second))
}

func dsn(path string, busy time.Duration) string {
	return fmt.Sprintf("file:%s?_pragma=busy_timeout(%d)", path, busy.Milliseconds())
}

// readColumns reads two columns of text.
func readColumns(path, query string) (all [][2]string, err error) {
	db, err := sql.Open("sqlite", dsn(path, 20*time.Second))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var row [2]string
		if err := rows.Scan(&row[0], &row[1]); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

func queueBeat(id string) []string {
	return []string{
		`UPDATE tasks SET heartbeat_at = ` + queueNow + `, lease_expires_at = ` + queueNow + ` + 900000 WHERE id = '` + id + `'`,
		`INSERT INTO events (task_id, kind, actor, note) VALUES ('` + id + `', 'commented', 'w1', 'part %d')`,
	}
}
