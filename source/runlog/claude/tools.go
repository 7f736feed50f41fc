package claude

import (
	"strings"

	"notdone/source/runlog"
)

// modes are the modes of Claude Code's own tools. Notes and plans that a tool keeps for
// the agent itself count as read-only.
var modes = runlog.ToolModes("claude")

// readVerbs are the verbs in the names of tools that change nothing.
var readVerbs = runlog.WordSet("read-only-verb")

// modeOf returns the mode of a tool. That of a tool of an MCP server follows from its name.
func modeOf(tool string) runlog.CallMode {
	if m, ok := modes[tool]; ok {
		return m
	}
	if strings.HasPrefix(tool, "mcp__") {
		name := strings.ToLower(tool[strings.LastIndex(tool, "__")+2:])
		for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '-' }) {
			if readVerbs[word] {
				return runlog.ModeRead
			}
		}
	}
	return runlog.ModeOther
}

func callOf(id, name, input runlog.Value) runlog.Call {
	c := runlog.Call{ID: id.Decode(runlog.MaxTitle), Tool: name.Decode(runlog.MaxTitle)}
	c.Mode = modeOf(c.Tool)
	if input.Kind() != '{' {
		return c
	}
	c.Args, c.Sum = runlog.CanonicalArgs(input.Raw())
	switch c.Mode {
	case runlog.ModeCommand:
		c.Command = input.Get("command").Decode(runlog.MaxPrompt)
	case runlog.ModeEdit, runlog.ModeRead:
		switch c.Tool {
		case "Glob", "Grep", "LS":
		default:
			c.Path = input.First("file_path", "notebook_path", "url").Decode(runlog.MaxPrompt)
		}
	case runlog.ModeAsk:
		c.Args = runlog.Cut(questionOf(input), runlog.MaxTitle)
	case runlog.ModeAgent, runlog.ModeOther:
	}
	return c
}

// shown returns a few words on what a call does, with paths relative to the folder of
// the session.
func shown(c *runlog.Call, input runlog.Value, cwd string) string {
	text := c.Command
	if text == "" && c.Mode == runlog.ModeAsk {
		text = c.Args
	}
	if text == "" {
		text = input.First("file_path", "notebook_path", "pattern", "query", "url", "description", "skill", "subject", "prompt", "path", "name", "command").Decode(runlog.MaxPrompt)
		if cwd != "" {
			text = strings.TrimPrefix(text, strings.TrimSuffix(cwd, "/")+"/")
		}
	}
	if text == "" && c.Args != "{}" {
		text = c.Args
	}
	return runlog.Cut(text, maxShown)
}

// questionOf returns what the agent asks a person: its questions, or its plan.
func questionOf(input runlog.Value) string {
	var asked []string
	for _, q := range input.Get("questions").All() {
		if text := q.First("question", "header").Decode(runlog.MaxPrompt); text != "" && len(asked) < 4 {
			asked = append(asked, text)
		}
	}
	for _, key := range []string{"plan", "question"} {
		asked = append(asked, input.Get(key).Decode(runlog.MaxPrompt))
	}
	return runlog.Cut(strings.TrimSpace(strings.Join(asked, " ")), runlog.MaxPrompt)
}
