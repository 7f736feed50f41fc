package codex

import (
	"math"
	"strconv"

	"notdone/source/runlog"
)

// span is a part of the line that is being read, escapes and all; nil where the
// line does not say.
type span = []byte

// The fields of a line by what they say, wherever in it they stand.
type field uint8

const (
	fCall    field = iota // the id of a tool call
	fID                   // of the session, or of an item
	fName                 // of a tool
	fSpace                // the tool server that a name belongs to
	fRole                 // who speaks
	fText                 // what is said
	fLast                 // the last thing said in a turn
	fArgs                 // of a tool call: JSON in a string
	fInput                // of a tool call: text
	fOutput               // of a tool call
	fErr                  // what went wrong
	fErrInfo              // the name of what went wrong
	fReason               // why it was stopped, or why it asks
	fStatus               // how a tool call went
	fExit                 // the exit code of a command
	fTurn                 // the id of the turn
	fCwd                  // the folder that it works in
	fModel                // that thinks
	fEffort               // how hard
	fPolicy               // when a person is asked
	fZone                 // of the machine's clock
	fMode                 // whether it plans or works
	fBranch               // of git
	fVersion              // of Codex
	fOrigin               // the program around it
	fSource               // how the session came about
	fParent               // the session that it is a part of
	fFork                 // the session that it began as a copy of
	fAgent                // the name of a subagent
	fThread               // the id of an exec stream's session
	fQuery                // of a web search
	fGrant                // the folder to be written to
	numFields
)

var fields = map[string]field{
	"call_id": fCall, "id": fID, "name": fName, "tool": fName, "namespace": fSpace, "server": fSpace, "role": fRole,
	"text": fText, "message": fText, "last_agent_message": fLast, "arguments": fArgs, "input": fInput,
	"output": fOutput, "aggregated_output": fOutput, "formatted_output": fOutput, "result": fOutput,
	"codex_error_info": fErrInfo, "reason": fReason, "justification": fReason, "status": fStatus, "kind": fStatus, "exit_code": fExit, "turn_id": fTurn, "cwd": fCwd,
	"model": fModel, "effort": fEffort, "reasoning_effort": fEffort, "approval_policy": fPolicy, "timezone": fZone,
	"collaboration_mode_kind": fMode, "cli_version": fVersion, "originator": fOrigin, "source": fSource,
	"parent_thread_id": fParent, "forked_from_id": fFork, "agent_nickname": fAgent, "agent_role": fAgent, "thread_id": fThread, "session_id": fThread, "query": fQuery,
	"grant_root": fGrant,
}

// line is what one line of a log holds. It is used again for the next one.
type line struct {
	types  [3]span // the kind of the line, of what it carries, and of what that carries
	stamp  span
	is     [numFields]span
	texts  []span // the blocks of a message, or of a tool's result
	argv   []span // a command, word by word
	files  []span // that were changed
	asks   []span // questions
	failed bool   // a flag says so
	hasErr bool
	sub    bool // the session belongs to a subagent
	record bool // it carries something, as rollouts do
	old    bool // it begins a rollout of the first versions
	// elevated says that a call asks to be made outside its sandbox.
	elevated bool
	plain    bool // the arguments are JSON as they stand, not in a string

	tokens  int64 // used in the session so far; -1: it does not say
	windows [2]usageWindow
	resets  usageWindow // of an error: when what is used up can be used again
	todo    [2]int      // things to do: done, all
}

// reset makes l ready for the next line.
func (l *line) reset() {
	*l = line{texts: l.texts[:0], argv: l.argv[:0], files: l.files[:0], asks: l.asks[:0], tokens: -1}
}

// Bounds of what is taken of one line.
const (
	maxBlocks = 32
	maxFiles  = 64
	maxWords  = 256
)

func take(to *[]span, s span, limit int) {
	if len(*to) < limit {
		*to = append(*to, s)
	}
}

// read takes a line apart and reports whether it is an object, whole.
func (l *line) read(text []byte) bool {
	l.reset()
	c := runlog.NewCursor(text)
	if c.Next() != '{' {
		return false
	}
	l.object(&c, 0)
	return !c.Bad() && c.Next() == 0
}

// object reads the members of an object; level is how many are around it.
func (l *line) object(c *runlog.Cursor, level int) {
	c.Object(func(key []byte) {
		switch c.Next() {
		case '"':
			l.text(key, c.Str(), level)
		case '{':
			l.nested(c, key, level)
		case '[':
			l.list(c, key)
		default:
			l.scalar(key, c.Scalar())
		}
	})
}

func (l *line) text(key []byte, value span, level int) {
	switch string(key) {
	case "type":
		if l.types[level] == nil {
			l.types[level] = value
		}
		return
	case "timestamp":
		if level == 0 {
			l.stamp = value
		}
		return
	case "record_type", "instructions":
		l.old = true
		return
	case "error":
		l.hasErr = true
		l.set(fErr, value, level)
		return
	case "command":
		take(&l.argv, value, maxWords)
		return
	case "content":
		take(&l.texts, value, maxBlocks)
		return
	case "stdout", "stderr":
		if l.is[fOutput] == nil && len(value) > 0 {
			l.is[fOutput] = value
		}
		return
	}
	if f, ok := fields[string(key)]; ok {
		l.set(f, value, level)
	}
}

// set notes a field. What stands deeper in the line is closer to the point.
func (l *line) set(f field, value span, level int) {
	if level > 0 && len(value) > 0 || l.is[f] == nil {
		l.is[f] = value
	}
}

func (l *line) scalar(key []byte, value span) {
	yes := string(value) == "true"
	switch string(key) {
	case "instructions":
		l.old = true
	case "exit_code":
		if string(value) != "null" {
			l.is[fExit] = value
		}
	case "success":
		l.failed = l.failed || string(value) == "false"
	case "is_error", "isError":
		l.failed = l.failed || yes
	case "completed":
		l.todo[1]++
		if yes {
			l.todo[0]++
		}
	case "resets_at", "resets_in_seconds", "reset_after_seconds":
		l.resets.setField(key, value)
	}
}

// exit returns the exit code that the line names.
func (l *line) exit() (code int, ok bool) {
	code, err := strconv.Atoi(string(l.is[fExit]))
	return code, err == nil
}

// number reads a number that is not negative.
func number(text span) (float64, bool) {
	f, err := strconv.ParseFloat(string(text), 64)
	return f, err == nil && f >= 0 && !math.IsInf(f, 1)
}

func count(text span) int64 {
	if f, ok := number(text); ok && f < 1e15 {
		return int64(f)
	}
	return 0
}
