package claude

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

func TestEntries(t *testing.T) {
	var got []runlog.Entry
	long := strings.Repeat("line\n", 1000)
	feed(transcript().prompt("Go").
		message("m1", `{"type":"thinking","thinking":"hm"},{"type":"text","text":"I look."},{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/srv/app/src/a.go","limit":5}},{"type":"tool_use","id":"t2","name":"Grep","input":{"path":"/srv","pattern":"func main"}}`, "tool_use").
		result("t1", "package a").fail("t2", long).
		call("t3", "Edit", `{"file_path":"/srv/app/src/a.go","old_string":"x","new_string":"y"}`).result("t3", "ok").
		bash("t4", "go test ./...").fail("t4", "Exit code 1").
		call("t5", "WebFetch", `{"url":"https://example.org/a","prompt":"read"}`).call("t6", "mcp__db__query", `{"b":1,"a":2}`).
		call("t7", "Task", `{"description":"Look around","prompt":"..."}`).call("t8", "AskUserQuestion", `{"questions":[{"question":"Which?"}]}`).
		call("t9", "Write", `{"content":"c","file_path":"/etc/x"}`).
		end("Done.").turned().String(), runlog.Options{Entry: func(e runlog.Entry) { got = append(got, e) }})
	want := []runlog.Entry{
		{Kind: runlog.KindPrompt, Text: "Go", Line: 1},
		{Kind: runlog.KindSaid, Text: "I look.", Line: 2},
		{Kind: runlog.KindToolCall, Name: "Read", Text: "src/a.go", Line: 2},
		{Kind: runlog.KindToolCall, Name: "Grep", Text: "func main", Line: 2},
		{Kind: runlog.KindToolResult, Text: "package a", Line: 3},
		{Kind: runlog.KindToolResult, Text: runlog.Cut(strings.TrimSpace(runlog.Cut(long, maxResult)), maxShown), Line: 4, Failed: true},
		{Kind: runlog.KindToolCall, Name: "Edit", Text: "src/a.go", Line: 5},
		{Kind: runlog.KindToolResult, Text: "ok", Line: 6},
		{Kind: runlog.KindToolCall, Name: "Bash", Text: "go test ./...", Line: 7},
		{Kind: runlog.KindToolResult, Text: "Exit code 1", Line: 8, Failed: true},
		{Kind: runlog.KindToolCall, Name: "WebFetch", Text: "https://example.org/a", Line: 9},
		{Kind: runlog.KindToolCall, Name: "mcp__db__query", Text: `{"a":2,"b":1}`, Line: 10},
		{Kind: runlog.KindToolCall, Name: "Task", Text: "Look around", Line: 11},
		{Kind: runlog.KindToolCall, Name: "AskUserQuestion", Text: "Which?", Line: 12},
		{Kind: runlog.KindToolCall, Name: "Write", Text: "/etc/x", Line: 13},
		{Kind: runlog.KindSaid, Text: "Done.", Line: 14},
		{Kind: runlog.KindEnd, Name: "end_turn", Line: 14, Outcome: model.OutcomeCompleted},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(runlog.Entry{}, "At", "Call")); diff != "" {
		t.Error(diff)
	}
}

func TestActivity(t *testing.T) {
	s := feed(transcript().prompt("Go").
		call("t1", "Read", `{"file_path":"a.go"}`).result("t1", "x").
		call("t2", "Edit", `{"file_path":"/srv/app/a.go"}`).result("t2", "ok").
		call("t3", "Edit", `{"file_path":"/srv/app/b.go"}`).fail("t3", "String to replace not found").
		bash("t4", "npm test 2>&1 | tail -5").result("t4", "Tests: 1 failed, 3 passed").
		bash("t5", "echo x > out.txt").result("t5", "").
		bash("t6", "make").fail("t6", "Exit code 2").end("Done.").String(), runlog.Options{}).Summary()
	want := model.Work{
		Turns: 1, Asked: "Go", Messages: 1, Calls: 6, Edits: 1, Commands: 3, Tests: 1, Mutations: 1, Written: 1, Scripts: 1,
		Edited: []string{"/srv/app/a.go", "out.txt"}, CommandLast: true,
		Command: model.Step{Text: "make", Where: "run.jsonl:13", Failed: true}, Test: model.Step{Text: "npm test 2>&1 | tail -5", Where: "run.jsonl:9", Failed: true},
	}
	if diff := cmp.Diff(want, s.Work); diff != "" {
		t.Error(diff)
	}
}

func TestLoops(t *testing.T) {
	s := transcript().prompt("Go")
	for range 7 {
		s.bash("t1", "npm test").fail("t1", "1 failed")
	}
	got := feed(s.String(), runlog.Options{}).Summary().Work.Loops
	if len(got) != 1 || got[0].Count != 7 || got[0].Args != "npm test" || got[0].From != "run.jsonl:2" || got[0].To != "run.jsonl:15" || !got[0].First.Before(got[0].Last) {
		t.Errorf("%+v", got)
	}
}

func TestArray(t *testing.T) {
	records := strings.Split(strings.TrimSpace(stream().bash("t1", "make").result("t1", "ok").say("Built.").done(success+`,"result":"Built."`).String()), "\n")
	log := "[" + strings.Join(records, ",") + "]\n"
	if got := look(feed(log, runlog.Options{})); got != (seen{model.OutcomeCompleted, "success", true, "Built.", "", 1, 1}) {
		t.Errorf("%+v", got)
	}
	if !Detect([]byte(log)) || !Detect([]byte(log[:200])) {
		t.Error("the array is not known")
	}
}

func TestTruncatedLine(t *testing.T) {
	r := feed(transcript().prompt("Go").bash("t1", "cat big").String(), runlog.Options{})
	whole := `{"parentUuid":null,"sessionId":"s-1","type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"` + strings.Repeat("x", 1<<16)
	r.Line(tail.Line{Text: []byte(whole), Number: 3, Truncated: true})
	if s := r.Summary(); s.Work.Pending.Quote != "" || s.LastKind != runlog.KindToolResult || s.Invalid != 0 || s.Work.Commands != 1 {
		t.Errorf("%+v", s)
	}
}

// TestContinuedSession: the work before the summary that a session continues from is in
// another log.
func TestContinuedSession(t *testing.T) {
	for prompt, want := range map[string]bool{
		"This session is being continued from a previous conversation that ran out of context. Fix login.go": true,
		"Fix login.go": false,
	} {
		if got := feed(transcript().prompt(prompt).end("Fixed.").String(), runlog.Options{}).Summary().Work.Partial; got != want {
			t.Errorf("%q: partial %v", prompt, got)
		}
	}
}

func TestPeek(t *testing.T) {
	r := feed(transcript().prompt("Go").bash("t1", "make").String(), runlog.Options{})
	before := r.Summary()
	next := transcript().end("Done.").String()
	p := r.Peek(tail.Line{Text: []byte(strings.TrimSpace(next)), Number: 3, Partial: true})
	if got := p.Summary(); got.Final != "Done." || !got.Terminal {
		t.Errorf("whole line: %+v", got)
	}
	for _, torn := range []string{next[:len(next)/2], "", "text"} {
		if got := r.Peek(tail.Line{Text: []byte(torn), Number: 3, Partial: true}).Summary(); !cmp.Equal(before, got) {
			t.Errorf("torn line %q: %s", torn, cmp.Diff(before, got))
		}
	}
	if diff := cmp.Diff(before, r.Summary()); diff != "" {
		t.Errorf("peeking changed the reader: %s", diff)
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, head string
		want       bool
	}{
		{"transcript", transcript().prompt("x").String(), true},
		{"stream", stream().say("x").String(), true},
		{"the result alone", `{"type":"result","subtype":"success","is_error":false,"result":"x","session_id":"s","total_cost_usd":0.1}`, true},
		{"bookkeeping first", `{"type":"permission-mode","permissionMode":"default","sessionId":"s"}`, true},
		{"summary first", `{"type":"summary","summary":"x","leafUuid":"u"}` + "\n" + `{"type":"other"}`, true},
		{"first line cut", transcript().prompt(strings.Repeat("long ", 999)).String()[:400], true},
		{"init cut", stream().String()[:90], true},
		{"a shell's lines before it", "$ claude -p x\n" + stream().String(), true},
		{"after a mark of byte order", "\xef\xbb\xbf" + stream().String(), true},
		{"empty", "", false},
		{"text", "I did it.\n", false},
		{"chat", `{"role":"user","content":"x"}`, false},
		{"Codex rollout", `{"timestamp":"2030-01-02T03:04:05Z","type":"session_meta","payload":{"id":"x","cwd":"/x"}}`, false},
		{"codex exec", `{"type":"thread.started","thread_id":"x"}`, false},
		{"Gemini", `{"type":"init","session_id":"x","model":"g"}` + "\n" + `{"type":"result","status":"success","stats":{}}`, false},
		{"another log with results", `{"type":"result","value":3}`, false},
		{"another log with messages", `{"type":"user","message":"x"}`, false},
		{"not JSON", `{"type":`, false},
	} {
		if got := Detect([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
