package codex

import (
	"strings"

	"notdone/source/runlog"
)

// tools says what the tools do that Codex itself brings
// (codex-rs/core/src/tools). One that is not here may do anything.
var tools = map[string]runlog.CallMode{
	"exec_command": runlog.ModeCommand, "shell": runlog.ModeCommand, "shell_command": runlog.ModeCommand,
	"local_shell": runlog.ModeCommand, "container.exec": runlog.ModeCommand, "unified_exec": runlog.ModeCommand,
	"apply_patch": runlog.ModeEdit,
	"view_image":  runlog.ModeRead, "read_file": runlog.ModeRead, "list_dir": runlog.ModeRead, "grep_files": runlog.ModeRead,
	"web_search": runlog.ModeRead, "tool_search": runlog.ModeRead, "list_mcp_resources": runlog.ModeRead,
	"list_mcp_resource_templates": runlog.ModeRead, "read_mcp_resource": runlog.ModeRead, "list_agents": runlog.ModeRead,
	"update_plan": runlog.ModeRead, "get_goal": runlog.ModeRead, "sleep": runlog.ModeRead,
	"request_user_input": runlog.ModeAsk, "request_permissions": runlog.ModeAsk,
	"spawn_agent": runlog.ModeAgent, "send_input": runlog.ModeAgent, "send_message": runlog.ModeAgent,
	"followup_task": runlog.ModeAgent, "resume_agent": runlog.ModeAgent, "close_agent": runlog.ModeAgent,
	"interrupt_agent": runlog.ModeAgent, "wait": runlog.ModeAgent, "wait_agent": runlog.ModeAgent,
}

// patient are the tools that wait for something that goes on. Calling one again
// and again is no loop.
var patient = map[string]bool{"wait": true, "wait_agent": true, "sleep": true, "write_stdin": true, "list_agents": true}

// maxArgs is how many bytes of a call's arguments are looked at.
const maxArgs = 256 << 10

// argument reads the arguments of a function call, JSON in a string.
func (l *line) argument() []byte {
	if l.plain {
		return l.is[fArgs]
	}
	raw := l.is[fArgs]
	if len(raw) > maxArgs {
		return mend([]byte(text(closable(raw[:maxArgs:maxArgs]), maxArgs)))
	}
	return []byte(text(raw, maxArgs))
}

// function is a function call by its name and its arguments, and what else the
// arguments say.
func function(l *line, id string, e runlog.Entry) (c runlog.Call, in line) {
	args := l.argument()
	c = runlog.Call{ID: id, Tool: name(l.is[fName])}
	if space := name(l.is[fSpace]); space != "" && space != "functions" {
		c.Tool = space + "." + c.Tool
	}
	c.Args, c.Sum = runlog.CanonicalArgs(args)
	c.Mode = tools[c.Tool]
	if patient[c.Tool] {
		c.Sum ^= uint64(e.Line) + 1<<32
	}
	in.reset()
	c.Path = in.arguments(args)
	switch c.Mode {
	case runlog.ModeCommand:
		c.Command = shell(in.argv)
	case runlog.ModeEdit:
		in.files = patched(in.is[fInput])
	case runlog.ModeAgent, runlog.ModeAsk, runlog.ModeOther, runlog.ModeRead:
		if c.Tool == "write_stdin" && len(in.is[fInput]) == 0 {
			c.Mode = runlog.ModeRead
		}
	}
	c = edits(c, &in)
	return c, in
}

// arguments reads what the arguments of Codex' own tools say and returns the
// path or the address that they name.
func (l *line) arguments(args []byte) (path string) {
	c := runlog.NewCursor(args)
	if c.Next() != '{' {
		return ""
	}
	c.Object(func(key []byte) {
		switch string(key) {
		case "cmd", "command":
			if c.Next() == '"' {
				take(&l.argv, c.Str(), maxWords)
			} else if c.Next() == '[' {
				l.list(&c, []byte("command"))
			}
			return
		case "questions":
			if c.Next() == '[' {
				l.list(&c, key)
			}
			return
		case "with_escalated_permissions":
			if b := c.Next(); b != '"' && b != '{' && b != '[' {
				l.elevated = string(c.Scalar()) == "true"
			}
			return
		case "session_id":
			if b := c.Next(); b != '"' && b != '{' && b != '[' {
				l.is[fThread] = c.Scalar()
				return
			}
		}
		if c.Next() != '"' {
			return
		}
		switch value := c.Str(); string(key) {
		case "path", "file_path", "dir_path", "uri", "url":
			path = text(value, runlog.MaxPrompt)
		case "input", "patch", "chars":
			l.is[fInput] = value
		case "justification", "reason":
			l.is[fReason] = value
		case "sandbox_permissions":
			l.elevated = l.elevated || string(value) == "require_escalated"
		case "session_id":
			l.is[fThread] = value
		}
	})
	return path
}

// command is a command that an event tells of.
func command(id, tool string, argv []span) runlog.Call {
	c := runlog.Call{ID: id, Tool: tool, Mode: runlog.ModeCommand, Command: shell(argv)}
	c.Args = c.Command
	return c
}

// patch is an edit that an event tells of.
func patch(id string, files []span) runlog.Call {
	c := runlog.Call{ID: id, Tool: "apply_patch", Mode: runlog.ModeEdit, Args: paths(files)}
	if len(files) > 0 {
		c.Path = text(files[0], runlog.MaxPrompt)
	}
	return c
}

// remote is a call of a tool of another server.
func remote(id string, l *line) runlog.Call {
	c := runlog.Call{ID: id, Tool: name(l.is[fName])}
	if server := name(l.is[fSpace]); server != "" {
		c.Tool = server + "." + c.Tool
	}
	c.Args, c.Sum = runlog.CanonicalArgs(l.argument())
	return c
}

func shown(c runlog.Call) string { return c.What() }

func paths(files []span) string {
	all := make([]string, 0, len(files))
	for _, f := range files {
		all = append(all, text(f, runlog.MaxTitle))
	}
	return runlog.Cut(strings.Join(all, ", "), runlog.MaxPrompt)
}
