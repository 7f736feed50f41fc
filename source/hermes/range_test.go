package hermes

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"notdone/source/sourcetest"
)

// drawCard inserts a task with a history of any kind, as no Hermes may have left it.
func drawCard(r *rapid.T, exec func(query string, args ...any), id string) {
	// Small numbers come more often.
	chance := func(name string, percent int) bool { return rapid.IntRange(0, 99).Draw(r, name) >= 100-percent }
	pick := func(name string, from ...any) any { return rapid.SampledFrom(from).Draw(r, name) }
	text := func(name string) any {
		return pick(name, nil, "", "Listed all 14 parts.", "I could not open the ledger: permission denied.", "I will now start.",
			"Handed to t_0000000a, see t_deadbeef.", approvedBare)
	}
	second := func(name string) any {
		if chance(name+" unknown", 7) {
			return nil
		}
		return ago(0) - int64(rapid.IntRange(-5, 60).Draw(r, name))*977*60
	}
	must := func(v any) any {
		if v == nil {
			return 5
		}
		return v
	}
	status := stDone
	if chance("another status", 12) {
		status = rapid.SampledFrom([]string{stTriage, stTodo, stReady, stRunning, stBlocked, stReview, stArchived, "odd"}).Draw(r, "status")
	}
	exec(`INSERT INTO tasks (id, title, body, assignee, status, priority, created_by, created_at, started_at, completed_at, result,
		claim_lock, worker_pid, consecutive_failures, last_failure_error, current_run_id, max_retries, block_kind)
		VALUES (?, 'Part', ?, ?, ?, ?, 'ann', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, text("body"), pick("assignee", nil, "default"), status, pick("priority", 0, 2), must(second("created")), second("started"),
		second("completed"), text("result"), pick("lock", nil, nil, "here:7"), pick("pid", nil, nil, 99), pick("failures", 0, 0, 2),
		text("last error"), pick("current run", nil, nil, 1), pick("retries", nil, 3), pick("block kind", nil, "needs_input"))
	for range rapid.SampledFrom([]int{1, 1, 1, 1, 1, 1, 1, 0, 2, 5}).Draw(r, "runs") {
		start := must(second("start"))
		end := second("end")
		if chance("at once", 15) {
			end = start
		}
		exec(`INSERT INTO task_runs (task_id, profile, status, worker_pid, started_at, ended_at, outcome, summary, metadata, error)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, id, pick("profile", nil, "default"), pick("run status", "done", "running"), pick("run pid", nil, 99),
			start, end, pick("outcome", outCompleted, outCompleted, nil, outBlocked, outCrashed, outGaveUp, outReviewRequested),
			text("summary"), pick("metadata", nil, `{"changed_files": ["a"]}`, `{"exit_code": 1}`, `{"trigger_outcome": "timed_out"`), text("error"))
	}
	begun := ago(0) - 600 // newer than most runs
	event := func(kind string, at int64) {
		exec(`INSERT INTO task_events (task_id, run_id, kind, payload, created_at) VALUES (?, ?, ?, ?, ?)`, id, pick("run", nil, 1, 2), kind,
			pick("payload", nil, `{"reason": "the list is locked"}`, `{"phantom_refs": ["t_deadbeef"], "summary": "Listed."}`, `{"phantom_cards": ["t_0"]}`, "{"), at)
	}
	names := append(slices.Sorted(maps.Keys(kinds)), "never heard of", "ready", "priority")
	odd := func() {
		event(rapid.SampledFrom(names).Draw(r, "kind"), begun+int64(rapid.IntRange(-1, 9).Draw(r, "at"))*60)
	}
	if chance("many events", 4) {
		for range 80 {
			odd()
		}
	}
	for i, kind := range []string{evCreated, evClaimed, "spawned", "heartbeat", evCompleted, evCommented} {
		for chance("an odd event", 8) {
			odd()
		}
		if !chance("lacks "+kind, 6) && (kind != evCommented || chance("is commented", 20)) {
			event(kind, begun+int64(i)*60)
		}
	}
	for chance("an odd event at the end", 15) {
		odd()
	}
}

// TestListIsAsGet: what a listing leaves out of plain histories changes no verdict.
func TestListIsAsGet(t *testing.T) {
	layouts := []layout{present, phaseless, untyped}
	dir, brief, all := t.TempDir(), 0, 0
	rapid.Check(t, func(r *rapid.T) {
		path := filepath.Join(dir, dbName)
		must(t, os.RemoveAll(path))
		l := layouts[0]
		if older := rapid.IntRange(0, 9).Draw(r, "layout"); older > 7 {
			l = layouts[older-7]
		}
		if l.name == untyped.name {
			l.schema += "; ALTER TABLE tasks ADD COLUMN block_kind TEXT"
		}
		fixture(t, path, l, "delete")
		db, err := sql.Open("sqlite", path+"?_pragma=synchronous(0)")
		must(t, err)
		defer func() { must(t, db.Close()) }()
		exec := func(query string, args ...any) {
			if _, err := db.ExecContext(context.Background(), query, args...); err != nil {
				r.Fatalf("%s: %v", query, err)
			}
		}
		if rapid.IntRange(0, 4).Draw(r, "indexes") == 4 {
			for _, name := range []string{"idx_events_task", "idx_runs_task", "idx_links_child", "idx_tasks_status"} {
				exec("DROP INDEX " + name)
			}
		}
		n := rapid.IntRange(1, 10).Draw(r, "tasks")
		for i := range n {
			drawCard(r, exec, fmt.Sprintf("t_%08x", i))
		}
		for range rapid.SampledFrom([]int{0, 0, 1, 4}).Draw(r, "links") {
			end := func(name string) string { return fmt.Sprintf("t_%08x", rapid.IntRange(0, n).Draw(r, name)) }
			exec(`INSERT OR IGNORE INTO task_links VALUES (?, ?)`, end("parent"), end("child"))
		}
		s := openFixture(t, path)
		brief, all = brief+sourcetest.CompareWithGet(t, Adapter(), s, noon), all+n
		must(t, s.Close())
		if t.Failed() {
			r.FailNow()
		}
	})
	if brief < all/10 {
		t.Errorf("%d of %d tasks were plain: the others prove nothing", brief, all)
	}
}
