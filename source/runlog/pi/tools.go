package pi

import (
	"slices"
	"strings"

	"notdone/source/runlog"
)

// tools says what pi's own tools do. One that is not here may do anything.
var tools = map[string]runlog.CallMode{
	"read": runlog.ModeRead, "grep": runlog.ModeRead, "find": runlog.ModeRead, "ls": runlog.ModeRead, "glob": runlog.ModeRead,
	"edit": runlog.ModeEdit, "write": runlog.ModeEdit, "bash": runlog.ModeCommand,
}

// call takes a tool call, which stands in a stream twice: in the answer of the
// model and where it begins to run.
func (r *reader) call(b *block, e runlog.Entry) {
	c := runlog.Call{ID: runlog.Decode(b.id, runlog.MaxTitle), Tool: runlog.Decode(b.name, runlog.MaxTitle), Line: e.Line, At: e.At}
	if slices.Contains(r.known, c.ID) {
		return
	}
	if len(r.known) == maxKnown {
		r.known = slices.Delete(r.known, 0, 1)
	}
	r.known = append(r.known, c.ID)
	c.Mode = tools[c.Tool]
	if len(b.args) > 0 {
		c.Args, c.Sum = runlog.CanonicalArgs(b.args)
		args := runlog.NewCursor(b.args)
		if args.Next() == '{' {
			args.Object(func(key []byte) {
				if args.Next() != '"' {
					return
				}
				switch value := args.Str(); {
				case string(key) == "command" && c.Mode == runlog.ModeCommand:
					c.Command = runlog.Decode(value, runlog.MaxPrompt)
				case string(key) == "path" || string(key) == "file_path":
					c.Path = runlog.Decode(value, runlog.MaxPrompt)
				}
			})
		}
	}
	r.work.AddCall(c)
	e.Kind, e.Name, e.Text = runlog.KindToolCall, c.Tool, c.What()
	r.Add(e, false)
}

// result takes what came of a call. A second one says nothing new.
func (r *reader) result(id, tool []byte, failed bool, text []byte, e runlog.Entry) {
	said := strings.TrimSpace(runlog.Decode(text, maxText))
	call := runlog.Decode(id, runlog.MaxTitle)
	known := slices.Index(r.known, call)
	if known < 0 || r.Closed {
		return
	}
	r.known = slices.Delete(r.known, known, known+1)
	r.work.AddResult(call, failed, said, e.Line)
	e.Kind, e.Name, e.Text, e.Failed = runlog.KindToolResult, runlog.Decode(tool, runlog.MaxTitle), said, failed
	r.Add(e, false)
}
