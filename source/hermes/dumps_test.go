package hermes

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// hermesClock is when Hermes' commands were run on its board, as user alice.
const hermesClock = int64(1790000060)

// TestActionsAsHermesDoesThem holds what each action writes against what Hermes'
// own commands, and its dashboard, wrote on a copy of the same board. Two things
// are left out: the author of a comment is always the user here, and blocked tasks
// that Hermes promotes after some commands are left to its dispatcher's next tick.
func TestActionsAsHermesDoesThem(t *testing.T) {
	cases := []struct {
		name   string
		req    source.Request
		class  string // that Hermes was given for the block
		loop   bool   // whether that class made the block one too many
		before []string
		rows   string
	}{
		{
			name: "an unblock",
			req:  source.Request{Task: "t_a0000015", Action: model.ActionUnblock},
			rows: `tasks t_a0000015 status: blocked -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: unblocked; task_id: t_a0000015`,
		},
		{
			name: "an unblock with an answer",
			req:  source.Request{Task: "t_a0000015", Action: model.ActionUnblock, Answer: "key is in vault"},
			rows: `tasks t_a0000015 status: blocked -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: commented; payload: {"author": "alice", "len": 24}; task_id: t_a0000015
			+ task_events 324 created_at: 1790000060; id: 324; kind: unblocked; task_id: t_a0000015
			+ task_comments 8 author: alice; body: UNBLOCK: key is in vault; created_at: 1790000060; id: 8; task_id: t_a0000015`,
		},
		{
			name: "an unblock under an unfinished parent",
			req:  source.Request{Task: "t_a000001d", Action: model.ActionUnblock},
			before: []string{
				"UPDATE tasks SET status = 'blocked' WHERE id = 't_a000001d'",
			},
			rows: `tasks t_a000001d status: blocked -> todo
			+ task_events 323 created_at: 1790000060; id: 323; kind: unblocked; payload: {"status": "todo", "resume_status": "ready"}; task_id: t_a000001d`,
		},
		{
			name: "an unblock of what ran out of turns",
			req:  source.Request{Task: "t_a000001e", Action: model.ActionUnblock},
			rows: `tasks t_a000001e consecutive_failures: 2 -> 0; last_failure_error: Iteration budget exhausted (90/90) — task could not complete within the allowed iterations -> <nil>; status: blocked -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: unblocked; task_id: t_a000001e`,
		},
		{
			name: "an unblock of what could not be started",
			req:  source.Request{Task: "t_a000001f", Action: model.ActionUnblock},
			rows: `tasks t_a000001f consecutive_failures: 2 -> 0; last_failure_error: Profile 'poster' does not exist -> <nil>; status: blocked -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: unblocked; task_id: t_a000001f`,
		},
		{
			name: "an unblock of what was blocked five times",
			req:  source.Request{Task: "t_a000001a", Action: model.ActionUnblock},
			rows: `tasks t_a000001a status: blocked -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: unblocked; task_id: t_a000001a`,
		},
		{
			name: "an unblock of what was parked",
			req:  source.Request{Task: "t_a0000008", Action: model.ActionUnblock},
			rows: `tasks t_a0000008 status: scheduled -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: unblocked; task_id: t_a0000008`,
		},
		{
			name: "an unblock of what has a run left open",
			req:  source.Request{Task: "t_a0000019", Action: model.ActionUnblock},
			before: []string{
				"INSERT INTO task_runs (id, task_id, profile, status, claim_lock, started_at) VALUES (71, 't_a0000019', 'default', 'running', 'hermes-host:1', 1789999900)",
				"UPDATE tasks SET current_run_id = 71 WHERE id = 't_a0000019'",
			},
			rows: `tasks t_a0000019 current_run_id: 71 -> <nil>; status: blocked -> ready
			task_runs 71 claim_lock: hermes-host:1 -> <nil>; ended_at: <nil> -> 1790000060; outcome: <nil> -> reclaimed; status: running -> reclaimed; summary: <nil> -> invariant recovery on unblock
			+ task_events 323 created_at: 1790000060; id: 323; kind: unblocked; task_id: t_a0000019`,
		},
		{
			name: "a reclaim without a heartbeat",
			req:  source.Request{Task: "t_a0000028", Action: model.ActionReclaim, Reason: "stuck"},
			rows: `tasks t_a0000028 claim_expires: 1789998800 -> <nil>; claim_lock: hermes-host:4242 -> <nil>; current_run_id: 51 -> <nil>; status: running -> ready; worker_pid: 1 -> <nil>
			task_runs 51 claim_expires: 1789998800 -> <nil>; claim_lock: hermes-host:4242 -> <nil>; ended_at: <nil> -> 1790000060; error: <nil> -> manual_reclaim: stuck; metadata: <nil> -> {"prev_pid": 1, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; outcome: <nil> -> reclaimed; status: running -> reclaimed; worker_pid: 1 -> <nil>
			+ task_events 323 created_at: 1790000060; id: 323; kind: reclaimed; payload: {"manual": true, "reason": "stuck", "prev_lock": "hermes-host:4242", "retry_status": "ready", "prev_pid": 1, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; run_id: 51; task_id: t_a0000028`,
		},
		{
			name: "a reclaim without a worker",
			req:  source.Request{Task: "t_a0000029", Action: model.ActionReclaim},
			rows: `tasks t_a0000029 claim_expires: 1790005400 -> <nil>; claim_lock: hermes-host:4242 -> <nil>; current_run_id: 66 -> <nil>; status: running -> ready; worker_pid: 3999080 -> <nil>
			task_runs 66 claim_expires: 1790005400 -> <nil>; claim_lock: hermes-host:4242 -> <nil>; ended_at: <nil> -> 1790000060; error: <nil> -> manual_reclaim lock=hermes-host:4242; metadata: <nil> -> {"prev_pid": 3999080, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; outcome: <nil> -> reclaimed; status: running -> reclaimed; worker_pid: 3999080 -> <nil>
			+ task_events 323 created_at: 1790000060; id: 323; kind: reclaimed; payload: {"manual": true, "reason": null, "prev_lock": "hermes-host:4242", "retry_status": "ready", "prev_pid": 3999080, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; run_id: 66; task_id: t_a0000029`,
		},
		{
			name: "a reclaim without a claim",
			req:  source.Request{Task: "t_a000002b", Action: model.ActionReclaim},
			rows: `tasks t_a000002b current_run_id: 61 -> <nil>; status: running -> ready
			task_runs 61 claim_expires: 1789993700 -> <nil>; claim_lock: hermes-host:4242 -> <nil>; ended_at: <nil> -> 1790000060; error: <nil> -> manual_reclaim lock=None; metadata: <nil> -> {"prev_pid": null, "host_local": false, "termination_attempted": false, "terminated": false, "sigkill": false}; outcome: <nil> -> reclaimed; status: running -> reclaimed; worker_pid: 3999082 -> <nil>
			+ task_events 323 created_at: 1790000060; id: 323; kind: reclaimed; payload: {"manual": true, "reason": null, "prev_lock": null, "retry_status": "ready", "prev_pid": null, "host_local": false, "termination_attempted": false, "terminated": false, "sigkill": false}; run_id: 61; task_id: t_a000002b`,
		},
		{
			name: "a reclaim of what had given up before",
			req:  source.Request{Task: "t_a000002c", Action: model.ActionReclaim},
			rows: `tasks t_a000002c claim_expires: 1790006600 -> <nil>; claim_lock: hermes-host:4242 -> <nil>; current_run_id: 70 -> <nil>; status: running -> ready; worker_pid: 1 -> <nil>
			task_runs 70 claim_expires: 1790006600 -> <nil>; claim_lock: hermes-host:4242 -> <nil>; ended_at: <nil> -> 1790000060; error: <nil> -> manual_reclaim lock=hermes-host:4242; metadata: <nil> -> {"prev_pid": 1, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; outcome: <nil> -> reclaimed; status: running -> reclaimed; worker_pid: 1 -> <nil>
			+ task_events 323 created_at: 1790000060; id: 323; kind: reclaimed; payload: {"manual": true, "reason": null, "prev_lock": "hermes-host:4242", "retry_status": "ready", "prev_pid": 1, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}; run_id: 70; task_id: t_a000002c`,
		},
		{
			name:  "a block of what runs",
			req:   source.Request{Task: "t_a0000027", Action: model.ActionBlock, Reason: "need a decision"},
			class: "needs_input",
			rows: `tasks t_a0000027 block_kind: <nil> -> needs_input; block_recurrences: 0 -> 1; claim_expires: 1790006120 -> <nil>; claim_lock: hermes-host:4242 -> <nil>; current_run_id: 68 -> <nil>; status: running -> blocked; worker_pid: 1 -> <nil>
			task_runs 68 claim_expires: 1790006120 -> <nil>; claim_lock: hermes-host:4242 -> <nil>; ended_at: <nil> -> 1790000060; outcome: <nil> -> blocked; status: running -> blocked; summary: <nil> -> need a decision; worker_pid: 1 -> <nil>
			+ task_events 323 created_at: 1790000060; id: 323; kind: commented; payload: {"author": "alice", "len": 24}; task_id: t_a0000027
			+ task_events 324 created_at: 1790000060; id: 324; kind: blocked; payload: {"reason": "need a decision", "kind": "needs_input", "recurrences": 1, "source_status": "ready"}; run_id: 68; task_id: t_a0000027
			+ task_comments 8 author: alice; body: BLOCKED: need a decision; created_at: 1790000060; id: 8; task_id: t_a0000027`,
		},
		{
			name: "a block without a class",
			req:  source.Request{Task: "t_a0000003", Action: model.ActionBlock, Reason: "need a decision"},
			rows: `tasks t_a0000003 block_recurrences: 0 -> 1; status: ready -> blocked
			+ task_runs 71 ended_at: 1790000060; id: 71; outcome: blocked; profile: default; started_at: 1790000060; status: blocked; summary: need a decision; task_id: t_a0000003
			+ task_events 323 created_at: 1790000060; id: 323; kind: commented; payload: {"author": "alice", "len": 24}; task_id: t_a0000003
			+ task_events 324 created_at: 1790000060; id: 324; kind: blocked; payload: {"reason": "need a decision", "kind": null, "recurrences": 1, "source_status": "ready"}; run_id: 71; task_id: t_a0000003
			+ task_comments 8 author: alice; body: BLOCKED: need a decision; created_at: 1790000060; id: 8; task_id: t_a0000003`,
		},
		{
			name:  "a block that is one too many",
			req:   source.Request{Task: "t_a000003c", Action: model.ActionBlock, Reason: "still which region"},
			class: "needs_input",
			loop:  true,
			rows: `tasks t_a000003c block_recurrences: 1 -> 2; status: ready -> triage
			+ task_runs 71 ended_at: 1790000060; id: 71; outcome: blocked; profile: default; started_at: 1790000060; status: blocked; summary: still which region; task_id: t_a000003c
			+ task_events 323 created_at: 1790000060; id: 323; kind: commented; payload: {"author": "alice", "len": 27}; task_id: t_a000003c
			+ task_events 324 created_at: 1790000060; id: 324; kind: block_loop_detected; payload: {"reason": "still which region", "kind": "needs_input", "recurrences": 2, "limit": 2, "source_status": "ready"}; run_id: 71; task_id: t_a000003c
			+ task_comments 8 author: alice; body: BLOCKED: still which region; created_at: 1790000060; id: 8; task_id: t_a000003c`,
		},
		{
			name: "a hold of what is blocked",
			req:  source.Request{Task: "t_a0000017", Action: model.ActionHold, Reason: "until Friday"},
			rows: `tasks t_a0000017 status: blocked -> scheduled
			+ task_runs 71 ended_at: 1790000060; id: 71; outcome: scheduled; profile: default; started_at: 1790000060; status: scheduled; summary: until Friday; task_id: t_a0000017
			+ task_events 323 created_at: 1790000060; id: 323; kind: commented; payload: {"author": "alice", "len": 23}; task_id: t_a0000017
			+ task_events 324 created_at: 1790000060; id: 324; kind: scheduled; payload: {"reason": "until Friday"}; run_id: 71; task_id: t_a0000017
			+ task_comments 8 author: alice; body: SCHEDULED: until Friday; created_at: 1790000060; id: 8; task_id: t_a0000017`,
		},
		{
			name: "a requeue of what is done",
			req:  source.Request{Task: "t_a000000d", Action: model.ActionRequeue},
			rows: `tasks t_a000000d status: done -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_a000000d`,
		},
		{
			name: "a requeue of what others build on",
			req:  source.Request{Task: "t_a0000037", Action: model.ActionRequeue},
			rows: `tasks t_a0000037 status: done -> ready
			tasks t_a0000038 status: ready -> todo
			+ task_events 323 created_at: 1790000060; id: 323; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_a0000037
			+ task_events 324 created_at: 1790000060; id: 324; kind: descendant_invalidated; payload: {"ancestor": "t_a0000037", "prior_status": "ready", "new_status": "todo", "resume_status": "ready"}; task_id: t_a0000038
			+ task_events 325 created_at: 1790000060; id: 325; kind: status; payload: {"status": "todo", "reason": "ancestor_reopened", "parent": "t_a0000037", "previous_status": "ready", "resume_status": "ready"}; task_id: t_a0000038
			+ task_comments 8 author: alice; body: Invalidated: ancestor t_a0000037 was reopened; retracted from 'ready' to 'todo' (will resume via 'ready').; created_at: 1790000060; id: 8; task_id: t_a0000038`,
		},
		{
			name: "a requeue of what was set to done with its run open",
			req:  source.Request{Task: "t_a0000014", Action: model.ActionRequeue},
			rows: `tasks t_a0000014 status: done -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_a0000014`,
		},
		{
			name: "a requeue out of the archive",
			req:  source.Request{Task: "t_a0000012", Action: model.ActionRequeue},
			rows: `tasks t_a0000012 status: archived -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_a0000012`,
		},
		{
			name: "an unblock out of triage",
			req:  source.Request{Task: "t_a000001b", Action: model.ActionUnblock},
			rows: `tasks t_a000001b status: triage -> ready
			+ task_events 323 created_at: 1790000060; id: 323; kind: status; payload: {"status": "ready", "requested_status": "ready"}; task_id: t_a000001b`,
		},
	}
	lifeless := func(int, time.Time) model.Liveness { return model.LivenessDead }
	for _, journal := range journals {
		for _, c := range cases {
			t.Run(journal+"/"+c.name, func(t *testing.T) {
				path := hermesBoard(t, journal)
				statements(t, path, c.before...)
				before := dump(t, path)
				r := actOn(t, path, hermesClock, "hermes-host", lifeless)
				c.req.Actor = "alice"
				c.req.Obstacle.Kind = map[string]model.ObstacleKind{
					"needs_input": model.KindDecision, "capability": model.KindTool, "transient": model.KindNetwork,
				}[c.class]
				p := plan(t, r, c.req)
				if c.loop != (p.Now == stTriage) && c.req.Action == model.ActionBlock {
					t.Errorf("it goes to %s", p.Now)
				}
				_, err := done(t, r, p)
				must(t, err)
				if diff := cmp.Diff(lines(c.rows), difference(before, dump(t, path))); diff != "" {
					t.Errorf("rows (-Hermes +notdone):\n%s", diff)
				}
			})
		}
	}
}
