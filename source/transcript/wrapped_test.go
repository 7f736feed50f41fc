package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// runner writes the log of a program that ran an agent: lines of its own before
// a stream, and what it says of the end.
func runner(at time.Time, result, after string) string {
	stamp := at.UTC().Format("2006-01-02T15:04:05.000Z")
	head := "# Runner log - " + stamp + "\n" + strings.Repeat("["+stamp+"] [INFO] 🔍 checking\n", 400)
	stream := `{
  "type": "system",
  "subtype": "init",
  "cwd": "/srv/app",
  "session_id": "s-1"
}
[` + stamp + `] [INFO] {"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"The importer keeps the order now."}]},"session_id":"s-1"}
`
	return head + "[" + stamp + "] [INFO] " + stream + "[" + stamp + "] [INFO] " + result + "\n[" + stamp + "] [INFO] \n" + after
}

const (
	wentWell = `{"type":"result","subtype":"success","is_error":false,"num_turns":3,"result":"The importer keeps the order now.","session_id":"s-1"}`
	wentBad  = `{"type":"result","subtype":"success","is_error":true,"num_turns":3,"result":"API Error: 400 the document is not valid","session_id":"s-1"}`
)

// TestLogsOfRunners judges logs of programs that ran an agent, each just copied
// although a year old.
func TestLogsOfRunners(t *testing.T) {
	for _, c := range []struct {
		name, result, after string
		want                model.State
	}{
		{"its last line promises something", wentWell, "📎 Uploading the log to the pull request...\n", model.StateDone},
		{"its last line asks for something", wentWell, "✨ Please review the pull request.\n", model.StateDone},
		{"a step of its own failed", wentWell, "[2025-01-02T03:04:06.000Z] [ERROR] ❌ Failed to upload the log\n", model.StateDone},
		{"the agent failed", wentBad, "❌ Claude command failed with exit code 0\n📄 Attaching the log...\n", model.StateFailed},
		{"interrupted", wentWell, "[2025-01-02T03:04:06.000Z] [ERROR] ❌ Interrupted (CTRL+C)\n[2025-01-02T03:04:06.000Z] [INFO] 📁 Log: x\n", model.StateFailed},
		{"cut off in a record", `{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"data":"iVBOR`, "uiTl88\n", model.StateFailed},
		{"cut off in a line", "", `{"type":"user","message":{"role":"user"`, model.StateUnknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.file("run.log", runner(b.now.AddDate(-1, 0, 0), c.result, c.after), 0)
			b.open(nil)
			if got := b.rows(b.list())["run.log"]; got.State != c.want {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestCopiesAreNotLive holds that a log tells by its own times when it was
// written, whether its last line has one or not.
func TestCopiesAreNotLive(t *testing.T) {
	const at = "2006-01-02T15:04:05Z07:00"
	for name, log := range map[string]string{
		"a time on every line":           "[%s] [INFO] going on\n[%[1]s] [INFO] and on\n",
		"none on the last line":          "[%s] [INFO] going on\n[%[1]s] [INFO] and on\nstill going on\n",
		"a heading":                      "# Log of %s\nstill going on\n" + strings.Repeat("and on\n", 100),
		"records":                        `{"type":"assistant","ts":%q,"text":"I go on"}` + "\n" + `{"type":"tool_call","name":"x"}` + "\n",
		"a stream whose prompt has it":   `{"type":"system","subtype":"init","session_id":"s"}` + "\n" + `{"type":"user","timestamp":%q,"session_id":"s","parent_tool_use_id":null,"message":{"role":"user","content":"Go"}}` + "\n" + `{"type":"assistant","session_id":"s","parent_tool_use_id":null,"message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]}}` + "\n",
		"an offset that is not of UTC":   "[%s] [INFO] going on\nstill\n",
		"a time of the future in a line": "[%s] [INFO] going on\n2199-01-01T00:00:00Z is when it expires\n",
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			zone := time.UTC
			if strings.HasPrefix(name, "an offset") {
				zone = time.FixedZone("", 9*3600)
			}
			b.file("old.log", fmt.Sprintf(log, b.now.AddDate(-1, 0, 0).In(zone).Format(at)), 0)
			b.file("live.log", fmt.Sprintf(log, b.now.Add(-time.Second).In(zone).Format(at)), 0)
			b.file("no time.log", "still going on\n", 0)
			b.open(nil)
			rows := b.rows(b.list())
			if got := rows["old.log"].State; got == model.StateActive {
				t.Error("a copy of an old log is active")
			}
			if rows["live.log"].State != model.StateActive || rows["no time.log"].State != model.StateActive {
				t.Errorf("a log that is being written is not active: %+v", rows)
			}
		})
	}
}

// TestLogWithAHole reads a log that was cut short under its writer.
func TestLogWithAHole(t *testing.T) {
	b := newBench(t)
	for rel, log := range map[string]string{
		"text.log": "I moved the file and ran all tests.\n", "claude.jsonl": edits(idA, b.now.Add(-time.Hour)).String(),
	} {
		path := filepath.Join(b.dir, rel)
		b.file(rel, "", 0)
		if err := os.Truncate(path, 1<<20); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(log); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		b.age(rel, time.Hour)
		b.file("whole/"+rel, log, time.Hour)
	}
	b.open(nil)
	rows := b.rows(b.list())
	for _, rel := range []string{"text.log", "claude.jsonl"} {
		if got, want := rows[rel], rows["whole/"+rel]; got != want || got.Result == "" {
			t.Errorf("%s: %+v, without a hole %+v", rel, got, want)
		}
	}
}

// TestStreamsThatStop holds that a stream of pi that stops among deltas was cut
// off, and is no run that said nothing.
func TestStreamsThatStop(t *testing.T) {
	b := newBench(t)
	b.file("pi.txt", `{"type":"session","version":3,"id":"p-1","timestamp":"2025-01-02T03:04:05.000Z","cwd":"/srv"}
{"type":"agent_start"}
{"type":"message_end","message":{"role":"user","content":[{"type":"text","text":"Go"}],"timestamp":1735787045000}}
{"type":"message_update","assistantMessageEvent":{"type":"thinking_delta","delta":"I"},"message":{"role":"assistant","content":[]}}
`, 0)
	b.open(nil)
	if got := b.rows(b.list())["pi.txt"]; got.Recorded != died || got.State != model.StateFailed {
		t.Errorf("%+v", got)
	}
}

// TestDocuments judges what an agent was told to write as JSON, as it wrote it
// and printed over lines.
func TestDocuments(t *testing.T) {
	const list = `[{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"s-1"},
{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"The importer keeps the order now."}]},"session_id":"s-1"},
` + wentWell + `]`
	for _, c := range []struct {
		name, text string
		want       model.State
	}{
		{"a result", wentWell, model.StateDone},
		{"a result that failed", wentBad, model.StateFailed},
		{"a list", strings.ReplaceAll(list, "\n", ""), model.StateDone},
	} {
		var over bytes.Buffer
		if err := json.Indent(&over, []byte(c.text), "", "  "); err != nil {
			t.Fatal(err)
		}
		for form, text := range map[string]string{"in a line": c.text + "\n", "over lines": over.String()} {
			t.Run(c.name+" "+form, func(t *testing.T) {
				b := newBench(t)
				b.file("out.json", text, 0)
				b.open(nil)
				if got := b.rows(b.list())["out.json"]; got.State != c.want {
					t.Errorf("%+v", got)
				}
			})
		}
	}
}
