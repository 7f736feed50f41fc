package crowd

import (
	"encoding/json"
	"fmt"
	"time"
)

// hermes is a board of Hermes Agent: the rows that its kanban_db.py leaves.
var hermes = system{
	statuses: &hermesStatus, count: "SELECT status, count(*) FROM tasks GROUP BY status", unit: time.Second,
	renew: `UPDATE tasks SET last_heartbeat_at = ?1, claim_expires = ?2 WHERE status = 'running';
		UPDATE tasks SET created_at = ?1 WHERE status = 'ready';
		UPDATE task_runs SET last_heartbeat_at = ?1, claim_expires = ?2 WHERE ended_at IS NULL`,
	rows: hermesRows, files: one(file{
		make: makes("PRAGMA journal_mode=wal;" + Shape("hermes")),
		tables: []string{
			`INSERT INTO tasks (id, title, body, assignee, status, priority, created_by, created_at, started_at, completed_at, claim_lock,
			claim_expires, result, consecutive_failures, worker_pid, last_failure_error, last_heartbeat_at, current_run_id, block_kind, block_recurrences)
			VALUES (?, ?, ?, ?, ?, ?, 'mira', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			`INSERT INTO task_runs (id, task_id, profile, status, claim_lock, claim_expires, worker_pid, last_heartbeat_at, started_at, ended_at,
			outcome, summary, metadata, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			`INSERT INTO task_events (task_id, run_id, kind, payload, created_at) VALUES (?, ?, ?, ?, ?)`,
			`INSERT INTO task_links (parent_id, child_id) VALUES (?, ?)`,
		},
	}),
}

const (
	hermesTasks = iota
	hermesRuns
	hermesEvents
	hermesLinks
)

// Words of Hermes for the states, of tasks and of runs that ended.
var (
	hermesStatus = [...]string{
		done: "done", blocked: "blocked", failed: "blocked", cancelled: "archived", falseDone: "done",
		active: "running", waiting: "ready", scheduled: "scheduled",
	}
	hermesOutcome = [...]string{done: "completed", blocked: "blocked", failed: "gave_up", cancelled: "crashed"}
)

const elsewhere = "far-store:4242" // a lock of a host that is not this one

func hermesRows(f *file, t *task) {
	id := fmt.Sprintf("t_%08x", t.id)
	event := func(at time.Time, run int64, kind string, payload map[string]any) {
		var text any
		if payload != nil {
			text = encode(payload)
		}
		f.add(hermesEvents, at, id, null(run), kind, text, at.Unix())
	}
	event(t.created, 0, "created", map[string]any{
		"assignee": t.worker, "status": "ready", "parents": []string{}, "tenant": nil, "workspace_kind": "scratch", "workspace_path": nil,
		"branch_name": nil, "project_id": nil, "skills": nil, "goal_mode": nil, "model_override": nil, "provider_override": nil,
	})
	var started, completed, lock, expires, pid, beat, current, lastError any
	var failures int
	for i := range t.tries {
		run := &t.tries[i]
		started = run.begun.Unix()
		runPid := 20000 + run.id%9999
		event(run.begun, run.id, "claimed", map[string]any{"lock": elsewhere, "expires": run.begun.Unix() + 900, "run_id": run.id})
		event(run.begun.Add(time.Second), run.id, "spawned", map[string]any{"pid": runPid})
		if run.ended.IsZero() {
			lock, expires, pid, beat, current = elsewhere, f.now.Unix()+900, runPid, f.now.Unix(), run.id
			event(f.now, run.id, "heartbeat", nil)
			f.add(hermesRuns, run.begun, run.id, id, t.worker, "running", lock, expires, pid, beat, run.begun.Unix(), nil, nil, nil, nil, nil)
			continue
		}
		event(run.begun.Add(run.ended.Sub(run.begun)/2), run.id, "heartbeat", map[string]any{"note": fmt.Sprintf("%d tool calls so far", run.calls/2)})
		outcome := hermesOutcome[run.state]
		switch run.state {
		case done:
			completed = run.ended.Unix()
			event(run.ended, run.id, "completed", map[string]any{"result_len": len(run.text), "summary": line(run.text, 400)})
		case blocked:
			event(run.ended, run.id, "blocked", map[string]any{"reason": t.obstacle, "kind": "needs_input", "recurrences": 0, "source_status": "ready"})
		case failed:
			failures, lastError = 3, run.err
			event(run.ended, 0, "gave_up", map[string]any{
				"failures": 3, "effective_limit": 3, "limit_source": "dispatcher", "error": run.err, "trigger_outcome": "crashed", "retry_status": "ready",
			})
		default:
			event(run.ended, run.id, "crashed", map[string]any{
				"pid": runPid, "claimer": elsewhere, "exit_kind": "nonzero_exit", "exit_code": 1, "retry_status": "ready",
			})
		}
		metadata := encode(map[string]any{
			"changed_files": run.filesWrote, "tool_calls": run.calls, "cost_usd": run.cost, "tokens": map[string]int{"in": run.tokens, "out": run.tokens / 12},
		})
		f.add(hermesRuns, run.begun, run.id, id, t.worker, outcome, nil, nil, nil, run.ended.Unix(), run.begun.Unix(), run.ended.Unix(),
			outcome, null(run.text), metadata, null(run.err))
	}
	recurrences := 0
	var result, kind any
	if t.n%4 == 0 {
		result = null(t.result()) // most workers leave it to the summary of the run
	}
	if t.state == blocked {
		kind, recurrences = "needs_input", 1
	}
	if t.state == cancelled {
		event(t.last().ended.Add(time.Hour), 0, "archived", nil)
	}
	f.add(hermesTasks, t.created, id, t.title, t.body, t.worker, hermesStatus[t.state], t.priority, t.created.Unix(), started, completed,
		lock, expires, result, failures, pid, lastError, beat, current, kind, recurrences)
	if t.parent != 0 {
		f.add(hermesLinks, t.created, fmt.Sprintf("t_%08x", t.parent), id)
	}
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps of plain values can be encoded
	}
	return string(b)
}
