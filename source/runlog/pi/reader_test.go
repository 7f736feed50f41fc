package pi

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

const opening = `{"type":"session","version":3,"id":"p-1","timestamp":"2026-03-04T05:06:07.000Z","cwd":"/srv/app"}`

// written writes a message; its content is JSON blocks.
func written(role, blocks, more string) string {
	return fmt.Sprintf(`"message":{"role":%q,"content":[%s],"model":"m-1","timestamp":%d%s}`, role, blocks, start.UnixMilli()+2000, more)
}

func event(typ, members string) string {
	if members != "" {
		members = "," + members
	}
	return fmt.Sprintf(`{"type":%q%s}`, typ, members)
}

const usage = `,"usage":{"input":9,"output":1,"totalTokens":10,"cost":{"input":0.1,"total":0.125}}`

// stream writes the events of one run around what happens in it.
func stream(events ...string) string {
	all := append([]string{opening, event("agent_start", ""), event("turn_start", ""), event("message_end", written("user", text("Count the users."), ""))}, events...)
	return strings.Join(all, "\n") + "\n"
}

func text(s string) string { return fmt.Sprintf(`{"type":"text","text":%q}`, s) }

func call(id, tool, args string) string {
	return fmt.Sprintf(`{"type":"toolCall","id":%q,"name":%q,"arguments":%s}`, id, tool, args)
}

// ran is a call of a tool as a stream tells of it.
func ran(id, tool, args, result string, failed bool) string {
	return strings.Join([]string{
		event("message_end", written("assistant", call(id, tool, args), `,"stopReason":"toolUse"`+usage)),
		event("tool_execution_start", fmt.Sprintf(`"toolCallId":%q,"toolName":%q,"args":%s`, id, tool, args)),
		event("tool_execution_end", fmt.Sprintf(`"toolCallId":%q,"toolName":%q,"result":{"content":[%s]},"isError":%v`, id, tool, text(result), failed)),
		event("message_end", fmt.Sprintf(`"message":{"role":"toolResult","toolCallId":%q,"toolName":%q,"content":[%s],"isError":%v}`, id, tool, text(result), failed)),
	}, "\n")
}

func said(s string) string {
	return event("message_end", written("assistant", text(s), `,"stopReason":"stop"`+usage))
}

func stopped(why, more string) string {
	return event("message_end", written("assistant", "", fmt.Sprintf(`,"stopReason":%q%s`, why, more)))
}

var over = event("agent_end", `"messages":[],"willRetry":false`)

func feed(log string, o runlog.Options) runlog.Reader {
	if o.Name == "" {
		o.Name = "r"
	}
	r := New(o)
	n := int64(0)
	for l := range strings.Lines(log) {
		n++
		r.Line(tail.Line{Text: []byte(strings.TrimSuffix(l, "\n")), Number: n})
	}
	return r
}

type seen struct {
	Word            string
	Outcome         model.Outcome
	Terminal        bool
	Final, Error    string
	Messages, Calls int
}

func look(s runlog.Summary) seen {
	v := seen{Word: s.Word, Outcome: s.Outcome, Terminal: s.Terminal, Final: s.Final, Error: s.Error}
	if n := len(s.Runs); n > 0 {
		v.Messages, v.Calls = *s.Runs[n-1].Messages, *s.Runs[n-1].ToolCalls
	}
	return v
}

func TestStream(t *testing.T) {
	test := ran("c1", "bash", `{"command":"go test ./..."}`, "ok", false)
	delta := `{"type":"message_update","assistantMessageEvent":{"type":"thinking_delta","delta":"I","partial":{"role":"assistant"}},"message":{"role":"assistant","content":[{"type":"text","text":"half"}],"stopReason":"stop"}}`
	const refused = `,"errorMessage":"400 Unsupported value: minimal"`
	for _, c := range []struct {
		name, log string
		want      seen
	}{
		{"worked and said so", stream(test, said("All green."), over), seen{"agent_end", model.OutcomeCompleted, true, "All green.", "", 1, 1}},
		{"nothing at all", stream(over), seen{"agent_end", model.OutcomeCompleted, true, "", "", 0, 0}},
		{"cut off among deltas", stream(event("message_start", written("assistant", "", "")), delta, delta), seen{"", model.OutcomeUnknown, false, "", "", 0, 0}},
		{"cut off in a tool", stream(strings.Join(strings.Split(test, "\n")[:2], "\n")), seen{"", model.OutcomeUnknown, false, "", "", 0, 1}},
		{"cut off behind its words", stream(said("All green.")), seen{"", model.OutcomeUnknown, false, "All green.", "", 1, 0}},
		{"an error", stream(stopped("error", refused), over), seen{"error", model.OutcomeFailed, true, "", "400 Unsupported value: minimal", 0, 0}},
		{"an error that it tries again", stream(stopped("error", refused), event("agent_end", `"messages":[],"willRetry":true`), event("auto_retry_start", `"attempt":1,"errorMessage":"x"`), said("All green."), over), seen{"agent_end", model.OutcomeCompleted, true, "All green.", "x", 1, 0}},
		{"a limit", stream(stopped("error", `,"errorMessage":"429 rate limit"`), over), seen{"error", model.OutcomeRateLimited, true, "", "429 rate limit", 0, 0}},
		{"aborted", stream(stopped("aborted", ""), over), seen{"aborted", model.OutcomeCancelled, true, "", "", 0, 0}},
		{"too long", stream(stopped("length", ""), over), seen{"length", model.OutcomeBudget, true, "", "", 0, 0}},
		{"a second run", stream(said("One."), over, event("agent_start", ""), event("message_end", written("user", text("And now?"), "")), said("Two."), over), seen{"agent_end", model.OutcomeCompleted, true, "Two.", "", 1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := feed(c.log, runlog.Options{}).Summary()
			if d := cmp.Diff(c.want, look(s)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			if s.Kind != Kind || s.Session != "p-1" || s.Cwd != "/srv/app" || !s.Closes || s.Prompt != "Count the users." {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestFacts(t *testing.T) {
	log := stream(ran("c1", "write", `{"path":"/srv/app/a.go","content":"x"}`, "ok", false),
		ran("c2", "edit", `{"path":"/srv/app/b.go"}`, "no such text", true),
		ran("c3", "bash", `{"command":"go test ./..."}`, "--- FAIL: TestX", true), said("Done."), over)
	s := feed(log, runlog.Options{}).Summary()
	a := s.Work
	if a.Edits != 1 || a.LostEdits != 1 || a.Calls != 3 || a.Tests != 1 || !a.Test.Failed || len(a.Edited) != 1 || a.Edited[0] != "/srv/app/a.go" {
		t.Errorf("%+v", a)
	}
	if s.CostUSD == nil || *s.CostUSD != 0.5 || s.Tokens == nil || *s.Tokens != 40 || s.Model != "m-1" || !s.Last.Equal(start.Add(2*time.Second)) {
		t.Errorf("cost %v, tokens %v, model %q, last %v", s.CostUSD, s.Tokens, s.Model, s.Last)
	}
}

// TestSession reads what pi keeps of a session, which has no end of its own.
func TestSession(t *testing.T) {
	entry := func(n int, role, blocks, more string) string {
		return fmt.Sprintf(`{"type":"message","id":"e%d","parentId":"e%d","timestamp":%q,%s}`, n, n-1, start.Add(time.Duration(n)*time.Second).Format(time.RFC3339), written(role, blocks, more))
	}
	asked := opening + "\n" + `{"type":"model_change","id":"e0","parentId":null,"timestamp":"2026-03-04T05:06:07Z","provider":"x","modelId":"m-0"}` + "\n" + entry(1, "user", text("Count."), "")
	called := entry(2, "assistant", call("c1", "bash", `{"command":"ls"}`), `,"stopReason":"toolUse"`)
	answered := entry(3, "toolResult", text("a"), `,"toolCallId":"c1","toolName":"bash","isError":false`)
	for _, c := range []struct {
		name string
		log  []string
		want seen
		runs int
	}{
		{"answered", []string{asked, called, answered, entry(4, "assistant", text("One."), `,"stopReason":"stop"`)}, seen{"stop", model.OutcomeCompleted, true, "One.", "", 1, 1}, 1},
		{"in a tool", []string{asked, called}, seen{"", model.OutcomeUnknown, false, "", "", 0, 1}, 1},
		{"aborted", []string{asked, called, entry(3, "assistant", "", `,"stopReason":"aborted"`)}, seen{"aborted", model.OutcomeCancelled, true, "", "", 0, 1}, 1},
		{"asked again", []string{asked, entry(2, "assistant", text("One."), `,"stopReason":"stop"`), entry(3, "user", text("Again."), "")}, seen{"", model.OutcomeUnknown, false, "", "", 0, 0}, 2},
	} {
		s := feed(strings.Join(c.log, "\n")+"\n", runlog.Options{}).Summary()
		if d := cmp.Diff(c.want, look(s)); d != "" || s.NumRuns != c.runs || s.Closes {
			t.Errorf("%s: %d runs (-want +got)\n%s", c.name, s.NumRuns, d)
		}
	}
}

func TestDetect(t *testing.T) {
	for head, want := range map[string]bool{
		opening: true, said("x"): true, `{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"x"}}`: true,
		`{"type":"session","id":"a"}`: false, `{"type":"message_start","message":{"role":"assistant","content":[]}}`: false,
		`{"type":"assistant","message":{"role":"assistant"}}`: false, "text": false, "": false,
	} {
		if Detect([]byte(head)) != want {
			t.Errorf("%s: %v", head, !want)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add(stream(ran("c1", "bash", `{"command":"x"}`, "y", true), said("z"), over))
	f.Add(stream(stopped("error", `,"errorMessage":"429"`)) + `{"type":"message","id":"a","parentId":null,"message":{"role":"toolResult","toolCallId":"c1"}}`)
	f.Fuzz(func(t *testing.T, log string) {
		r := feed(log, runlog.Options{Entry: func(e runlog.Entry) {
			if len(e.Text) > runlog.MaxFinal || !utf8.ValidString(e.Text) || !utf8.ValidString(e.Name) {
				t.Fatalf("entry %+v", e)
			}
		}})
		s := r.Summary()
		e := s.Ending()
		if len(s.Final) > runlog.MaxFinal || len(s.Error) > runlog.MaxFinal || len(s.Prompt) > runlog.MaxPrompt || e.Open == s.Terminal || s.Invalid > s.Lines {
			t.Fatalf("%+v", s)
		}
		r.Peek(tail.Line{Text: []byte(log[strings.LastIndexByte(log, '\n')+1:]), Number: 99})
		if d := cmp.Diff(s, r.Summary()); d != "" {
			t.Fatalf("peeking changed the reader: %s", d)
		}
		Detect([]byte(log))
	})
}
