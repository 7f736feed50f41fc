package codex

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
	"notdone/source/runlog"
	"notdone/source/tail"
)

func TestEntries(t *testing.T) {
	log := join(begin, ran,
		call("c2", "shell", `{"command":["go","test","./..."]}`), event("exec_command_end", `"call_id":"c2","exit_code":1,"aggregated_output":"FAIL"`), answer("c2", "Exit code: 1\nWall time: 1 seconds\nOutput:\nFAIL"),
		event("stream_error", `"message":"Reconnecting... 1/5"`),
		[]string{"response_item", `"type":"custom_tool_call","call_id":"p","name":"apply_patch","input":"*** Begin Patch\n*** Update File: a.go\n*** Delete File: b.go\n*** End Patch"`},
		[]string{"response_item", `"type":"custom_tool_call_output","call_id":"p","output":"Exit code: 0\nOutput:\nSuccess."`},
		call("q", "request_user_input", `{"questions":[{"question":"Sure?"}]}`),
		answer("q", `{"answers":{}}`), says("There are 7."), event("turn_aborted", `"reason":"interrupted"`))
	var got []string
	feed(rollout(log...), runlog.Options{Entry: func(e runlog.Entry) {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%d %v %s: %s", e.Line, e.Kind, e.Name, e.Text)))
	}})
	want := []string{
		"6 prompt : Count the users.\nThen tell.",
		"8 tool call exec_command: make count", "9 tool result exec_command: 7 users",
		"10 tool call shell: go test ./...", "11 tool result shell: FAIL",
		"13 error stream_error: Reconnecting... 1/5",
		"14 tool call apply_patch: a.go, b.go", "15 tool result apply_patch: Success.",
		`16 tool call request_user_input: {"questions":[{"question":"Sure?"}]}`, "16 other asks: Sure?",
		`17 tool result request_user_input: {"answers":{}}`,
		"18 said : There are 7.", "20 end turn_aborted: interrupted",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestPeek(t *testing.T) {
	var emitted int
	o := runlog.Options{Entry: func(runlog.Entry) { emitted++ }}
	r := feed(rollout(join(begin, call("c", "exec_command", `{"cmd":"make"}`))...), o)
	before, shown := r.Summary(), emitted
	peek := func(text string) runlog.Reader {
		return r.Peek(tail.Line{Text: []byte(text), Number: 9, Partial: true})
	}
	line := strings.TrimSpace(rollout(answer("c", exited(1, "no"))...))
	for i := range len(line) {
		if got := peek(line[:i]); got != r {
			t.Fatalf("%q makes a difference", line[:i])
		}
	}
	if a := peek(line).Summary().Work; !a.Command.Failed {
		t.Errorf("a whole line is not read: %+v", a)
	}
	over := peek(strings.TrimSpace(rollout(complete...)))
	if !over.Summary().Terminal || over.Summary().Work.Calls != 1 {
		t.Errorf("%+v", over.Summary())
	}
	if d := cmp.Diff(before, r.Summary()); d != "" || emitted != shown {
		t.Errorf("looking changed what was read, and %d entries were shown: (-want +got)\n%s", emitted-shown, d)
	}
}

// TestPeekIsReading says that whoever looks at a line and then reads it knows
// no more and no less than who only reads it.
func TestPeekIsReading(t *testing.T) {
	pool := strings.Split(strings.TrimSpace(rollout(join(begin, ran, says("Yes."), complete, event("error", `"message":"no"`),
		event("task_started", `"turn_id":"t2"`), call("q", "request_user_input", `{"questions":[{"question":"Sure?"}]}`),
		event("turn_aborted", `"reason":"replaced"`), event("token_count", `"info":{"total_token_usage":{"total_tokens":9}}`))...)), "\n")
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom(pool), 1, 30).Draw(t, "lines")
		plain, looked := New(runlog.Options{Name: "r"}), New(runlog.Options{Name: "r"})
		for i, text := range lines {
			l := tail.Line{Text: []byte(text), Number: int64(i) + 1}
			p := looked.Peek(l)
			plain.Line(l)
			if d := cmp.Diff(plain.Summary(), p.Summary()); d != "" {
				t.Fatalf("line %d of %q looks different (-read +looked at)\n%s", i+1, lines, d)
			}
			looked.Line(l)
		}
		if d := cmp.Diff(plain.Summary(), looked.Summary()); d != "" {
			t.Fatalf("looking changed something (-plain +looked)\n%s", d)
		}
	})
}

func TestLinesThatCannotBeRead(t *testing.T) {
	log := "\n\xef\xbb\xbf" + rollout(begin...) + "{\"timestamp\":\"2026\nnull\n[1]\n{}\n\xff\xfe\n" + rollout(join(says("Yes."), complete)...)
	s := feed(log, runlog.Options{}).Summary()
	if s.Invalid != 4 || s.Lines != 16 || s.Final != "Yes." || !s.Terminal {
		t.Errorf("%d of %d lines unreadable, final %q", s.Invalid, s.Lines, s.Final)
	}
}

func TestCutLines(t *testing.T) {
	long := strings.Repeat("x", 4<<20)
	cut := func(line []string, keep int) tail.Line {
		text := strings.TrimSpace(rollout(line...))
		return tail.Line{Text: []byte(text[:min(keep, len(text))]), Number: 9, Truncated: true}
	}
	r := feed(rollout(join(begin, call("c", "exec_command", `{"cmd":"make"}`))...), runlog.Options{})
	r.Line(cut(answer("c", exited(3, long)), 1<<20))
	if a := r.Summary().Work; !a.Command.Failed {
		t.Errorf("what came of a command is lost with the end of its line: %+v", a)
	}
	r.Line(cut(call("w", "exec_command", `{"cmd":"cat > a.txt <<EOF `+long+`"}`), 1<<20))
	if a := r.Summary(); !strings.HasPrefix(a.Work.Pending.Quote, "exec_command cat > a.txt") {
		t.Errorf("%.80q", a.Work.Pending.Quote)
	}
	r.Line(cut(says(long)[2:], 1<<20))
	if s := r.Summary(); len(s.Final) == 0 || len(s.Final) > runlog.MaxFinal || s.Invalid != 0 {
		t.Errorf("a final message of %d bytes, %d lines unreadable", len(s.Final), s.Invalid)
	}
}

func TestMemoryDoesNotGrow(t *testing.T) {
	r := New(runlog.Options{Name: "r"}).(*reader)
	n := int64(0)
	for i := range 5000 {
		for l := range strings.Lines(rollout(join(call(fmt.Sprint("c", i), "exec_command", fmt.Sprintf(`{"cmd":"make n%d"}`, i)), says(fmt.Sprint("No. ", i)))...)) {
			n++
			r.Line(tail.Line{Text: []byte(l), Number: n})
		}
	}
	if len(r.turn.echoes) > maxEchoes || len(r.Summary().Work.Edited) > maxFiles {
		t.Errorf("%d echoes", len(r.turn.echoes))
	}
}

// TestWholeLogs reads whole logs of each form as they stand in a file: the head
// alone, even if it ends inside the first line, tells that Codex wrote it, and
// every line can be read.
func TestWholeLogs(t *testing.T) {
	long := slices.Clone(meta)
	long[1] += `,"base_instructions":{"text":"` + strings.Repeat(`You are \"careful\".\n`, 1000) + `"}`
	turn := join(given, asks, ran, says("There are 7."), complete)
	for name, log := range map[string]string{
		"a rollout": rollout(join(meta, turn)...), "one that begins with long instructions": rollout(join(long, turn)...),
		"one without an end": rollout(join(begin, ran, call("c", "exec_command", `{"cmd":"make"}`))...),
		"a stream":           items(`"id":"i","type":"agent_message","text":"There are 7."`, finished),
	} {
		s := feed(log, runlog.Options{}).Summary()
		if !Detect([]byte(log[:min(len(log), 8<<10)])) || s.Invalid > 0 || s.NumRuns != 1 || s.Lines != int64(strings.Count(log, "\n")) {
			t.Errorf("%s: %d of %d lines unreadable, %d runs", name, s.Invalid, s.Lines, s.NumRuns)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add(rollout(join(begin, ran, says("There are \"7\"."), complete)...), true)
	f.Add(rollout(join(begin, event("error", `"message":"try again at Mar 1st, 2026 3:04 PM","codex_error_info":{"model_cap":{"reset_after_seconds":1e9}}`))...), false)
	f.Add(items(`"id":"i","type":"file_change","changes":[{"path":"\ud83d\ude00"}],"status":"completed"`, finished), true)
	f.Add(rollout(join(begin, call("c", "apply_patch", `{"input":"*** Begin Patch\n*** Update File: a\n"}`), answer("c", `{"output":"x","metadata":{"exit_code":-1}}`))...), true)
	f.Fuzz(func(t *testing.T, log string, truncated bool) {
		r := New(runlog.Options{Name: "r", Entry: func(runlog.Entry) {}})
		n := int64(0)
		for l := range strings.Lines(log) {
			n++
			line := tail.Line{Text: []byte(strings.TrimSuffix(l, "\n")), Number: n, Truncated: truncated}
			r.Peek(line)
			r.Line(line)
		}
		Detect([]byte(log))
		s := r.Summary()
		e := s.Ending()
		for what, c := range map[string]struct {
			text  string
			limit int
		}{
			"title": {s.Title, runlog.MaxTitle}, "prompt": {s.Prompt, runlog.MaxPrompt}, "final": {s.Final, runlog.MaxFinal},
			"error": {s.Error, runlog.MaxFinal}, "word": {s.Word, runlog.MaxTitle}, "ending": {e.Text, runlog.MaxFinal},
			"session": {s.Session, runlog.MaxTitle}, "waiting": {s.Work.Waiting.Quote, runlog.MaxPrompt}, "cwd": {s.Cwd, runlog.MaxTitle},
			"command": {s.Work.Command.Text, runlog.MaxPrompt}, "pending": {s.Work.Pending.Quote, runlog.MaxPrompt},
			"edited": {strings.Join(s.Work.Edited, ""), maxFiles * runlog.MaxPrompt},
		} {
			if len(c.text) > c.limit || !utf8.ValidString(c.text) {
				t.Fatalf("%s of %d bytes, valid %v", what, len(c.text), utf8.ValidString(c.text))
			}
		}
		if e.Open == s.Terminal || s.Invalid > s.Lines || s.Work.Waiting.Quote != "" && s.Work.Waiting.Where == "" || s.Work.Calls < s.Work.Commands {
			t.Fatalf("it contradicts itself: %+v", s)
		}
	})
}
