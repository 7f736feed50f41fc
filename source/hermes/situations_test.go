package hermes

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A board on which every kind of task stands once. Its host is "here"; of its
// workers only pid 1 is alive.

// card writes a task with the given columns, each as SQL.
func card(id, status string, columns ...string) string {
	names, values := "id, title, assignee, status, created_at", fmt.Sprintf("'%s', 'Do %s', 'default', '%s', %d", id, id, status, ago(9*time.Hour))
	for _, c := range columns {
		name, value, _ := strings.Cut(c, "=")
		names, values = names+", "+name, values+", "+value
	}
	return "INSERT INTO tasks (" + names + ") VALUES (" + values + ")"
}

func openRun(id int, task, columns string) string {
	return fmt.Sprintf(`INSERT INTO task_runs (id, task_id, profile, status, started_at, claim_lock, claim_expires, worker_pid)
		VALUES (%d, '%s', 'default', 'running', %d, %s)`, id, task, ago(2*time.Hour), columns)
}

func link(parent, child string) string {
	return fmt.Sprintf("INSERT INTO task_links VALUES ('%s', '%s')", parent, child)
}

// claim is the columns of a claim of a worker that holds a task under a run.
func claim(lock, pid string, run int) []string {
	return []string{
		"claim_lock='" + lock + "'", fmt.Sprintf("claim_expires=%d", ago(-time.Hour)), "worker_pid=" + pid, fmt.Sprintf("current_run_id=%d", run),
		fmt.Sprintf("started_at=%d", ago(2*time.Hour)),
	}
}

// situations are the statements that make the board.
func situations() []string {
	return slices.Concat(blockedCards(), finishedCards(), runningCards(), []string{
		card("t_ready", stReady), card("t_again", stReady, "block_kind='needs_input'", "block_recurrences=1"),
		card("t_taken", stReady, "claim_lock='here:7'", "worker_pid=99"),
		card("t_new", stTriage), card("t_odd", "paused"), card("t_look", stReview),
		card("t_child", stTodo), link("t_input", "t_child"),
		card("t_free", stTodo),
		card("t_parked", stScheduled), event("t_parked", evScheduled, `{"reason": "until Friday"}`),
		"UPDATE sqlite_sequence SET seq = 16 WHERE name = 'task_events'", // the first new event is 17
	})
}

func blockedCards() []string {
	return []string{
		card("t_input", stBlocked, "block_kind='needs_input'", "block_recurrences=1"),
		event("t_input", evBlocked, `{"reason": "which shelf?", "kind": "needs_input", "recurrences": 1, "source_status": "ready"}`),
		card("t_reviewed", stBlocked, "block_recurrences=1"),
		event("t_reviewed", evBlocked, `{"reason": "which colour?", "kind": null, "recurrences": 1, "source_status": "review"}`),
		card("t_held", stBlocked), event("t_held", evBlocked, `{"reason": null}`), link("t_input", "t_held"),
		card("t_budget", stBlocked, "consecutive_failures=2", "last_failure_error='out of turns'"),
		event("t_budget", evGaveUp, `{"failures": 2, "error": "out of turns", "retry_status": "ready"}`),
		card("t_once", stBlocked, "consecutive_failures=1", "last_failure_error='left'"),
		event("t_once", evGaveUp, `{"failures": 1, "error": "left", "retry_status": "review"}`),
		card("t_patient", stBlocked, "consecutive_failures=2", "max_retries=9"), event("t_patient", evGaveUp, `{"failures": 2}`),
		card("t_old", stBlocked, "consecutive_failures=2"), event("t_old", "spawn_auto_blocked", `{"error": "no profile"}`),
		card("t_born", stBlocked),
		card("t_dangling", stBlocked, "current_run_id=1"), event("t_dangling", evBlocked, `{"reason": "no key"}`), openRun(1, "t_dangling", "'here:7', 5, 99"),
		card("t_loop", stTriage, "block_kind='needs_input'", "block_recurrences=2"),
		event("t_loop", evBlockLoop, `{"reason": "which shelf?", "kind": "needs_input", "recurrences": 2, "limit": 2, "source_status": "ready"}`),
		card("t_ring", stTriage, "block_recurrences=2"), event("t_ring", evBlockLoop, `{"reason": "why"}`), link("t_input", "t_ring"),
	}
}

func finishedCards() []string {
	completed := fmt.Sprintf("completed_at=%d", ago(time.Hour))
	return []string{
		card("t_done", stDone, completed, "result='I was unable to complete this task: I have no access to the vault.'"),
		event("t_done", evCompleted, `{"result_len": 65, "summary": null}`),
		card("t_forced", stDone, "current_run_id=2"), openRun(2, "t_forced", "NULL, NULL, NULL"),
		card("t_away", stArchived, completed, "result='ok'"), event("t_away", evArchived, ""),
		card("t_base", stDone, completed), card("t_built", stDone, completed, "consecutive_failures=1"), card("t_more", stReady),
		card("t_checked", stReview), card("t_waits", stTodo),
		link("t_base", "t_built"), link("t_built", "t_more"), link("t_base", "t_checked"), link("t_more", "t_waits"),
		card("t_leaked", stDone, "claim_lock='here:7'", "claim_expires=5", "worker_pid=99"),
		card("t_guarded", stDone, "claim_lock='here:7'", "worker_pid=1"),
		card("t_late", stDone, completed), link("t_child", "t_late"),
		card("t_under", stDone, completed), card("t_live", stRunning, claim("here:7", "1", 3)...), openRun(3, "t_live", "'here:7', 9, 1"), link("t_under", "t_live"),
		card("t_above", stDone, completed), card("t_lost", stRunning, claim("here:7", "99", 4)...), openRun(4, "t_lost", "'here:7', 9, 99"), link("t_above", "t_lost"),
	}
}

func runningCards() []string {
	return []string{
		card("t_alive", stRunning, claim("here:7", "1", 11)...), openRun(11, "t_alive", "'here:7', 9, 1"),
		card("t_dead", stRunning, append(claim("here:7", "99", 12), "consecutive_failures=1", "last_failure_error='boom'")...), openRun(12, "t_dead", "'here:7', 9, 99"),
		card("t_there", stRunning, claim("there:7", "99", 13)...), openRun(13, "t_there", "'there:7', 9, 99"),
		card("t_orphan", stRunning, "current_run_id=14"), openRun(14, "t_orphan", "'here:7', 9, 98"),
		card("t_nobody", stRunning),
		card("t_starting", stRunning, claim("here:1", "NULL", 15)...), openRun(15, "t_starting", "'here:1', 9, NULL"),
		card("t_left", stRunning, claim("here:97", "NULL", 16)...), openRun(16, "t_left", "'here:97', 9, NULL"),
		card("t_second", stRunning, claim("here:7", "99", 17)...), openRun(17, "t_second", "'here:7', 9, 99"),
		"INSERT INTO task_events (task_id, run_id, kind, payload, created_at) VALUES ('t_second', 17, 'claimed', '{\"source_status\": \"review\"}', 5)",
		card("t_inherits", stRunning, fmt.Sprintf("started_at=%d", ago(time.Minute)), fmt.Sprintf("last_heartbeat_at=%d", ago(2*time.Minute))),
		card("t_heard", stRunning, fmt.Sprintf("last_heartbeat_at=%d", ago(time.Minute))),
	}
}

// gone are the workers of situations that are gone.
var gone = dead{99: true, 98: true, 97: true, 7: true}
