package work

import (
	"fmt"
	"strings"
	"testing"

	"notdone/classify"
)

// calls is a part of a stream of claude -p: a call of a tool, and its result.
func calls(id, tool, input, result string, failed bool) []string {
	const envelope = `"parent_tool_use_id":null,"session_id":"5d3c-1"`
	return []string{
		fmt.Sprintf(`{"type":"assistant",%s,"message":{"id":"m-%s","type":"message","role":"assistant","model":"m-1","content":[{"type":"tool_use","id":%q,"name":%q,"input":%s}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":2}}}`, envelope, id, id, tool, input),
		fmt.Sprintf(`{"type":"user",%s,"message":{"role":"user","content":[{"tool_use_id":%q,"type":"tool_result","content":%q,"is_error":%t}]}}`, envelope, id, result, failed),
	}
}

// TestClaimAgainstLog: what a log shows decides where the agent says that all is done.
func TestClaimAgainstLog(t *testing.T) {
	const notGranted = "Claude requested permissions to write to /srv/b.go, but you haven't granted it yet."
	write := func(id, result string, failed bool) []string {
		return calls(id, "Write", `{"file_path":"/srv/b.go","content":"x"}`, result, failed)
	}
	success := func(text string) string {
		return fmt.Sprintf(`"subtype":"success","is_error":false,"num_turns":3,"result":%q`, text)
	}
	stream := func(text string, more ...[]string) string {
		var lines []string
		for _, m := range more {
			lines = append(lines, m...)
		}
		return claudeStream(success(text), lines...)
	}
	tests := func(id string, failed bool) []string {
		return calls(id, "Bash", `{"command":"npm test"}`, map[bool]string{true: "Error: connect ECONNREFUSED 127.0.0.1:5432", false: "12 passing"}[failed], failed)
	}
	ask := calls("q1", "AskUserQuestion", `{"questions":[{"question":"Which database should I migrate?","header":"DB","options":[{"label":"staging"},{"label":"prod"}]}]}`, "Answer questions?", true)
	asked := strings.NewReplacer(`"Edit"`, `"Read"`, `"num_turns"`, `"permission_denials":[{"tool_name":"AskUserQuestion","tool_use_id":"q1","tool_input":{}}],"num_turns"`).
		Replace(stream("You chose staging. Migrated it.", ask))
	for name, c := range map[string]struct {
		out, want string // outcome, kind, evidence
		why       string
	}{
		"denied":                 {stream("I added the limit to b.go.", write("t2", notGranted, true)), "blocked permission log", "Write /srv/b.go"},
		"denied, declared done":  {stream("I added the limit.\n\n"+`{"outcome":"done"}`, write("t2", notGranted, true)), "blocked permission log", "Write /srv/b.go"},
		"denied, then made good": {stream("I added the limit to b.go.", write("t2", notGranted, true), write("t3", "File created", false)), "done", ""},
		"a question":             {asked, "blocked decision log", "Which database should I migrate?"},
		"tests failed last":      {stream("All tests pass now.", tests("t2", true)), "failed", "npm test"},
		"tests passed after all": {stream("All tests pass now.", tests("t2", true), tests("t3", false)), "done", ""},
		"tests that never ran":   {stream("Fixed the importer. All tests pass."), "failed", "never run"},
	} {
		t.Run(name, func(t *testing.T) {
			v := ended(c.out, "", report{}).judge(classify.New(classify.DefaultConfig()))
			if got := fmt.Sprintf("%s %s %s", v.Outcome, v.Kind, v.Evidence); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, want %s; why %q", got, c.want, v.Why)
			}
			if !strings.Contains(v.Why, c.why) {
				t.Errorf("why %q, want %q in it", v.Why, c.why)
			}
			if v.Declared && !v.Done() {
				t.Error("the agent declared no such thing")
			}
			if v.Result == "" {
				t.Error("the last message is lost")
			}
		})
	}
}
