package claude

import (
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// bounded fails when what a reader keeps is longer than promised, not UTF-8 or
// contradicts itself.
func bounded(t *testing.T, r runlog.Reader) {
	t.Helper()
	s := r.Summary()
	e := s.Ending()
	texts := map[string]int{
		s.Title: runlog.MaxTitle, s.Prompt: runlog.MaxPrompt, s.Final: runlog.MaxFinal, s.Error: runlog.MaxFinal, s.Word: runlog.MaxTitle,
		s.Session: runlog.MaxTitle, s.Parent: runlog.MaxTitle, s.Work.Waiting.Quote: runlog.MaxPrompt, s.Work.Pending.Quote: 2 * runlog.MaxPrompt, s.Reason: runlog.MaxFinal,
		e.Text: runlog.MaxFinal, s.Cwd: runlog.MaxTitle, s.Work.Command.Text: runlog.MaxTitle * 2,
	}
	for _, d := range s.Work.Denied {
		texts[d.What] = runlog.MaxPrompt
	}
	for _, l := range s.Work.Loops {
		texts[l.Args], texts[l.Result] = runlog.MaxPrompt, runlog.MaxPrompt
	}
	for text, limit := range texts {
		if len(text) > limit || !utf8.ValidString(text) {
			t.Fatalf("%d bytes of at most %d, valid %v: %.80q", len(text), limit, utf8.ValidString(text), text)
		}
	}
	if e.Open == s.Terminal || s.Invalid > s.Lines || len(s.Work.Loops) > 8 || len(s.Work.Denied) > 20 || len(s.Work.Edited) > 64 || s.Work.Waiting.Quote != "" && s.Terminal {
		t.Fatalf("summary contradicts itself: %+v", s)
	}
}

func FuzzReader(f *testing.F) {
	f.Add(transcript().prompt("Go").bash("t1", "go test ./... | tail").fail("t1", noBash).end("Done.").turned().String())
	f.Add(stream().call("t1", "AskUserQuestion", `{"questions":[{"question":"Which?"}]}`).done(`"subtype":"success","is_error":true,"result":"limit reached|1900000000","permission_denials":[{"tool_name":"Write","tool_input":{"file_path":"x"}}]`).String())
	f.Add(`[{"type":"assistant","message":{"content":[{"type":"tool_use","input":{"command":"cat <<E > x && (ls; \"$(y)\")\nE"}}]}},{}]`)
	f.Add("{\"type\":\"user\",\"message\":{\"content\":\"<command-name>/x</command-name>\\ud83d\"}}\n\x00{")
	f.Fuzz(func(t *testing.T, log string) {
		r := feed(log, runlog.Options{Entry: func(e runlog.Entry) {
			if len(e.Text) > runlog.MaxFinal || !utf8.ValidString(e.Text) || !utf8.ValidString(e.Name) {
				t.Fatalf("entry %+v", e)
			}
		}})
		bounded(t, r)
		silent := feed(log, runlog.Options{}).Summary()
		if diff := cmp.Diff(r.Summary(), silent); diff != "" {
			t.Fatalf("being watched changed what was read: %s", diff)
		}
		last := tail.Line{Text: []byte(log[strings.LastIndexByte(log, '\n')+1:]), Number: 99}
		bounded(t, r.Peek(last))
		if diff := cmp.Diff(silent, r.Summary()); diff != "" {
			t.Fatalf("peeking changed the reader: %s", diff)
		}
		Detect([]byte(log))
	})
}

// TestHugeLine holds that what is kept of a line of 30 MB is small.
func TestHugeLine(t *testing.T) {
	big := strings.Repeat(`all \"of\" it\n`, 30<<20/14)
	r := feed(transcript().prompt("Go").bash("t1", "cat big").String(), runlog.Options{})
	var before, after runtime.MemStats
	for i, line := range []string{
		`{"type":"user","sessionId":"s-1","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"` + big + `"}]}}`,
		`{"type":"assistant","sessionId":"s-1","message":{"id":"m","content":[{"type":"tool_use","id":"t2","name":"Write","input":{"file_path":"x","content":"` + big + `"}}]}}`,
		`{"type":"assistant","sessionId":"s-1","message":{"id":"m","content":[{"type":"text","text":"` + big + `"}]}}`,
	} {
		text := []byte(line)
		runtime.ReadMemStats(&before)
		r.Line(tail.Line{Text: text, Number: int64(3 + i)})
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
			t.Errorf("line %d took %d bytes of memory", i, used)
		}
	}
	bounded(t, r)
}
