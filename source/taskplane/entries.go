package taskplane

import (
	"cmp"
	"strings"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// entryKinds are what the events of an agent are in a log that is shown (agent-host.ts).
// All others are only named.
var entryKinds = map[string]runlog.Kind{
	"prompt_sent": runlog.KindPrompt, "assistant_message": runlog.KindSaid, "tool_call": runlog.KindToolCall, "tool_result": runlog.KindToolResult,
	"agent_exited": runlog.KindEnd, "agent_killed": runlog.KindEnd, "agent_timeout": runlog.KindEnd, "agent_crashed": runlog.KindEnd,
	"message_sent": runlog.KindPrompt, "message_received": runlog.KindSaid,
}

// entries passes on the events of a log of an agent, the supervisor or the mailbox.
func entries(head []byte, _ string, o runlog.Options) func(tail.Line) {
	if o.Entry == nil || !runlog.AnyRecord(head, isEvent) {
		return nil
	}
	cwd := "" // of the agent; paths beneath it are shown without it
	return func(l tail.Line) {
		d := runlog.Parse(l.Text)
		defer d.Release()
		if !d.Complete || d.Kind() != '{' {
			return
		}
		v, p := d.Value, d.Get("payload")
		name := v.First("type", "action").Name()
		e := runlog.Entry{Kind: entryKinds[name], Name: name, At: timeOf(v.First("ts", "timestamp")), Line: l.Number}
		if name == "context_usage" {
			return
		}
		if e.Text = p.First("argsPreview", "path", "text", "content", "summary", "error", "assistantMessage", "reason").Decode(o.Whole); e.Text == "" {
			e.Text = v.First("contentPreview", "reason", "detail", "error", "outcome", "pattern", "context").Decode(o.Whole)
		}
		if at := p.Get("cwd").Decode(maxField); at != "" {
			cwd = strings.TrimSuffix(at, "/") + "/"
		}
		switch e.Text = strings.TrimPrefix(e.Text, cwd); e.Kind {
		case runlog.KindToolCall, runlog.KindToolResult:
			e.Name = cmp.Or(p.Get("tool").Name(), name)
		case runlog.KindEnd:
			code := string(p.Get("exitCode").Scalar())
			e.Failed = name != "agent_exited" || code != "0" && code != ""
		case runlog.KindPrompt, runlog.KindSaid, runlog.KindOther, runlog.KindError:
		}
		e.Failed = e.Failed || p.First("isError", "is_error").True()
		o.Entry(e)
	}
}

// isEvent reports whether only Taskplane writes such a record.
func isEvent(v runlog.Value) bool {
	return len(v.Get("batchId").Text()) > 0 && v.First("ts", "timestamp").Kind() != 0 && v.First("type", "action").Kind() == '"'
}
