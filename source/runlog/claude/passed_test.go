package claude

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/source/runlog"
)

// TestPassedOver holds that records of kinds that say nothing about how a
// session goes make no difference to it, nor do lines that are cut.
func TestPassedOver(t *testing.T) {
	log := transcript().prompt("Go").bash("t1", "go test ./...").result("t1", "ok").end("Done.").turned().String()
	want := feed(log, runlog.Options{}).Summary()
	for _, more := range []string{
		`{"type":"system","subtype":"microcompact_boundary","sessionId":"s-1","content":"x"}`,
		`{"type":"system","subtype":"away_summary","sessionId":"s-1","content":"I failed to do it."}`,
		`{"type":"agent-name","agentName":"x","sessionId":"s-1"}`,
		`{"type":"world_state","sessionId":"s-1","state":{"status":"failed"}}`,
		`{"type":"something-new","sessionId":"s-1","message":{"role":"assistant","content":"I cannot."},"error":{"message":"x"}}`,
		`{"type":"system","subtype":"something_new","sessionId":"s-1","level":"error","content":"I cannot."}`,
		`{"type":"assistant","sessionId":"s-1","message":{"id":"m9","content":[{"type":"text","text":"I can`,
		`{"type":"us`,
		`null`,
	} {
		var b strings.Builder
		for line := range strings.Lines(log) {
			b.WriteString(line + more + "\n")
		}
		got := feed(b.String(), runlog.Options{}).Summary()
		got.Lines, got.Invalid, got.FinalLine, got.LastLine, got.Work.Command.Where, got.Work.Test.Where = want.Lines, want.Invalid, want.FinalLine, want.LastLine, want.Work.Command.Where, want.Work.Test.Where
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", more, d)
		}
	}
}

// TestWordsLeftOut reads the end of a run of which whoever wrote the log kept the
// words to himself: that it went on for many turns is work.
func TestWordsLeftOut(t *testing.T) {
	s := feed(`{"type":"result","subtype":"success","is_error":false,"duration_ms":9,"num_turns":12,"total_cost_usd":0.5}`+"\n", runlog.Options{}).Summary()
	if n := len(s.Runs); n != 1 || s.Runs[0].ToolCalls == nil || *s.Runs[0].ToolCalls != 11 || s.Work.Calls != 11 || !s.Terminal {
		t.Errorf("%+v", s)
	}
	s = feed(`{"type":"result","subtype":"success","is_error":false,"duration_ms":9,"num_turns":1,"result":""}`+"\n", runlog.Options{}).Summary()
	if n := len(s.Runs); n != 1 || *s.Runs[0].ToolCalls != 0 {
		t.Errorf("%+v", s)
	}
}
