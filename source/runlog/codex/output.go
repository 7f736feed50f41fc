package codex

import (
	"bytes"
	"strconv"
	"strings"

	"notdone/source/runlog"
)

// output is what came of a tool call.
type output struct {
	text    string // what the tool said, without what Codex puts around it
	failed  bool
	denied  bool   // it was not permitted
	person  bool   // a person said so
	process string // the session in which the command goes on
	exited  bool   // the command ended
}

// maxOutput is how many bytes of what a tool said are looked at.
const maxOutput = 2 << 10

// ended takes the result of a call that a line tells of.
func (r *reader) ended(l *line, id string, e runlog.Entry) {
	n := r.turn.calls.find(id)
	if n == nil || n.done {
		r.result(id, output{}, e)
		return
	}
	o := l.output(n.mode)
	if n.tool != "write_stdin" {
		r.result(id, o, e)
		return
	}
	// What came of waiting for a command is what comes of the command.
	process := n.process
	n.process = ""
	r.result(id, output{text: o.text}, e)
	if n := r.turn.calls.runs(process); n != nil && o.exited {
		r.settled(n, o, e)
	}
}

// output reads what the line says came of a call.
func (l *line) output(mode runlog.CallMode) output {
	o := output{failed: l.failed}
	raw := l.is[fOutput]
	if raw == nil && len(l.texts) > 0 {
		raw = l.texts[0]
	}
	if l.hasErr && l.is[fErr] != nil {
		o.failed = true
		raw = l.is[fErr]
	}
	if bytes.HasPrefix(raw, []byte(`{\"output\":`)) {
		o.envelope(raw)
	} else {
		o.plain(text(raw, maxOutput))
	}
	if code, ok := l.exit(); ok {
		o.exit(code)
	}
	switch string(l.is[fStatus]) {
	case "failed":
		o.failed = true
	case "declined":
		o.failed, o.denied = true, true
	}
	o.judge(mode)
	return o
}

// envelope reads what versions until 2025 put around what a command said:
// {"output":"...","metadata":{"exit_code":1,"duration_seconds":0.1}}
// (codex-rs/core/src/tools/mod.rs).
func (o *output) envelope(raw span) {
	inner := []byte(text(closable(raw[:min(len(raw), maxArgs):min(len(raw), maxArgs)]), maxArgs))
	if len(raw) > maxArgs {
		// The code stands behind the text.
		const tail = 256
		inner = mend(inner)
		if _, after, ok := bytes.Cut(raw[len(raw)-tail:], []byte(`\"exit_code\":`)); ok {
			o.code(string(after))
		}
	}
	c := runlog.NewCursor(inner)
	c.Object(func(key []byte) {
		switch {
		case string(key) == "output" && c.Next() == '"':
			o.text = strings.TrimSpace(text(c.Str(), maxOutput))
		case string(key) == "metadata" && c.Next() == '{':
			c.Object(func(key []byte) {
				if b := c.Next(); string(key) == "exit_code" && b != '"' && b != '{' && b != '[' {
					o.code(string(c.Scalar()))
				}
			})
		}
	})
}

// plain reads what a tool said, and the lines that Codex puts before what a
// command said: "Exit code: 1", "Process exited with code 1", "Process running
// with session ID 7", "Output:" (codex-rs/core/src/tools).
func (o *output) plain(said string) {
	rest := said
	for range 8 {
		head, after, more := strings.Cut(rest, "\n")
		head = strings.TrimSpace(head)
		if code, ok := strings.CutPrefix(head, "Exit code: "); ok {
			o.code(code)
		} else if code, ok := strings.CutPrefix(head, "Process exited with code "); ok {
			o.code(code)
		} else if session, ok := strings.CutPrefix(head, "Process running with session ID "); ok {
			o.process = runlog.Cut(session, runlog.MaxTitle)
		} else if head == "Output:" {
			said = after
			break
		} else if !around(head) {
			break
		}
		if !more {
			said = ""
			break
		}
		rest = after
	}
	o.text = strings.TrimSpace(said)
}

// around reports whether a line is one of those that Codex puts before what a
// command said, and says nothing of how it went.
func around(head string) bool {
	for _, p := range []string{"Chunk ID: ", "Wall time: ", "Original token count: ", "Total output lines: ", "Command: "} {
		if strings.HasPrefix(head, p) {
			return true
		}
	}
	return false
}

func (o *output) code(text string) {
	end := 0
	for end < len(text) && (text[end] == '-' || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	if n, err := strconv.Atoi(text[:end]); err == nil {
		o.exit(n)
	}
}

func (o *output) exit(code int) { o.exited, o.failed = true, code != 0 }

// refusals are how Codex begins what it says of a call that it did not make
// (codex-rs/core/src/tools); the second half is of those that somebody or some
// rule forbade.
var (
	refusals = []string{
		"failed to parse function arguments", "unsupported call", "unsupported custom tool call", "apply_patch verification failed",
		"apply_patch handler received", "execution error", "exec_command failed", "write_stdin failed", "command timed out",
		"aborted by user", "aborted", "failed in sandbox", "sandbox error", "tool call error", "err: ", "error: ",
	}
	denials = []string{
		"exec command rejected", "patch rejected", "rejected by user", "rejected: ", "rejected(", "user denied", "denied by ",
		"approval policy is never", "approval required by policy", "request_permissions denied",
	}
	// sandboxed are what a system says where writing was not permitted, however
	// the first letter is written.
	sandboxed = []string{"ead-only file system", "ermission denied", "peration not permitted", "ccess is denied"}
	// lookers are programs that complain of the like while they look around.
	lookers = []string{
		"find: ", "ls: ", "cat: ", "grep: ", "rg: ", "du: ", "head: ", "tail: ", "stat: ", "tree: ", "fd: ", "ps: ", "lsof: ", "wc: ", "file: ",
	}
)

// judge finds out from what a tool said whether the call failed, where nothing
// else says so, and whether it was not permitted.
func (o *output) judge(mode runlog.CallMode) {
	if !o.exited {
		lower := strings.ToLower(o.text[:min(len(o.text), 80)])
		for _, p := range denials {
			if strings.HasPrefix(lower, p) {
				o.failed, o.denied = true, true
				o.person = byPerson(lower)
			}
		}
		for _, p := range refusals {
			o.failed = o.failed || strings.HasPrefix(lower, p)
		}
	}
	if !o.failed || o.denied || mode != runlog.ModeCommand && mode != runlog.ModeEdit {
		return
	}
	for complaint := range strings.Lines(o.text) {
		for _, p := range sandboxed {
			if strings.Contains(complaint, p) && !looking(complaint) {
				o.denied = true
			}
		}
	}
}

// byPerson reports whether a denial says that a person gave it, rather than the
// settings that the person made.
func byPerson(denial string) bool {
	_, after, ok := strings.Cut(denial, "by user")
	return (ok || strings.HasPrefix(denial, "user denied")) && !strings.Contains(after, "settings")
}

func looking(complaint string) bool {
	for _, p := range lookers {
		if strings.HasPrefix(complaint, p) {
			return true
		}
	}
	return false
}
