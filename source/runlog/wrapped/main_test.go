package wrapped

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start is when the logs of the tests begin; every line is a second later than
// the one before.
var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// The records of one short run of each agent.
var (
	claudeRun = []string{
		`{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"s-1","tools":["Bash"],"model":"m-1"}`,
		`{"type":"assistant","message":{"id":"m1","model":"m-1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/srv/app/a.go","old_string":"{","new_string":"}"}}],"stop_reason":null},"parent_tool_use_id":null,"session_id":"s-1"}`,
		`{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"the \"file\" {is} changed \\"}]},"parent_tool_use_id":null,"session_id":"s-1"}`,
		`{"type":"assistant","message":{"id":"m2","model":"m-1","role":"assistant","content":[{"type":"text","text":"I changed a.go."}],"stop_reason":null},"parent_tool_use_id":null,"session_id":"s-1"}`,
	}
	claudeEnd  = `{"type":"result","subtype":"success","is_error":false,"num_turns":3,"result":"I changed a.go.","session_id":"s-1","total_cost_usd":0.25}`
	claudeFail = `{"type":"result","subtype":"success","is_error":true,"num_turns":3,"result":"API Error: 400 the document is not valid","session_id":"s-1","total_cost_usd":0.25}`
	codexRun   = []string{
		`{"type":"thread.started","thread_id":"th-1"}`,
		`{"type":"turn.started"}`,
		`{"type":"item.completed","item":{"id":"i0","type":"file_change","changes":[{"path":"/srv/app/a.go","kind":"update"}],"status":"completed"}}`,
		`{"type":"item.completed","item":{"id":"i1","type":"agent_message","text":"I changed a.go."}}`,
	}
	codexEnd = `{"type":"turn.completed","usage":{"input_tokens":10,"output_tokens":2}}`
	piRun    = []string{
		`{"type":"session","version":3,"id":"p-1","timestamp":"2026-03-04T05:06:07.000Z","cwd":"/srv/app"}`,
		`{"type":"agent_start"}`,
		`{"type":"message_end","message":{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"write","arguments":{"path":"/srv/app/a.go","content":"x"}}],"stopReason":"toolUse"}}`,
		`{"type":"tool_execution_start","toolCallId":"c1","toolName":"write","args":{"path":"/srv/app/a.go","content":"x"}}`,
		`{"type":"tool_execution_end","toolCallId":"c1","toolName":"write","result":{"content":[{"type":"text","text":"ok"}]},"isError":false}`,
		`{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"I changed a.go."}],"stopReason":"stop"}}`,
	}
	piEnd = `{"type":"agent_end","messages":[]}`
)

// printed writes records over many lines each, as jq does.
func printed(records ...string) []string {
	var out []string
	for _, r := range records {
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(r), "", "  "); err != nil {
			panic(err)
		}
		out = append(out, b.String())
	}
	return out
}

// stamped puts a time and a level before each text; only its first line gets
// them, as programs do that log what they read.
func stamped(level string, texts ...string) string {
	var b strings.Builder
	for i, s := range texts {
		fmt.Fprintf(&b, "[%s] [%s] %s\n", start.Add(time.Duration(i)*time.Second).Format("2006-01-02T15:04:05.000Z"), level, s)
	}
	return b.String()
}

// everyLine puts something before every line.
func everyLine(prefix string, texts ...string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.Join(texts, "\n"), "\n") {
		b.WriteString(prefix + line + "\n")
	}
	return b.String()
}

// chunks cuts texts into pieces of n bytes, each of which the program logged by
// itself.
func chunks(n int, texts ...string) string {
	var out []string
	for _, s := range texts {
		for len(s) > n {
			out, s = append(out, s[:n]), s[n:]
		}
		out = append(out, s)
	}
	return stamped("INFO", out...)
}

// packed puts each text into a record of another program.
func packed(record string, texts ...string) string {
	var b strings.Builder
	for _, s := range texts {
		text, err := json.Marshal(s + "\n")
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&b, record+"\n", text)
	}
	return b.String()
}

func with(records []string, more ...string) []string {
	return append(append([]string(nil), records...), more...)
}

// feed reads a whole log.
func feed(log string, o runlog.Options) runlog.Reader {
	if o.Name == "" {
		o.Name = "run.log"
	}
	r := New(o, "", runlog.FormatText)
	n := int64(0)
	for l := range strings.Lines(log) {
		n++
		r.Line(tail.Line{Text: []byte(strings.TrimSuffix(l, "\n")), Number: n})
	}
	return r
}

// seen is what most tests compare.
type seen struct {
	Kind, Word   string
	Outcome      model.Outcome
	Terminal     bool
	Final, Error string
	Edits        int
}

func look(s runlog.Summary) seen {
	return seen{s.Kind, s.Word, s.Outcome, s.Terminal, s.Final, s.Error, s.Work.Edits}
}
