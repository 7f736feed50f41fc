package wrapped

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

const before = "Solution log for #1\n\n# Runner log - 2026-03-04T05:06:00.000Z\n\n[2026-03-04T05:06:01.000Z] [INFO] 🚀 starting\n" +
	"When a command exits with code 1, look at its log.\n"

// TestShapes holds that the records of an agent are the same however the program
// around it writes them down.
func TestShapes(t *testing.T) {
	for name, agent := range map[string]struct {
		run  []string
		end  string
		want seen
	}{
		"claude": {claudeRun, claudeEnd, seen{"claude", "success", model.OutcomeCompleted, true, "I changed a.go.", "", 1}},
		"codex":  {codexRun, codexEnd, seen{"codex", "turn.completed", model.OutcomeCompleted, true, "I changed a.go.", "", 1}},
		"pi":     {piRun, piEnd, seen{"pi", "agent_end", model.OutcomeCompleted, true, "I changed a.go.", "", 1}},
	} {
		all := with(agent.run, agent.end)
		for shape, log := range map[string]string{
			"as it is":                      strings.Join(all, "\n") + "\n",
			"behind a time and a level":     stamped("INFO", all...),
			"printed":                       strings.Join(printed(all...), "\n") + "\n",
			"printed behind a time":         stamped("INFO", printed(all...)...),
			"a time on every line":          everyLine("2026-03-04T05:06:07.1234567Z ", printed(all...)...),
			"a job and a step on each line": everyLine("build\tRun agent\t2026-03-04T05:06:07.1234567Z ", printed(all...)...),
			"a container":                   everyLine("agent-1  | ", all...),
			"a stream":                      everyLine("[stdout] ", all...),
			"a time, an agent and a stream": everyLine("[2026-03-04T05:06:07Z] [claude-code] [stdout] ", all...),
			"a system's log":                everyLine("Mar  4 05:06:07 box agent[71]: ", all...),
			"since the start":               everyLine("[+00:08] [stdout] ", printed(all...)...),
			"pieces of 100 bytes":           chunks(100, all...),
			"pieces of 37 bytes":            chunks(37, all...),
			"printed, pieces of 64 bytes":   chunks(64, printed(all...)...),
			"behind words":                  everyLine("Result: ", all...),
			"an array":                      "[\n" + strings.Join(printed(all...), ",\n") + "\n]\n",
			"blank lines between":           stamped("INFO", strings.Split(strings.Join(all, "\n\n"), "\n")...),
			"a container's records":         packed(`{"log":%s,"stream":"stdout","time":"2026-03-04T05:06:07.123Z"}`, all...),
			"a server's records":            packed(`{"level":30,"time":1772600767123,"msg":%s}`, all...),
			"carriage returns":              strings.ReplaceAll(stamped("INFO", printed(all...)...), "\n", "\r\n"),
		} {
			if shape == "a system's log" {
				log = strings.ReplaceAll(log, "Mar  4", "Mar 14")
			}
			t.Run(name+" "+shape, func(t *testing.T) {
				s := feed(before+log+"[2026-03-04T05:07:00.000Z] [INFO] 📎 Uploading the log...\n✨ Please review the pull request.\n", runlog.Options{}).Summary()
				if d := cmp.Diff(agent.want, look(s)); d != "" {
					t.Errorf("(-want +got)\n%s", d)
				}
				if s.NumRuns != 1 {
					t.Errorf("%d runs", s.NumRuns)
				}
			})
		}
	}
}

// TestEnds holds how the end of the program ends the agent's run.
func TestEnds(t *testing.T) {
	ok := stamped("INFO", with(claudeRun, claudeEnd)...)
	cut := stamped("INFO", claudeRun...)
	at := "[2026-03-04T05:07:00.000Z] "
	done := seen{"claude", "success", model.OutcomeCompleted, true, "I changed a.go.", "", 1}
	for _, c := range []struct {
		name, log string
		want      seen
	}{
		{"routine", ok + at + "[INFO] ✅ Claude command completed\n" + at + "[INFO] Exit code: 0\n", done},
		{"a step that went wrong", ok + at + "[INFO]   ❌ Failed to upload log: the body is too long\n" + at + "[ERROR] could not post the comment\n", done},
		{"an error of git", ok + "error: could not revert 255948d... Initial commit\n", done},
		{"its own failure", stamped("INFO", with(claudeRun, claudeFail)...) + at + "[ERROR] \n\n❌ Claude command failed with exit code 0\n", seen{"claude", "error", model.OutcomeFailed, true, "I changed a.go.", "API Error: 400 the document is not valid", 1}},
		{"interrupted", ok + at + "[ERROR] ❌ Interrupted (CTRL+C)\n" + at + "[INFO] 📁 Full log file: /x.log\n", seen{"claude", "interrupted", model.OutcomeCancelled, true, "I changed a.go.", "Interrupted (CTRL+C)", 1}},
		{"cancelled by CI", ok + "2026-03-04T05:07:00Z ##[error]The operation was canceled.\n", seen{"claude", "interrupted", model.OutcomeCancelled, true, "I changed a.go.", "The operation was canceled.", 1}},
		{"an exit code of CI", ok + "2026-03-04T05:07:00Z ##[error]Process completed with exit code 1.\n", seen{"claude", "exit 1", model.OutcomeFailed, true, "I changed a.go.", "Process completed with exit code 1.", 1}},
		{"an exit code", cut + at + "[INFO] Agent exited with code 137\n", seen{"claude", "exit 137", model.OutcomeCrashed, true, "I changed a.go.", "", 1}},
		{"a shell's word", cut + "Killed\n", seen{"claude", "killed", model.OutcomeCrashed, true, "I changed a.go.", "", 1}},
		{"a shell's exit code", cut + "exit code 2\n", seen{"claude", "exit 2", model.OutcomeFailed, true, "I changed a.go.", "", 1}},
		{"out of time", cut + at + "[ERROR] Agent run timed out after 3600s\n", seen{"claude", "timed out", model.OutcomeTimedOut, true, "I changed a.go.", "Agent run timed out after 3600s", 1}},
		{"the command failed", cut + at + "[ERROR] ❌ Claude command failed\n", seen{"claude", "failed", model.OutcomeFailed, true, "I changed a.go.", "Claude command failed", 1}},
		{"an error and nothing behind it", cut + at + "[ERROR] no space left on device\n", seen{"claude", "error", model.OutcomeFailed, true, "I changed a.go.", "no space left on device", 1}},
		{"cut off", cut, seen{"claude", "", model.OutcomeUnknown, false, "I changed a.go.", "", 1}},
		{"cut off in a record", cut + at + `[INFO] {"type":"user","message":{"role":"user","content":[{"tool_use_id":"t2","type":"tool_result","content":[{"type":"image","source":{"type":"base64","data":"iVBOR` + "\n" + at + "[INFO] uiTl88+133nv9YOu\n", seen{"claude", "", model.OutcomeUnknown, false, "I changed a.go.", "", 1}},
		{"went well, says the program, of a run without an end", cut + at + "[INFO] ✅ Claude command completed\n" + at + "[INFO] exit code 0\n", seen{"claude", "", model.OutcomeUnknown, false, "I changed a.go.", "", 1}},
		{"prose about exits", ok + "It exits with code 1 when the file is missing, which the command line shows.\n", done},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, look(feed(before+c.log, runlog.Options{}).Summary())); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestSessions holds that of several sessions in one log the last one counts.
func TestSessions(t *testing.T) {
	again := func(records ...string) []string {
		var out []string
		for _, r := range records {
			out = append(out, strings.ReplaceAll(r, "s-1", "s-2"))
		}
		return out
	}
	failed := stamped("INFO", with(claudeRun, claudeFail)...) + "[2026-03-04T05:07:00.000Z] [ERROR] ❌ Claude command failed with exit code 1\n"
	ok := stamped("INFO", printed(again(with(claudeRun, claudeEnd)...)...)...)
	torn := `[2026-03-04T05:07:01.000Z] [INFO] {"type":"assistant","message":{"content":[{"type":"text","text":"I am` + "\n"
	for _, c := range []struct {
		name, log string
		terminal  bool
		outcome   model.Outcome
		runs      int
	}{
		{"a retry that went well", failed + ok, true, model.OutcomeCompleted, 2},
		{"a retry behind a record that was cut", failed + torn + ok, true, model.OutcomeCompleted, 2},
		{"a retry that died", stamped("INFO", with(claudeRun, claudeEnd)...) + stamped("INFO", again(claudeRun...)...), false, model.OutcomeUnknown, 2},
		{"a retry that was interrupted", failed + ok + "[2026-03-04T05:09:00.000Z] [ERROR] ❌ Interrupted (CTRL+C)\n", true, model.OutcomeCancelled, 2},
	} {
		s := feed(before+c.log, runlog.Options{}).Summary()
		if s.Terminal != c.terminal || s.Outcome != c.outcome || s.NumRuns != c.runs {
			t.Errorf("%s: terminal %v, %v, %d runs", c.name, s.Terminal, s.Outcome, s.NumRuns)
		}
	}
}

// TestAgents holds that of the agents that a program started one after another the
// last one counts, whatever it writes.
func TestAgents(t *testing.T) {
	const prose = "OpenAI Codex v0.125.0\n--------\nworkdir: /srv/app\nmodel: m\n--------\nuser\nGo\ncodex\nIt is done.\ntokens used\n12\n"
	failed := stamped("INFO", with(claudeRun, claudeFail)...) + "[2026-03-04T05:07:00.000Z] [ERROR] ❌ Claude command failed\n"
	for name, c := range map[string]struct{ log, kind, final string }{
		"codex":                 {failed + stamped("INFO", with(codexRun, codexEnd)...), "codex", "I changed a.go."},
		"codex, as it is":       {strings.Join(claudeRun, "\n") + "\n" + strings.Join(with(codexRun, codexEnd), "\n") + "\n", "codex", "I changed a.go."},
		"pi, printed":           {failed + stamped("INFO", printed(with(piRun, piEnd)...)...), "pi", "I changed a.go."},
		"codex exec for people": {failed + prose, "codex", "It is done."},
	} {
		s := feed(c.log, runlog.Options{}).Summary()
		if s.Kind != c.kind || s.Final != c.final || !s.Terminal || s.Outcome != model.OutcomeCompleted {
			t.Errorf("%s: %s said %q, terminal %v, %v", name, s.Kind, s.Final, s.Terminal, s.Outcome)
		}
	}
}

// TestNoAgent holds how a log ends in which no agent was started.
func TestNoAgent(t *testing.T) {
	const at = "[2026-03-04T05:07:00.000Z] "
	for _, c := range []struct {
		name, log, word string
	}{
		{"interrupted", at + "[ERROR] ❌ Interrupted (CTRL+C)\n" + at + "[INFO] 📁 Full log file: /x.log\n", "interrupted"},
		{"the command failed", at + "[ERROR] ❌ Failed to start the agent\n", "failed"},
		{"a step", at + "[ERROR] could not post the comment\n", ""},
		{"long ago", at + "[ERROR] ❌ Interrupted (CTRL+C)\n" + strings.Repeat(at+"[INFO] going on\n", 40), ""},
		{"a settings file", at + "[INFO] {\n  \"type\": \"settings\",\n  \"model\": \"x\"\n}\n", ""},
	} {
		s := feed(before+c.log, runlog.Options{}).Summary()
		if s.Word != c.word || s.Kind != "" || s.Terminal != (c.word != "") {
			t.Errorf("%s: %q of %q, terminal %v", c.name, s.Word, s.Kind, s.Terminal)
		}
	}
	prose := "I looked at it.\n\nThe script exits with code 1 when the agent is missing. ❌ Command failed is what it prints.\n"
	if s := feed(prose, runlog.Options{}).Summary(); s.Terminal {
		t.Errorf("prose ended with %q", s.Word)
	}
}

// TestTimes holds that the times of the program are those of the log, and that
// records without a time get them.
func TestTimes(t *testing.T) {
	var entries []runlog.Entry
	log := before + stamped("INFO", printed(with(claudeRun, claudeEnd)...)...)
	s := feed(log, runlog.Options{Entry: func(e runlog.Entry) { entries = append(entries, e) }}).Summary()
	if want := start.Add(4e9); !s.Last.Equal(want) || !s.Paced {
		t.Errorf("the newest time is %v, paced %v", s.Last, s.Paced)
	}
	if !s.Started.Equal(start.Add(-7e9)) {
		t.Errorf("it began at %v", s.Started)
	}
	called := false
	for _, e := range entries {
		if e.Kind == runlog.KindToolCall {
			called = true
			if !e.At.Equal(start.Add(1e9)) {
				t.Errorf("the call was made at %v", e.At)
			}
		}
	}
	if !called {
		t.Error("no call was shown")
	}
	if s.Title == "" || s.CostUSD == nil || *s.CostUSD != 0.25 {
		t.Errorf("title %q, cost %v", s.Title, s.CostUSD)
	}
}

// TestPeek holds that looking at an unfinished line changes nothing, and that a
// record that has not ended makes no difference.
func TestPeek(t *testing.T) {
	r := feed(before+stamped("INFO", claudeRun...), runlog.Options{})
	was := r.Summary()
	for _, c := range []struct {
		line string
		same bool
	}{
		{"[2026-03-04T05:07:00.000Z] [INFO] " + claudeEnd, false},
		{claudeEnd, false},
		{"[2026-03-04T05:07:00.000Z] [INFO] " + claudeEnd[:60], true},
		{claudeEnd[:60], true},
		{"[2026-03-04T05:07:00.000Z] [ERROR] ❌ Interrupted (CTRL+C)", false},
	} {
		p := r.Peek(tail.Line{Text: []byte(c.line), Number: 99})
		if (p == r) != c.same || p.Summary().Terminal == c.same {
			t.Errorf("%.60q: the same %v, terminal %v", c.line, p == r, p.Summary().Terminal)
		}
		if d := cmp.Diff(was, r.Summary()); d != "" {
			t.Errorf("%.60q changed the reader: %s", c.line, d)
		}
	}
}

// TestKind holds which agent a log is said to be of by its beginning.
func TestKind(t *testing.T) {
	for kind, head := range map[string]string{
		"claude": claudeRun[0], "codex": codexRun[0], "pi": piRun[0], "": before + stamped("INFO", claudeRun...),
	} {
		if got := Kind([]byte(head)); got != kind {
			t.Errorf("%q for %q", got, kind)
		}
	}
}

// TestKindOfPrinted tells the agent of a document that is printed over lines,
// wherever it is cut, and of none where the document is somebody else's.
func TestKindOfPrinted(t *testing.T) {
	list := func(records ...string) string {
		return strings.Join(printed("["+strings.Join(records, ",")+"]"), "\n") + "\n"
	}
	for _, c := range []struct{ name, head, want string }{
		{"a result alone", strings.Join(printed(claudeEnd), "\n"), "claude"},
		{"a result with a mark before it", "\xef\xbb\xbf\n" + strings.ReplaceAll(printed(claudeEnd)[0], "\n", "\r\n"), "claude"},
		{"a list of records", list(append(claudeRun[:1:1], claudeEnd)...), "claude"},
		{"a list that is cut", list(claudeRun...)[:400], "claude"},
		{"records one after another", strings.Join(printed(codexRun...), "\n"), "codex"},
		{"a session", strings.Join(printed(piRun...), "\n"), "pi"},
		{"a document of somebody else's", "{\n  \"name\": \"app\",\n  \"type\": \"module\",\n  \"result\": \"{\\\"type\\\":\\\"result\\\"}\"\n}\n", ""},
		{"a bracket alone", "{\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Kind([]byte(c.head)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestColours reads what codex exec prints for people in the colours of a
// terminal, around whole lines and around words.
func TestColours(t *testing.T) {
	const log = "OpenAI Codex v0.106.0 (research preview)\n--------\nworkdir: /srv/app\nmodel: gpt-5.5\n--------\nuser\nCount.\ncodex\nThere are 4.\ntokens used\n12\nThere are 4.\n"
	for name, text := range map[string]string{
		"lines": "\x1b[32m" + strings.ReplaceAll(strings.TrimSuffix(log, "\n"), "\n", "\x1b[0m\n\x1b[32m") + "\x1b[0m\n",
		"words": strings.NewReplacer("workdir:", "\x1b[1mworkdir:\x1b[0m", "codex\n", "\x1b[35m\x1b[3mcodex\x1b[0m\x1b[0m\n").Replace(log),
	} {
		r := New(runlog.Options{Name: "x"}, "", runlog.FormatText)
		for i, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			r.Line(tail.Line{Text: []byte(l), Number: int64(i) + 1})
		}
		if s := r.Summary(); !s.Terminal || s.Final != "There are 4." || s.Cwd != "/srv/app" {
			t.Errorf("%s: %+v", name, s)
		}
	}
}
