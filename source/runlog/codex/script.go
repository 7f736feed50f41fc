package codex

import (
	"encoding/json"
	"regexp"
	"strings"

	"notdone/source/runlog"
)

// inScript is a command that a script runs with the tool for commands.
var inScript = regexp.MustCompile("\\bcmd[\"']?\\s*:\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`)")

// maxScripted is how many commands of one script are read.
const maxScripted = 64

// scripted turns the call of a tool that runs a script of the agent's into what
// the script does, where that is one thing: commands, or a patch. One that does
// both, or neither, may do anything.
func scripted(c runlog.Call, in *line) runlog.Call {
	script := text(in.is[fInput], maxArgs)
	patches := strings.Contains(script, "*** Begin Patch")
	var commands []string
	if strings.Contains(script, "exec_command(") {
		for _, m := range inScript.FindAllStringSubmatch(script, maxScripted) {
			commands = append(commands, literal(m[1]))
		}
	}
	switch {
	case patches && len(commands) == 0:
		c.Mode = runlog.ModeEdit
		for _, file := range patched(span(script)) {
			in.files = append(in.files, quoted(file))
		}
	case len(commands) > 0 && !patches:
		c.Mode, c.Command = runlog.ModeCommand, runlog.Cut(strings.Join(commands, "\n"), runlog.MaxPrompt)
	}
	return c
}

// literal is the text of a string as a script writes it.
func literal(s string) string {
	var plain string
	if s[0] == '"' && json.Unmarshal([]byte(s), &plain) == nil {
		return plain
	}
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`, `\'`, `'`, "\\`", "`", `\"`, `"`).Replace(s[1 : len(s)-1])
}
