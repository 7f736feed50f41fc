package codex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source/runlog"
)

// items writes a stream of codex exec: what is not an event is an item that
// was completed.
func items(all ...string) string {
	var b strings.Builder
	b.WriteString(`{"type":"thread.started","thread_id":"th-1"}` + "\n" + `{"type":"turn.started"}` + "\n")
	for _, s := range all {
		if !strings.HasPrefix(s, "{") {
			s = `{"type":"item.completed","item":{` + s + `}}`
		}
		b.WriteString(s + "\n")
	}
	return b.String()
}

const finished = `{"type":"turn.completed","usage":{"input_tokens":900,"cached_input_tokens":800,"output_tokens":12}}`

func TestStream(t *testing.T) {
	const (
		running = `{"type":"item.started","item":{"id":"item_0","type":"command_execution","command":"bash -lc 'npm test'","aggregated_output":"","exit_code":null,"status":"in_progress"}}`
		tested  = `"id":"item_0","type":"command_execution","command":"bash -lc 'npm test'","aggregated_output":"ok","exit_code":0,"status":"completed"`
		said    = `"id":"item_1","type":"agent_message","text":"All green."`
	)
	for _, c := range []struct {
		name, log string
		want      seen
	}{
		{"worked and said so", items(running, tested, said, finished), seen{"turn.completed", model.OutcomeCompleted, true, "All green.", "", 1, 1}},
		{"nothing at all", items(finished), seen{"turn.completed", model.OutcomeCompleted, true, "", "", 0, 0}},
		{"only a list of things to do", items(`"id":"i","type":"todo_list","items":[{"text":"a","completed":true},{"text":"b","completed":false}]`, finished), seen{"turn.completed", model.OutcomeCompleted, true, "", "", 0, 0}},
		{"it died", items(running, tested, said), seen{"", model.OutcomeUnknown, false, "All green.", "", 1, 1}},
		{"the turn failed", items(said, `{"type":"error","message":"no"}`, `{"type":"turn.failed","error":{"message":"unexpected status 500"}}`), seen{"turn.failed", model.OutcomeFailed, true, "All green.", "unexpected status 500", 1, 0}},
		{"the limit is reached", items(`{"type":"turn.failed","error":{"message":"You've hit your usage limit. Try again later."}}`), seen{"usage_limit_exceeded", model.OutcomeRateLimited, true, "", "You've hit your usage limit. Try again later.", 0, 0}},
		{"an error, then the end of the file", items(`{"type":"error","message":"no"}`), seen{"error", model.OutcomeFailed, true, "", "no", 0, 0}},
		{"trying again", items(`{"type":"error","message":"Reconnecting... 1/5"}`), seen{"", model.OutcomeUnknown, false, "", "Reconnecting... 1/5", 0, 0}},
		{"an error that it got over", items(`{"type":"error","message":"no"}`, said, finished), seen{"turn.completed", model.OutcomeCompleted, true, "All green.", "", 1, 0}},
		{"what Codex says itself", items(`{"type":"error","message":"no"}`, finished), seen{"turn.completed", model.OutcomeCompleted, true, "", "", 0, 0}},
		{"a word of warning", items(`"id":"w","type":"error","message":"deprecated"`, said, finished), seen{"turn.completed", model.OutcomeCompleted, true, "All green.", "", 1, 0}},
		{"a stray line", items(said, finished) + "2026-03-04T05:06:07Z  WARN codex_core: slow\n", seen{"turn.completed", model.OutcomeCompleted, true, "All green.", "", 1, 0}},
		{"another turn behind it", items(said, finished) + items(running), seen{"", model.OutcomeUnknown, false, "", "", 0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := feed(c.log, runlog.Options{}).Summary()
			if d := cmp.Diff(c.want, look(s)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			if s.Session != "th-1" || s.Human || s.Stamped {
				t.Errorf("session %q, human %v, stamped %v", s.Session, s.Human, s.Stamped)
			}
		})
	}
}

func TestStreamItems(t *testing.T) {
	log := items(
		`"id":"i0","type":"command_execution","command":"/bin/bash -lc \"git commit -m \\\"a\\\"\"","aggregated_output":"","exit_code":1,"status":"failed"`,
		`"id":"i1","type":"file_change","changes":[{"path":"/srv/a.go","kind":"update"},{"path":"/srv/b.go","kind":"add"}],"status":"completed"`,
		`"id":"i2","type":"file_change","changes":[{"path":"/srv/c.go","kind":"update"}],"status":"failed"`,
		`"id":"i3","type":"mcp_tool_call","server":"db","tool":"query","arguments":{"sql":"select 1","n":[1,{}]},"result":null,"error":{"message":"no database"},"status":"failed"`,
		`"id":"i4","type":"web_search","query":"go","action":{"type":"search","query":"go"}`,
		`"id":"i5","type":"collab_tool_call","tool":"spawn_agent","sender_thread_id":"th-1","receiver_thread_ids":["x"],"status":"completed"`,
		`"id":"i6","type":"reasoning","text":"hm"`,
		`"id":"i7","type":"command_execution","command":"ls","aggregated_output":"","exit_code":null,"status":"declined"`,
		finished)
	s := feed(log, runlog.Options{}).Summary()
	want := did{Calls: 7, Edits: 1, Commands: 2, Edited: "/srv/a.go /srv/b.go", Last: "ls", Failed: true}
	if d := cmp.Diff(want, activity(s.Work)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if s.Work.Delegated != 1 || len(s.Work.Denied) != 1 || s.Work.Denied[0].What != "ls" {
		t.Errorf("%+v, denied %+v", s.Work, s.Work.Denied)
	}
	if r := s.Runs[0]; *r.ToolCalls != 7 || *r.FilesChanged != 2 || *r.Tokens != 912 || tokens(t, s) != 912 {
		t.Errorf("%d calls, %d files, %d tokens", *r.ToolCalls, *r.FilesChanged, *r.Tokens)
	}
}

func TestStreamsOfSeveralProcesses(t *testing.T) {
	const said = `"id":"item_0","type":"agent_message","text":"Done."`
	first := items(said, finished)
	resumed := feed(first+strings.Replace(first, `"input_tokens":900`, `"input_tokens":1900`, 1), runlog.Options{}).Summary()
	if resumed.NumRuns != 2 || tokens(t, resumed) != 1912 || *resumed.Runs[1].Tokens != 1000 {
		t.Errorf("one session: %d runs, %d tokens", resumed.NumRuns, tokens(t, resumed))
	}
	other := feed(first+strings.Replace(first, "th-1", "th-2", 1), runlog.Options{}).Summary()
	if other.NumRuns != 2 || other.Session != "th-2" || tokens(t, other) != 2*912 || *other.Runs[1].Messages != 1 {
		t.Errorf("two sessions: %d runs, %q, %d tokens", other.NumRuns, other.Session, tokens(t, other))
	}
}

func TestStreamOfOldVersions(t *testing.T) {
	log := `{"id":"","msg":{"type":"session_configured","session_id":"s-9","model":"codex-mini","history_log_id":1}}
{"id":"0","msg":{"type":"task_started","model_context_window":272000}}
{"id":"0","msg":{"type":"exec_command_begin","call_id":"c","command":["bash","-lc","ls"],"cwd":"/x"}}
{"id":"0","msg":{"type":"exec_command_end","call_id":"c","stdout":"a\n","stderr":"","exit_code":0}}
{"id":"0","msg":{"type":"agent_message","message":"One file."}}
{"id":"0","msg":{"type":"task_complete","last_agent_message":"One file."}}
`
	s := feed(log, runlog.Options{}).Summary()
	if d := cmp.Diff(seen{"task_complete", model.OutcomeCompleted, true, "One file.", "", 1, 1}, look(s)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if s.Session != "s-9" || s.Model != "codex-mini" || s.Work.Command.Text != "ls" {
		t.Errorf("%q %q %q", s.Session, s.Model, s.Work.Command.Text)
	}
}
