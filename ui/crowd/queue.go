package crowd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"notdone/source/queue/client"
)

// ownQueue is a queue file of notdone's own. Its triggers are away while it is written:
// they would date everything now.
var ownQueue = system{
	statuses: &queueState, count: "SELECT state, count(*) FROM tasks GROUP BY state", unit: time.Millisecond,
	renew: `UPDATE tasks SET heartbeat_at = ?1, lease_expires_at = ?2 WHERE state = 'active';
		UPDATE tasks SET created_at = ?1, updated_at = ?1 WHERE state = 'queued'`,
	rows: queueRows, files: func(path string, tasks int) []*file {
		f := &file{path: path, tasks: tasks, tables: []string{
			`INSERT INTO tasks (id, title, body, state, obstacle, obstacle_kind, result, outcome, priority, attempts, created_at, run_at,
			claimed_by, claimed_at, heartbeat_at, lease_expires_at, finished_at, updated_at, cost_usd, tokens)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			`INSERT INTO runs (id, task_id, attempt, worker, started_at, ended_at, outcome, output, error, tool_calls, files_changed, cost_usd, tokens)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			`INSERT INTO events (task_id, run_id, kind, from_state, to_state, note, actor, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			`INSERT INTO links (parent_id, child_id) VALUES (?, ?)`,
		}}
		f.make = makeQueue
		return []*file{f}
	},
}

const (
	queueTasks = iota
	queueRuns
	queueEvents
	queueLinks
)

func makeQueue(f *file) error {
	ctx := context.Background()
	if err := client.Init(ctx, f.path); err != nil {
		return err
	}
	db, err := Open(f.path)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(ctx, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	drop := ""
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return err
		}
		drop += "DROP TRIGGER " + name + ";"
		f.after += text + ";\n"
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if drop == "" {
		return errors.New("the file has no triggers: it is not the one that this is meant for")
	}
	_, err = db.ExecContext(ctx, drop)
	return err
}

// Words of a queue file for the states, of tasks and of runs that ended.
var (
	queueState = [...]string{
		done: "done", blocked: "blocked", failed: "failed", cancelled: "cancelled", falseDone: "done",
		active: "active", waiting: "queued", scheduled: "scheduled",
	}
	queueOutcome = [...]string{done: "done", blocked: "blocked", failed: "failed", cancelled: "crashed"}
	queueEnd     = [...]string{done: "finished", blocked: "blocked", failed: "failed", cancelled: "requeued"}
	queueKinds   = map[string]bool{
		"permission": true, "access": true, "credentials": true, "missing-input": true, "decision": true, "dependency": true,
		"rate-limit": true, "budget": true, "tool": true, "environment": true, "network": true, "policy": true, "unknown": true,
	}
)

func queueRows(f *file, t *task) {
	id := fmt.Sprintf("task-%08x", t.id)
	event := func(at time.Time, run int64, kind string, from, to any, note, actor string) {
		f.add(queueEvents, at, id, null(run), kind, from, to, null(note), actor, at.UnixMilli())
	}
	born := "queued"
	if t.state == scheduled {
		born = "scheduled"
	}
	event(t.created, 0, "created", nil, born, "", "mira")
	updated := t.created
	var by, claimed, beat, lease, finished any
	var cost float64
	tokens := 0
	for i := range t.tries {
		run := &t.tries[i]
		event(run.begun, 0, "claimed", "queued", "active", "", t.worker)
		cost += run.cost
		tokens += run.tokens
		if run.ended.IsZero() {
			by, claimed, beat, lease = t.worker, run.begun.UnixMilli(), f.now.UnixMilli(), f.now.UnixMilli()+900_000
			updated = f.now
			event(f.now, run.id, "commented", nil, nil, "working", t.worker)
			f.add(queueRuns, run.begun, run.id, id, i+1, t.worker, run.begun.UnixMilli(), nil, nil, nil, nil, run.calls, nil, nil, nil)
			continue
		}
		took := run.ended.Sub(run.begun)
		event(run.begun.Add(took/4), run.id, "commented", nil, nil, fmt.Sprintf("read %d files", run.calls*3), t.worker)
		event(run.begun.Add(took/2), run.id, "commented", nil, nil, fmt.Sprintf("changed %d files, checking", run.filesWrote), t.worker)
		to := queueState[run.state]
		if run.state == cancelled && i < len(t.tries)-1 {
			to = "queued"
		} else {
			finished = run.ended.UnixMilli()
		}
		kind := queueEnd[run.state]
		if to == "cancelled" {
			kind = "cancelled"
		}
		event(run.ended, run.id, kind, "active", to, "", t.worker)
		updated = run.ended
		f.add(queueRuns, run.begun, run.id, id, i+1, t.worker, run.begun.UnixMilli(), run.ended.UnixMilli(), queueOutcome[run.state],
			null(run.text), null(run.err), run.calls, run.filesWrote, run.cost, run.tokens)
	}
	var obstacle, kind, outcome, due any
	if t.state == blocked {
		obstacle, kind, finished = t.obstacle, "unknown", nil
		if queueKinds[t.kind] {
			kind = t.kind
		}
	}
	if t.state == done && t.n%3 == 0 {
		outcome = "done"
	}
	if !t.due.IsZero() {
		due = t.due.UnixMilli()
	}
	f.add(queueTasks, t.created, id, t.title, t.body, queueState[t.state], obstacle, kind, null(t.result()), outcome, t.priority, len(t.tries),
		t.created.UnixMilli(), due, by, claimed, beat, lease, finished, updated.UnixMilli(), null(cost), null(tokens))
	if t.parent != 0 {
		f.add(queueLinks, t.created, fmt.Sprintf("task-%08x", t.parent), id)
	}
}
