package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// The logs of two coding agents, in the shapes that Claude Code's print mode
// and Codex's rollouts have. One is denied what it needs and says so at the end
// of a run that calls itself a success, the other tries the same thing again
// and again.
const (
	claudeLog = "release-notes.claude.jsonl"
	codexLog  = "rollout-flaky-checkout.codex.jsonl"

	claudeSession = "5b1c6c1e-7f0a-4b53-9a42-2f8d1c0e9a71"
	codexSession  = "0199c2aa-61d4-7c11-8f3e-0c5b7a9e4d20"
)

// object is a JSON object of a log.
type object map[string]any

// startSessions begins the two logs.
func (w *world) startSessions() {
	w.at(1500*time.Millisecond, w.session(claudeLog, claudeRun, 0))
	w.at(2500*time.Millisecond, w.session(codexLog, codexRun, 0))
}

// session writes a log record by record, and begins it anew some minutes after
// its end.
func (w *world) session(name string, run []object, n int) act {
	return func(context.Context) error {
		wait := 2 * time.Second
		if n == len(run)-1 {
			wait = 6 * time.Minute
		}
		w.at(wait, w.session(name, run, (n+1)%len(run)))
		r := object{"timestamp": time.Now().UTC().Format("2006-01-02T15:04:05.000Z")}
		for k, v := range run[n] {
			r[k] = v
		}
		line, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return w.append(name, string(line), n == 0)
	}
}

// said, called and came are the records of Claude's print mode.
func said(text string) object {
	return claudeRecord("assistant", object{"role": "assistant", "model": "sonnet", "content": []object{{"type": "text", "text": text}}})
}

func called(id, tool string, input object) object {
	return claudeRecord("assistant", object{"role": "assistant", "model": "sonnet", "content": []object{
		{"type": "tool_use", "id": id, "name": tool, "input": input},
	}})
}

func came(id, text string, failed bool) object {
	return claudeRecord("user", object{"role": "user", "content": []object{
		{"type": "tool_result", "tool_use_id": id, "content": text, "is_error": failed},
	}})
}

func claudeRecord(kind string, message object) object {
	return object{"type": kind, "session_id": claudeSession, "message": message}
}

const releaseDenied = "I drafted the release notes, but writing to docs/releases was denied twice, so the file is not there. " +
	"Please allow edits in docs/releases and ask again."

var claudeRun = []object{
	{"type": "system", "subtype": "init", "session_id": claudeSession, "cwd": "/srv/agents/harbour", "model": "sonnet", "tools": []string{"Read", "Edit", "Write", "Bash"}},
	claudeRecord("user", object{"role": "user", "content": "Write the release notes of harbour 4.2 into docs/releases/4.2.md"}),
	said("I will read the merged changes since 4.1 first."),
	called("c1", "Bash", object{"command": "git log --oneline v4.1..HEAD"}),
	came("c1", "41 commits", false),
	called("c2", "Write", object{"file_path": "/srv/agents/harbour/docs/releases/4.2.md", "content": "# harbour 4.2"}),
	came("c2", "The user doesn't want to proceed with this tool use. The tool use was rejected.", true),
	called("c3", "Write", object{"file_path": "/srv/agents/harbour/docs/releases/4.2.md", "content": "# harbour 4.2"}),
	came("c3", "The user doesn't want to proceed with this tool use. The tool use was rejected.", true),
	said(releaseDenied),
	{
		"type": "result", "subtype": "success", "is_error": false, "session_id": claudeSession, "num_turns": 5, "duration_ms": 19000,
		"result": releaseDenied, "total_cost_usd": 0.21, "usage": object{"input_tokens": 41200, "output_tokens": 1900},
		"permission_denials": []object{
			{"tool_name": "Write", "tool_use_id": "c2", "tool_input": object{"file_path": "/srv/agents/harbour/docs/releases/4.2.md"}},
			{"tool_name": "Write", "tool_use_id": "c3", "tool_input": object{"file_path": "/srv/agents/harbour/docs/releases/4.2.md"}},
		},
	},
}

// event and item are the records of a rollout of Codex.
func event(kind string, more object) object {
	return object{"type": "event_msg", "payload": with(object{"type": kind}, more)}
}

func item(kind string, more object) object {
	return object{"type": "response_item", "payload": with(object{"type": kind}, more)}
}

func with(o, more object) object {
	for k, v := range more {
		o[k] = v
	}
	return o
}

const checkoutFails = "FAIL src/checkout.test.ts > keeps the cart after a reload\nExpected 3 items, received 0\n1 failed, 214 passed"

// codexRun runs the same test again and again without a change in between.
var codexRun = func() []object {
	run := []object{
		{"type": "session_meta", "payload": object{
			"id": codexSession, "cwd": "/srv/agents/storefront", "originator": "codex_exec", "cli_version": "0.57.0",
			"source": "exec", "model_provider": "openai", "git": object{"branch": "fix/flaky-checkout"},
		}},
		event("task_started", object{"turn_id": "1", "model_context_window": 272000}),
		{"type": "turn_context", "payload": object{"cwd": "/srv/agents/storefront", "model": "gpt-5-codex", "approval_policy": "never", "summary": "auto"}},
		event("user_message", object{"message": "Fix the flaky checkout test and prove it with ten green runs"}),
		event("agent_message", object{"message": "I will run the test on its own to see how it fails."}),
	}
	for i := range 8 {
		id := fmt.Sprintf("call_%d", i+1)
		run = append(run,
			item("function_call", object{"name": "shell", "call_id": id, "arguments": `{"command":["bash","-lc","npm test -- checkout"],"workdir":"/srv/agents/storefront"}`}),
			item("function_call_output", object{"call_id": id, "output": fmt.Sprintf(`{"output":%q,"metadata":{"exit_code":1,"duration_seconds":%d.4}}`, checkoutFails, 3+i%3)}),
		)
	}
	return append(run,
		event("token_count", object{"info": object{"total_token_usage": object{"input_tokens": 88000, "output_tokens": 2300, "total_tokens": 90300}}}),
		event("agent_message", object{"message": "The checkout test still fails in the same way; I will look into the session store next."}),
		event("task_complete", object{"turn_id": "1", "last_agent_message": "The checkout test still fails in the same way; I will look into the session store next."}),
	)
}()
