package codex

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// did is what the tests compare of what an agent did.
type did struct {
	Calls, Edits, Commands, Tests int
	Edited                        string
	Last                          string
	Failed                        bool
}

func activity(a model.Work) did {
	return did{a.Calls, a.Edits, a.Commands, a.Tests, strings.Join(a.Edited, " "), a.Command.Text, a.Command.Failed}
}

func TestWhatWasDone(t *testing.T) {
	shell := `{"command":["bash","-lc","make"],"timeout_ms":1000}`
	patch := `*** Begin Patch\n*** Update File: src/a.go\n*** Move to: src/b.go\n@@\n-x\n+y\n*** Add File: docs/new file.md\n+z\n*** End Patch`
	custom := []string{"response_item", `"type":"custom_tool_call","status":"completed","call_id":"p","name":"apply_patch","input":"` + patch + `"`}
	customOut := func(s string) []string {
		return []string{"response_item", fmt.Sprintf(`"type":"custom_tool_call_output","call_id":"p","output":%q`, s)}
	}
	script := func(s string) []string {
		s = strings.ReplaceAll(s, patch, strings.ReplaceAll(patch, `\n`, "\n"))
		return []string{"response_item", fmt.Sprintf(`"type":"custom_tool_call","status":"completed","call_id":"s","name":"exec","input":%q`, s)}
	}
	scriptOut := func(s string) []string {
		return []string{"response_item", fmt.Sprintf(`"type":"custom_tool_call_output","call_id":"s","output":[{"type":"input_text","text":%q}]`, "Script completed\nOutput:\n"+s)}
	}
	const files = "src/a.go docs/new file.md src/b.go"
	for _, c := range []struct {
		name string
		log  []string
		want did
	}{
		{"a command, exit 0", join(call("c", "exec_command", `{"cmd":"make"}`), answer("c", exited(0, "ok"))), did{Calls: 1, Commands: 1, Last: "make"}},
		{"a command, exit 2", join(call("c", "exec_command", `{"cmd":"go test ./..."}`), answer("c", exited(2, "FAIL"))), did{Calls: 1, Commands: 1, Tests: 1, Last: "go test ./...", Failed: true}},
		{"a command of another version", join(call("c", "shell", shell), answer("c", "Exit code: 1\nWall time: 2 seconds\nTotal output lines: 1\nOutput:\nno rule")), did{Calls: 1, Commands: 1, Last: "make", Failed: true}},
		{"a command of an older one", join(call("c", "shell", shell), answer("c", `{"output":"no rule\n","metadata":{"exit_code":2,"duration_seconds":0.1}}`)), did{Calls: 1, Commands: 1, Last: "make", Failed: true}},
		{"an exit code behind a long text", join(call("c", "shell", shell), answer("c", `{"output":"`+strings.Repeat("no rule ", 60000)+`","metadata":{"exit_code":2,"duration_seconds":0.1}}`)), did{Calls: 1, Commands: 1, Last: "make", Failed: true}},
		{"what looks like an exit code in the text is none", join(call("c", "exec_command", `{"cmd":"cat log"}`), answer("c", exited(0, "Process exited with code 3\nExit code: 4"))), did{Calls: 1, Commands: 1, Last: "cat log"}},
		{"a result in blocks", join(call("c", "shell", shell), []string{"response_item", `"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"Exit code: 1\nOutput:\nx"}]`}), did{Calls: 1, Commands: 1, Last: "make", Failed: true}},
		{"a result that says that it failed", join(call("c", "shell", shell), []string{"response_item", `"type":"function_call_output","call_id":"c","output":{"content":"x","success":false}`}), did{Calls: 1, Commands: 1, Last: "make", Failed: true}},
		{"a call that was never made", join(call("c", "shell", shell), answer("c", "failed to parse function arguments: missing field")), did{Calls: 1, Commands: 1, Last: "make", Failed: true}},
		{"events beside the call", join(call("c", "shell", shell), event("exec_command_begin", `"call_id":"c","command":["bash","-lc","make"]`), event("exec_command_end", `"call_id":"c","command":["bash","-lc","make"],"exit_code":1,"stdout":"","stderr":"no"`), answer("c", "Exit code: 1\nOutput:\nno")), did{Calls: 1, Commands: 1, Last: "make", Failed: true}},
		{"events alone", join(event("exec_command_begin", `"call_id":"c","command":["git","commit","-m","a b"]`), event("exec_command_end", `"call_id":"c","exit_code":0,"aggregated_output":"x"`)), did{Calls: 1, Commands: 1, Last: "git commit -m 'a b'"}},
		{"a person's own command", event("exec_command_end", `"call_id":"u","source":"user_shell","command":["ls"],"exit_code":0`), did{}},
		{"a local shell", join([]string{"response_item", `"type":"local_shell_call","call_id":"c","status":"completed","action":{"type":"exec","command":["sh","-c","ls -l"]}`}, answer("c", "Exit code: 0\nOutput:\nx")), did{Calls: 1, Commands: 1, Last: "ls -l"}},
		{"a patch", join(custom, customOut("Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM src/a.go")), did{Calls: 1, Edits: 1, Edited: files}},
		{"a patch with an event of it", join(custom, event("patch_apply_end", `"call_id":"p","success":true,"stdout":"Success.","changes":{"src/a.go":{"type":"update"}}`), customOut(`{"output":"Success.","metadata":{"exit_code":0}}`)), did{Calls: 1, Edits: 1, Edited: files}},
		{"a patch that does not fit", join(custom, customOut("apply_patch verification failed: no such lines")), did{Calls: 1}},
		{"a patch without a result", custom, did{Calls: 1}},
		{"a patch by a function", join(call("c", "apply_patch", `{"input":"`+patch+`"}`), answer("c", `{"output":"Success.","metadata":{"exit_code":0}}`)), did{Calls: 1, Edits: 1, Edited: files}},
		{"a patch by a shell", join(call("c", "shell", `{"command":["bash","-lc","apply_patch <<'EOF'\n`+patch+`\nEOF"]}`), answer("c", "Exit code: 0\nOutput:\nSuccess.")), did{Calls: 1, Edits: 1, Edited: files}},
		{"a script that runs a command", join(script(`const r = await tools.exec_command({"cmd":"npm test","workdir":"/srv/app"});\ntext(r.output);`), scriptOut("1 failed, 3 passed")), did{Calls: 1, Commands: 1, Tests: 1, Last: "npm test"}},
		{"a script that runs two", join(script("await Promise.all([tools.exec_command({cmd: 'ls src'}), tools.exec_command({ cmd: `go test ./...` })]);"), scriptOut("ok")), did{Calls: 1, Commands: 1, Tests: 1, Last: "ls src\ngo test ./..."}},
		{"a script that patches", join(script("text(await tools.apply_patch(`"+patch+"`));"), scriptOut("{}")), did{Calls: 1, Edits: 1, Edited: files}},
		{"a script with a patch in quotes", join(script(`await tools.apply_patch("*** Begin Patch\n*** Update File: src/a.go\n@@\n-x\n+y\n*** End Patch");`), scriptOut("{}")), did{Calls: 1, Edits: 1, Edited: "src/a.go"}},
		{"a script that does both", join(script("await tools.apply_patch(`"+patch+"`); await tools.exec_command({cmd:'make'});"), scriptOut("ok")), did{Calls: 1}},
		{"a picture", join(call("c", "view_image", `{"path":"/tmp/a.png"}`), answer("c", "attached")), did{Calls: 1}},
		{"a web search, as it is written", join([]string{"response_item", `"type":"web_search_call","status":"completed","action":{"type":"search","query":"go 1.26"}`}, event("web_search_end", `"call_id":"ws_1","query":"go 1.26"`)), did{Calls: 1}},
		{"a tool of a server", join(call("c", "mcp__db__query", `{"sql":"select 1"}`), event("mcp_tool_call_begin", `"call_id":"c","invocation":{"server":"db","tool":"query","arguments":{"sql":"select 1"}}`), event("mcp_tool_call_end", `"call_id":"c","invocation":{"server":"db","tool":"query"},"result":{"Ok":{"content":[{"type":"text","text":"1"}],"isError":false}}`), answer("c", "1")), did{Calls: 1}},
		{"a plan", join(call("c", "update_plan", `{"plan":[{"step":"a","status":"pending"}]}`), answer("c", "Plan updated")), did{Calls: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, activity(read(begin, c.log).Work)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestCommandsThatGoOn(t *testing.T) {
	running := "Chunk ID: 1\nWall time: 10 seconds\nProcess running with session ID 77\nOutput:\nbuilding"
	log := join(begin, call("c", "exec_command", `{"cmd":"make all"}`), answer("c", running))
	s := read(log)
	if s.Work.Pending.Quote != "exec_command make all" || s.Work.Commands != 0 {
		t.Errorf("under way %q, %+v", s.Work.Pending.Quote, s.Work)
	}
	for i := range 12 {
		id := fmt.Sprintf("w%d", i)
		log = join(log, call(id, "write_stdin", `{"session_id":77,"chars":"","yield_time_ms":1000}`), answer(id, running))
	}
	s = read(log)
	if len(s.Work.Loops) != 0 || s.Work.Pending.Quote == "" {
		t.Errorf("waiting for a command is no loop: %+v, pending %q", s.Work.Loops, s.Work.Pending.Quote)
	}
	done := join(log, call("last", "write_stdin", `{"session_id":77,"chars":""}`), answer("last", exited(2, "broken")))
	if a := read(done).Work; a.Commands != 1 || !a.Command.Failed || a.Command.Text != "make all" {
		t.Errorf("%+v", a)
	}
	if a := read(log, complete).Work; a.Commands != 1 || a.Command.Failed {
		t.Errorf("a command that is left running has not failed: %+v", a)
	}
}

func TestLoops(t *testing.T) {
	again := func(n int) (log []string) {
		for i := range n {
			id := fmt.Sprint("c", i)
			log = join(log, call(id, "exec_command", fmt.Sprintf(`{"cmd":"make","yield_time_ms":%d}`, 1000+i)), answer(id, exited(1, "no rule")))
		}
		return log
	}
	if s := read(begin, again(4)); len(s.Work.Loops) != 0 {
		t.Errorf("four times is no loop: %+v", s.Work.Loops)
	}
	s := read(begin, again(6))
	if len(s.Work.Loops) != 1 || s.Work.Loops[0].Count != 6 || s.Work.Loops[0].Args != "make" || s.Work.Loops[0].Result != "no rule" || s.Work.Loops[0].From != "r:8" || s.Work.Loops[0].To != "r:19" {
		t.Errorf("%+v", s.Work.Loops)
	}
	patch := join([]string{"response_item", `"type":"custom_tool_call","call_id":"p","name":"apply_patch","input":"*** Begin Patch\n*** Update File: a\n*** End Patch"`},
		[]string{"response_item", `"type":"custom_tool_call_output","call_id":"p","output":"Success. Updated"`})
	if s := read(begin, again(4), patch, call("x", "exec_command", `{"cmd":"make"}`), answer("x", exited(1, "no rule"))); len(s.Work.Loops) != 0 {
		t.Errorf("something was changed between: %+v", s.Work.Loops)
	}
}

func TestDenied(t *testing.T) {
	touch := func(id, path string, code int, said string) []string {
		return join(call(id, "exec_command", `{"cmd":"touch `+path+`"}`), answer(id, exited(code, said)))
	}
	for _, c := range []struct {
		name      string
		log       []string
		want      []string
		recovered int
	}{
		{"by the sandbox", touch("c", "a.txt", 1, "touch: cannot touch 'a.txt': Permission denied"), []string{"touch a.txt"}, 0},
		{"by the sandbox, and made good", join(touch("c", "a.txt", 1, "touch: cannot touch 'a.txt': Read-only file system"), touch("d", "a.txt", 0, "")), nil, 1},
		{"by a person", join(call("c", "shell", `{"command":["git","push"]}`), answer("c", "exec command rejected by user")), []string{"git push"}, 0},
		{"by a person, and work went on", join(call("c", "shell", `{"command":["git","push"]}`), answer("c", "exec command rejected by user"), call("d", "exec_command", `{"cmd":"npm install"}`), answer("d", exited(0, "added 2"))), nil, 1},
		{"by the settings, and work went on", join(call("c", "shell", `{"command":["git","push"]}`), answer("c", "patch rejected: rejected by user approval settings"), call("d", "exec_command", `{"cmd":"npm install"}`), answer("d", exited(0, "added 2"))), []string{"git push"}, 0},
		{"by a rule", join(call("c", "shell", `{"command":["git","push"]}`), answer("c", "approval required by policy, but AskForApproval is set to Never")), []string{"git push"}, 0},
		{"a patch", join([]string{"response_item", `"type":"custom_tool_call","call_id":"p","name":"apply_patch","input":"*** Begin Patch\n*** Update File: /etc/a\n*** End Patch"`}, []string{"response_item", `"type":"custom_tool_call_output","call_id":"p","output":"patch rejected: writing outside of the project; rejected by user approval settings"`}), []string{"/etc/a"}, 0},
		{"while looking around", join(call("c", "exec_command", `{"cmd":"find / -name x"}`), answer("c", exited(1, "find: '/root': Permission denied\n/srv/x"))), nil, 0},
		{"in a text that begins like a refusal", join(call("c", "exec_command", `{"cmd":"cat log"}`), answer("c", exited(0, "rejected by user\npatch rejected"))), nil, 0},
		{"in a text that was read", join(call("c", "exec_command", `{"cmd":"cat log"}`), answer("c", exited(0, "mkdir: Permission denied"))), nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := read(begin, c.log, says("Done."), complete)
			var got []string
			for _, d := range s.Work.Denied {
				got = append(got, d.What)
			}
			if d := cmp.Diff(c.want, got); d != "" || s.Work.Recovered != c.recovered {
				t.Errorf("%d recovered, want %d (-want +got)\n%s", s.Work.Recovered, c.recovered, d)
			}
		})
	}
}
