package codex

import (
	"fmt"
	"strings"
	"testing"

	"notdone/source/runlog"
)

// TestFailedTests holds that the end of a test run is known in every form in which Codex
// records it, and that a later run decides.
func TestFailedTests(t *testing.T) {
	const failed, passed = "==== 3 failed, 10 passed in 0.1s ====", "==== 13 passed in 0.1s ===="
	shell := func(id string) []string { return call(id, "shell", `{"command":["bash","-lc","pytest -q"]}`) }
	output := func(id, text string) []string { return join(shell(id), answer(id, text)) }
	object := func(id, out string) []string {
		return join(shell(id), []string{"response_item", fmt.Sprintf(`"type":"function_call_output","call_id":%q,"output":%s`, id, out)})
	}
	stream := func(id string, code int, text string) string {
		return fmt.Sprintf(`{"type":"item.completed","item":{"id":%q,"type":"command_execution","command":"bash -lc 'pytest -q'","aggregated_output":%q,"exit_code":%d,"status":"completed"}}`+"\n", id, text, code)
	}
	event := func(id string, code int, text string) []string {
		return event("exec_command_end", fmt.Sprintf(`"call_id":%q,"command":["bash","-lc","pytest -q"],"exit_code":%d,"aggregated_output":%q`, id, code, text))
	}
	for _, c := range []struct {
		name     string
		bad, fix []string // of the test run that fails and of one that passes
	}{
		{"an envelope", output("a", `{"output":"`+failed+`","metadata":{"exit_code":1,"duration_seconds":0.1}}`), output("b", `{"output":"`+passed+`","metadata":{"exit_code":0}}`)},
		{"with white space", output("a", `{"output": "`+failed+`", "metadata": {"exit_code": 1, "duration_seconds": 0.1}}`), output("b", `{"output": "`+passed+`", "metadata": {"exit_code": 0}}`)},
		{"with sorted keys", output("a", `{"metadata": {"duration_seconds": 0.1, "exit_code": 1}, "output": "`+failed+`"}`), output("b", `{"metadata":{"exit_code":0},"output":"`+passed+`"}`)},
		{"indented", output("a", "{\n  \"output\": \""+failed+"\",\n  \"metadata\": {\n    \"exit_code\": 1\n  }\n}"), output("b", "{\n\t\"output\": \"\",\n\t\"metadata\": {\"exit_code\": 0}}")},
		{"long, with white space", output("a", `{"output": "`+strings.Repeat("no rule ", 60000)+`", "metadata": {"exit_code": 1}}`), output("b", `{"output": "`+strings.Repeat("a rule ", 60000)+`", "metadata": {"exit_code": 0}}`)},
		{"an envelope that is no string", object("a", `{"output":"`+failed+`","metadata":{"exit_code":1}}`), object("b", `{"output":"`+passed+`","metadata":{"exit_code":0}}`)},
		{"an envelope without a code", output("a", `{"output":"`+failed+`"}`), output("b", `{"output":"`+passed+`"}`)},
		{"lines before the output", output("a", "Exit code: 1\nWall time: 0.1 seconds\nOutput:\n"+failed), output("b", "Exit code: 0\nOutput:\n"+passed)},
		{"lines of a later version", output("a", exited(1, failed)), output("b", exited(0, passed))},
		{"no exit code", output("a", failed), output("b", passed)},
		{"an event", event("a", 1, failed), event("b", 0, passed)},
		{"an event and an envelope", join(shell("a"), event("a", 1, ""), answer("a", failed)), join(event("b", 0, ""), answer("b", ""))},
	} {
		t.Run(c.name, func(t *testing.T) {
			if w := read(begin, c.bad).Work; w.Tests != 1 || !w.Test.Failed {
				t.Errorf("%d test runs, failed: %v", w.Tests, w.Test.Failed)
			}
			if w := read(begin, c.bad, c.fix).Work; w.Tests != 2 || w.Test.Failed {
				t.Errorf("%d test runs, the last of which passed; failed: %v", w.Tests, w.Test.Failed)
			}
		})
	}
	t.Run("an item of a stream", func(t *testing.T) {
		head := `{"type":"thread.started","thread_id":"th-1"}` + "\n"
		bad, good := stream("a", 1, failed), stream("b", 0, passed)
		if w := feed(head+bad, runlog.Options{}).Summary().Work; !w.Test.Failed {
			t.Error("the tests failed")
		}
		if w := feed(head+bad+good, runlog.Options{}).Summary().Work; w.Test.Failed {
			t.Error("the tests passed in the end")
		}
	})
}
