package all_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/source/all"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// A log of every format says who did what, on which line, and which result is which
// call's.
func TestEntriesOfEveryFormat(t *testing.T) {
	for _, tc := range []struct{ name, rel, log, want string }{
		{
			"claude", "a.jsonl", `{"type":"user","sessionId":"s","parentUuid":null,"message":{"role":"user","content":"Fix it"}}
{"type":"assistant","sessionId":"s","parentUuid":"1","message":{"role":"assistant","model":"m","content":[{"type":"text","text":"Looking."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"go test"}}]}}
{"type":"user","sessionId":"s","parentUuid":"2","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"FAIL\nof one"}]}}`,
			"1 prompt||Fix it\n2 said||Looking.\n2 tool call|Bash|go test|t1\n3 tool result||FAIL/of one|t1|failed",
		},
		{
			"codex", "a.jsonl", `{"type":"thread.started","thread_id":"x"}
{"type":"item.completed","item":{"id":"i","type":"command_execution","command":"ls","aggregated_output":"a\nb","exit_code":0,"status":"completed"}}`,
			"2 tool call|command_execution|ls|i\n2 tool result|command_execution|a/b|i",
		},
		{
			"any JSON", "a.jsonl", `{"role":"user","content":"Do"}
{"type":"tool_call","tool":"grep","id":"c1","arguments":{"pattern":"x y"}}
{"type":"tool_result","tool":"grep","tool_use_id":"c1","output":"none"}
{"metric":"load","value":3}`,
			"1 prompt||Do\n2 tool call|grep|x y\n3 tool result|grep|none|c1\n4 other||{\"metric\":\"load\",\"value\":3}",
		},
		{
			"text", "w.log", "2026-01-02T03:04:05Z INFO begun\nERROR no disk\n\nthe end\nexit code 3",
			"1 other||2026-01-02T03:04:05Z INFO begun\n2 other||ERROR no disk|failed\n3 other||\n4 other||the end\n5 other||exit code 3|failed",
		},
		{
			"taskplane", ".pi/runtime/1/agents/w/events.jsonl", `{"batchId":"1","ts":1778065259160,"type":"agent_started","payload":{"cwd":"/srv/x"}}
{"batchId":"1","ts":1778065259161,"type":"tool_call","payload":{"tool":"read","path":"/srv/x/a.go"}}
{"batchId":"1","ts":1778065259162,"type":"agent_exited","payload":{"exitCode":1}}`,
			"1 other|agent_started|\n2 tool call|read|a.go\n3 end|agent_exited||failed",
		},
		{
			"anvil", "B1.log", "2026-04-09T15:10:01.02Z  INFO anvil::app::cli: anvil started with effective config model=q\nI look.\n  \u2713 file.read a.go\n  \u2717 shell.exec make\nanvil error: no model",
			"1 other|anvil|anvil started with effective config model=q\n2 said||I look.\n3 tool call|file.read|a.go\n4 tool call|shell.exec|make|failed\n5 error||anvil error: no model|failed",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			read := all.Entries([]byte(tc.log), tc.rel, runlog.Options{Whole: 1 << 10, Output: 1 << 10, Lines: true, Entry: func(e runlog.Entry) {
				said := string(rune('0'+e.Line)) + " " + e.Kind.String() + "|" + e.Name + "|" + strings.ReplaceAll(e.Text, "\n", "/")
				if e.Call != "" {
					said += "|" + e.Call
				}
				if e.Failed {
					said += "|failed"
				}
				got = append(got, said)
			}})
			for i, line := range strings.Split(tc.log, "\n") {
				read(tail.Line{Number: int64(i + 1), Text: []byte(line)})
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
