package runlog

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// seen is what the tests compare of a log.
type seen struct {
	Final, Error, Word string
	Outcome            model.Outcome
	Terminal           bool
	Where              string
	Last               Kind
}

func look(r Reader) seen {
	s := r.Summary()
	return seen{
		Final: s.Final, Error: s.Error, Word: s.Word, Outcome: s.Outcome, Terminal: s.Terminal,
		Where: s.Ending().Where, Last: s.LastKind,
	}
}

func TestJSONLEnding(t *testing.T) {
	const say = `{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Looking at it."}]}}` + "\n"
	for _, c := range []struct {
		name, log string
		want      seen
	}{
		{"only said", say, seen{"Looking at it.", "", "", 0, false, "run.log:1", KindSaid}},
		{
			"result stream, success", say + `{"type":"result","subtype":"success","is_error":false,"result":"Shipped.","total_cost_usd":0.5}`,
			seen{"Shipped.", "", "success", model.OutcomeCompleted, true, "run.log:2", KindEnd},
		},
		{
			"success that is an error", say + `{"type":"result","subtype":"success","is_error":true,"result":"API Error: 529 overloaded"}`,
			seen{"Looking at it.", "API Error: 529 overloaded", "error", model.OutcomeFailed, true, "run.log:2", KindEnd},
		},
		{
			"turn limit", say + `{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":10}`,
			seen{"Looking at it.", "", "error_max_turns", model.OutcomeBudget, true, "run.log:1", KindEnd},
		},
		{
			"execution error with a list of errors", say + `{"type":"result","subtype":"error_during_execution","is_error":true,"errors":["500 Internal"]}`,
			seen{"Looking at it.", "500 Internal", "error_during_execution", model.OutcomeFailed, true, "run.log:2", KindEnd},
		},
		{
			"codex exec", `{"type":"thread.started","thread_id":"t"}
{"type":"turn.started"}
{"type":"item.started","item":{"id":"i0","type":"command_execution","command":"make","status":"in_progress"}}
{"type":"item.completed","item":{"id":"i0","type":"command_execution","command":"make","exit_code":1,"status":"failed"}}
{"type":"item.completed","item":{"id":"i1","type":"agent_message","text":"All green."}}
{"type":"turn.completed","usage":{"input_tokens":10,"cached_input_tokens":8,"output_tokens":5}}`,
			seen{"All green.", "", "turn.completed", model.OutcomeCompleted, true, "run.log:5", KindEnd},
		},
		{
			"codex exec, failed turn", `{"type":"item.completed","item":{"type":"agent_message","text":"Trying."}}
{"type":"error","message":"stream lost"}
{"type":"turn.failed","error":{"message":"usage limit","code":"usage_limit_exceeded"}}`,
			seen{"Trying.", "usage limit", "usage_limit_exceeded", model.OutcomeRateLimited, true, "run.log:3", KindEnd},
		},
		{
			"rollout", `{"timestamp":"2026-01-02T03:04:05Z","type":"event_msg","payload":{"type":"agent_message","message":"Half way."}}
{"timestamp":"2026-01-02T03:05:05Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"x","last_agent_message":"Ready."}}`,
			seen{"Ready.", "", "task_complete", model.OutcomeCompleted, true, "run.log:2", KindEnd},
		},
		{
			"rollout, aborted", `{"type":"event_msg","payload":{"type":"agent_message","message":"Half way."}}
{"type":"event_msg","payload":{"type":"turn_aborted","reason":"interrupted"}}`,
			seen{"Half way.", "interrupted", "turn_aborted", model.OutcomeCancelled, true, "run.log:1", KindEnd},
		},
		{
			"rollout, turn complete with an error", `{"type":"event_msg","payload":{"type":"task_complete","last_agent_message":null,"error":{"message":"too much","codex_error_info":"usage_limit_exceeded"}}}`,
			seen{"", "too much", "usage_limit_exceeded", model.OutcomeRateLimited, true, "run.log:1", KindEnd},
		},
		{
			"status blocked", say + `{"status":"blocked","obstacle":"no key for staging"}`,
			seen{"no key for staging", "", "blocked", model.OutcomeBlocked, true, "run.log:2", KindEnd},
		},
		{"status failed", `{"status":"failed","error":"no space"}`, seen{"", "no space", "failed", model.OutcomeFailed, true, "run.log:1", KindEnd}},
		{"status running is no end", `{"status":"running","message":"at it"}`, seen{"at it", "", "", 0, false, "run.log:0", KindOther}},
		{"a number is no status", `{"level":"info","msg":"GET /","status":500}`, seen{"GET /", "", "", 0, false, "run.log:0", KindOther}},
		{"status of a tool is no end", say + `{"type":"tool_use","tool":"sh","status":"done"}`, seen{"Looking at it.", "", "", 0, false, "run.log:1", KindToolCall}},
		{
			"a status that work follows", `{"status":"success"}` + "\n" + say,
			seen{"Looking at it.", "", "", 0, false, "run.log:2", KindSaid},
		},
		{"exit code", say + `{"type":"exit","code":"x","exit_code":3}`, seen{"Looking at it.", "", "exit 3", model.OutcomeFailed, true, "run.log:1", KindEnd}},
		{"timeout(1)", say + `{"event":"exit","exit_code":124}`, seen{"Looking at it.", "", "exit 124", model.OutcomeTimedOut, true, "run.log:1", KindEnd}},
		{"a sentence for an outcome", say + `{"type":"task_complete","outcome":".DONE file was created by the runner"}`, seen{"Looking at it.", "", "task_complete", model.OutcomeCompleted, true, "run.log:1", KindEnd}},
		{"end that says nothing", say + `{"type":"end"}`, seen{"Looking at it.", "", "end", 0, true, "run.log:1", KindEnd}},
		{"failure, then exit 0", `{"type":"run_failed","error":"boom"}` + "\n" + `{"exit_code":0}`, seen{"", "boom", "run_failed", model.OutcomeFailed, true, "run.log:1", KindEnd}},
		{"a tool's result is not the end", say + `{"type":"result","tool_use_id":"c","result":"x","is_error":true}`, seen{"Looking at it.", "", "", 0, false, "run.log:1", KindToolResult}},
		{"refusal", `{"type":"assistant","message":{"role":"assistant","stop_reason":"refusal","content":[{"type":"text","text":"No."}]}}`, seen{"No.", "", "refusal", model.OutcomeRefused, true, "run.log:1", KindEnd}},
		{"end of turn", `{"type":"assistant","message":{"role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":"There."}]}}`, seen{"There.", "", "end_turn", model.OutcomeCompleted, true, "run.log:1", KindEnd}},
		{
			"API error that looks like an answer", `{"type":"assistant","isApiErrorMessage":true,"error":"rate_limit","message":{"role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"Limit reached"}]}}`,
			seen{"", "rate_limit", "rate_limit", model.OutcomeRateLimited, true, "run.log:1", KindError},
		},
		{"interrupted", say + `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}}`, seen{"Looking at it.", "", "interrupted", model.OutcomeCancelled, true, "run.log:1", KindEnd}},
		{"subagents do not speak for it", say + `{"type":"assistant","isSidechain":true,"message":{"role":"assistant","content":"inner"}}`, seen{"Looking at it.", "", "", 0, false, "run.log:1", KindSaid}},
		{"null parent is not a subagent", `{"type":"assistant","parent_tool_use_id":null,"message":{"role":"assistant","content":"outer"}}`, seen{"outer", "", "", 0, false, "run.log:1", KindSaid}},
		{"logger", `{"level":"info","msg":"starting"}` + "\n" + `{"level":"error","msg":"cannot reach db"}`, seen{"", "cannot reach db", "", 0, false, "run.log:2", KindError}},
		{"logger, fatal", `{"level":"fatal","msg":"cannot reach db"}`, seen{"", "cannot reach db", "error", model.OutcomeFailed, true, "run.log:1", KindError}},
		{"unknown type", say + `{"type":"weather","text":"rain","result":"x","is_error":false}`, seen{"Looking at it.", "", "", 0, false, "run.log:1", KindSaid}},
		{"NaN", `{"type":"assistant","text":"ok then","p":NaN}`, seen{"ok then", "", "", 0, false, "run.log:1", KindSaid}},
		{"chat shape", `{"role":"user","content":"do it"}` + "\n" + `{"role":"assistant","content":"did it"}`, seen{"did it", "", "", 0, false, "run.log:2", KindSaid}},
		{"streamed parts", `{"type":"message","role":"assistant","content":"did ","delta":true}` + "\n" + `{"type":"message","role":"assistant","content":"it","delta":true}`, seen{"did it", "", "", 0, false, "run.log:2", KindSaid}},
		{"escapes", `{"type":"assistant","text":"a\u00e9\ud83d\ude00\n\"q\" \ud83d x"}`, seen{"aé😀\n\"q\" \uFFFD x", "", "", 0, false, "run.log:1", KindSaid}},
		{"broken lines", say + "{\"type\":\"result\"\n[1,2]\n{}}\n{\"a\":}\n\x00\x00\n", seen{"Looking at it.", "", "", 0, false, "run.log:1", KindSaid}},
		{"shell behind the log", say + "Process exited with code 2", seen{"Looking at it.", "", "exit 2", model.OutcomeFailed, true, "run.log:1", KindEnd}},
		{"invalid UTF-8", "{\"type\":\"assistant\",\"text\":\"a\xff\xfeb\"}", seen{"a\uFFFDb", "", "", 0, false, "run.log:1", KindSaid}},
		{"CRLF and BOM", "\xef\xbb\xbf{\"type\":\"assistant\",\"text\":\"hi\"}\r\n", seen{"hi", "", "", 0, false, "run.log:1", KindSaid}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, look(feed(FormatJSONL, c.log, Options{}))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestJSONLSummary(t *testing.T) {
	log := `{"type":"system","subtype":"init","session_id":"s-1","model":"m-large","cwd":"/srv/site"}
{"type":"user","timestamp":"2026-01-02T03:04:05.5Z","gitBranch":"main","message":{"role":"user","content":"Fix the login page"}}
{"type":"assistant","timestamp":1767323100,"message":{"id":"a","role":"assistant","content":[{"type":"tool_use","name":"Edit","input":{}},{"type":"tool_use","name":"Bash","input":{}}],"usage":{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":4}}}
{"type":"assistant","timestamp":1767323100000,"message":{"id":"a","role":"assistant","content":[{"type":"text","text":"Done."}],"usage":{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":4}}}
not json
{"type":"result","subtype":"success","session_id":"s-1","total_cost_usd":0.25,"usage":{"input_tokens":100,"output_tokens":11}}
{"type":"system","subtype":"init","session_id":"s-2"}
{"type":"assistant","session_id":"s-2","message":{"id":"b","role":"assistant","content":"Again."}}
{"type":"result","subtype":"error_max_budget_usd","is_error":true,"session_id":"s-2","total_cost_usd":1.0,"exit_code":1}
`
	s := feed(FormatJSONL, log, Options{}).Summary()
	if s.Title != "Fix the login page" || s.Prompt != s.Title || s.Session != "s-2" || s.Model != "m-large" || s.Cwd != "/srv/site" || s.Branch != "main" {
		t.Errorf("summary: %+v", s)
	}
	if s.CostUSD == nil || *s.CostUSD != 1.25 || s.Tokens == nil || *s.Tokens != 111 {
		t.Errorf("cost %v, tokens %v", s.CostUSD, s.Tokens)
	}
	if s.Invalid != 1 || s.Lines != 9 || s.NumRuns != 2 || len(s.Runs) != 2 {
		t.Fatalf("invalid %d, lines %d, runs %d/%d", s.Invalid, s.Lines, len(s.Runs), s.NumRuns)
	}
	if at := time.Date(2026, 1, 2, 3, 4, 5, 5e8, time.UTC); !s.Started.Equal(at) {
		t.Errorf("started %v", s.Started)
	}
	if at := time.Unix(1767323100, 0); !s.Last.Equal(at) {
		t.Errorf("last %v", s.Last)
	}
	first, second := s.Runs[0], s.Runs[1]
	if first.Outcome != model.OutcomeCompleted || first.Output != "Done." || *first.ToolCalls != 2 || *first.Messages != 1 || *first.CostUSD != 0.25 {
		t.Errorf("first run: %+v", first)
	}
	if second.Outcome != model.OutcomeBudget || second.Output != "Again." || second.Attempt != 2 || second.ExitCode == nil || *second.ExitCode != 1 {
		t.Errorf("second run: %+v", second)
	}
}

func TestJSONLPrompt(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{
			"instructions around it", `{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x</environment_context>"}]}}
{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# Instructions"}]}}
{"type":"event_msg","payload":{"type":"user_message","message":"Add a limiter"}}`, "Add a limiter",
		},
		{"meta", `{"type":"user","isMeta":true,"message":{"role":"user","content":"caveat"}}` + "\n" + `{"type":"user","message":{"role":"user","content":"Go"}}`, "Go"},
		{"first wins", `{"role":"user","content":"one"}` + "\n" + `{"role":"user","content":"two"}`, "one"},
		{"tool results are none", `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"out"}]}}`, ""},
	} {
		if got := feed(FormatJSONL, c.log, Options{}).Summary().Prompt; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestJSONLEntries(t *testing.T) {
	var got []Entry
	feed(FormatJSONL, `{"role":"user","content":"go"}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"ok"},{"type":"tool_use","name":"Bash","input":{"command":"x"}}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"1 failed"}],"is_error":true}]}}
{"type":"result","subtype":"success","result":"fine"}`, Options{Entry: func(e Entry) { got = append(got, e) }})
	want := []Entry{
		{Kind: KindPrompt, Text: "go", Line: 1},
		{Kind: KindSaid, Text: "ok", Line: 2},
		{Kind: KindToolCall, Name: "Bash", Text: "x", Line: 2},
		{Kind: KindToolResult, Text: "1 failed", Line: 3, Failed: true},
		{Kind: KindEnd, Name: "success", Text: "fine", Line: 4, Outcome: model.OutcomeCompleted},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhole(t *testing.T) {
	log := `{"type":"assistant","text":"` + strings.Repeat("x", 3*MaxFinal) + `"}`
	if s := feed(FormatJSONL, log, Options{Whole: 1 << 20}).Summary(); len(s.Final) != 3*MaxFinal {
		t.Errorf("%d bytes kept of %d", len(s.Final), 3*MaxFinal)
	}
}

func TestPeek(t *testing.T) {
	for _, c := range []struct {
		name, log, last string
		format          Format
		want            string
	}{
		{"whole record", `{"role":"assistant","content":"one"}`, `{"role":"assistant","content":"two"}`, FormatJSONL, "two"},
		{"torn record", `{"role":"assistant","content":"one"}`, `{"role":"assistant","con`, FormatJSONL, "one"},
		{"half a line", "one", " and a half", FormatText, "one\n and a half"},
	} {
		r := feed(c.format, c.log, Options{})
		before := r.Summary()
		if got := r.Peek(lineOf(c.last, 2)).Summary().Final; got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
		if diff := cmp.Diff(before, r.Summary()); diff != "" {
			t.Errorf("%s: peeking changed the reader:\n%s", c.name, diff)
		}
	}
}

func TestHugeLinesAreBounded(t *testing.T) {
	log := `{"type":"assistant","text":"begin ` + strings.Repeat("middle ", 3<<20/7) + `end"}`
	s := feed(FormatJSONL, log, Options{}).Summary()
	if len(s.Final) > MaxFinal || !strings.HasPrefix(s.Final, "begin ") || !strings.HasSuffix(s.Final, " end") {
		t.Errorf("final message of %d bytes: %.20q … %q", len(s.Final), s.Final, s.Final[max(0, len(s.Final)-20):])
	}
}

func TestManyRunsAreBounded(t *testing.T) {
	log := strings.Repeat(`{"type":"assistant","text":"x"}`+"\n"+`{"type":"turn.completed","usage":{"input_tokens":2}}`+"\n", 50)
	s := feed(FormatJSONL, log, Options{}).Summary()
	if len(s.Runs) != maxRuns || s.NumRuns != 50 || *s.Tokens != 100 {
		t.Errorf("%d runs kept of %d, %d tokens", len(s.Runs), s.NumRuns, *s.Tokens)
	}
	if last := s.Runs[maxRuns-1]; last.Attempt != 50 {
		t.Errorf("newest run is attempt %d", last.Attempt)
	}
}
