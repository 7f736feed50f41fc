package runlog

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// record holds the values of one JSON line under the keys that logs share. Its slices
// point into the line and are not decoded.
type record struct {
	typ, inner          span           // type, event or kind, outside and of what is wrapped
	text                [numSlots]span // by slot
	blocks              [8]span        // text blocks of a message, in order
	numBlocks           int
	calls, results      int // tool blocks of a message
	toolText            span
	toolID, hasError    bool
	isError, success    *bool
	exit                *int
	at                  time.Time
	zoned               bool
	cost, totalCost     *float64
	tokens, totalTokens int64 // added up from usage; a running total, where the log keeps one
	side, meta, delta   bool
	limit               int // of a decoded text, in bytes
}

type span = []byte

// slot is a meaning of the keys that logs share.
type slot uint8

const (
	slotMessage slot = iota
	slotContent
	slotText
	slotResult
	slotOutput
	slotMsg
	slotSummary
	slotLast
	slotPrompt
	slotReason // why the run ended
	slotError
	slotObstacle
	slotSubtype
	slotRole
	slotStatus
	slotLevel
	slotTool
	slotStop // why the model stopped
	slotCode // a machine-readable error
	slotID
	slotSession
	slotModel
	slotAgent
	slotCwd
	slotBranch
	numSlots

	// The keys of these are read in their own way.
	slotType
	slotTime
	slotToolName
	slotToolID
	slotSide
)

// keysOf are the keys of each slot, the values of which are strings.
var keysOf = map[slot]string{
	slotMessage: "message", slotContent: "content", slotText: "text", slotResult: "result", slotMsg: "msg", slotSummary: "summary detail",
	slotOutput: "output aggregated_output stdout",
	slotLast:   "last_agent_message final_message final_output response answer", slotPrompt: "prompt task want instruction title",
	slotReason: "reason terminal_reason terminalReason", slotError: "error errorMessage error_message err",
	slotObstacle: "obstacle blocker question", slotSubtype: "subtype", slotRole: "role sender author",
	slotStatus: "status outcome state conclusion final_outcome terminal_state completion_kind", slotLevel: "level severity lvl",
	slotTool: "name", slotStop: "stop_reason stopReason finish_reason finishReason", slotCode: "code codex_error_info error_code error_type errorType",
	slotID: "id", slotSession: "session_id sessionId sessionID thread_id threadId conversation_id run_id runId",
	slotModel: "model model_id modelId", slotAgent: "agent agent_name agentId", slotCwd: "cwd workdir working_directory",
	slotBranch: "gitBranch git_branch branch",
	slotType:   "type event kind", slotTime: "timestamp ts time at @timestamp datetime created_at createdAt date timestamp_ms ts_ms",
	slotToolName: "tool tool_name toolName", slotToolID: "tool_use_id tool_call_id toolCallId call_id tool_id", slotSide: "parent_tool_use_id",
}

var slots = Table(keysOf)

// IsTimeKey reports whether logs write times under the key.
func IsTimeKey(key []byte) bool { return slots[string(key)] == slotTime }

// parseRecord reads one line. It reports whether the line is one complete object.
func parseRecord(line []byte, r *record) bool {
	d := Parse(line)
	defer d.Release()
	if d.Kind() != '{' {
		return false
	}
	r.readObject(d.Value, 0)
	return d.Complete
}

// readObject reads the members of an object. Values of nested objects (level > 0) do
// not replace values that are already set.
func (r *record) readObject(v Value, level int) {
	for key, m := range v.All() {
		switch m.Kind() {
		case '"':
			r.setText(key, m.Text(), level)
		case '{':
			if level < 4 {
				r.readNested(key, m, level)
			}
		case '[':
			r.readArray(key, m)
		default:
			r.setScalar(key, m, level)
		}
	}
}

func (r *record) setText(key, value span, level int) {
	s, ok := slots[string(key)]
	if !ok {
		return
	}
	switch s {
	case slotType:
		switch {
		case level == 0 && (len(r.typ) == 0 || string(key) == "type"):
			r.typ = value
		case level > 0 && len(r.inner) == 0:
			r.inner = value
		}
	case slotTime:
		if level == 0 || r.at.IsZero() {
			if at, zoned, ok := ParseStamp(value); ok {
				r.at, r.zoned = at, zoned
			}
		}
	case slotToolName:
		r.toolID = true
		r.set(slotTool, value, level)
	case slotToolID:
		r.toolID = true
	case slotSide:
		r.side = true
	case slotError:
		r.hasError = r.hasError || len(value) > 0
		r.set(slotError, value, level)
		if len(value) < 40 {
			r.set(slotCode, value, 1)
		}
	case slotID, slotModel:
		r.set(s, value, 1)
	default:
		r.set(s, value, level)
	}
}

func (r *record) set(s slot, value span, level int) {
	if len(value) > 0 && (level == 0 || len(r.text[s]) == 0) {
		r.text[s] = value
	}
}

func (r *record) setScalar(key span, m Value, level int) {
	yes := m.True()
	switch string(key) {
	case "is_error", "isError", "isApiErrorMessage":
		setBool(&r.isError, m, level)
	case "success", "ok", "succeeded":
		setBool(&r.success, m, level)
	case "error":
		r.hasError = r.hasError || yes
	case "isSidechain":
		r.side = r.side || yes
	case "isMeta":
		r.meta = yes
	case "delta":
		r.delta = yes
	case "exit_code", "exitCode", "exitcode", "returncode", "return_code", "rc", "command_return_code":
		if n, err := strconv.Atoi(string(m.Scalar())); err == nil && (level == 0 || r.exit == nil) {
			r.exit = &n
		}
	case "total_cost_usd", "totalCostUsd", "total_cost":
		setPrice(&r.totalCost, m)
	case "cost_usd", "costUSD", "costUsd", "cost":
		setPrice(&r.cost, m)
	default:
		if slots[string(key)] == slotTime && (level == 0 || r.at.IsZero()) {
			if at, ok := ParseNumber(m.Scalar()); ok {
				r.at, r.zoned = at, true
			}
		}
	}
}

func setBool(to **bool, m Value, level int) {
	if yes := m.True(); (level == 0 || *to == nil) && (yes || string(m.Scalar()) == "false") {
		*to = &yes
	}
}

func setPrice(to **float64, m Value) {
	if price, ok := m.Number(); ok && price < 1e9 {
		*to = &price
	}
}

// readNested reads an object inside a record if its key is one under which logs nest
// their fields. It ignores other objects.
func (r *record) readNested(key span, m Value, level int) {
	switch string(key) {
	case "message", "payload", "item", "data", "part", "event", "msg", "response", "body", "properties":
		r.readObject(m, level+1)
	case "error":
		r.readError(m)
	case "content":
		r.readBlock(m)
	case "result", "output":
		if content := m.Get("content"); content.Kind() == '[' {
			r.readArray([]byte("content"), content)
		}
		r.set(slotResult, m.First("text", "content", "message", "output", "result").Text(), level)
	case "usage", "tokens", "tokenUsage", "token_usage":
		r.readUsage(m)
	case "info", "stats":
		var total record
		total.readUsage(m.Get("total_token_usage"))
		r.totalTokens = max(total.tokens, readCount(m.Get("total_tokens")))
	}
}

// readError reads an error object: a message and a code.
func (r *record) readError(v Value) {
	r.hasError = true
	for key, m := range v.All() {
		switch string(key) {
		case "message", "text", "detail":
			r.set(slotError, m.Text(), 1)
		case "code", "type", "name", "codex_error_info", "kind":
			r.set(slotCode, m.Text(), 1)
		case "error", "data":
			if m.Kind() == '{' {
				r.readError(m)
			} else if string(key) == "error" {
				r.set(slotError, m.Text(), 1)
			}
		}
	}
}

// readArray reads an array: the blocks of a message, or errors.
func (r *record) readArray(key span, v Value) {
	switch string(key) {
	case "content", "parts":
		for _, block := range v.All() {
			r.readBlock(block)
		}
	case "errors":
		for _, m := range v.All() {
			r.hasError = true
			r.set(slotError, m.Text(), 1)
			r.readError(m)
		}
	}
}

// readBlock reads one block of a message: a text, a tool call or a tool's result.
func (r *record) readBlock(v Value) {
	switch string(v.Get("type").Text()) {
	case "tool_use", "toolCall", "tool_call", "function_call", "tool-call", "server_tool_use":
		r.calls++
		r.text[slotTool] = v.Get("name").Text()
	case "tool_result", "toolResult", "tool-result", "function_call_output":
		r.results++
		if r.toolText = v.First("content", "output").Text(); r.toolText == nil {
			r.toolText = v.Get("content").FirstText()
		}
		if failed := v.First("is_error", "isError").True(); failed {
			r.isError = &failed
		}
	case "thinking", "reasoning", "redacted_thinking":
	default:
		if text := v.Text(); text != nil {
			r.addBlock(text)
		} else {
			r.addBlock(v.Get("text").Text())
		}
	}
}

// addBlock adds a text block. When all places are taken it replaces the last one.
func (r *record) addBlock(text span) {
	if len(text) == 0 {
		return
	}
	r.numBlocks = min(r.numBlocks+1, len(r.blocks))
	r.blocks[r.numBlocks-1] = text
}

// usageKeys are the keys of the parts of a usage object that make its sum.
var usageKeys = wordSet(`input_tokens output_tokens cache_creation_input_tokens cache_read_input_tokens prompt_tokens completion_tokens
	inputTokens outputTokens input output cacheRead cacheWrite`)

// readUsage sums the tokens of one usage object. A total in the object takes precedence
// over the sum, because some providers count cached input twice.
func (r *record) readUsage(v Value) {
	r.tokens = 0
	for key, m := range v.All() {
		if usageKeys[string(key)] {
			r.tokens += readCount(m)
		}
	}
	if total := readCount(v.First("total_tokens", "totalTokens", "total")); total > 0 {
		r.tokens = total
	}
	setPrice(&r.cost, v.Get("cost", "total"))
}

// readCount reads a number of tokens; any other value is 0.
func readCount(m Value) int64 {
	n, ok := m.Number()
	if !ok || n > 1e13 || n != math.Trunc(n) {
		return 0
	}
	return int64(n)
}

// firstText returns the decoded text of a record: the blocks of its message, or the
// first text among the slots in order.
func (r *record) firstText(order ...slot) string {
	if r.numBlocks > 0 && order[0] != slotError {
		parts := make([]string, r.numBlocks)
		for i := range parts {
			parts[i] = Decode(r.blocks[i], r.limit)
		}
		return Cut(strings.TrimSpace(strings.Join(parts, "\n")), r.limit)
	}
	for _, n := range order {
		if len(r.text[n]) > 0 {
			s := Decode(r.text[n], r.limit)
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
