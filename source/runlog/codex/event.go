package codex

import (
	"fmt"
	"strconv"
	"strings"

	"notdone/source/runlog"
)

// readEvent reads a rollout's event_msg, or an event of the first versions of
// codex exec (codex-rs/protocol/src/protocol.rs, EventMsg).
func (r *reader) readEvent(v runlog.Value, kind string, e runlog.Entry) {
	switch kind {
	case "session_configured":
		if id := v.First("session_id", "thread_id").Name(); id != "" {
			r.UseSession(id)
		}
		v.Get("model").Keep(&r.Sum.Model)
		v.Get("cwd").Keep(&r.Sum.Cwd)
	case "user_message":
		// The first versions wrote the context that Codex adds as events of other kinds.
		if k := v.Get("kind").Name(); k == "" || k == "plain" {
			r.events = true
			r.addPrompt(withoutContext(r.message(v)), e)
		}
	case "agent_message":
		r.addMessage(r.message(v), fromEvent, e)
	case "task_started", "turn_started":
		r.beginTurn(v.Get("turn_id").Name(), e)
		r.readMode(v.Get("collaboration_mode_kind"))
	case "task_complete", "turn_complete":
		if v.First("error").Kind() != 0 {
			r.addFailure(r.readFailure(v, e.At), "error", true, e)
			return
		}
		r.completeTurn(kind, strings.TrimSpace(v.Get("last_agent_message").Decode(r.Limit)), e)
	case "turn_aborted":
		r.abortTurn(v.Get("reason").Name(), e)
	case "error":
		r.addFailure(r.readFailure(v, e.At), "error", false, e)
	case "stream_error":
		r.addRetry(r.message(v), e)
	case "token_count":
		r.countTokens(tokensOf(v))
		if limits := v.Get("rate_limits"); limits.First("primary", "secondary").Kind() != 0 {
			r.quota = limitEnd(limits, e.At)
		}
	case "item_completed":
		if item := v.Get("item"); strings.EqualFold(typeOf(item), "plan") {
			r.addPlan(r.message(item), e)
		}
	case "context_compacted":
		e.Name = kind
		r.Show(e)
	default:
		r.readToolEvent(v, kind, e)
	}
}

// readToolEvent reads the events of a tool call, which most versions write beside the
// call itself, or of a question to the user.
func (r *reader) readToolEvent(v runlog.Value, kind string, e runlog.Entry) {
	id := v.Get("call_id").Name()
	switch kind {
	case "exec_command_begin", "exec_command_end":
		// A command of the user is not the agent's work.
		if v.Get("source").Name() == "user_shell" {
			return
		}
		r.addCall(commandCall(id, "exec_command", words(v.Get("command"))), e)
	case "patch_apply_begin", "patch_apply_end":
		r.addCall(patchCall(id, changedFiles(v.Get("changes"))), e)
	case "mcp_tool_call_begin", "mcp_tool_call_end":
		r.addCall(serverCall(id, v.Get("invocation")), e)
	case "web_search_end":
		r.addSearch(v, fromEvent, e)
	case "exec_approval_request":
		c := commandCall("", "", words(v.Get("command")))
		r.ask(id, approval(v, "run "+c.What()), e)
	case "apply_patch_approval_request":
		c := patchCall("", changedFiles(v.Get("changes")))
		r.ask(id, approval(v, "edit "+c.What()), e)
	case "request_permissions", "elicitation_request":
		r.ask(id, approval(v, "go on"), e)
	case "request_user_input":
		r.ask(id, questions(v), e)
	}
	switch kind {
	case "exec_command_end", "patch_apply_end", "mcp_tool_call_end":
		r.readResult(v, id, e)
	}
}

// withoutContext removes the context that an editor puts before a prompt.
func withoutContext(text string) string {
	const typed = "## My request for Codex:"
	if _, after, ok := strings.Cut(text, typed); ok && strings.HasPrefix(text, "# Context from my IDE setup") {
		return strings.TrimSpace(after)
	}
	return text
}

// addPlan adds a plan that the agent proposes. A turn in plan mode ends with it and
// waits for approval.
func (r *reader) addPlan(text string, e runlog.Entry) {
	r.addMessage(text, fromEvent, e)
	if r.turn.planMode && text != "" {
		r.turn.plan = runlog.Question{Text: runlog.Cut(text, runlog.MaxPrompt), Line: e.Line}
	}
}

// ask adds a question of a call to the user.
func (r *reader) ask(call, question string, e runlog.Entry) {
	if question == "" || r.Closed {
		return
	}
	r.open(e)
	r.turn.active = true
	r.Waiting = runlog.Question{Call: call, Text: runlog.Cut(question, runlog.MaxPrompt), Line: e.Line}
	e.Kind, e.Name, e.Text = runlog.KindOther, "asks", question
	r.Show(e)
}

// approval returns the question whether something may be done.
func approval(v runlog.Value, what string) string {
	what = "approval to " + what
	if reason := strings.TrimSpace(v.First("justification", "reason", "text", "message").Decode(runlog.MaxPrompt)); reason != "" {
		return reason + " (" + what + ")"
	}
	return what
}

// readStream reads an event of "codex exec --json" and reports whether it was one
// (codex-rs/exec/src/exec_events.rs).
func (r *reader) readStream(l *line, e runlog.Entry) bool {
	switch l.kind {
	case "thread.started":
		id := l.Get("thread_id").Name()
		if r.id != "" && id != r.id && r.Started {
			r.next()
			r.spent, r.tokens = r.spent+r.tokens, 0
		}
		r.id = id
		r.UseSession(id)
	case "turn.started":
		r.beginTurn("", e)
	case "turn.completed":
		r.countTokens(tokensOf(l.Value))
		if r.Sum.Terminal && !r.Closed {
			// The stream says itself whether a turn failed: the error did not end it.
			r.Sum.Terminal, r.Run.Error = false, ""
		}
		r.completeTurn(l.kind, "", e)
	case "turn.failed":
		r.addFailure(r.readFailure(l.Value, e.At), l.kind, true, e)
	case "error":
		r.addFailure(r.readFailure(l.Value, e.At), "error", false, e)
	case "item.started", "item.updated", "item.completed":
		r.readStreamItem(l, e)
	case "request_user_input":
		r.ask(l.Get("call_id").Name(), questions(l.Value), e)
	default:
		return false
	}
	return true
}

// readStreamItem reads an item. Its ids begin anew with every process.
func (r *reader) readStreamItem(l *line, e runlog.Entry) {
	v, id, completed := l.body, l.body.Get("id").Name(), l.kind == "item.completed"
	switch l.what {
	case "agent_message", "plan":
		if completed {
			r.addMessage(r.message(v), fromEvent, e)
		}
		return
	case "command_execution":
		r.addCall(commandCall(id, "command_execution", words(v.Get("command"))), e)
	case "file_change":
		r.addCall(patchCall(id, changedFiles(v.Get("changes"))), e)
	case "mcp_tool_call":
		r.addCall(serverCall(id, v), e)
	case "collab_tool_call":
		r.addCall(runlog.Call{ID: id, Tool: v.First("tool", "name").Name(), Mode: runlog.ModeAgent, Args: strconv.FormatInt(e.Line, 10)}, e)
	case "web_search":
		r.addCall(searchCall(id, v), e)
	case "todo_list":
		done, all := 0, 0
		for _, item := range v.Get("items").All() {
			if all++; item.Get("completed").True() {
				done++
			}
		}
		e.Name, e.Text = l.what, fmt.Sprintf("%d of %d done", done, all)
		r.Show(e)
		return
	case "error":
		e.Name, e.Text = l.what, r.message(v)
		r.Show(e)
		return
	default:
		return
	}
	if completed {
		r.readResult(v, id, e)
	}
}
