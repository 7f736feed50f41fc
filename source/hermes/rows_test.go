package hermes

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// TestRows tells, row by row, what each action writes where the dumps of
// Hermes' own commands have no example, and what an undo adds.
func TestRows(t *testing.T) {
	at, now := "created_at: 1773489600", "1773489600"
	cases := []struct {
		name   string
		req    source.Request
		rows   string
		undone string // empty: it is not undone
		before []string
	}{
		{
			name: "a block that began in review goes back to review",
			req:  source.Request{Task: "t_reviewed", Action: model.ActionUnblock},
			rows: `tasks t_reviewed status: blocked -> review
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; payload: {"status": "review", "resume_status": "review"}; task_id: t_reviewed`,
			undone: `tasks t_reviewed status: review -> blocked
			+ task_events 18 ` + at + `; id: 18; kind: blocked; payload: {"reason": "which colour?", "kind": null, "recurrences": 1, "source_status": "review"}; task_id: t_reviewed`,
		},
		{
			name: "an answer is a comment, and counts letters",
			req:  source.Request{Task: "t_held", Action: model.ActionUnblock, Answer: " Straße \"7\"\n"},
			rows: `tasks t_held status: blocked -> todo
			+ task_events 17 ` + at + `; id: 17; kind: commented; payload: {"author": "alice", "len": 19}; task_id: t_held
			+ task_events 18 ` + at + `; id: 18; kind: unblocked; payload: {"status": "todo", "resume_status": "ready"}; task_id: t_held
			+ task_comments 1 author: alice; body: UNBLOCK: Straße "7"; ` + at + `; id: 1; task_id: t_held`,
			undone: `tasks t_held status: todo -> blocked
			+ task_events 19 ` + at + `; id: 19; kind: blocked; payload: {"reason": null, "kind": null, "recurrences": 0, "source_status": "ready"}; task_id: t_held`,
		},
		{
			name: "what gave up is held by its count again",
			req:  source.Request{Task: "t_budget", Action: model.ActionRequeue},
			rows: `tasks t_budget consecutive_failures: 2 -> 0; last_failure_error: out of turns -> <nil>; status: blocked -> ready
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; task_id: t_budget`,
			undone: `tasks t_budget consecutive_failures: 0 -> 2; last_failure_error: <nil> -> out of turns; status: ready -> blocked
			+ task_events 18 ` + at + `; id: 18; kind: gave_up; payload: {"failures": 2, "error": "out of turns", "retry_status": "ready"}; task_id: t_budget`,
		},
		{
			name: "what gave up and was not held is held by a block",
			req:  source.Request{Task: "t_once", Action: model.ActionUnblock},
			rows: `tasks t_once consecutive_failures: 1 -> 0; last_failure_error: left -> <nil>; status: blocked -> review
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; payload: {"status": "review", "resume_status": "review"}; task_id: t_once`,
			undone: `tasks t_once consecutive_failures: 0 -> 1; last_failure_error: <nil> -> left; status: review -> blocked
			+ task_events 18 ` + at + `; id: 18; kind: blocked; payload: {"reason": "left", "kind": null, "recurrences": 0, "source_status": "review"}; task_id: t_once
			+ task_events 19 ` + at + `; id: 19; kind: gave_up; payload: {"failures": 1, "error": "left", "retry_status": "review"}; task_id: t_once`,
		},
		{
			name: "out of triage to wait for a parent",
			req:  source.Request{Task: "t_ring", Action: model.ActionUnblock},
			rows: `tasks t_ring status: triage -> todo
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "todo", "requested_status": "todo"}; task_id: t_ring`,
			undone: `tasks t_ring status: todo -> triage
			+ task_events 18 ` + at + `; id: 18; kind: block_loop_detected; payload: {"reason": "why"}; task_id: t_ring`,
		},
		{
			name: "what was parked",
			req:  source.Request{Task: "t_parked", Action: model.ActionUnblock},
			rows: `tasks t_parked status: scheduled -> ready
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; task_id: t_parked`,
			undone: `tasks t_parked status: ready -> scheduled
			+ task_events 18 ` + at + `; id: 18; kind: scheduled; payload: {"reason": "until Friday"}; task_id: t_parked`,
		},
		{
			name: "what was built on it goes back with it",
			req:  source.Request{Task: "t_base", Action: model.ActionRequeue},
			rows: `tasks t_base status: done -> ready
			tasks t_built completed_at: 1773486000 -> <nil>; consecutive_failures: 1 -> 0; status: done -> todo
			tasks t_more status: ready -> todo
			tasks t_checked status: review -> todo
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_base
			` + retracted("18", "19", "t_built", "done", "ready") + retracted("20", "21", "t_checked", "review", "review") + retracted("22", "23", "t_more", "ready", "ready") +
				invalidated("1", "t_built", "done", "ready") + "\n" + invalidated("2", "t_checked", "review", "review") + "\n" + invalidated("3", "t_more", "ready", "ready"),
			undone: `tasks t_base status: ready -> done
			tasks t_built completed_at: <nil> -> 1773486000; consecutive_failures: 0 -> 1; status: todo -> done
			tasks t_more status: todo -> ready
			tasks t_checked status: todo -> review
			+ task_events 24 ` + at + `; id: 24; kind: status; payload: {"status": "done", "requested_status": "done"}; task_id: t_base
			+ task_events 25 ` + at + `; id: 25; kind: status; payload: {"status": "done", "requested_status": "done"}; task_id: t_built
			+ task_events 26 ` + at + `; id: 26; kind: status; payload: {"status": "review", "requested_status": "review", "resume_status": "review"}; task_id: t_checked
			+ task_events 27 ` + at + `; id: 27; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_more`,
		},
		{
			name: "a dependent whose worker is gone loses its run",
			req:  source.Request{Task: "t_above", Action: model.ActionRequeue},
			rows: `tasks t_above status: done -> ready
			tasks t_lost claim_expires: 1773493200 -> <nil>; claim_lock: here:7 -> <nil>; current_run_id: 4 -> <nil>; status: running -> todo; worker_pid: 99 -> <nil>
			task_runs 4 claim_expires: 9 -> <nil>; claim_lock: here:7 -> <nil>; ended_at: <nil> -> ` + now + `; outcome: <nil> -> reclaimed; status: running -> todo; summary: <nil> -> ancestor t_above reopened; worker_pid: 99 -> <nil>
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_above
			+ task_events 18 ` + at + `; id: 18; kind: descendant_invalidated; payload: {"ancestor": "t_above", "prior_status": "running", "new_status": "todo", "resume_status": "ready"}; run_id: 4; task_id: t_lost
			+ task_events 19 ` + at + `; id: 19; kind: status; payload: {"status": "todo", "reason": "ancestor_reopened", "parent": "t_above", "previous_status": "running", "resume_status": "ready"}; run_id: 4; task_id: t_lost
			+ task_comments 1 author: alice; body: Invalidated: ancestor t_above was reopened; retracted from 'running' to 'todo' (will resume via 'ready').; ` + at + `; id: 1; task_id: t_lost`,
		},
		{
			name: "a done task is blocked with what the agent met",
			req:  source.Request{Task: "t_done", Action: model.ActionBlock, Obstacle: model.Obstacle{Kind: model.KindAccess, Text: "no access to\nthe vault"}},
			rows: `tasks t_done block_kind: <nil> -> capability; block_recurrences: 0 -> 1; status: done -> blocked
			+ task_runs 18 ended_at: ` + now + `; id: 18; outcome: blocked; profile: default; started_at: ` + now + `; status: blocked; summary: no access to the vault; task_id: t_done
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_done
			+ task_events 18 ` + at + `; id: 18; kind: commented; payload: {"author": "alice", "len": 31}; task_id: t_done
			+ task_events 19 ` + at + `; id: 19; kind: blocked; payload: {"reason": "no access to the vault", "kind": "capability", "recurrences": 1, "source_status": "ready"}; run_id: 18; task_id: t_done
			+ task_comments 1 author: alice; body: BLOCKED: no access to the vault; ` + at + `; id: 1; task_id: t_done`,
			undone: `tasks t_done block_kind: capability -> <nil>; block_recurrences: 1 -> 0; status: blocked -> done
			+ task_events 20 ` + at + `; id: 20; kind: unblocked; task_id: t_done
			+ task_events 21 ` + at + `; id: 21; kind: status; payload: {"status": "done", "requested_status": "done"}; task_id: t_done`,
		},
		{
			name: "a run that was left open is closed by a block",
			req:  source.Request{Task: "t_forced", Action: model.ActionBlock, Reason: "nobody finished it"},
			rows: `tasks t_forced block_recurrences: 0 -> 1; current_run_id: 2 -> <nil>; status: done -> blocked
			task_runs 2 ended_at: <nil> -> ` + now + `; outcome: <nil> -> blocked; status: running -> blocked; summary: <nil> -> nobody finished it
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_forced
			+ task_events 18 ` + at + `; id: 18; kind: commented; payload: {"author": "alice", "len": 27}; task_id: t_forced
			+ task_events 19 ` + at + `; id: 19; kind: blocked; payload: {"reason": "nobody finished it", "kind": null, "recurrences": 1, "source_status": "ready"}; run_id: 2; task_id: t_forced
			+ task_comments 1 author: alice; body: BLOCKED: nobody finished it; ` + at + `; id: 1; task_id: t_forced`,
			undone: `tasks t_forced block_recurrences: 1 -> 0; status: blocked -> done
			+ task_events 20 ` + at + `; id: 20; kind: unblocked; task_id: t_forced
			+ task_events 21 ` + at + `; id: 21; kind: status; payload: {"status": "done", "requested_status": "done"}; task_id: t_forced`,
		},
		{
			name: "a review that died goes back to review",
			req:  source.Request{Task: "t_second", Action: model.ActionReclaim},
			rows: `tasks t_second claim_expires: 1773493200 -> <nil>; claim_lock: here:7 -> <nil>; current_run_id: 17 -> <nil>; status: running -> review; worker_pid: 99 -> <nil>
			task_runs 17 claim_expires: 9 -> <nil>; claim_lock: here:7 -> <nil>; ended_at: <nil> -> ` + now + `; error: <nil> -> manual_reclaim lock=here:7; metadata: <nil> -> {"prev_pid": 99, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; outcome: <nil> -> reclaimed; status: running -> reclaimed; worker_pid: 99 -> <nil>
			+ task_events 17 ` + at + `; id: 17; kind: reclaimed; payload: {"manual": true, "reason": null, "prev_lock": "here:7", "retry_status": "review", "prev_pid": 99, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; run_id: 17; task_id: t_second`,
		},
		{
			name: "a task that waits is parked without a word",
			req:  source.Request{Task: "t_child", Action: model.ActionHold},
			rows: `tasks t_child status: todo -> scheduled
			+ task_events 17 ` + at + `; id: 17; kind: scheduled; payload: {"reason": null}; task_id: t_child`,
			undone: `tasks t_child status: scheduled -> todo
			+ task_events 18 ` + at + `; id: 18; kind: unblocked; payload: {"status": "todo", "resume_status": "ready"}; task_id: t_child`,
		},
		{
			name: "a requeue with a word to the agent",
			req:  source.Request{Task: "t_away", Action: model.ActionRequeue, Answer: "again, please"},
			rows: `tasks t_away status: archived -> ready
			+ task_events 17 ` + at + `; id: 17; kind: commented; payload: {"author": "alice", "len": 13}; task_id: t_away
			+ task_events 18 ` + at + `; id: 18; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_away
			+ task_comments 1 author: alice; body: again, please; ` + at + `; id: 1; task_id: t_away`,
			undone: `tasks t_away status: ready -> archived
			+ task_events 19 ` + at + `; id: 19; kind: archived; task_id: t_away`,
		},
		{
			name: "a run that was left open is closed", req: source.Request{Task: "t_dangling", Action: model.ActionUnblock},
			rows: `tasks t_dangling current_run_id: 1 -> <nil>; status: blocked -> ready
			task_runs 1 claim_expires: 5 -> <nil>; claim_lock: here:7 -> <nil>; ended_at: <nil> -> ` + now + `; outcome: <nil> -> reclaimed; status: running -> reclaimed; summary: <nil> -> invariant recovery on unblock; worker_pid: 99 -> <nil>
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; task_id: t_dangling`,
			undone: `tasks t_dangling status: ready -> blocked
			+ task_events 18 ` + at + `; id: 18; kind: blocked; payload: {"reason": "no key", "kind": null, "recurrences": 0, "source_status": "ready"}; task_id: t_dangling`,
		},
		{
			name: "a run that was left open keeps what it said", req: source.Request{Task: "t_dangling", Action: model.ActionUnblock},
			before: []string{"UPDATE task_runs SET summary = 'half of it' WHERE id = 1"},
			rows: `tasks t_dangling current_run_id: 1 -> <nil>; status: blocked -> ready
			task_runs 1 claim_expires: 5 -> <nil>; claim_lock: here:7 -> <nil>; ended_at: <nil> -> ` + now + `; outcome: <nil> -> reclaimed; status: running -> reclaimed; worker_pid: 99 -> <nil>
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; task_id: t_dangling`,
		},
		{
			name: "what is left of a claim is cleared", req: source.Request{Task: "t_leaked", Action: model.ActionRequeue},
			rows: `tasks t_leaked claim_expires: 5 -> <nil>; claim_lock: here:7 -> <nil>; status: done -> ready; worker_pid: 99 -> <nil>
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_leaked`,
			undone: `tasks t_leaked status: ready -> done
			+ task_events 18 ` + at + `; id: 18; kind: status; payload: {"status": "done", "requested_status": "done"}; task_id: t_leaked`,
		},
		{
			name: "a task that depends on itself is not its own dependent", req: source.Request{Task: "t_self", Action: model.ActionRequeue},
			before: []string{card("t_self", stDone), card("t_round", stDone), link("t_self", "t_round"), link("t_round", "t_self")},
			rows: `tasks t_self status: done -> ready
			tasks t_round status: done -> todo
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_self
			+ task_events 18 ` + at + `; id: 18; kind: descendant_invalidated; payload: {"ancestor": "t_self", "prior_status": "done", "new_status": "todo", "resume_status": "ready"}; task_id: t_round
			+ task_events 19 ` + at + `; id: 19; kind: status; payload: {"status": "todo", "reason": "ancestor_reopened", "parent": "t_self", "previous_status": "done", "resume_status": "ready"}; task_id: t_round
			+ task_comments 1 author: alice; body: Invalidated: ancestor t_self was reopened; retracted from 'done' to 'todo' (will resume via 'ready').; ` + at + `; id: 1; task_id: t_round`,
		},
		{
			name: "a heartbeat that an earlier run sent is no sign of life", req: source.Request{Task: "t_inherits", Action: model.ActionReclaim, Reason: "stuck"},
			rows: `tasks t_inherits status: running -> ready
			+ task_events 17 ` + at + `; id: 17; kind: reclaimed; payload: {"manual": true, "reason": "stuck", "prev_lock": null, "retry_status": "ready", "prev_pid": null, "host_local": false, "termination_attempted": false, "terminated": false, "sigkill": false}; task_id: t_inherits`,
		},
		{
			name: "a claim that ran out before a worker was started", req: source.Request{Task: "t_starting", Action: model.ActionReclaim},
			before: []string{"UPDATE tasks SET claim_expires = 5 WHERE id = 't_starting'"},
			rows: `tasks t_starting claim_expires: 5 -> <nil>; claim_lock: here:1 -> <nil>; current_run_id: 15 -> <nil>; status: running -> ready
			task_runs 15 claim_expires: 9 -> <nil>; claim_lock: here:1 -> <nil>; ended_at: <nil> -> ` + now + `; error: <nil> -> manual_reclaim lock=here:1; metadata: <nil> -> {"prev_pid": null, "host_local": false, "termination_attempted": false, "terminated": false, "sigkill": false}; outcome: <nil> -> reclaimed; status: running -> reclaimed
			+ task_events 17 ` + at + `; id: 17; kind: reclaimed; payload: {"manual": true, "reason": null, "prev_lock": "here:1", "retry_status": "ready", "prev_pid": null, "host_local": false, "termination_attempted": false, "terminated": false, "sigkill": false}; run_id: 15; task_id: t_starting`,
		},
		{
			name: "a reclaim forgets failures", req: source.Request{Task: "t_left", Action: model.ActionReclaim},
			before: []string{"UPDATE tasks SET consecutive_failures = 1, last_failure_error = 'boom' WHERE id = 't_left'", "UPDATE task_runs SET ended_at = 9 WHERE id = 16"},
			rows: `tasks t_left claim_expires: 1773493200 -> <nil>; claim_lock: here:97 -> <nil>; consecutive_failures: 1 -> 0; current_run_id: 16 -> <nil>; last_failure_error: boom -> <nil>; status: running -> ready
			+ task_events 17 ` + at + `; id: 17; kind: reclaimed; payload: {"manual": true, "reason": null, "prev_lock": "here:97", "retry_status": "ready", "prev_pid": null, "host_local": false, "termination_attempted": false, "terminated": false, "sigkill": false}; run_id: 16; task_id: t_left`,
		},
		{
			name: "a hold clears what is left of a claim", req: source.Request{Task: "t_ready", Action: model.ActionHold},
			before: []string{"UPDATE tasks SET claim_expires = 5, worker_pid = 4 WHERE id = 't_ready'"},
			rows: `tasks t_ready claim_expires: 5 -> <nil>; status: ready -> scheduled; worker_pid: 4 -> <nil>
			+ task_events 17 ` + at + `; id: 17; kind: scheduled; payload: {"reason": null}; task_id: t_ready`,
		},
		{
			name: "another kind of block begins to count anew",
			req:  source.Request{Task: "t_again", Action: model.ActionBlock, Obstacle: model.Obstacle{Kind: model.KindTool}},
			rows: `tasks t_again block_kind: needs_input -> capability; status: ready -> blocked
			+ task_events 17 ` + at + `; id: 17; kind: blocked; payload: {"reason": null, "kind": "capability", "recurrences": 1, "source_status": "ready"}; task_id: t_again`,
			undone: `tasks t_again block_kind: capability -> needs_input; status: blocked -> ready
			+ task_events 18 ` + at + `; id: 18; kind: unblocked; task_id: t_again`,
		},
		{
			name: "a review that died is blocked as one", req: source.Request{Task: "t_second", Action: model.ActionBlock},
			rows: `tasks t_second block_recurrences: 0 -> 1; claim_expires: 1773493200 -> <nil>; claim_lock: here:7 -> <nil>; current_run_id: 17 -> <nil>; status: running -> blocked; worker_pid: 99 -> <nil>
			task_runs 17 claim_expires: 9 -> <nil>; claim_lock: here:7 -> <nil>; ended_at: <nil> -> ` + now + `; outcome: <nil> -> blocked; status: running -> blocked; worker_pid: 99 -> <nil>
			+ task_events 17 ` + at + `; id: 17; kind: blocked; payload: {"reason": null, "kind": null, "recurrences": 1, "source_status": "review"}; run_id: 17; task_id: t_second`,
		},
		{
			name: "what gave up under the old name", req: source.Request{Task: "t_old", Action: model.ActionUnblock},
			rows: `tasks t_old consecutive_failures: 2 -> 0; status: blocked -> ready
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; task_id: t_old`,
			undone: `tasks t_old consecutive_failures: 0 -> 2; status: ready -> blocked
			+ task_events 18 ` + at + `; id: 18; kind: gave_up; payload: {"error": "no profile"}; task_id: t_old`,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := fixture(t, tempBoard(t), present, "wal", append(situations(), c.before...)...)
			r := actOn(t, path, boardNow, "here", gone.alive)
			before := dump(t, path)
			c.req.Actor = "alice"
			rec := act(t, r, c.req)
			after := dump(t, path)
			if diff := cmp.Diff(lines(c.rows), difference(before, after)); diff != "" {
				t.Errorf("the action (-want +got):\n%s", diff)
			}
			if c.undone == "" {
				return
			}
			undo(t, r, rec)
			if diff := cmp.Diff(lines(c.undone), difference(after, dump(t, path))); diff != "" {
				t.Errorf("the undo (-want +got):\n%s", diff)
			}
		})
	}
}

// retracted are the events of a dependent that is sent back.
func retracted(first, second, id, was, resume string) string {
	return `+ task_events ` + first + ` created_at: 1773489600; id: ` + first + `; kind: descendant_invalidated; payload: {"ancestor": "t_base", "prior_status": "` +
		was + `", "new_status": "todo", "resume_status": "` + resume + `"}; task_id: ` + id + "\n" +
		`+ task_events ` + second + ` created_at: 1773489600; id: ` + second + `; kind: status; payload: {"status": "todo", "reason": "ancestor_reopened", "parent": "t_base", "previous_status": "` +
		was + `", "resume_status": "` + resume + `"}; task_id: ` + id + "\n"
}

func invalidated(comment, id, was, resume string) string {
	return `+ task_comments ` + comment + ` author: alice; body: Invalidated: ancestor t_base was reopened; retracted from '` + was + `' to 'todo' (will resume via '` +
		resume + `').; created_at: 1773489600; id: ` + comment + `; task_id: ` + id
}

func lines(text string) []string {
	var all []string
	for _, line := range strings.Split(text, "\n") {
		all = append(all, strings.TrimSpace(line))
	}
	return all
}
