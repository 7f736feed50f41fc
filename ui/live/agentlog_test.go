package live

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// agent is one whose runs leave a log of its own shape.
type agent struct {
	name string
	home string // the folder in which it keeps its runs, beneath that of a person
	file string // of a run; %d is its number
	// What it writes when it is asked for something, for one step of the work, and
	// for the words with which it ends.
	begin func(l *runLog)
	step  func(l *runLog)
	say   func(l *runLog, text string)
	// Whether every line is JSON.
	json bool
}

var (
	claudeAgent = agent{"claude", ".claude/projects", "-srv-shop-%[1]d/0b3dc1de-0000-4aaa-8aaa-%012[2]d.jsonl", claudeBegin, claudeStep, claudeSay, true}
	codexAgent  = agent{"codex", ".codex/sessions", "part-%[1]d/rollout-2026-03-04T05-06-07-0199dc1d-0000-7aaa-8aaa-%012[2]d.jsonl", codexBegin, codexStep, codexSay, true}
	anvilAgent  = agent{"anvil", "runs", "bench-%[1]d/B%[2]d.log", anvilBegin, anvilStep, anvilSay, false}
	agents      = []agent{claudeAgent, codexAgent, anvilAgent}
)

// output is what a command prints, about a kilobyte.
var output = strings.Repeat("ok  \tshop/lamps/part\t0.012s\n", 36)

// work is what an agent says between two steps.
var work = strings.Repeat(`I looked at the "lamps" and went on with the next part. `, 6)

// A runLog is a log that is being written, a line every ten milliseconds.
type runLog struct {
	id string
	n  int // of the lines
	at time.Time
	b  strings.Builder
}

func newRunLog(id string, began time.Time) *runLog { return &runLog{id: id, at: began} }

func (l *runLog) line(format string, args ...any) {
	l.n++
	l.at = l.at.Add(10 * time.Millisecond)
	fmt.Fprintf(&l.b, format+"\n", args...)
}

// take returns what was written since it was last taken.
func (l *runLog) take() string {
	defer l.b.Reset()
	return l.b.String()
}

// claude writes a line as Claude Code does in its transcripts.
func (l *runLog) claude(kind, rest string) {
	l.line(`{"parentUuid":"u%d","isSidechain":false,"userType":"external","entrypoint":"sdk-cli","cwd":"/srv/shop","sessionId":%q,"version":"2.1.0","gitBranch":"main","type":%q,%s,"uuid":"u%d","timestamp":%q}`,
		l.n-1, l.id, kind, rest, l.n, l.at.UTC().Format("2006-01-02T15:04:05.000Z07:00"))
}

func claudeBegin(l *runLog) {
	l.claude("user", `"message":{"role":"user","content":"Count the lamps"}`)
}

func claudeStep(l *runLog) {
	id := l.n
	l.claude("assistant", fmt.Sprintf(`"message":{"id":"m%[1]d","type":"message","role":"assistant","model":"claude-sonnet-4-5","stop_reason":"tool_use","content":[{"type":"text","text":%[2]q},{"type":"tool_use","id":"c%[1]d","name":"Bash","input":{"command":"go test ./part%[1]d","description":"Test"}}],"usage":{"input_tokens":10,"cache_read_input_tokens":9000,"output_tokens":80}},"requestId":"r%[1]d"`, id, work))
	l.claude("user", fmt.Sprintf(`"message":{"role":"user","content":[{"tool_use_id":"c%[1]d","type":"tool_result","content":%[2]q,"is_error":false}]},"toolUseResult":{"stdout":%[2]q,"stderr":"","interrupted":false}`, id, output))
}

func claudeSay(l *runLog, text string) {
	l.claude("assistant", fmt.Sprintf(`"message":{"id":"m%d","type":"message","role":"assistant","model":"claude-sonnet-4-5","stop_reason":"end_turn","content":[{"type":"text","text":%q}],"usage":{"input_tokens":10,"output_tokens":12}}`, l.n, text))
	l.claude("system", `"subtype":"turn_duration","durationMs":9000`)
}

// codex writes a line as Codex does in its rollouts.
func (l *runLog) codex(kind, payload string) {
	l.line(`{"timestamp":%q,"type":%q,"payload":{%s}}`, l.at.UTC().Format("2006-01-02T15:04:05.000Z07:00"), kind, payload)
}

func codexBegin(l *runLog) {
	if l.n == 0 {
		l.codex("session_meta", fmt.Sprintf(`"id":%q,"timestamp":%q,"cwd":"/srv/shop","originator":"codex_exec","cli_version":"0.142.0","source":"exec","model_provider":"openai"`, l.id, l.at.UTC().Format(time.RFC3339)))
	}
	l.codex("turn_context", `"turn_id":"t1","cwd":"/srv/shop","approval_policy":"never","model":"gpt-5.5","effort":"high","summary":"auto"`)
	l.codex("event_msg", `"type":"user_message","message":"Count the lamps","images":[]`)
	l.codex("event_msg", `"type":"task_started","turn_id":"t1"`)
}

func codexStep(l *runLog) {
	id := l.n
	l.codex("response_item", `"type":"reasoning","summary":[{"type":"summary_text","text":"**Looking**"}],"content":null,"encrypted_content":"`+strings.Repeat("gAAAAB", 60)+`"`)
	l.codex("response_item", fmt.Sprintf(`"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"go test ./part%[1]d\",\"workdir\":\"/srv/shop\"}","call_id":"c%[1]d"`, id))
	l.codex("response_item", fmt.Sprintf(`"type":"function_call_output","call_id":"c%d","output":%q`, id, "Wall time: 0.4 seconds\nProcess exited with code 0\nOutput:\n"+output))
	l.codex("event_msg", fmt.Sprintf(`"type":"token_count","info":{"total_token_usage":{"input_tokens":%[1]d,"output_tokens":120,"total_tokens":%[1]d},"model_context_window":258400},"rate_limits":null`, 9000*id))
	codexWords(l, work)
}

func codexWords(l *runLog, text string) {
	l.codex("event_msg", fmt.Sprintf(`"type":"agent_message","message":%q`, text))
	l.codex("response_item", fmt.Sprintf(`"type":"message","role":"assistant","content":[{"type":"output_text","text":%q}]`, text))
}

func codexSay(l *runLog, text string) {
	codexWords(l, text)
	l.codex("event_msg", fmt.Sprintf(`"type":"task_complete","turn_id":"t1","last_agent_message":%q`, text))
}

// anvil writes a line as Anvil's tracing does.
func (l *runLog) anvil(message string) {
	l.line("%s  INFO anvil::app::agentic: %s", l.at.UTC().Format("2006-01-02T15:04:05.000000Z"), message)
}

func anvilBegin(l *runLog) {
	l.anvil("anvil started with effective config provider=ollama model=coder:7b context_window=4096")
	l.line("I look first.\n```ANVIL_PLAN\n- [ ] lamps/count.rs: count = all\n- [ ] lamps/list.rs: list = all\n```")
	l.anvil("ANVIL_PLAN detected; registering execution plan items=2")
}

func anvilStep(l *runLog) {
	l.line("%s\n%s", work, output)
	l.line("  ✓ file.read lamps/part_%d.rs", l.n)
	l.anvil(fmt.Sprintf(`turn completed turn=%d max_turns=20000 elapsed_s="2.1" tokens=900 budget=4096 tool_calls=1 tools=file.read files_modified=0 compact=no phase=Exploring`, l.n))
}

// anvilSay ends a run with its plan done, unless what is said is a refusal.
func anvilSay(l *runLog, text string) {
	kind, finished := "partial", 0
	if text != refusal {
		kind, finished = "complete_unverified", 2
		l.line("```ANVIL_PLAN_UPDATE\n- [x] lamps/count.rs: count = all\n- [x] lamps/list.rs: list = all\n```")
		for _, item := range []string{"count", "list"} {
			l.anvil(fmt.Sprintf("plan item retired via checked marker (Issue #301) description=lamps/%[1]s.rs: %[1]s = all status=already_satisfied", item))
		}
		l.anvil("plan update pipeline: all items checked → retired")
	}
	l.line("%s", text)
	l.anvil(fmt.Sprintf("agentic loop completion classified completion_kind=%s plan_items=2 plan_finished=%d", kind, finished))
	l.anvil(`session completed total_turns=6 total_tool_calls=4 tools=file.read x4 files_modified=0 lines_added=0 elapsed_s="40.0"`)
	l.anvil(fmt.Sprintf("agent telemetry completion_kind=%s premature_final_count=0 total_final_requests=1 plan_registration_count=1 plan_update_count=%d", kind, finished/2))
}

// write writes the log of a run of at least that size that ended with a text,
// an hour ago at the latest, and returns it, to be gone on with.
func (a *agent) write(tb testing.TB, path, id string, size int, text string) *runLog {
	tb.Helper()
	must(tb, os.MkdirAll(filepath.Dir(path), 0o700))
	f, err := os.Create(path)
	must(tb, err)
	w, written := bufio.NewWriterSize(f, 1<<20), 0
	l := newRunLog(id, time.Now().Add(-2*time.Hour))
	put := func() {
		n, err := w.WriteString(l.take())
		must(tb, err)
		written += n
	}
	for a.begin(l); written < size; put() {
		a.step(l)
	}
	a.say(l, text)
	put()
	must(tb, w.Flush())
	must(tb, f.Close())
	return l
}
