package work

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source/queue/client"
)

// claudeStream is a stream of claude -p: an edit that succeeds, further records, and the
// result with its members.
func claudeStream(result string, more ...string) string {
	const envelope = `"parent_tool_use_id":null,"session_id":"5d3c-1"`
	lines := []string{
		`{"type":"system","subtype":"init","cwd":"/srv","session_id":"5d3c-1","tools":["Edit"],"model":"m-1","permissionMode":"default"}`,
		`{"type":"assistant",` + envelope + `,"message":{"id":"m1","type":"message","role":"assistant","model":"m-1","content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/srv/a.go","old_string":"a","new_string":"b"}}],"stop_reason":"tool_use","usage":{"input_tokens":10,"output_tokens":20}}}`,
		`{"type":"user",` + envelope + `,"message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"ok","is_error":false}]}}`,
	}
	lines = append(lines, more...)
	if result != "" {
		lines = append(lines, `{"type":"result","duration_ms":9,"session_id":"5d3c-1","total_cost_usd":0.25,`+result+`}`)
	}
	return strings.Join(lines, "\n") + "\n"
}

func claudeSays(text string) string {
	return claudeStream(fmt.Sprintf(`"subtype":"success","is_error":false,"num_turns":3,"result":%q`, text),
		fmt.Sprintf(`{"type":"assistant","parent_tool_use_id":null,"session_id":"5d3c-1","message":{"id":"m2","type":"message","role":"assistant","model":"m-1","content":[{"type":"text","text":%q}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}}`, text))
}

// codexSays is a stream of codex exec --json.
func codexSays(text string) string {
	return `{"type":"thread.started","thread_id":"0199-th"}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"i0","type":"command_execution","command":"go test ./...","aggregated_output":"ok","exit_code":0,"status":"completed"}}
` + fmt.Sprintf(`{"type":"item.completed","item":{"id":"i1","type":"agent_message","text":%q}}`, text) + `
{"type":"turn.completed","usage":{"input_tokens":900,"cached_input_tokens":0,"output_tokens":100}}
`
}

// ended makes what is known of an attempt whose command printed that.
func ended(stdout, stderr string, end report) *attempt {
	c := newCapture(&bytes.Buffer{}, time.Now)
	c.add([]byte(stderr), true)
	c.add([]byte(stdout), false)
	if err := c.close(); err != nil {
		panic(err)
	}
	end.Ended = true
	a := &attempt{output: c.read(), end: end, claim: &client.Claim{ID: "a", Title: "Fix the importer", Body: "It drops the last row."}, ended: time.Now(), duration: time.Minute}
	a.read(classify.New(classify.DefaultConfig()), nil)
	return a
}

func TestVerdicts(t *testing.T) {
	denied := `{"type":"user","parent_tool_use_id":null,"session_id":"5d3c-1","message":{"role":"user","content":[{"tool_use_id":"t2","type":"tool_result","content":"Claude requested permissions to write to /srv/b.go, but you haven't granted it yet.","is_error":true}]}}`
	write := `{"type":"assistant","parent_tool_use_id":null,"session_id":"5d3c-1","message":{"id":"m3","type":"message","role":"assistant","model":"m-1","content":[{"type":"tool_use","id":"t2","name":"Write","input":{"file_path":"/srv/b.go","content":"x"}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":2}}}`
	for name, c := range map[string]struct {
		out, err string
		end      report
		want     string // outcome, kind, evidence
		why      string
	}{
		"words: permission":    {"I need permission to access that file\n", "", report{}, "blocked permission words", "I need permission to access that file"},
		"words: nothing found": {"I was unable to find any matching records\n", "", report{}, "done unknown words", ""},
		"words: a question":    {"I looked at both.\nWhich region should I deploy to: eu or us?\n", "", report{}, "blocked decision words", "Which region should I deploy to: eu or us?"},
		"words: a promise":     {"I'll start by reading the file.\n", "", report{}, "failed unknown words", "I'll start by reading the file."},
		"words: refused":       {"I will not do this: it is against my guidelines to help with it.\n", "", report{}, "refused policy words", ""},
		"words: a limit":       {"You've hit your usage limit. Try again later.\n", "", report{}, "rate_limited rate-limit words", ""},
		"nothing":              {"", "", report{}, "failed unknown words", "it said nothing"},
		"blanks":               {" \n\n\t\n", "", report{}, "failed unknown words", "it said nothing"},

		"declared: blocked":           {"All done!\n" + `{"outcome":"blocked","obstacle":"no key for the vault","kind":"credentials"}` + "\n", "", report{}, "blocked credentials declared", "no key for the vault"},
		"declared against code":       {`{"outcome":"done"}`, "", report{Exit: 3}, "done unknown declared", ""},
		"declared against words":      {"I need permission to access that file\n" + `{"outcome":"done","result":"it was granted"}`, "", report{}, "blocked permission words", ""},
		"declared before a parting":   {"I looked.\n" + `{"outcome":"blocked","obstacle":"no VPN","kind":"network"}` + "\n\nbye\n", "", report{}, "blocked network declared", "no VPN"},
		"declared beside words":       {"I fixed the first page, and all tests pass. I need permission to access the second one\n" + `{"outcome":"done","result":"it was granted"}`, "", report{}, "done unknown declared", ""},
		"declared in a fence":         {"Stopped.\n```json\n" + `{"outcome":"refused","obstacle":"it would leak keys"}` + "\n```\n", "", report{}, "refused policy declared", "it would leak keys"},
		"declared, kind by words":     {`{"outcome":"blocked","obstacle":"I need permission to push to main"}`, "", report{}, "blocked permission declared", "I need permission to push to main"},
		"declared, a kind of its own": {`{"outcome":"blocked","obstacle":"it rains","kind":"weather"}`, "", report{}, "blocked unknown declared", "it rains"},
		"declared without a reason":   {"Which port?\n" + `{"outcome":"blocked"}`, "", report{}, "blocked missing-input declared", "Which port?"},
		"declared beside a report":    {"Port 80 is open.\n" + `{"outcome":"blocked"}`, "", report{}, "blocked unknown declared", "the agent says blocked and not why"},
		"no outcome of ours":          {`{"outcome":"victory"}` + "\n", "", report{}, "done unknown words", ""},
		"declared in Claude's log":    {claudeSays("I stop here.\n\n" + `{"outcome":"blocked","obstacle":"the schema is not decided","kind":"decision"}`), "", report{}, "blocked decision declared", "the schema is not decided"},
		"declared after a stream":     {claudeSays("All done.") + `{"outcome":"failed","obstacle":"the tests fail"}` + "\n", "", report{}, "failed unknown declared", "the tests fail"},

		"exit 75":            {"The registry is closed to me: 403 from the API.\n", "", report{Exit: 75}, "blocked access exit 75", ""},
		"exit 75 in silence": {"", "", report{Exit: 75}, "blocked unknown exit 75", "it exited with code 75 and did not say why"},
		"exit 2":             {"", "agent.sh: line 3: no such option\n", report{Exit: 2}, "failed unknown exit", "agent.sh: line 3: no such option (it exited with code 2)"},
		"exit 4 after steps": {"2026-11-23T03:18:17Z step 1 of t3\n2026-11-23T03:18:18Z step 2 of t3\n", "boom\n", report{Exit: 4}, "failed unknown exit", "boom (it exited with code 4)"},
		"exit 1 at a limit":  {"", "Error: 429 Too Many Requests\n", report{Exit: 1}, "rate_limited rate-limit exit", "Error: 429 Too Many Requests (it exited with code 1)"},
		"exit 1 off line":    {"", "curl: (7) Failed to connect to registry.example port 443: Connection refused\n", report{Exit: 1}, "failed network exit", ""},
		"no host":            {"The host api.example.com could not be reached.\n", "", report{}, "blocked network words", ""},
		"no login":           {"I could not log in: the API key is missing.\n", "", report{}, "blocked credentials words", ""},
		"other work":         {"Waiting for the build of the other team.\n", "", report{}, "blocked dependency words", ""},
		"no text":            {strings.Repeat("\x89\x00\xff\x01\x02 PNG", 20) + "\n", "", report{}, "failed unknown words", "what it printed is no text"},

		"a signal": {"Half of it is there.\n", "", report{Signal: 9}, "crashed unknown exit", ""},
		"no start": {"", "", report{Error: "exec format error"}, "spawn_failed tool no start", "it could not be started: exec format error"},

		"Claude: done":               {claudeSays("Fixed the importer: it keeps the last row now."), "", report{}, "done unknown words", ""},
		"Claude: permission":         {claudeSays("I need permission to access that file."), "", report{}, "blocked permission words", "I need permission to access that file."},
		"Claude: denied":             {claudeStream(`"subtype":"success","is_error":false,"num_turns":3,"result":"I could not write the file."`, write, denied), "", report{}, "blocked permission log", ""},
		"Claude: turn limit":         {claudeStream(`"subtype":"error_max_turns","is_error":false,"num_turns":10`), "", report{}, "budget budget log", ""},
		"Claude: turn limit, exit 1": {claudeStream(`"subtype":"error_max_turns","is_error":false,"num_turns":10`), "", report{Exit: 1}, "budget budget exit", ""},
		"Claude: an error":           {claudeStream(`"subtype":"error_during_execution","is_error":true,"errors":["API Error: 500 Internal server error"]`), "", report{}, "failed", "API Error: 500 Internal server error"},
		"Claude: died":               {claudeStream(""), "", report{}, "crashed unknown log", ""},
		"Codex: done":                {codexSays("Fixed the importer; the tests pass."), "", report{}, "done unknown words", ""},
		"Codex: blocked":             {codexSays("I cannot proceed without access to the staging vault."), "", report{}, "blocked", ""},
		"Codex: failed":              {codexSays("Working on it.") + `{"type":"turn.failed","error":{"message":"stream disconnected before completion"}}` + "\n", "", report{Exit: 1}, "failed", ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := ended(c.out, c.err, c.end)
			v := a.judge(classify.New(classify.DefaultConfig()))
			if got := fmt.Sprintf("%s %s %s", v.Outcome, v.Kind, v.Evidence); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, want %s; why %q; read as %s %q", got, c.want, v.Why, a.reading.Label, a.reading.Rules)
			}
			if c.why != "" && v.Why != c.why {
				t.Errorf("why %q, want %q", v.Why, c.why)
			}
			if v.Done() == (v.Why != "") {
				t.Errorf("%s because of %q", v.Outcome, v.Why)
			}
			if v.Declared != (v.Evidence == "declared") {
				t.Errorf("declared: %v, by %s", v.Declared, v.Evidence)
			}
		})
	}
}

func TestTimeoutOutranksTheSignal(t *testing.T) {
	a := ended("Half of it is there.\n", "", report{Signal: 15})
	a.timeout = time.Minute
	if v := a.judge(classify.New(classify.DefaultConfig())); v.Outcome != timedOut || v.Why != "it took longer than 1m0s" {
		t.Errorf("%+v", v)
	}
}

func TestReportOfAnAgent(t *testing.T) {
	r := ended(claudeSays("Fixed it."), "", report{}).report()
	if r.CostUSD == nil || *r.CostUSD != 0.25 || r.Tokens == nil || *r.ToolCalls != 1 || *r.FilesChanged != 1 || *r.Messages != 1 || *r.ExitCode != 0 {
		t.Errorf("%+v", r)
	}
	r = ended("Fixed it.", "", report{Signal: 9}).report()
	if r.CostUSD != nil || r.ToolCalls != nil || r.FilesChanged != nil || r.ExitCode != nil {
		t.Errorf("of plain text nothing is known: %+v", r)
	}
}

func TestResume(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{"Claude", claudeSays("I need permission to push."), "--resume 5d3c-1"},
		{"Codex", codexSays("I need permission to push."), "resume 0199-th"},
		{"plain text", "I need permission to push.\n", ""},
		{"a session that is an option", strings.ReplaceAll(claudeSays("I need permission to push."), "5d3c-1", "--dangerous"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, `printf '%s\n' "$@" > args; if [ -e again ]; then echo "Done, all of it."; else touch again; cat log; fi`, "a")
			b.Command = []string{"sh", "-c", "cd " + b.dir + "; cat > stdin; " + b.Command[2], "agent", "before", "{resume}", "{prompt}"}
			write(t, b.dir+"/log", c.log)
			b.work()
			b.do("unblock", "a", "ann", "granted", nil)
			b.work()
			if got := b.one(`SELECT state FROM tasks`); got != "done" {
				t.Fatal(got)
			}
			if got := read(t, b.dir+"/stdin"); got != "" {
				t.Errorf("a command with the prompt reads it again: %q", got)
			}
			args := strings.Split(read(t, b.dir+"/args"), "\n")
			want := strings.Fields("before " + c.want)
			if got := args[:len(want)]; strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("arguments %q, want %q", got, want)
			}
			prompt := strings.Join(args[len(want):], "\n")
			if resumed := strings.HasPrefix(prompt, "Go on with the task: the task a\n"); resumed != (c.want != "") || !strings.Contains(prompt, "granted") {
				t.Errorf("prompt %q", prompt)
			}
		})
	}
}

func TestKindsOfEndingPrompt(t *testing.T) {
	for kind := model.KindUnknown; kind <= model.KindPolicy; kind++ {
		if !strings.Contains(EndingPrompt, kind.String()) {
			t.Errorf("the prompt does not name %s", kind)
		}
	}
	n := 0
	for line := range strings.Lines(EndingPrompt) {
		if d, ok := readDeclaration(line); ok {
			if n++; (d.Outcome != done) != (d.Obstacle != "") {
				t.Errorf("%+v", d)
			}
		}
	}
	if n != 4 {
		t.Errorf("%d of its lines are declarations", n)
	}
}

// Where the run contradicts a message that says done, the reason is a sentence for the person who
// reads the blocked task, without the name of the rule that found it.
func TestAContradictionIsGivenAsASentence(t *testing.T) {
	text := "All tests pass and I pushed the change."
	out := `{"type":"system","subtype":"init","cwd":"/srv","session_id":"5d3c-1","tools":["Edit"],"model":"m-1","permissionMode":"default"}
` + fmt.Sprintf(`{"type":"assistant","parent_tool_use_id":null,"session_id":"5d3c-1","message":{"id":"m2","type":"message","role":"assistant","model":"m-1","content":[{"type":"text","text":%q}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}}
{"type":"result","duration_ms":9,"session_id":"5d3c-1","total_cost_usd":0.25,"subtype":"success","is_error":false,"num_turns":1,"result":%q}
`, text, text)
	v := ended(out, "", report{}).judge(classify.New(classify.DefaultConfig()))
	if v.Outcome != failed || v.Evidence != "words" {
		t.Fatalf("%s by %s: %q", v.Outcome, v.Evidence, v.Why)
	}
	for _, r := range classify.Rules() {
		if strings.HasPrefix(v.Why, r.Name+": ") {
			t.Errorf("the reason begins with the name of a rule: %q", v.Why)
		}
	}
}
