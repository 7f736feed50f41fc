package live

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// counted is a table i of the numbers from 1 to n.
func counted(n int) string {
	return fmt.Sprintf("WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM c WHERE i < %d) ", n)
}

// unguarded makes writing fast; nothing is lost but the fixture when it fails.
var unguarded = []string{"PRAGMA synchronous = OFF", "PRAGMA cache_size = -400000", "PRAGMA temp_store = MEMORY"}

// place is one of several places, by a number.
func place(number string) string {
	return "CASE (" + number + ") / 45 % 5 WHEN 0 THEN 'the attic' WHEN 1 THEN 'the cellar' WHEN 2 THEN 'the yard' WHEN 3 THEN 'the barn' ELSE 'the tower' END"
}

// hermesCrowd fills a board with n tasks as Hermes leaves them: bodies and
// summaries of a few sentences, five events and one or two runs a task. One
// task in nine is unfinished; every task is days old.
func hermesCrowd(n int) []string {
	const now = hermesNow
	return append(unguarded[:len(unguarded):len(unguarded)],
		counted(n)+`INSERT INTO tasks (id, title, body, assignee, status, created_by, created_at, started_at, completed_at, result, consecutive_failures)
		SELECT printf('t_%08x', i), 'Bring shelf ' || i || ' of the ' || CASE i % 3 WHEN 0 THEN 'north' WHEN 1 THEN 'south' ELSE 'west' END || ' store up to date',
		'Compare what lies on shelf ' || i || ' with the catalogue. List what is missing, what lies twice and what nobody has asked for since spring. ' ||
		'Write the list to shelves/' || i || '.csv with the columns part, counted, expected, and keep the order of the catalogue. ' ||
		'Prices are in the currency of the store; do not convert them. When a label cannot be read, copy what can be and say so in the last column.',
		'worker-' || (i % 7), CASE WHEN i % 9 THEN 'done' WHEN i % 4500 = 0 THEN 'running' ELSE CASE i % 5 WHEN 0 THEN 'blocked' WHEN 1 THEN 'ready' WHEN 2 THEN 'todo' WHEN 3 THEN 'archived' ELSE 'blocked' END END,
		'alice', `+now+` - 500000 - i % 400000, `+now+` - 490000 - i % 400000, CASE WHEN i % 9 THEN `+now+` - 480000 - i % 400000 END,
		CASE WHEN i % 4 = 0 THEN 'Shelf ' || i || ' is listed: 214 parts counted, 3 missing, 1 twice. The list is in shelves/' || i || '.csv.' END, 0 FROM c`,
		`INSERT INTO task_runs (task_id, profile, status, started_at, ended_at, outcome, error) SELECT id, assignee, 'crashed', started_at - 4000, started_at - 3000, 'crashed',
		'worker exited with code 1: connection reset while the catalogue was read' FROM tasks WHERE rowid % 2 = 0`,
		`INSERT INTO task_runs (task_id, profile, status, started_at, ended_at, outcome, summary, metadata)
		SELECT id, assignee, status, started_at, CASE WHEN status <> 'running' THEN coalesce(completed_at, started_at + 900) END, CASE status WHEN 'done' THEN 'completed' WHEN 'blocked' THEN 'blocked' WHEN 'running' THEN NULL ELSE 'reclaimed' END,
		CASE status WHEN 'done' THEN 'Compared shelf ' || rowid || ' with the catalogue and wrote shelves/' || rowid || '.csv. 214 parts were counted, 3 are missing and 1 lies twice; all labels could be read. The checks of the list pass.' ELSE 'Shelf ' || rowid || ' is locked.' END,
		'{"changed_files": ["shelves/' || rowid || '.csv"], "tests_run": 14, "tests_passed": 14, "model": "large-3", "tokens": {"in": 48211, "out": 3120}}' FROM tasks`,
		"CREATE TEMP TABLE arriving (task_id, run_id, kind, payload, created_at)",
		`INSERT INTO arriving (task_id, kind, payload, created_at) SELECT id, 'created',
		'{"assignee": "' || assignee || '", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}', created_at FROM tasks`,
		`INSERT INTO arriving (task_id, run_id, kind, payload, created_at) SELECT task_id, id, 'claimed',
		'{"lock": "store-host:4242", "expires": ' || (started_at + 900) || ', "run_id": ' || id || '}', started_at FROM task_runs`,
		`INSERT INTO arriving (task_id, run_id, kind, payload, created_at) SELECT task_id, id, 'spawned', '{"pid": ' || (20000 + id % 9999) || '}', started_at FROM task_runs`,
		`INSERT INTO arriving (task_id, run_id, kind, payload, created_at) SELECT task_id, id, 'crashed',
		'{"pid": 20001, "claimer": "store-host:4242", "exit_kind": "nonzero_exit", "exit_code": 1, "retry_status": "ready"}', ended_at FROM task_runs WHERE outcome = 'crashed'`,
		`INSERT INTO arriving (task_id, run_id, kind, payload, created_at) SELECT task_id, id, 'completed',
		'{"result_len": ' || length(summary) || ', "summary": "' || summary || '", "artifacts": ["shelves/list.csv"]}', ended_at FROM task_runs WHERE outcome = 'completed'`,
		`INSERT INTO arriving (task_id, run_id, kind, payload, created_at) SELECT task_id, id, 'blocked',
		'{"reason": "' || `+place("id")+` || ' is locked and nobody answers at the door", "kind": "needs_input", "recurrences": 0, "source_status": "ready"}', ended_at FROM task_runs WHERE outcome = 'blocked'`,
		`INSERT INTO task_events (task_id, run_id, kind, payload, created_at)
		SELECT task_id, run_id, kind, payload, created_at FROM arriving ORDER BY created_at, rowid`,
		"DROP TABLE arriving",
		"UPDATE tasks SET block_kind = 'needs_input' WHERE status = 'blocked'",
	)
}

// queueCrowd fills a queue file likewise. Its triggers are off meanwhile: they
// would date everything now.
func queueCrowd(n int) []string {
	return append(unguarded[:len(unguarded):len(unguarded)],
		counted(n)+`INSERT INTO tasks (id, title, body, state, obstacle, result, outcome, attempts, created_at, updated_at, finished_at)
		SELECT 't_' || i, 'Bring shelf ' || i || ' up to date', 'Compare what lies on shelf ' || i || ' with the catalogue and list what is missing or lies twice.',
		CASE WHEN i % 9 THEN 'done' WHEN i % 4500 = 0 THEN 'active' ELSE CASE i % 5 WHEN 0 THEN 'blocked' WHEN 1 THEN 'queued' WHEN 2 THEN 'failed' WHEN 3 THEN 'cancelled' ELSE 'blocked' END END,
		CASE WHEN i % 9 = 0 AND i % 5 IN (0, 4) THEN 'I have no access to ' || `+place("i")+` || '.' END,
		CASE WHEN i % 9 THEN 'Shelf ' || i || ' is listed: 214 parts counted, 3 missing, 1 twice.' END, CASE WHEN i % 9 THEN 'done' END, 1,
		`+queueNow+` - 500000000 - i % 400000 * 1000, `+queueNow+` - 480000000 - i % 400000 * 1000, CASE WHEN i % 9 THEN `+queueNow+` - 480000000 - i % 400000 * 1000 END FROM c`,
		`INSERT INTO runs (task_id, attempt, worker, started_at, ended_at, outcome, output) SELECT id, 1, 'w1', created_at, updated_at, 'done', result FROM tasks`,
		`INSERT INTO events (task_id, kind, to_state, at) SELECT id, 'created', 'queued', created_at FROM tasks`,
		`INSERT INTO events (task_id, kind, from_state, to_state, at) SELECT id, 'claimed', 'queued', 'active', created_at FROM tasks`,
		`INSERT INTO events (task_id, kind, from_state, to_state, at) SELECT id, CASE state WHEN 'done' THEN 'finished' ELSE state END, 'active', state, updated_at
		FROM tasks WHERE state IN ('done', 'blocked', 'failed', 'cancelled')`,
	)
}

// crowded writes a queue of n tasks to the path.
func (k *kind) crowded(tb testing.TB, path string, n int) {
	tb.Helper()
	must(tb, k.create(path, k.journal))
	if k.file == hermesWAL.file {
		must(tb, inDatabase(path, hermesCrowd(n)...))
		return
	}
	must(tb, withoutTriggers(path, queueCrowd(n)...))
}

// withoutTriggers runs statements while the database has no triggers.
func withoutTriggers(path string, statements ...string) error {
	var drop, create []string
	rows, err := readColumns(path, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
	if err != nil {
		return err
	}
	for _, row := range rows {
		drop, create = append(drop, "DROP TRIGGER "+row[0]), append(create, row[1])
	}
	if len(drop) == 0 {
		return errors.New("the file has no triggers: it is not the one that this is meant for")
	}
	return inDatabase(path, append(append(drop, statements...), create...)...)
}

// cached is a queue of n tasks that is kept in the temporary folder for later
// runs. It is not to be written to.
func (k *kind) cached(b *testing.B, n int) string {
	b.Helper()
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("notdone-live-%s-%d-v2", strings.ReplaceAll(k.name, " ", "-"), n))
	path := filepath.Join(dir, k.file)
	if _, err := os.Stat(path); err == nil {
		return path
	} else if !errors.Is(err, fs.ErrNotExist) {
		b.Fatal(err)
	}
	made, err := os.MkdirTemp(os.TempDir(), "notdone-live-making-")
	must(b, err)
	k.crowded(b, filepath.Join(made, k.file), n)
	must(b, os.Rename(made, dir))
	return path
}
