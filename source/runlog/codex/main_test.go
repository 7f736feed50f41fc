package codex

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// start is when the logs of the tests begin; every line is a second later than
// the one before.
var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// rollout writes lines as a rollout does. Each is a type and what it carries:
// "event_msg", `"type":"task_started"`.
func rollout(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		at := start.Add(time.Duration(i/2) * time.Second).Format("2006-01-02T15:04:05.000Z07:00")
		fmt.Fprintf(&b, `{"timestamp":%q,"type":%q,"payload":{%s}}`+"\n", at, pairs[i], pairs[i+1])
	}
	return b.String()
}

// The beginning of a turn as Codex writes it, with the instructions that it
// puts before what was asked.
var (
	meta = []string{
		"session_meta", `"id":"0199-aa","timestamp":"2026-03-04T05:06:07Z","cwd":"/srv/app","originator":"codex_exec","cli_version":"0.142.0","source":"exec","model_provider":"openai","git":{"commit_hash":"0a","branch":"topic"}`,
	}
	given = []string{
		"turn_context", `"turn_id":"t1","cwd":"/srv/app","approval_policy":"never","sandbox_policy":{"type":"workspace-write","mode":"no"},"model":"gpt-5.5","effort":"high","summary":"auto"`,
		"response_item", `"type":"message","role":"developer","content":[{"type":"input_text","text":"<permissions instructions>"}]`,
		"response_item", `"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions"}]`,
		"response_item", `"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x</environment_context>"}]`,
	}
	asks = []string{
		"event_msg", `"type":"user_message","message":"Count the users.\nThen tell.","images":[]`,
		"event_msg", `"type":"task_started","turn_id":"t1","started_at":1772600767,"collaboration_mode_kind":"default"`,
	}
	begin    = join(meta, given, asks)
	complete = []string{"event_msg", `"type":"task_complete","turn_id":"t1","last_agent_message":null,"completed_at":1772600770`}
)

func join(parts ...[]string) (all []string) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// call is a function call with its arguments, which are written as JSON in a
// string.
func call(id, tool, args string) []string {
	return []string{"response_item", fmt.Sprintf(`"type":"function_call","name":%q,"arguments":%q,"call_id":%q`, tool, args, id)}
}

func answer(id, output string) []string {
	return []string{"response_item", fmt.Sprintf(`"type":"function_call_output","call_id":%q,"output":%q`, id, output)}
}

// exited is what an exec_command says once its command ended.
func exited(code int, said string) string {
	return fmt.Sprintf("Chunk ID: 0a%d\nWall time: 0.4 seconds\nProcess exited with code %d\nOriginal token count: 12\nOutput:\n%s", code, code, said)
}

func says(text string) []string {
	return []string{
		"event_msg", fmt.Sprintf(`"type":"agent_message","message":%q,"phase":"final_answer"`, text),
		"response_item", fmt.Sprintf(`"type":"message","role":"assistant","content":[{"type":"output_text","text":%q}],"phase":"final_answer"`, text),
	}
}

// feed reads a whole log, as a file is read.
func feed(log string, o runlog.Options) runlog.Reader { return feedTo(New, log, o) }

// feedTo is feed to what another function makes.
func feedTo(newReader func(runlog.Options) runlog.Reader, log string, o runlog.Options) runlog.Reader {
	if o.Name == "" {
		o.Name = "r"
	}
	r := newReader(o)
	n := int64(0)
	for l := range strings.Lines(log) {
		n++
		r.Line(tail.Line{Text: []byte(strings.TrimSuffix(l, "\n")), Number: n})
	}
	return r
}

// read reads the lines of a rollout.
func read(parts ...[]string) runlog.Summary {
	return feed(rollout(join(parts...)...), runlog.Options{}).Summary()
}

// seen is what most tests compare.
type seen struct {
	Word            string
	Outcome         model.Outcome
	Terminal        bool
	Final, Error    string
	Messages, Calls int
}

func look(s runlog.Summary) seen {
	v := seen{Word: s.Word, Outcome: s.Outcome, Terminal: s.Terminal, Final: s.Final, Error: s.Error, Messages: -1, Calls: -1}
	if n := len(s.Runs); n > 0 {
		v.Messages, v.Calls = *s.Runs[n-1].Messages, *s.Runs[n-1].ToolCalls
	}
	return v
}

func tokens(t *testing.T, s runlog.Summary) int64 {
	t.Helper()
	if s.Tokens == nil {
		t.Fatal("no tokens are known")
	}
	return *s.Tokens
}
