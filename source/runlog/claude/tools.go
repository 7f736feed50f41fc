package claude

import (
	"strings"
	"time"

	"notdone/source/runlog"
)

// modes are what Claude Code's own tools do. Notes and plans that a tool keeps
// for the agent itself change nothing that counts.
var modes = map[string]runlog.CallMode{
	"Read": runlog.ModeRead, "NotebookRead": runlog.ModeRead, "Glob": runlog.ModeRead, "Grep": runlog.ModeRead, "LS": runlog.ModeRead,
	"WebFetch": runlog.ModeRead, "WebSearch": runlog.ModeRead, "web_search": runlog.ModeRead, "web_fetch": runlog.ModeRead,
	"TodoWrite": runlog.ModeRead, "TodoRead": runlog.ModeRead, "BashOutput": runlog.ModeRead, "TaskOutput": runlog.ModeRead,
	"AgentOutputTool": runlog.ModeRead, "KillShell": runlog.ModeRead, "KillBash": runlog.ModeRead, "TaskStop": runlog.ModeRead,
	"ToolSearch": runlog.ModeRead, "Skill": runlog.ModeRead, "LSP": runlog.ModeRead, "EnterPlanMode": runlog.ModeRead,
	"TaskCreate": runlog.ModeRead, "TaskUpdate": runlog.ModeRead, "TaskList": runlog.ModeRead, "TaskGet": runlog.ModeRead,
	"StructuredOutput": runlog.ModeRead, "ListMcpResourcesTool": runlog.ModeRead, "ReadMcpResourceTool": runlog.ModeRead, "Monitor": runlog.ModeRead,

	"Edit": runlog.ModeEdit, "MultiEdit": runlog.ModeEdit, "Write": runlog.ModeEdit, "NotebookEdit": runlog.ModeEdit, "Update": runlog.ModeEdit,

	"Bash": runlog.ModeCommand, "PowerShell": runlog.ModeCommand,

	"Task": runlog.ModeAgent, "Agent": runlog.ModeAgent, "Workflow": runlog.ModeAgent, "SendMessage": runlog.ModeAgent,

	"AskUserQuestion": runlog.ModeAsk, "ExitPlanMode": runlog.ModeAsk, "exit_plan_mode": runlog.ModeAsk,
}

// looking are the verbs of tools of others that change nothing.
var looking = []string{"get", "list", "read", "search", "fetch", "query", "find", "describe", "view", "show", "lookup", "resolve", "screenshot", "snapshot"}

// modeOf says what a tool does. Of the tools of MCP servers only the name tells.
func modeOf(tool string) runlog.CallMode {
	if m, ok := modes[tool]; ok {
		return m
	}
	if strings.HasPrefix(tool, "mcp__") {
		name := strings.ToLower(tool[strings.LastIndex(tool, "__")+2:])
		for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '-' }) {
			for _, verb := range looking {
				if word == verb {
					return runlog.ModeRead
				}
			}
		}
	}
	return runlog.ModeOther
}

// ident is the id of a call; one that is far too long is a part of itself.
func ident(raw []byte) string { return string(raw[:min(len(raw), runlog.MaxTitle)]) }

// callOf makes a call of its id, name and raw input.
func callOf(id, name, input []byte, line int64, at time.Time) runlog.Call {
	c := runlog.Call{ID: ident(id), Tool: runlog.Decode(name, runlog.MaxTitle), Line: line, At: at}
	c.Mode = modeOf(c.Tool)
	if len(input) == 0 || input[0] != '{' {
		return c
	}
	c.Args, c.Sum = runlog.CanonicalArgs(input)
	switch c.Mode {
	case runlog.ModeCommand:
		c.Command = member(input, "command")
	case runlog.ModeEdit, runlog.ModeRead:
		switch c.Tool {
		case "Glob", "Grep", "LS":
		default:
			c.Path = member(input, "file_path", "notebook_path", "url")
		}
	case runlog.ModeAsk:
		c.Args = runlog.Cut(questionOf(input), runlog.MaxTitle)
	case runlog.ModeAgent, runlog.ModeOther:
	}
	return c
}

// member returns the text of the first of the keys that the object has,
// at most runlog.MaxPrompt bytes of it.
func member(object []byte, keys ...string) string {
	found, text := len(keys), ""
	c := runlog.NewCursor(object)
	c.Object(func(key []byte) {
		if c.Next() != '"' {
			return
		}
		for i, k := range keys[:found] {
			if k == string(key) {
				found, text = i, runlog.Decode(c.Str(), runlog.MaxPrompt)
				return
			}
		}
	})
	return text
}

// shown says what a call is about, in a few words, with paths as seen from the
// folder of the session.
func shown(c *runlog.Call, input []byte, cwd string) string {
	text := c.Command
	if text == "" && c.Mode == runlog.ModeAsk {
		text = c.Args
	}
	if text == "" {
		text = member(input, "file_path", "notebook_path", "pattern", "query", "url", "description", "skill", "subject", "prompt", "path", "name", "command")
		if cwd != "" {
			text = strings.TrimPrefix(text, strings.TrimSuffix(cwd, "/")+"/")
		}
	}
	if text == "" && c.Args != "{}" {
		text = c.Args
	}
	return runlog.Cut(text, maxShown)
}

// questionOf is what the agent asks a person: its questions, or its plan.
func questionOf(input []byte) string {
	var asked []string
	c := runlog.NewCursor(input)
	c.Object(func(key []byte) {
		switch {
		case string(key) == "questions" && c.Next() == '[':
			c.Array(func() {
				if c.Next() == '{' && len(asked) < 4 {
					if q := member(c.Raw(), "question", "header"); q != "" {
						asked = append(asked, q)
					}
				}
			})
		case (string(key) == "plan" || string(key) == "question") && c.Next() == '"':
			asked = append(asked, runlog.Decode(c.Str(), runlog.MaxPrompt))
		}
	})
	return runlog.Cut(strings.TrimSpace(strings.Join(asked, " ")), runlog.MaxPrompt)
}
