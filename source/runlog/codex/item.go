package codex

import (
	"strconv"
	"strings"

	"notdone/source/runlog"
)

// item reads a response_item: what went to the model and came back from it
// (codex-rs/protocol/src/models.rs, ResponseItem).
func (r *reader) item(l *line, kind string, e runlog.Entry) {
	id := name(l.is[fCall])
	if id == "" {
		id = name(l.is[fID])
	}
	switch kind {
	case "message":
		r.message(l, e)
	case "agent_message":
		r.say(r.said(l), fromItem, e)
	case "function_call":
		c, in := function(l, id, e)
		r.functionCall(c, &in, e)
	case "custom_tool_call":
		tool := name(l.is[fName])
		if tool == "" {
			tool = "apply_patch"
		}
		c := runlog.Call{ID: id, Tool: tool, Mode: tools[tool]}
		c.Args, c.Sum = runlog.CanonicalArgs(l.is[fInput])
		in := line{}
		if in.is[fInput] = l.is[fInput]; c.Mode == runlog.ModeOther {
			c = scripted(c, &in)
		} else {
			in.files = patched(l.is[fInput])
		}
		r.call(edits(c, &in), in.files, e)
	case "local_shell_call":
		r.call(command(id, "local_shell", l.argv), nil, e)
	case "function_call_output", "custom_tool_call_output", "mcp_tool_call_output", "tool_search_output", "local_shell_call_output":
		r.ended(l, id, e)
	case "web_search_call":
		r.search(l, fromItem, e)
	case "tool_search_call", "image_generation_call":
		c := runlog.Call{ID: id, Tool: strings.TrimSuffix(kind, "_call"), Mode: tools[strings.TrimSuffix(kind, "_call")]}
		c.Args, c.Sum = runlog.CanonicalArgs(l.argument())
		r.call(c, nil, e)
		if kind == "image_generation_call" {
			r.result(id, output{}, e)
		}
	}
}

// message reads a message. What the user says is told apart from what clients
// put before it only by the event of it; without such events, by how it begins.
func (r *reader) message(l *line, e runlog.Entry) {
	switch string(l.is[fRole]) {
	case "assistant":
		r.say(r.said(l), fromItem, e)
	case "user":
		if said := r.said(l); !l.record && !instructions(said) {
			r.asked(request(said), true, e)
		} else if !r.events && !instructions(said) {
			r.NotePrompt(request(said), false)
		}
	}
}

// instructions reports whether a text is one that Codex puts before what the
// user says.
func instructions(text string) bool {
	return text == "" || strings.HasPrefix(text, "<") || strings.HasPrefix(text, "# AGENTS.md instructions")
}

// functionCall takes a call of a function, and the question where it asks one.
func (r *reader) functionCall(c runlog.Call, in *line, e runlog.Entry) {
	known := r.turn.calls.find(c.ID) != nil
	r.call(c, in.files, e)
	if known {
		return
	}
	if c.Tool == "write_stdin" {
		r.turn.calls.find(c.ID).process = name(in.is[fThread])
	}
	switch {
	case c.Mode == runlog.ModeAsk && len(in.asks) > 0:
		r.ask(c.ID, questions(in.asks), e)
	case c.Mode == runlog.ModeAsk:
		r.ask(c.ID, approval(in, "go on"), e)
	case in.elevated && r.attended():
		r.ask(c.ID, approval(in, "run "+shown(c)), e)
	}
}

// attended reports whether the session asks before it does what its sandbox
// forbids (codex-rs/protocol/src/protocol.rs, AskForApproval).
func (r *reader) attended() bool {
	switch r.policy {
	case "on-request", "on-failure", "untrusted", "unless-trusted":
		return true
	}
	return false
}

// search takes a web search, which stands in a rollout twice, with no id in
// common.
func (r *reader) search(l *line, from channel, e runlog.Entry) {
	query := text(l.is[fQuery], runlog.MaxPrompt)
	if r.turn.echoed("web search: "+query, from) {
		return
	}
	id := "search, line " + strconv.FormatInt(e.Line, 10)
	r.call(runlog.Call{ID: id, Tool: "web_search", Mode: runlog.ModeRead, Args: query, Path: query}, nil, e)
	r.result(id, output{}, e)
}
