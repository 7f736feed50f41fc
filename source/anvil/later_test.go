package anvil

import (
	"strings"
	"testing"

	"notdone/model"
)

func TestLaterBuilds(t *testing.T) {
	t.Parallel()
	const (
		turn  = `{"schema_version":1,"ts_ms":1777539562171,"session_id":"019d-a","task":"Set the flag","model":"coder:7b","final_outcome":"OUT","anvil_score":{"consecutive_no_progress_turns":3},"tool_calls":[{"name":"Read"}],"changed_file_classes":{"impl":0,"setup":0,"test":0}}` + "\n"
		said  = `{"id":"019d-a","mode_state":{"mode":"Act"},"messages":[{"role":"user","content":"Set the flag"},{"role":"assistant","content":"","tool_calls":[{"id":"c","name":"Edit","arguments":{"path":"a"}}]},{"role":"tool","content":"edited a","name":"Edit"},{"role":"assistant","content":"The flag is set."}],"working_memory":{"active_task":"Set the flag","touched_files":["a"]}}`
		start = `{"event":"run_start","action":"UltraPlanRun(\"Count the sales\")","model":"m","workspace_root":"/srv/shop","schema_version":"1"}` + "\n"
		state = ".anvil-state/sessions/019d-a/"
		runs  = ".anvil/runs/r-1/events.jsonl"
	)
	for _, c := range []struct {
		name     string
		files    map[string]string
		id       string
		recorded string
		state    model.State
		obstacle string
	}{
		{"done", map[string]string{state + "session.json": said, state + "logs/eval.jsonl": strings.Replace(turn, "OUT", "done", 1)}, "019d-a", "done", model.StateDone, ""},
		{"no edits", map[string]string{state + "session.json": said, state + "logs/eval.jsonl": strings.Replace(turn, "OUT", "missing_repo_edits", 1)}, "019d-a", "missing_repo_edits", model.StateFailed, ""},
		{"answered", map[string]string{state + "session.json": said}, "019d-a", "answered", model.StateDone, ""},
		{"in a call", map[string]string{state + "session.json": strings.Replace(said, `,{"role":"assistant","content":"The flag is set."}`, "", 1)}, "019d-a", "stopped", model.StateUnknown, ""},
		{"a harness", map[string]string{"run-1/session.json": said, "run-1/meta.json": `{"rc":1,"elapsed_s":4,"model":"m","start_ts":1777539562}`}, "run-1", "exit 1", model.StateFailed, ""},
		{"a console", map[string]string{"e.log": "anvil session=019d-a messages=0 [fresh]\n[iter 1/50] Implementation\n  tool:   x Read\n\n✘ missing_repo_edits  iter 5/50  duration 14s  edited 0 files ()\nassistant kept stopping\n"}, "e", "missing_repo_edits", model.StateFailed, ""},
		{"a console that is done", map[string]string{"e.log": "anvil session=019d-a messages=0 [fresh]\n  tool:   x Edit\nThe flag is set.\n\n✔ done  iter 3/50  duration 6s  edited 1 files (a)\n"}, "e", "done", model.StateDone, ""},
		{"a run that failed", map[string]string{runs: start + `{"event":"run_stop","ok":false,"completion_status":"incomplete","task_status":"failed","stop_reason":"step verify-smoke failed verification"}` + "\n"}, "r-1", "failed", model.StateFailed, "step verify-smoke failed verification"},
		{"a run that is complete", map[string]string{runs: start + `{"event":"tool_execute","name":"Edit","status":"ok"}` + "\n" + `{"event":"run_stop","ok":true,"completion_status":"complete","task_status":"completed"}` + "\n"}, "r-1", "completed", model.StateDone, ""},
		{"a run that ended well and is not complete", map[string]string{runs: start + `{"event":"run_stop","ok":true,"completion_status":"incomplete","task_status":"completed"}` + "\n"}, "r-1", "incomplete, exit 0", model.StateFalseDone, "incomplete"},
		{"a run that stopped", map[string]string{runs: start}, "r-1", "stopped", model.StateUnknown, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			for rel, content := range c.files {
				b.file(rel, content)
			}
			b.now = b.now.AddDate(1, 0, 0)
			b.open("")
			task := b.one()
			v := b.judge(task)
			if task.Task.ID != c.id || task.Task.Recorded != c.recorded || v.State != c.state {
				t.Errorf("%s: recorded %q, judged %v; %v", task.Task.ID, task.Task.Recorded, v.State, v.Findings)
			}
			if said := obstacleText(&v); !strings.Contains(said, c.obstacle) {
				t.Errorf("obstacle %q", said)
			}
		})
	}
}

// What a session file says of its own state counts where no log goes on after it.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		state    string
		want     model.State
		obstacle string
	}{
		{"Done", model.StateDone, ""},
		{"Error", model.StateFailed, "provider went away"},
		{"Interrupted", model.StateFailed, ""},
		{"AwaitingApproval", model.StateBlocked, "provider went away"},
		{"Thinking", model.StateUnknown, ""},
	} {
		b := newBench(t)
		json := session("s", c.state, said("User", "Look"), said("Assistant", "All callers pass it."))
		if c.obstacle != "" {
			json = strings.Replace(json, `"status":{"line":"x"}`, `"error_summary":"the provider went away"`, 1)
		}
		b.file(".anvil/sessions/s.json", json)
		b.open("")
		v := b.judge(b.one())
		if v.State != c.want || !strings.Contains(obstacleText(&v), c.obstacle) {
			t.Errorf("%s: %v, %q", c.state, v.State, obstacleText(&v))
		}
	}
}
