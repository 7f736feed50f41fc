package hermes

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
)

// dispatcher does what the steps of one dispatcher's tick do to a board that decide
// where tasks stand: stale claims are released, orphans put back, what failed
// is counted, and what waits for nobody is made ready (hermes kanban_db.py,
// release_stale_claims, reconcile_orphaned_running, detect_crashed_workers,
// recompute_ready).
type dispatcher struct {
	t     testing.TB
	db    *sql.DB
	now   int64
	host  string
	alive func(pid int) bool
}

// ticked runs one tick on the board at path.
func ticked(t testing.TB, path string, now int64, host string, alive func(pid int) bool) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	db.SetMaxOpenConns(1)
	defer func() { must(t, db.Close()) }()
	_, err = db.ExecContext(context.Background(), "PRAGMA synchronous=off")
	must(t, err)
	k := &dispatcher{t, db, now, host, alive}
	k.release()
	k.recompute()
}

func (k *dispatcher) exec(statement string, args ...any) {
	k.t.Helper()
	if _, err := k.db.ExecContext(context.Background(), statement, args...); err != nil {
		k.t.Fatalf("%s: %v", statement, err)
	}
}

func (k *dispatcher) event(id, kind string, run, payload any) {
	k.t.Helper()
	k.exec("INSERT INTO task_events (task_id, run_id, kind, payload, created_at) VALUES (?, ?, ?, ?, ?)", id, run, kind, payload, k.now)
}

// endRun closes the run of a task.
func (k *dispatcher) endRun(id, outcome string) {
	k.t.Helper()
	k.exec(`UPDATE task_runs SET status = ?1, outcome = ?1, ended_at = ?2, claim_lock = NULL, claim_expires = NULL, worker_pid = NULL
		WHERE id = (SELECT current_run_id FROM tasks WHERE id = ?3) AND ended_at IS NULL`, outcome, k.now, id)
	k.exec("UPDATE tasks SET claim_lock = NULL, claim_expires = NULL, worker_pid = NULL, current_run_id = NULL WHERE id = ?", id)
}

// release takes back what nobody works on: expired claims, claims without a
// lock, and workers that died.
func (k *dispatcher) release() {
	k.t.Helper()
	for _, task := range queryDB(k.t, k.db, "SELECT * FROM tasks WHERE status = 'running'") {
		id, lock, pid := text(task["id"]), text(task["claim_lock"]), int(number(task["worker_pid"]))
		local := holder(lock) == k.host
		living := pid > 0 && k.alive(pid)
		switch {
		case lock == "" || task["claim_expires"] == nil:
			if !living {
				k.endRun(id, evReclaimed)
				k.exec("UPDATE tasks SET status = 'ready' WHERE id = ?", id)
				k.event(id, "reconciled", nil, nil)
			}
		case local && pid > 0 && !living && k.now-number(task["started_at"]) > 30:
			k.fail(id, task)
		case number(task["claim_expires"]) < k.now && local && living:
			k.exec("UPDATE tasks SET claim_expires = ? WHERE id = ?", k.now+900, id)
		case number(task["claim_expires"]) < k.now:
			k.endRun(id, evReclaimed)
			k.exec("UPDATE tasks SET status = 'ready' WHERE id = ?", id)
			k.event(id, evReclaimed, nil, `{"retry_status": "ready"}`)
		}
	}
}

// fail counts a crash and gives up at the limit.
func (k *dispatcher) fail(id string, task map[string]any) {
	k.t.Helper()
	failures := number(task["consecutive_failures"]) + 1
	k.event(id, evCrashed, task["current_run_id"], `{"retry_status": "ready"}`)
	k.endRun(id, evCrashed)
	status := stReady
	if failures >= limitOf(task) {
		status = stBlocked
		k.event(id, evGaveUp, nil, fmt.Sprintf(`{"failures": %d, "error": "pid not alive", "trigger_outcome": "crashed", "retry_status": "ready"}`, failures))
	}
	k.exec("UPDATE tasks SET status = ?, consecutive_failures = ?, last_failure_error = 'pid not alive' WHERE id = ?", status, failures, id)
}

func limitOf(task map[string]any) int64 {
	if own := task["max_retries"]; own != nil {
		return number(own)
	}
	return defaultFailureLimit
}

// recompute makes ready what waits for nobody. A block that somebody laid, and
// a task that failed too often, stay.
func (k *dispatcher) recompute() {
	k.t.Helper()
	for _, task := range queryDB(k.t, k.db, "SELECT * FROM tasks WHERE status IN ('todo', 'blocked')") {
		id := text(task["id"])
		if len(queryDB(k.t, k.db, `SELECT 1 FROM task_links l JOIN tasks p ON p.id = l.parent_id
			WHERE l.child_id = ? AND p.status NOT IN ('done', 'archived')`, id)) > 0 {
			continue
		}
		if task["status"] == stBlocked && (k.sticky(id) || number(task["consecutive_failures"]) >= limitOf(task)) {
			continue
		}
		status := k.resume(id)
		k.exec("UPDATE tasks SET status = ? WHERE id = ?", status, id)
		var payload any
		if status != stReady {
			payload = `{"status": "review"}`
		}
		k.event(id, evPromoted, nil, payload)
	}
}

func (k *dispatcher) newest(id, kinds string) (kind, payload string) {
	k.t.Helper()
	found := queryDB(k.t, k.db, "SELECT kind, payload FROM task_events WHERE task_id = ? AND kind IN ("+kinds+") ORDER BY id DESC LIMIT 1", id)
	if len(found) == 0 {
		return "", ""
	}
	return text(found[0]["kind"]), text(found[0]["payload"])
}

func (k *dispatcher) sticky(id string) bool {
	kind, _ := k.newest(id, "'blocked', 'unblocked'")
	return kind == evBlocked
}

func (k *dispatcher) resume(id string) string {
	_, payload := k.newest(id, `'blocked', 'block_loop_detected', 'dependency_wait', 'gave_up', 'unblocked', 'changes_requested',
		'review_reopened', 'status', 'reclaimed', 'stale', 'timed_out', 'crashed', 'spawn_failed', 'rate_limited'`)
	return resumes(payload)
}
