package anvil

import (
	"bytes"
	"strings"

	"notdone/source/runlog"
)

// Signs with which Anvil begins the line of a tool's end, and of its own error.
var (
	signOK  = []byte("  ✓ ")
	signBad = []byte("  ✗ ")
	errorOf = []byte("anvil error: ")
)

// toolLine takes the line of a tool that came to its end; false when it is none.
func (r *logReader) toolLine(b []byte) bool {
	ok := bytes.HasPrefix(b, signOK)
	if !ok && !bytes.HasPrefix(b, signBad) {
		return false
	}
	call := string(bytes.TrimSpace(b[len(signOK):]))
	tool, args, _ := strings.Cut(call, " ")
	if !strings.Contains(tool, ".") {
		return false
	}
	r.closing()
	run := &r.run
	run.tools++
	if !ok {
		r.tell("tool failed", runlog.Cut(call, maxQuoted), r.last, 0)
	}
	c := runlog.Call{Tool: tool, Args: args, Line: r.line, At: r.last}
	if _, verb, _ := strings.Cut(strings.ToLower(tool), "."); looks[verb] {
		c.Mode = runlog.ModeRead
	}
	run.work.Call(c)
	run.work.Result(c.ID, !ok, "", r.line)
	return true
}

// looks are what tools do that change nothing, behind the dot in their names.
var looks = map[string]bool{
	"read": true, "search": true, "list": true, "glob": true, "grep": true, "find": true, "stat": true, "status": true, "diff": true, "log": true, "fetch": true,
}

// ending takes what the program itself says at its end.
func (r *logReader) ending(b []byte) bool {
	if !bytes.HasPrefix(b, errorOf) {
		return false
	}
	r.closing()
	r.run.failure.again(r.mark(string(bytes.TrimSpace(b)), r.last))
	r.tell("anvil error", r.run.failure.quote, r.last, -1)
	return true
}
