package codex

import (
	"strings"

	"notdone/source/runlog"
)

// event reads a rollout's event_msg, and an event of the first versions of
// codex exec (codex-rs/protocol/src/protocol.rs, EventMsg).
func (r *reader) event(l *line, e runlog.Entry) {
	switch kind := string(l.types[1]); kind {
	case "session_configured":
		r.configured(l)
	case "user_message":
		r.user(l, e)
	case "agent_message":
		r.say(r.said(l), fromEvent, e)
	case "task_started", "turn_started":
		r.began(name(l.is[fTurn]), e)
		if l.is[fMode] != nil {
			r.turn.plans = string(l.is[fMode]) == "plan"
		}
	case "task_complete", "turn_complete":
		if l.hasErr {
			r.addFailure(l, "error", true, e)
			return
		}
		r.completed(kind, strings.TrimSpace(text(l.is[fLast], r.Limit)), e)
	case "turn_aborted":
		r.aborted(name(l.is[fReason]), e)
	case "error":
		r.addFailure(l, "error", false, e)
	case "stream_error":
		r.addRetry(r.said(l), e)
	case "token_count":
		r.counted(l.tokens)
		if l.windows[0].known || l.windows[1].known {
			r.quota = usageLimits{windows: l.windows, written: e.At}
		}
	case "item_completed":
		if inner := string(l.types[2]); inner == "Plan" || inner == "plan" {
			r.plan(r.said(l), e)
		}
	case "context_compacted":
		e.Name = kind
		r.note(e)
	default:
		r.tool(l, kind, e)
	}
}

// tool reads the events that tell of a tool call, which most versions write
// beside the call itself, or of a question to the person in front.
func (r *reader) tool(l *line, kind string, e runlog.Entry) {
	id := name(l.is[fCall])
	switch kind {
	case "exec_command_begin", "exec_command_end":
		// What a person ran beside the agent is not the agent's work.
		if string(l.is[fSource]) == "user_shell" {
			return
		}
		r.call(command(id, "exec_command", l.argv), nil, e)
		if kind == "exec_command_end" {
			r.ended(l, id, e)
		}
	case "patch_apply_begin", "patch_apply_end":
		r.call(patch(id, l.files), l.files, e)
		if kind == "patch_apply_end" {
			r.ended(l, id, e)
		}
	case "mcp_tool_call_begin", "mcp_tool_call_end":
		r.call(remote(id, l), nil, e)
		if kind == "mcp_tool_call_end" {
			r.ended(l, id, e)
		}
	case "web_search_end":
		r.search(l, fromEvent, e)
	case "exec_approval_request":
		r.ask(id, approval(l, "run "+shown(command("", "", l.argv))), e)
	case "apply_patch_approval_request":
		r.ask(id, approval(l, "edit "+paths(l.files)), e)
	case "request_permissions", "elicitation_request":
		r.ask(id, approval(l, "go on"), e)
	case "request_user_input":
		r.ask(id, questions(l.asks), e)
	}
}

// configured reads how the first versions of codex exec began their stream.
func (r *reader) configured(l *line) {
	if id := name(l.is[fThread]); id != "" {
		r.UseSession(id)
	}
	keep(&r.Sum.Model, l.is[fModel])
	keep(&r.Sum.Cwd, l.is[fCwd])
	keep(&r.Sum.Effort, l.is[fEffort])
}

// user reads what the person or the program in front asked for. The first
// versions wrote what Codex itself put before it the same way, by another kind.
func (r *reader) user(l *line, e runlog.Entry) {
	switch string(l.is[fStatus]) {
	case "", "plain":
	default:
		return
	}
	r.events = true
	r.asked(request(r.said(l)), true, e)
}

// request drops what an editor puts before what a person typed.
func request(text string) string {
	const typed = "## My request for Codex:"
	if _, after, ok := strings.Cut(text, typed); ok && strings.HasPrefix(text, "# Context from my IDE setup") {
		return strings.TrimSpace(after)
	}
	return text
}

// plan takes a plan that the agent proposes; a turn that is to make one ends
// with it and waits for a yes.
func (r *reader) plan(text string, e runlog.Entry) {
	r.say(text, fromEvent, e)
	if r.turn.plans && text != "" {
		r.turn.plan = waiting{text: runlog.Cut(text, runlog.MaxPrompt), line: e.Line}
	}
}

// ask notes that nothing happens until a person answers.
func (r *reader) ask(call, question string, e runlog.Entry) {
	if question == "" || r.Closed {
		return
	}
	r.open(e)
	r.turn.active = true
	r.turn.wait = waiting{call: call, text: runlog.Cut(question, runlog.MaxPrompt), line: e.Line}
	e.Kind, e.Name, e.Text = runlog.KindOther, "asks", question
	r.note(e)
}

// approval is the question whether something may be done.
func approval(l *line, what string) string {
	reason := strings.TrimSpace(text(l.is[fReason], runlog.MaxPrompt))
	if reason == "" {
		reason = strings.TrimSpace(text(l.is[fText], runlog.MaxPrompt))
	}
	if what = "approval to " + what; reason == "" {
		return what
	}
	return reason + " (" + what + ")"
}

func questions(asks []span) string {
	all := make([]string, len(asks))
	for i, q := range asks {
		all[i] = strings.TrimSpace(text(q, runlog.MaxPrompt))
	}
	return strings.Join(all, "\n")
}
