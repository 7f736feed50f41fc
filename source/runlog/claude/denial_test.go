package claude

import (
	"fmt"
	"testing"

	"notdone/source/runlog"
)

const (
	noWrite = "Claude requested permissions to write to /srv/app/b.go, but you haven't granted it yet."
	noBash  = "Permission to use Bash with command git push origin main has been denied."
)

func TestDenials(t *testing.T) {
	write := `{"file_path":"/srv/app/b.go","content":"x"}`
	for _, c := range []struct {
		name      string
		log       *script
		denied    []string
		recovered int
	}{
		{"write", stream().call("t1", "Write", write).fail("t1", noWrite), []string{"Write /srv/app/b.go"}, 0},
		{"told by the result as well", stream().call("t1", "Write", write).fail("t1", noWrite).done(success + `,"permission_denials":[{"tool_name":"Write","tool_use_id":"t1","tool_input":` + write + `}],"result":"x"`), []string{"Write /srv/app/b.go"}, 0},
		{"told by the result alone", stream().call("t1", "Write", write).fail("t1", "Not now.").done(success + `,"permission_denials":[{"tool_name":"Write","tool_use_id":"t1","tool_input":` + write + `}],"result":"x"`), []string{"Write /srv/app/b.go"}, 0},
		{"told by the result alone, made good", stream().call("t1", "Write", write).fail("t1", "Not now.").call("t2", "Write", write).result("t2", "ok").done(success + `,"permission_denials":[{"tool_name":"Write","tool_use_id":"t1","tool_input":` + write + `}],"result":"x"`), nil, 1},
		{"a call that is not in the log", stream().say("x").done(success + `,"permission_denials":[{"tool_name":"Bash","tool_use_id":"t9","tool_input":{"command":"make deploy"}}],"result":"x"`), []string{"Bash make deploy"}, 0},
		{"made good by the same tool", transcript().prompt("x").call("t1", "Write", write).fail("t1", noWrite).call("t2", "Write", write).result("t2", "ok"), nil, 1},
		{"made good by another tool that edits", transcript().prompt("x").call("t1", "Write", write).fail("t1", noWrite).call("t2", "Edit", `{"file_path":"b.go"}`).result("t2", "ok"), nil, 1},
		{"made good by a command that writes the file", transcript().prompt("x").call("t1", "Write", write).fail("t1", noWrite).bash("t2", "cat > b.go <<'EOF'\nx\nEOF\n").result("t2", "ok"), nil, 1},
		{"another file does not make it good", transcript().prompt("x").call("t1", "Write", write).fail("t1", noWrite).call("t2", "Write", `{"file_path":"/srv/app/sub/c.go"}`).result("t2", "ok"), []string{"Write /srv/app/b.go"}, 0},
		{"reading the file does not make it good", transcript().prompt("x").call("t1", "Write", write).fail("t1", noWrite).bash("t2", "cat /srv/app/b.go").result("t2", "x"), []string{"Write /srv/app/b.go"}, 0},
		{"what succeeded before does not make it good", transcript().prompt("x").call("t2", "Write", write).result("t2", "ok").call("t1", "Write", write).fail("t1", noWrite), []string{"Write /srv/app/b.go"}, 0},
		{"failing again does not make it good", transcript().prompt("x").call("t1", "Write", write).fail("t1", noWrite).call("t2", "Write", write).fail("t2", noWrite), []string{"Write /srv/app/b.go", "Write /srv/app/b.go"}, 0},
		{"command of the same family", transcript().prompt("x").bash("t1", "cd /srv && git push origin main").fail("t1", noBash).bash("t2", "git push origin main --no-verify").result("t2", "ok"), nil, 1},
		{"command of another family", transcript().prompt("x").bash("t1", "git push origin main").fail("t1", noBash).bash("t2", "git status && git commit -m x").result("t2", "ok"), []string{"Bash git push origin main"}, 0},
		{"approval is required", transcript().prompt("x").bash("t1", "npm install left").fail("t1", "This command requires approval"), []string{"Bash npm install left"}, 0},
		{"a person said no", transcript().prompt("x").bash("t1", "rm -r build").fail("t1", "The user doesn't want to proceed with this tool use. The tool use was rejected"), []string{"Bash rm -r build"}, 0},
		{"a person said no, and work went on", transcript().prompt("x").bash("t1", "rm -r build").fail("t1", "The user doesn't want to proceed with this tool use. The tool use was rejected").call("t2", "Edit", `{"file_path":"c.go"}`).result("t2", "ok").end("Done."), nil, 1},
		{"a hook said no, and work went on", transcript().prompt("x").bash("t1", "rm -r build").fail("t1", "PreToolUse:Bash hook error: [guard] no").call("t2", "Edit", `{"file_path":"c.go"}`).result("t2", "ok").end("Done."), []string{"Bash rm -r build"}, 0},
		{"a hook said no", transcript().prompt("x").bash("t1", "rm -r build").fail("t1", "PreToolUse:Bash hook error: [guard] no"), []string{"Bash rm -r build"}, 0},
		{"outside of the folder", transcript().prompt("x").bash("t1", "cd /etc").fail("t1", "cd to '/etc' was blocked. For security, Claude Code may only change directories to the allowed working directories for this session"), []string{"Bash cd /etc"}, 0},
		{"an ordinary failure", transcript().prompt("x").bash("t1", "cat /root/x").fail("t1", "Exit code 1\ncat: /root/x: Permission denied"), nil, 0},
		{"a file that speaks of it", transcript().prompt("x").call("t1", "Read", `{"file_path":"a.md"}`).result("t1", noWrite), nil, 0},
		{"not of the newest turn", transcript().prompt("x").call("t1", "Write", write).fail("t1", noWrite).end("I need it.").turned().prompt("Leave it").end("Fine."), nil, 0},
		{"a question that nobody answered", stream().call("t1", "AskUserQuestion", `{"questions":[{"question":"Which one?"}]}`).fail("t1", "This tool requires approval").say("x").done(success + `,"result":"x"`), []string{"AskUserQuestion Which one?"}, 0},
		{"a question that was open at the end", stream().call("t1", "AskUserQuestion", `{"questions":[{"question":"Which one?"}]}`).done(success + `,"result":"x"`), []string{"AskUserQuestion Which one?"}, 0},
		{"a question that it went on without", stream().call("t1", "ExitPlanMode", `{"plan":"1. do it"}`).fail("t1", "Claude requested permissions to use ExitPlanMode, but you haven't granted it yet.").call("t2", "Write", write).result("t2", "ok"), nil, 1},
		{"a notice about a call", stream().call("t1", "Write", write).raw(`{"type":"system","subtype":"permission_denied","tool_name":"Write","tool_use_id":"t1","session_id":"s-1"}`).fail("t1", noWrite), []string{"Write /srv/app/b.go"}, 0},
		{"in a subagent", transcript().prompt("x").call("t0", "Task", `{"prompt":"y"}`).side().call("t1", "Write", write).fail("t1", noWrite).main().result("t0", "It could not."), []string{"Write /srv/app/b.go"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := feed(c.log.String(), runlog.Options{}).Summary()
			var got []string
			for _, d := range s.Work.Denied {
				got = append(got, d.Tool+" "+d.What)
				if d.Where == "" {
					t.Errorf("%v is nowhere", d)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.denied) || s.Work.Recovered != c.recovered {
				t.Errorf("denied %q, want %q; recovered %d, want %d\n%s", got, c.denied, s.Work.Recovered, c.recovered, c.log)
			}
		})
	}
}

func TestDenialsAreBounded(t *testing.T) {
	s := stream()
	for i := range 200 {
		id := fmt.Sprint("t", i)
		s.call(id, "Write", fmt.Sprintf(`{"file_path":"/f%d"}`, i)).fail(id, noWrite)
	}
	d := feed(s.String(), runlog.Options{}).Summary().Work.Denied
	if len(d) != 20 || d[19].What != "/f199" {
		t.Errorf("%d denials, the last of %v", len(d), d[len(d)-1])
	}
}
