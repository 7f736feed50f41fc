package runlog

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// record holds the fields of one JSON line under the keys that logs share. They are valid
// until the document of the line is released.
type record struct {
	fields         []field
	typ, inner     []byte // type, event or kind, outside and of what is wrapped
	at             time.Time
	zoned          bool
	rough          bool     // at is not the record's own time but one that it tells of
	side           bool     // it belongs to a subagent
	blocks         [][]byte // text blocks of a message, in order, not decoded
	calls, results int      // tool blocks of a message
	toolText       []byte
	limit          int // of a decoded text, in bytes
}

// field is one member of a record, or of an object in it, whose key is known.
type field struct {
	key   string // the name of its list
	level int    // how many objects are around it, the record apart
	value Value
}

// keyNames are the first keys of the lists that keys belong to.
var keyNames = lists.Index("key-")

// IsTimeKey reports whether logs write times under the key.
func IsTimeKey(key []byte) bool { return keyNames[string(key)] == "time" }

// nesting are the keys under which logs nest the fields of a record, maxNesting levels deep.
var nesting = lists.Set("nesting")

const (
	maxNesting = 4
	maxCode    = 39 // bytes of an error that may be a code
)

func (r *record) readObject(v Value, level int) {
	for raw, m := range v.All() {
		key, at := keyNames[string(raw)], level
		switch key {
		case "time":
			if time, zoned := TimeOf(m); !time.IsZero() && (level == 0 || r.at.IsZero() || r.rough) {
				r.at, r.zoned, r.rough = time, zoned, false
			}
		case "moment":
			if time, zoned := TimeOf(m); !time.IsZero() && (r.at.IsZero() || r.rough && time.After(r.at)) {
				r.at, r.zoned, r.rough = time, zoned, true
			}
		case "type", "kind":
			if text := m.Text(); level > 0 && len(r.inner) == 0 {
				r.inner = text
			} else if level == 0 && text != nil && (len(r.typ) == 0 || key == "type") {
				r.typ = text
			}
		case "parent":
			r.side = r.side || m.Kind() == '"'
		case "side":
			r.side = r.side || m.True()
		case "content":
			r.readBlocks(m)
		case "result", "output":
			if content := m.Get("content"); content.Kind() == '[' {
				r.readBlocks(content)
			}
			r.add("result", level, m.First("text", "content", "message", "output", "result"))
		case "error", "errors":
			if r.readErrors(m); isText(m) && len(m.Text()) <= maxCode {
				r.add("code", 1, m)
			}
		case "tool":
			r.add("name", level, m)
		case "id", "model":
			at = 1 // the first one counts
		}
		if key != "" {
			r.add(key, at, m)
		}
		if m.Kind() == '{' && level < maxNesting && nesting[string(raw)] {
			r.readObject(m, level+1)
		}
	}
}

func (r *record) add(key string, level int, m Value) {
	r.fields = append(r.fields, field{key, level, m})
}

// TimeOf reads the time of a log entry: a text, or a number since 1970. Zero: it is none.
func TimeOf(m Value) (at time.Time, zoned bool) {
	if text := m.Text(); text != nil {
		at, zoned, _ = ParseStamp(text)
		return at, zoned
	}
	at, _ = ParseNumber(m.Scalar())
	return at, true
}

// readErrors reads an error object, or a list of errors: their messages and codes.
func (r *record) readErrors(v Value) {
	for key, m := range v.All() {
		switch string(key) {
		case "message", "text", "detail":
			r.add("error", 1, m)
		case "code", "type", "name", "codex_error_info", "kind":
			r.add("code", 1, m)
		case "error":
			r.add("error", 1, m)
			r.readErrors(m)
		case "data":
			r.readErrors(m)
		case "": // of a list
			r.add("error", 1, m)
			r.readErrors(m)
		}
	}
}

// maxBlocks bounds the text blocks of a message. A further one replaces the last one.
const maxBlocks = 8

// readBlocks reads the blocks of a message, or the only one.
func (r *record) readBlocks(v Value) {
	if v.Kind() == '{' {
		r.readBlock(v)
	} else if v.Kind() == '[' {
		for _, block := range v.All() {
			r.readBlock(block)
		}
	}
}

// readBlock reads one block of a message: a text, a tool call or a tool's result.
func (r *record) readBlock(v Value) {
	switch string(v.Get("type").Text()) {
	case "tool_use", "toolCall", "tool_call", "function_call", "tool-call", "server_tool_use":
		r.calls++
		r.add("name", 0, v.Get("name"))
		r.add("args", 0, v.First("input", "arguments", "args"))
		r.add("call", 0, v.Get("id"))
	case "tool_result", "toolResult", "tool-result", "function_call_output":
		r.results++
		r.add("call", 0, v.First("tool_use_id", "toolCallId", "call_id"))
		if r.toolText = v.First("content", "output").Text(); r.toolText == nil {
			r.toolText = v.Get("content").FirstText()
		}
		if failed := v.First("is_error", "isError"); failed.True() {
			r.add("failed", 0, failed)
		}
	case "thinking", "reasoning", "redacted_thinking":
	default:
		text := v.Text()
		if text == nil {
			text = v.Get("text").Text()
		}
		if len(text) > 0 {
			r.blocks = append(r.blocks[:min(len(r.blocks), maxBlocks-1)], text)
		}
	}
}

// get returns the value of a key that is of a wanted kind: the last one of the outermost
// level, or else the first one of the others.
func (r *record) get(key string, is func(Value) bool) (found Value) {
	for i := range r.fields {
		if f := &r.fields[i]; f.key == key && (f.level == 0 || found.Kind() == 0) && is(f.value) {
			found = f.value
		}
	}
	return found
}

func isText(v Value) bool   { return len(v.Text()) > 0 }
func isScalar(v Value) bool { return v.Kind() != 'n' && v.Scalar() != nil }
func isObject(v Value) bool { return v.Kind() == '{' }

// text returns the text of a key, not decoded; nil: there is none.
func (r *record) text(key string) []byte { return r.get(key, isText).Text() }

// name returns the short decoded text of a key.
func (r *record) name(key string) string { return r.get(key, isText).Decode(MaxTitle) }

// is reports whether the value of a key is true.
func (r *record) is(key string) bool { return r.get(key, isScalar).True() }

// price returns the amount of dollars of a key; nil where there is none.
func (r *record) price(key string) *float64 { return price(r.get(key, isScalar)) }

func price(v Value) *float64 {
	if usd, ok := v.Number(); ok && usd < 1e9 {
		return &usd
	}
	return nil
}

// exitCode returns the exit code of a process; nil: there is none.
func (r *record) exitCode() *int {
	if code, err := strconv.Atoi(string(r.get("exit", isScalar).Scalar())); err == nil {
		return &code
	}
	return nil
}

func (r *record) namesTool() bool { return r.text("tool") != nil || r.text("tool-id") != nil }

func (r *record) hasError() bool {
	return slices.ContainsFunc(r.fields, func(f field) bool {
		return f.key == "error" && (isText(f.value) || f.value.True() || isObject(f.value)) || f.key == "errors" && f.value.Kind() == '['
	})
}

// isFailure reports whether a flag or an exit code of the record says so.
func (r *record) isFailure() bool {
	code := r.exitCode()
	return r.is("failed") || string(r.get("success", isScalar).Scalar()) == "false" || code != nil && *code != 0
}

// usageKeys are the keys of the parts of a usage object that make its sum.
var usageKeys = lists.Set("usage-part")

// sumUsage sums the tokens of one usage object. A total in the object takes precedence
// over the sum, because some providers count cached input twice.
func sumUsage(v Value) (tokens int64) {
	if total := countTokens(v.First("total_tokens", "totalTokens", "total")); total > 0 {
		return total
	}
	for key, m := range v.All() {
		if usageKeys[string(key)] {
			tokens += countTokens(m)
		}
	}
	return tokens
}

// countTokens reads a number of tokens; any other value is 0.
func countTokens(m Value) int64 {
	n, ok := m.Number()
	if !ok || n > 1e13 || n != math.Trunc(n) {
		return 0
	}
	return int64(n)
}

// firstText returns the decoded text of a record: the blocks of its message, or the
// first text among the keys in order.
func (r *record) firstText(keys ...string) string {
	if len(r.blocks) > 0 && keys[0] != "error" {
		parts := make([]string, len(r.blocks))
		for i, block := range r.blocks {
			parts[i] = Decode(block, r.limit)
		}
		return Cut(strings.TrimSpace(strings.Join(parts, "\n")), r.limit)
	}
	for _, key := range keys {
		s := r.get(key, isText).Decode(r.limit)
		if s != "" && r.is("delta") {
			return s
		}
		if s = strings.TrimSpace(s); s != "" {
			return s
		}
	}
	return ""
}
