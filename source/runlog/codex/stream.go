package codex

import (
	"fmt"
	"strconv"

	"notdone/source/runlog"
)

// stream reads an event of "codex exec --json" and reports whether it was one
// (codex-rs/exec/src/exec_events.rs).
func (r *reader) stream(l *line, kind string, e runlog.Entry) bool {
	switch kind {
	case "thread.started":
		id := name(l.is[fThread])
		if r.own != "" && id != r.own && r.Started {
			r.next()
			r.spent, r.tokens = r.spent+r.tokens, 0
		}
		r.own = id
		r.UseSession(id)
	case "turn.started":
		r.began("", e)
	case "turn.completed":
		r.counted(l.tokens)
		r.trust()
		r.completed(kind, "", e)
	case "turn.failed":
		r.addFailure(l, kind, true, e)
	case "error":
		r.addFailure(l, "error", false, e)
	case "item.started", "item.updated", "item.completed":
		r.streamed(l, kind, e)
	case "request_user_input":
		r.ask(name(l.is[fCall]), questions(l.asks), e)
	default:
		return false
	}
	return true
}

// trust forgets an error that codex exec reported and got over: it says itself
// whether a turn failed.
func (r *reader) trust() {
	if r.Sum.Terminal && !r.Closed {
		r.Sum.Terminal = false
		r.Run.Error = ""
	}
}

// streamed reads an item. Its ids begin anew with every process.
func (r *reader) streamed(l *line, kind string, e runlog.Entry) {
	id, over := name(l.is[fID]), kind == "item.completed"
	switch string(l.types[1]) {
	case "agent_message", "plan":
		if over {
			r.say(r.said(l), fromEvent, e)
		}
	case "command_execution":
		c := edits(command(id, "command_execution", l.argv), l)
		r.call(c, l.files, e)
	case "file_change":
		r.call(patch(id, l.files), l.files, e)
	case "mcp_tool_call":
		r.call(remote(id, l), nil, e)
	case "collab_tool_call":
		tool := name(l.is[fName])
		r.call(runlog.Call{ID: id, Tool: tool, Mode: runlog.ModeAgent, Args: strconv.FormatInt(e.Line, 10)}, nil, e)
	case "web_search":
		query := text(l.is[fQuery], runlog.MaxPrompt)
		r.call(runlog.Call{ID: id, Tool: "web_search", Mode: runlog.ModeRead, Args: query, Path: query}, nil, e)
	case "todo_list":
		e.Kind, e.Name, e.Text = runlog.KindOther, "todo_list", fmt.Sprintf("%d of %d done", l.todo[0], l.todo[1])
		r.note(e)
		return
	case "error":
		e.Kind, e.Name, e.Text = runlog.KindOther, "error", r.said(l)
		r.note(e)
		return
	default:
		return
	}
	if over {
		r.ended(l, id, e)
	}
}
