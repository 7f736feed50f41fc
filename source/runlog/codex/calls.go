package codex

import (
	"encoding/json"
	"strconv"
	"strings"

	"notdone/classify/wordlist"
	"notdone/source/runlog"
)

// tools are the modes of Codex's own tools (codex-rs/core/src/tools). Any other tool may
// change something.
var tools = runlog.ToolModes("codex")

// waitingTools wait for something that is running. Repeated calls of them are no loop.
var waitingTools = runlog.WordSet("codex-waiting")

// maxArgs is the number of bytes of a call's arguments that are read.
const maxArgs = 256 << 10

// addCall adds a tool call, unless it is known by its id.
func (r *reader) addCall(c runlog.Call, e runlog.Entry) {
	if r.Work.Knows(c.ID) {
		if r.Waiting.Call == c.ID && c.Mode != runlog.ModeAsk {
			r.Waiting = runlog.Question{}
		}
		return
	}
	r.resume(e)
	if r.Waiting.Call == "" {
		r.Waiting = runlog.Question{}
	}
	if c.ID == "" {
		c.ID = "line " + strconv.FormatInt(e.Line, 10)
	}
	r.AddCall(c, e)
}

// arguments returns the JSON of the arguments of a call, which may be in a string.
func arguments(v runlog.Value) []byte {
	args := v.Get("arguments")
	if text := args.Text(); text != nil {
		return []byte(runlog.Decode(text[:min(len(text), maxArgs)], maxArgs))
	}
	return args.Raw()
}

// functionCall makes a call of a function with the arguments.
func functionCall(v runlog.Value, id string, raw []byte, args runlog.Value, line int64) runlog.Call {
	c := runlog.Call{ID: id, Tool: v.Get("name").Name()}
	if space := v.Get("namespace").Name(); space != "" && space != "functions" {
		c.Tool = space + "." + c.Tool
	}
	c.Args, c.Sum = runlog.CanonicalArgs(raw)
	c.Mode = tools[c.Tool]
	if waitingTools[c.Tool] {
		c.Sum ^= uint64(line) + 1<<32
	}
	c.Path = args.First("path", "file_path", "dir_path", "uri", "url").Decode(runlog.MaxPrompt)
	input := args.First("input", "patch", "chars").Decode(maxArgs)
	switch {
	case c.Mode == runlog.ModeCommand:
		c.Command = runlog.ShellCommand(words(args.First("cmd", "command")))
		c = asEdit(c, c.Command)
	case c.Mode == runlog.ModeEdit:
		c = withFiles(c, patchedFiles(input))
	case c.Tool == "write_stdin" && input == "":
		c.Mode = runlog.ModeRead
	}
	return c
}

// customCall makes a call of a tool whose input is a text.
func customCall(v runlog.Value, id string) runlog.Call {
	c := runlog.Call{ID: id, Tool: v.Get("name").Name()}
	if c.Tool == "" {
		c.Tool = "apply_patch"
	}
	c.Mode = tools[c.Tool]
	raw := v.Get("input").Text()
	c.Args, c.Sum = runlog.CanonicalArgs(raw)
	input := runlog.Decode(raw, maxArgs)
	if c.Mode == runlog.ModeOther {
		return scriptCall(c, input)
	}
	return withFiles(c, patchedFiles(input))
}

// commandCall makes a call that runs a command.
func commandCall(id, tool string, argv []string) runlog.Call {
	c := runlog.Call{ID: id, Tool: tool, Mode: runlog.ModeCommand, Command: runlog.ShellCommand(argv)}
	c.Args = c.Command
	return asEdit(c, c.Command)
}

// patchCall makes a call that edits the files.
func patchCall(id string, files []string) runlog.Call {
	c := withFiles(runlog.Call{ID: id, Tool: "apply_patch", Mode: runlog.ModeEdit}, files)
	c.Args = c.What()
	return c
}

// searchCall makes a call that searches the web.
func searchCall(id string, v runlog.Value) runlog.Call {
	query := v.First("query").Decode(runlog.MaxPrompt)
	if query == "" {
		query = v.Get("action").First("query", "url", "pattern").Decode(runlog.MaxPrompt)
	}
	return runlog.Call{ID: id, Tool: "web_search", Mode: runlog.ModeRead, Args: query, Path: query}
}

// serverCall makes a call of a tool of an MCP server.
func serverCall(id string, v runlog.Value) runlog.Call {
	c := runlog.Call{ID: id, Tool: v.First("tool", "name").Name()}
	if server := v.Get("server").Name(); server != "" {
		c.Tool = server + "." + c.Tool
	}
	c.Args, c.Sum = runlog.CanonicalArgs(arguments(v))
	return c
}

// withFiles sets the files that an edit changes.
func withFiles(c runlog.Call, files []string) runlog.Call {
	if len(files) > 0 {
		c.Path, c.More = files[0], files[1:]
	}
	return c
}

const patchBegin = "*** Begin Patch"

// asEdit turns a command that only applies a patch into the edit that it is.
func asEdit(c runlog.Call, command string) runlog.Call {
	if strings.Contains(command, "apply_patch") && strings.Contains(command, patchBegin) {
		c.Mode, c.Command = runlog.ModeEdit, ""
		return withFiles(c, patchedFiles(command))
	}
	return c
}

// patchHeaders begin the lines of a patch that name a file (codex-rs/apply-patch/src/parser.rs).
var patchHeaders = []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "}

// patchedFiles returns the files that a patch in a text changes. The patch may be the
// source of a string, with escaped line ends. The new name of a moved file counts too.
func patchedFiles(text string) (files []string) {
	text = strings.ReplaceAll(text, `\n`, "\n")
	for _, header := range patchHeaders {
		for rest, more := text, true; more && len(files) < maxFiles; {
			var file string
			if _, rest, more = strings.Cut(rest, header); more {
				file, _, _ = strings.Cut(rest, "\n")
				if file = strings.TrimSpace(file); file != "" {
					files = append(files, file)
				}
			}
		}
	}
	return files
}

// scriptCommand is a command that a script runs with the tool for commands.
var scriptCommand = wordlist.Pattern("\\bcmd[\"']?\\s*:\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`)")

// maxScriptCommands is the largest number of commands of one script.
const maxScriptCommands = 64

// scriptCall turns the call of a tool that runs a script of the agent's into the commands
// or the patch in the script. A script with both, or neither, may do anything.
func scriptCall(c runlog.Call, script string) runlog.Call {
	patches := strings.Contains(script, patchBegin)
	var commands []string
	if strings.Contains(script, "exec_command(") {
		for _, m := range scriptCommand().FindAllStringSubmatch(script, maxScriptCommands) {
			commands = append(commands, unquoteScript(m[1]))
		}
	}
	switch {
	case patches && len(commands) == 0:
		c.Mode = runlog.ModeEdit
		return withFiles(c, patchedFiles(script))
	case len(commands) > 0 && !patches:
		c.Mode, c.Command = runlog.ModeCommand, runlog.Cut(strings.Join(commands, "\n"), runlog.MaxPrompt)
	}
	return c
}

// unquoteScript returns the text of a string in the source of a script.
func unquoteScript(s string) string {
	var plain string
	if s[0] == '"' && json.Unmarshal([]byte(s), &plain) == nil {
		return plain
	}
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`, `\'`, `'`, "\\`", "`", `\"`, `"`).Replace(s[1 : len(s)-1])
}
