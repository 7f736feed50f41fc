package runlog

import (
	"strconv"
	"strings"
	"time"
)

// record holds the values of one JSON line under the keys that logs share. Its slices
// point into the line and are not decoded.
type record struct {
	typ, inner          []byte // type, event or kind, outside and of what is wrapped
	subtype, role       []byte
	status, level       []byte
	tool                []byte
	stop, reason        []byte // why the model stopped; why the run ended
	code                []byte // a machine-readable error
	id, session         []byte
	model, cwd, branch  []byte
	agent               []byte
	texts               [numSlots]span // by slot
	blocks              [8]span        // text blocks of a message, in order
	numBlocks           int
	calls, results      int // tool blocks of a message
	toolText            span
	toolID              bool
	hasError, hasResult bool
	isError, success    *bool
	exit                *int
	at                  time.Time
	zoned               bool
	cost, totalCost     *float64
	tokens              int64 // added up from usage
	totalTokens         int64 // a running total, where the log keeps one
	side, meta, delta   bool
	limit               int // of a decoded text, in bytes
}

type span = []byte

// The slots of texts, by the key they come from.
const (
	slotMessage = iota
	slotContent
	slotText
	slotResult
	slotOutput
	slotMsg
	slotSummary
	slotLast
	slotPrompt
	slotReason
	slotError
	slotObstacle
	numSlots
)

// parseRecord reads one line. It reports whether the line is one complete object.
func parseRecord(line []byte, r *record) bool {
	c := Cursor{b: line}
	if c.Next() != '{' {
		return false
	}
	r.readObject(&c, 0)
	return !c.bad && c.Next() == 0
}

// readObject reads the object at the cursor. Values of nested objects (level > 0) do
// not replace values that are already set.
func (r *record) readObject(c *Cursor, level int) {
	c.Object(func(key []byte) { r.readMember(c, key, level) })
}

func (r *record) readMember(c *Cursor, key []byte, level int) {
	switch c.Next() {
	case '"':
		r.setText(key, c.Str(), level)
	case '{':
		if level < 4 {
			r.readNested(c, key, level)
		}
	case '[':
		r.readArray(c, key, level)
	default:
		r.setScalar(key, c.Scalar(), level)
	}
}

func setSpan(to *[]byte, value []byte, level int) {
	if level == 0 || len(*to) == 0 {
		*to = value
	}
}

func (r *record) setText(key, value []byte, level int) {
	switch string(key) {
	case "type", "event", "kind":
		switch {
		case level == 0 && (len(r.typ) == 0 || string(key) == "type"):
			r.typ = value
		case level > 0 && len(r.inner) == 0:
			r.inner = value
		}
	case "subtype":
		setSpan(&r.subtype, value, level)
	case "role", "sender", "author":
		setSpan(&r.role, value, level)
	case "status", "outcome", "state", "conclusion", "final_outcome", "terminal_state", "completion_kind":
		setSpan(&r.status, value, level)
	case "level", "severity", "lvl":
		setSpan(&r.level, value, level)
	case "tool", "tool_name", "toolName", "name":
		setSpan(&r.tool, value, level)
		r.toolID = r.toolID || string(key) != "name"
	case "tool_use_id", "tool_call_id", "toolCallId", "call_id", "tool_id":
		r.toolID = true
	case "stop_reason", "stopReason", "finish_reason", "finishReason":
		setSpan(&r.stop, value, level)
	case "reason", "terminal_reason", "terminalReason":
		setSpan(&r.reason, value, level)
		r.setSlot(slotReason, value, level)
	case "code", "codex_error_info", "error_code", "error_type", "errorType":
		setSpan(&r.code, value, level)
	case "id":
		setSpan(&r.id, value, 1)
	case "session_id", "sessionId", "sessionID", "thread_id", "threadId", "conversation_id", "run_id", "runId":
		setSpan(&r.session, value, level)
	case "model", "model_id", "modelId":
		setSpan(&r.model, value, 1)
	case "agent", "agent_name", "agentId":
		setSpan(&r.agent, value, level)
	case "cwd", "workdir", "working_directory":
		setSpan(&r.cwd, value, level)
	case "gitBranch", "git_branch", "branch":
		setSpan(&r.branch, value, level)
	case "timestamp", "ts", "time", "at", "@timestamp", "datetime", "created_at", "createdAt", "date":
		if level == 0 || r.at.IsZero() {
			if at, zoned, ok := ParseStamp(value); ok {
				r.at, r.zoned = at, zoned
			}
		}
	case "error", "errorMessage", "error_message", "err":
		r.hasError = r.hasError || len(value) > 0
		r.setSlot(slotError, value, level)
		if len(value) < 40 {
			setSpan(&r.code, value, 1)
		}
	case "parent_tool_use_id":
		r.side = true
	default:
		if n, ok := slots[string(key)]; ok {
			r.setSlot(n, value, level)
			r.hasResult = r.hasResult || n == slotResult
		}
	}
}

var slots = map[string]int{
	"message": slotMessage, "content": slotContent, "text": slotText, "result": slotResult, "output": slotOutput,
	"aggregated_output": slotOutput, "stdout": slotOutput, "msg": slotMsg, "summary": slotSummary, "detail": slotSummary,
	"last_agent_message": slotLast, "final_message": slotLast, "final_output": slotLast, "response": slotLast, "answer": slotLast,
	"prompt": slotPrompt, "task": slotPrompt, "want": slotPrompt, "instruction": slotPrompt, "title": slotPrompt,
	"obstacle": slotObstacle, "blocker": slotObstacle, "question": slotObstacle,
}

func (r *record) setSlot(n int, value []byte, level int) {
	if len(value) > 0 && (level == 0 || len(r.texts[n]) == 0) {
		r.texts[n] = value
	}
}

func (r *record) setScalar(key, value []byte, level int) {
	switch string(key) {
	case "is_error", "isError", "isApiErrorMessage":
		setBool(&r.isError, value, level)
	case "success", "ok", "succeeded":
		setBool(&r.success, value, level)
	case "error":
		r.hasError = r.hasError || string(value) == "true"
	case "isSidechain":
		r.side = r.side || string(value) == "true"
	case "isMeta":
		r.meta = string(value) == "true"
	case "delta":
		r.delta = string(value) == "true"
	case "exit_code", "exitCode", "exitcode", "returncode", "return_code", "rc", "command_return_code":
		if n, err := strconv.Atoi(string(value)); err == nil && (level == 0 || r.exit == nil) {
			r.exit = &n
		}
	case "timestamp", "ts", "time", "at", "@timestamp", "created_at", "createdAt", "timestamp_ms", "ts_ms":
		if level == 0 || r.at.IsZero() {
			if at, ok := ParseNumber(value); ok {
				r.at, r.zoned = at, true
			}
		}
	case "total_cost_usd", "totalCostUsd", "total_cost":
		setNumber(&r.totalCost, value)
	case "cost_usd", "costUSD", "costUsd", "cost":
		setNumber(&r.cost, value)
	}
}

func setBool(to **bool, value []byte, level int) {
	if v := string(value) == "true"; (level == 0 || *to == nil) && (v || string(value) == "false") {
		*to = &v
	}
}

func setNumber(to **float64, value []byte) {
	if f, err := strconv.ParseFloat(string(value), 64); err == nil && f >= 0 && f < 1e9 {
		*to = &f
	}
}

// firstText returns the decoded text of a record: the blocks of its message, or the
// first text among the slots in order.
func (r *record) firstText(order ...int) string {
	if r.numBlocks > 0 && order[0] != slotError {
		parts := make([]string, r.numBlocks)
		for i := range parts {
			parts[i] = Decode(r.blocks[i], r.limit)
		}
		return Cut(strings.TrimSpace(strings.Join(parts, "\n")), r.limit)
	}
	for _, n := range order {
		if len(r.texts[n]) > 0 {
			s := Decode(r.texts[n], r.limit)
			if r.delta {
				return s
			}
			if s = strings.TrimSpace(s); s != "" {
				return s
			}
		}
	}
	return ""
}
