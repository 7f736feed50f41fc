package claude

import (
	"strconv"
	"time"

	"notdone/source/runlog"
)

// record is what one record holds. Its slices point into the line.
type record struct {
	typ, subtype, operation []byte
	session, agent          []byte
	cwd, branch, version    []byte
	entrypoint, source      []byte // who runs the session; who wrote the prompt
	origin                  []byte
	effort, title           []byte
	at                      time.Time
	zoned                   bool
	transcript, stream      bool // the record names its session as one or the other shape does
	side, meta, api         bool
	ends                    bool   // the tool whose result it is ends the turn
	hook                    []byte // the event of a hook that runs or ran
	message                 message
	errorCode, status       []byte

	// Of a result, and of a notice about limits.
	result, stop, terminal []byte
	limitStatus            []byte
	errors                 []byte
	isError, hasResult     bool
	cost                   float64
	hasCost                bool
	turns                  int // -1: not told
	tokens                 int64
	denials                []denial
	resets                 time.Time

	tool, toolUse []byte // of a notice about a permission
}

// message is one message of the API, or a part of one.
type message struct {
	id, model, stop []byte
	text            []byte // its content, where that is a string
	blocks          []block
	tokens          int64
}

// block is one block of a message's content.
type block struct {
	kind, id, name, text []byte
	input                []byte // of a call: raw JSON
	failed               bool
}

// denial is one entry of permission_denials.
type denial struct{ id, tool, input []byte }

// reset makes the record ready for the next line without giving memory back.
func (r *record) reset() {
	blocks, denials := r.message.blocks[:0], r.denials[:0]
	*r = record{turns: -1, denials: denials}
	r.message.blocks = blocks
}

// Text takes a string.
func (r *record) Text(key, value []byte) {
	switch string(key) {
	case "type":
		r.typ = value
	case "subtype":
		r.subtype = value
	case "sessionId":
		r.session, r.transcript = value, true
	case "session_id":
		if len(r.session) == 0 {
			r.session, r.stream = value, true
		}
	case "parentUuid", "leafUuid":
		r.transcript = true
	case "timestamp":
		r.at, r.zoned, _ = runlog.ParseStamp(value)
	case "agentId":
		r.agent = value
	case "cwd":
		r.cwd = value
	case "gitBranch":
		r.branch = value
	case "version", "claude_code_version":
		r.version = value
	case "entrypoint":
		r.entrypoint = value
	case "promptSource":
		r.source = value
	case "effort":
		r.effort = value
	case "operation":
		r.operation = value
	case "model":
		r.message.model = value
	case "parent_tool_use_id":
		r.side = true
	case "summary", "aiTitle", "customTitle":
		r.title = value
	case "result":
		r.result, r.hasResult = value, true
	case "stop_reason":
		r.stop = value
	case "terminal_reason":
		r.terminal = value
	case "error":
		r.errorCode = value
	case "content":
		r.message.text = value
	case "tool_name":
		r.tool = value
	case "tool_use_id":
		r.toolUse = value
	}
}

// Scalar takes a number, true, false or null.
func (r *record) Scalar(key, value []byte) {
	yes := string(value) == "true"
	switch string(key) {
	case "isSidechain":
		r.side, r.transcript = r.side || yes, true
	case "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isSynthetic":
		r.meta = r.meta || yes
	case "toolEndsTurn":
		r.ends = yes
	case "isApiErrorMessage":
		r.api = yes
	case "parentUuid":
		r.transcript = true
	case "parent_tool_use_id":
		r.stream = true
	case "is_error":
		r.isError = yes
	case "total_cost_usd":
		if f, err := strconv.ParseFloat(string(value), 64); err == nil && f >= 0 && f < 1e9 {
			r.cost, r.hasCost = f, true
		}
	case "num_turns":
		if n, err := strconv.Atoi(string(value)); err == nil {
			r.turns = n
		}
	case "apiErrorStatus", "api_error_status":
		r.status = value
	}
}

// Nested takes an object or a list.
func (r *record) Nested(c *runlog.Cursor, key []byte, open byte) {
	if open == '[' {
		r.list(c, key)
		return
	}
	switch string(key) {
	case "message":
		r.message.read(c)
	case "usage":
		r.tokens = usage(c)
	case "rate_limit_info":
		c.Object(func(key []byte) {
			switch {
			case string(key) == "status" && c.Next() == '"':
				r.limitStatus = c.Str()
			case string(key) == "resetsAt":
				if n, err := strconv.ParseInt(string(c.ScalarOrSkip()), 10, 64); err == nil {
					r.resets = epoch(n)
				}
			}
		})
	case "origin":
		c.Object(func(key []byte) {
			if string(key) == "kind" && c.Next() == '"' {
				r.origin = c.Str()
			}
		})
	case "data", "attachment":
		c.Object(func(key []byte) {
			if string(key) == "hookEvent" && c.Next() == '"' {
				r.hook = c.Str()
			}
		})
	case "error":
		r.problem(c, 0)
	}
}

// maxWrapped is how deep errors are wrapped in errors.
const maxWrapped = 4

// problem reads an error and those inside it, of which the innermost words
// count: {"status":529,"error":{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}}.
func (r *record) problem(c *runlog.Cursor, depth int) {
	c.Object(func(key []byte) {
		switch b := c.Next(); {
		case b == '{' && depth < maxWrapped && (string(key) == "error" || string(key) == "cause" || string(key) == "connection"):
			r.problem(c, depth+1)
		case string(key) == "status" && b != '"' && b != '[' && b != '{':
			r.status = c.Scalar()
		case b != '"':
		case string(key) == "formatted", string(key) == "message" && len(r.errors) == 0, string(key) == "message" && depth > 1, string(key) == "code" && len(r.errors) == 0:
			r.errors = c.Str()
		case string(key) == "type" && depth != 1:
			r.errorCode = c.Str()
		}
	})
}

func (r *record) list(c *runlog.Cursor, key []byte) {
	switch string(key) {
	case "errors":
		c.Array(func() {
			switch c.Next() {
			case '"':
				r.failure(c.Str())
			case '{':
				c.Object(func(key []byte) {
					if c.Next() == '"' && string(key) == "message" {
						r.failure(c.Str())
					}
				})
			}
		})
	case "permission_denials":
		c.Array(func() {
			r.denials = runlog.AppendObject(c, r.denials, maxDenials, func(d *denial, key []byte) {
				switch {
				case string(key) == "tool_input":
					d.input = c.Raw()
				case c.Next() != '"':
				case string(key) == "tool_name":
					d.tool = c.Str()
				case string(key) == "tool_use_id":
					d.id = c.Str()
				}
			})
		})
	}
}

// failure keeps the first error of a list.
func (r *record) failure(text []byte) {
	if len(r.errors) == 0 {
		r.errors = text
	}
}
