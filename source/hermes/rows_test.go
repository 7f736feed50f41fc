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
	}{
		{
			"a block that began in review goes back to review",
			source.Request{Task: "t_reviewed", Action: model.ActionUnblock},
			`tasks t_reviewed status: blocked -> review
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; payload: {"status": "review", "resume_status": "review"}; task_id: t_reviewed`,
			`tasks t_reviewed status: review -> blocked
			+ task_events 18 ` + at + `; id: 18; kind: blocked; payload: {"reason": "which colour?", "kind": null, "recurrences": 1, "source_status": "review"}; task_id: t_reviewed`,
		},
		{
			"an answer is a comment, and counts letters",
			source.Request{Task: "t_held", Action: model.ActionUnblock, Answer: " Straße \"7\"\n"},
			`tasks t_held status: blocked -> todo
			+ task_events 17 ` + at + `; id: 17; kind: commented; payload: {"author": "alice", "len": 19}; task_id: t_held
			+ task_events 18 ` + at + `; id: 18; kind: unblocked; payload: {"status": "todo", "resume_status": "ready"}; task_id: t_held
			+ task_comments 1 author: alice; body: UNBLOCK: Straße "7"; ` + at + `; id: 1; task_id: t_held`,
			`tasks t_held status: todo -> blocked
			+ task_events 19 ` + at + `; id: 19; kind: blocked; payload: {"reason": null, "kind": null, "recurrences": 0, "source_status": "ready"}; task_id: t_held`,
		},
		{
			"what gave up is held by its count again",
			source.Request{Task: "t_budget", Action: model.ActionRequeue},
			`tasks t_budget consecutive_failures: 2 -> 0; last_failure_error: out of turns -> <nil>; status: blocked -> ready
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; task_id: t_budget`,
			`tasks t_budget consecutive_failures: 0 -> 2; last_failure_error: <nil> -> out of turns; status: ready -> blocked
			+ task_events 18 ` + at + `; id: 18; kind: gave_up; payload: {"failures": 2, "error": "out of turns", "retry_status": "ready"}; task_id: t_budget`,
		},
		{
			"what gave up and was not held is held by a block",
			source.Request{Task: "t_once", Action: model.ActionUnblock},
			`tasks t_once consecutive_failures: 1 -> 0; last_failure_error: left -> <nil>; status: blocked -> review
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; payload: {"status": "review", "resume_status": "review"}; task_id: t_once`,
			`tasks t_once consecutive_failures: 0 -> 1; last_failure_error: <nil> -> left; status: review -> blocked
			+ task_events 18 ` + at + `; id: 18; kind: blocked; payload: {"reason": "left", "kind": null, "recurrences": 0, "source_status": "review"}; task_id: t_once
			+ task_events 19 ` + at + `; id: 19; kind: gave_up; payload: {"failures": 1, "error": "left", "retry_status": "review"}; task_id: t_once`,
		},
		{
			"out of triage to wait for a parent",
			source.Request{Task: "t_ring", Action: model.ActionUnblock},
			`tasks t_ring status: triage -> todo
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "todo", "requested_status": "todo"}; task_id: t_ring`,
			`tasks t_ring status: todo -> triage
			+ task_events 18 ` + at + `; id: 18; kind: block_loop_detected; payload: {"reason": "why"}; task_id: t_ring`,
		},
		{
			"what was parked",
			source.Request{Task: "t_parked", Action: model.ActionUnblock},
			`tasks t_parked status: scheduled -> ready
			+ task_events 17 ` + at + `; id: 17; kind: unblocked; task_id: t_parked`,
			`tasks t_parked status: ready -> scheduled
			+ task_events 18 ` + at + `; id: 18; kind: scheduled; payload: {"reason": "until Friday"}; task_id: t_parked`,
		},
		{
			"what was built on it goes back with it",
			source.Request{Task: "t_base", Action: model.ActionRequeue},
			`tasks t_base status: done -> ready
			tasks t_built completed_at: 1773486000 -> <nil>; consecutive_failures: 1 -> 0; status: done -> todo
			tasks t_more status: ready -> todo
			tasks t_checked status: review -> todo
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_base
			` + retracted("18", "19", "t_built", "done", "ready") + retracted("20", "21", "t_checked", "review", "review") + retracted("22", "23", "t_more", "ready", "ready") +
				invalidated("1", "t_built", "done", "ready") + "\n" + invalidated("2", "t_checked", "review", "review") + "\n" + invalidated("3", "t_more", "ready", "ready"),
			`tasks t_base status: ready -> done
			tasks t_built completed_at: <nil> -> 1773486000; consecutive_failures: 0 -> 1; status: todo -> done
			tasks t_more status: todo -> ready
			tasks t_checked status: todo -> review
			+ task_events 24 ` + at + `; id: 24; kind: status; payload: {"status": "done", "requested_status": "done"}; task_id: t_base
			+ task_events 25 ` + at + `; id: 25; kind: status; payload: {"status": "done", "requested_status": "done"}; task_id: t_built
			+ task_events 26 ` + at + `; id: 26; kind: status; payload: {"status": "review", "requested_status": "review", "resume_status": "review"}; task_id: t_checked
			+ task_events 27 ` + at + `; id: 27; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_more`,
		},
		{
			"a dependent whose worker is gone loses its run",
			source.Request{Task: "t_above", Action: model.ActionRequeue},
			`tasks t_above status: done -> ready
			tasks t_lost claim_expires: 1773493200 -> <nil>; claim_lock: here:7 -> <nil>; current_run_id: 4 -> <nil>; status: running -> todo; worker_pid: 99 -> <nil>
			task_runs 4 claim_expires: 9 -> <nil>; claim_lock: here:7 -> <nil>; ended_at: <nil> -> ` + now + `; outcome: <nil> -> reclaimed; status: running -> todo; summary: <nil> -> ancestor t_above reopened; worker_pid: 99 -> <nil>
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_above
			+ task_events 18 ` + at + `; id: 18; kind: descendant_invalidated; payload: {"ancestor": "t_above", "prior_status": "running", "new_status": "todo", "resume_status": "ready"}; run_id: 4; task_id: t_lost
			+ task_events 19 ` + at + `; id: 19; kind: status; payload: {"status": "todo", "reason": "ancestor_reopened", "parent": "t_above", "previous_status": "running", "resume_status": "ready"}; run_id: 4; task_id: t_lost
			+ task_comments 1 author: alice; body: Invalidated: ancestor t_above was reopened; retracted from 'running' to 'todo' (will resume via 'ready').; ` + at + `; id: 1; task_id: t_lost`,
			"",
		},
		{
			"a done task is blocked with what the agent met",
			source.Request{Task: "t_done", Action: model.ActionBlock, Obstacle: model.Obstacle{Kind: model.KindAccess, Text: "no access to\nthe vault"}},
			`tasks t_done block_kind: <nil> -> capability; block_recurrences: 0 -> 1; status: done -> blocked
			+ task_runs 18 ended_at: ` + now + `; id: 18; outcome: blocked; profile: default; started_at: ` + now + `; status: blocked; summary: no access to the vault; task_id: t_done
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_done
			+ task_events 18 ` + at + `; id: 18; kind: commented; payload: {"author": "alice", "len": 31}; task_id: t_done
			+ task_events 19 ` + at + `; id: 19; kind: blocked; payload: {"reason": "no access to the vault", "kind": "capability", "recurrences": 1, "source_status": "ready"}; run_id: 18; task_id: t_done
			+ task_comments 1 author: alice; body: BLOCKED: no access to the vault; ` + at + `; id: 1; task_id: t_done`,
			`tasks t_done block_kind: capability -> <nil>; block_recurrences: 1 -> 0; status: blocked -> done
			+ task_events 20 ` + at + `; id: 20; kind: unblocked; task_id: t_done
			+ task_events 21 ` + at + `; id: 21; kind: status; payload: {"status": "done", "requested_status": "done"}; task_id: t_done`,
		},
		{
			"a run that was left open is closed by a block",
			source.Request{Task: "t_forced", Action: model.ActionBlock, Reason: "nobody finished it"},
			`tasks t_forced block_recurrences: 0 -> 1; current_run_id: 2 -> <nil>; status: done -> blocked
			task_runs 2 ended_at: <nil> -> ` + now + `; outcome: <nil> -> blocked; status: running -> blocked; summary: <nil> -> nobody finished it
			+ task_events 17 ` + at + `; id: 17; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_forced
			+ task_events 18 ` + at + `; id: 18; kind: commented; payload: {"author": "alice", "len": 27}; task_id: t_forced
			+ task_events 19 ` + at + `; id: 19; kind: blocked; payload: {"reason": "nobody finished it", "kind": null, "recurrences": 1, "source_status": "ready"}; run_id: 2; task_id: t_forced
			+ task_comments 1 author: alice; body: BLOCKED: nobody finished it; ` + at + `; id: 1; task_id: t_forced`,
			`tasks t_forced block_recurrences: 1 -> 0; status: blocked -> done
			+ task_events 20 ` + at + `; id: 20; kind: unblocked; task_id: t_forced
			+ task_events 21 ` + at + `; id: 21; kind: status; payload: {"status": "done", "requested_status": "done"}; task_id: t_forced`,
		},
		{
			"a review that died goes back to review",
			source.Request{Task: "t_second", Action: model.ActionReclaim},
			`tasks t_second claim_expires: 1773493200 -> <nil>; claim_lock: here:7 -> <nil>; current_run_id: 17 -> <nil>; status: running -> review; worker_pid: 99 -> <nil>
			task_runs 17 claim_expires: 9 -> <nil>; claim_lock: here:7 -> <nil>; ended_at: <nil> -> ` + now + `; error: <nil> -> manual_reclaim lock=here:7; metadata: <nil> -> {"prev_pid": 99, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; outcome: <nil> -> reclaimed; status: running -> reclaimed; worker_pid: 99 -> <nil>
			+ task_events 17 ` + at + `; id: 17; kind: reclaimed; payload: {"manual": true, "reason": null, "prev_lock": "here:7", "retry_status": "review", "prev_pid": 99, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; run_id: 17; task_id: t_second`,
			"",
		},
		{
			"a task that waits is parked without a word",
			source.Request{Task: "t_child", Action: model.ActionHold},
			`tasks t_child status: todo -> scheduled
			+ task_events 17 ` + at + `; id: 17; kind: scheduled; payload: {"reason": null}; task_id: t_child`,
			`tasks t_child status: scheduled -> todo
			+ task_events 18 ` + at + `; id: 18; kind: unblocked; payload: {"status": "todo", "resume_status": "ready"}; task_id: t_child`,
		},
		{
			"a requeue with a word to the agent",
			source.Request{Task: "t_away", Action: model.ActionRequeue, Answer: "again, please"},
			`tasks t_away status: archived -> ready
			+ task_events 17 ` + at + `; id: 17; kind: commented; payload: {"author": "alice", "len": 13}; task_id: t_away
			+ task_events 18 ` + at + `; id: 18; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_away
			+ task_comments 1 author: alice; body: again, please; ` + at + `; id: 1; task_id: t_away`,
			`tasks t_away status: ready -> archived
			+ task_events 19 ` + at + `; id: 19; kind: archived; task_id: t_away`,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := fixture(t, tempBoard(t), present, "wal", situations()...)
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
