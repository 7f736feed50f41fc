package codex

import (
	"strconv"
	"strings"

	"notdone/source/runlog"
)

// readItem reads a response_item: what went to the model and came back from it
// (codex-rs/protocol/src/models.rs, ResponseItem). carried says that it is the payload
// of a line; the first versions wrote items as lines.
func (r *reader) readItem(v runlog.Value, kind string, carried bool, e runlog.Entry) {
	id := v.First("call_id", "id").Name()
	switch kind {
	case "message":
		r.readMessage(v, carried, e)
	case "agent_message":
		r.addMessage(r.message(v), fromItem, e)
	case "function_call":
		r.readFunctionCall(v, id, e)
	case "custom_tool_call":
		r.addCall(customCall(v, id), e)
	case "local_shell_call":
		r.addCall(commandCall(id, "local_shell", words(v.Get("action", "command"))), e)
	case "function_call_output", "custom_tool_call_output", "mcp_tool_call_output", "tool_search_output", "local_shell_call_output":
		r.readResult(v, id, e)
	case "web_search_call":
		r.addSearch(v, fromItem, e)
	case "tool_search_call", "image_generation_call":
		tool := strings.TrimSuffix(kind, "_call")
		c := runlog.Call{ID: id, Tool: tool, Mode: tools[tool]}
		c.Args, c.Sum = runlog.CanonicalArgs(arguments(v))
		if r.addCall(c, e); kind == "image_generation_call" {
			r.addResult(id, output{}, e)
		}
	}
}

// readMessage reads a message. A prompt differs from the context that clients put before
// it only by an event; without such events, by its beginning.
func (r *reader) readMessage(v runlog.Value, carried bool, e runlog.Entry) {
	text := r.message(v)
	switch v.Get("role").Name() {
	case "assistant":
		r.addMessage(text, fromItem, e)
	case "user":
		if isContext(text) {
			return
		}
		if text = withoutContext(text); !carried {
			r.addPrompt(text, e)
		} else if !r.events {
			r.NotePrompt(text, false)
		}
	}
}

// isContext reports whether a text is one that Codex puts before a prompt.
func isContext(text string) bool {
	return text == "" || strings.HasPrefix(text, "<") || strings.HasPrefix(text, "# AGENTS.md instructions")
}

// readFunctionCall reads a call of a function, and its question where it asks one.
func (r *reader) readFunctionCall(v runlog.Value, id string, e runlog.Entry) {
	raw := arguments(v)
	args := runlog.Parse(raw)
	defer args.Release()
	c := functionCall(v, id, raw, args.Value, e.Line)
	if r.Work.Knows(id) {
		r.addCall(c, e)
		return
	}
	r.addCall(c, e)
	if c.Tool == "write_stdin" {
		if n := r.Work.Find(id); n != nil {
			n.Process = string(args.Get("session_id").Scalar()) + args.Get("session_id").Name()
		}
	}
	elevated := args.Get("with_escalated_permissions").True() || args.Get("sandbox_permissions").Name() == "require_escalated"
	switch asked := questions(args.Value); {
	case c.Mode == runlog.ModeAsk && asked != "":
		r.ask(c.ID, asked, e)
	case c.Mode == runlog.ModeAsk:
		r.ask(c.ID, approval(args.Value, "go on"), e)
	case elevated && r.asksForApproval():
		r.ask(c.ID, approval(args.Value, "run "+c.What()), e)
	}
}

// asksForApproval reports whether the session asks the user before it leaves its sandbox
// (codex-rs/protocol/src/protocol.rs, AskForApproval).
func (r *reader) asksForApproval() bool {
	switch r.policy {
	case "on-request", "on-failure", "untrusted", "unless-trusted":
		return true
	}
	return false
}

// addSearch adds a web search, which a rollout records twice without a common id.
func (r *reader) addSearch(v runlog.Value, from channel, e runlog.Entry) {
	c := searchCall("search, line "+strconv.FormatInt(e.Line, 10), v)
	if !r.turn.isEcho("web search: "+c.Path, from) {
		r.addCall(c, e)
		r.addResult(c.ID, output{}, e)
	}
}
