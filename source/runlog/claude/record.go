package claude

import (
	"time"

	"notdone/model"
	"notdone/source/runlog"
)

// record is one record of a log. Its values are valid until the next one is read.
type record struct {
	runlog.Value
	line    int64
	at      time.Time // zero: unknown
	zoned   bool
	typ     string
	session []byte
	agent   []byte
	message runlog.Value
	side    bool // it belongs to the conversation of a subagent
	// transcript and stream say which of the two shapes the record has.
	transcript, stream bool
}

func newRecord(v runlog.Value, line int64) *record {
	r := &record{Value: v, line: line, typ: string(v.Get("type").Text()), agent: v.Get("agentId").Text(), message: v.Get("message")}
	r.at, r.zoned, _ = runlog.ParseStamp(v.Get("timestamp").Text())
	parent := v.Get("parent_tool_use_id")
	r.side = v.Get("isSidechain").True() || parent.Kind() == '"'
	r.session = v.First("sessionId", "session_id").Text()
	r.transcript = v.Get("sessionId").Kind() == '"' || v.First("parentUuid", "leafUuid").Kind() != 0 ||
		v.Get("parentUuid").Kind() != 0 || v.Get("isSidechain").Kind() != 0
	r.stream = v.Get("session_id").Kind() == '"' && v.Get("sessionId").Kind() == 0 || parent.Kind() == 'n'
	return r
}

// Detect reports whether the beginning of a file, a few kilobytes or more, is
// that of a transcript or a result stream. The last line may be cut anywhere;
// an empty head is neither.
func Detect(head []byte) bool {
	return runlog.AnyRecord(head, func(v runlog.Value) bool { return newRecord(v, 0).isOwn() })
}

// isOwn reports whether only Claude writes such a record.
func (r *record) isOwn() bool {
	own := r.transcript && len(r.session) > 0
	subtype := string(r.Get("subtype").Text())
	switch r.typ {
	case "user", "assistant":
		return own || r.stream
	case "system":
		return own || subtype == "init" && r.stream
	case "result":
		return subtype != "" && (r.stream || r.Get("total_cost_usd").Scalar() != nil || r.Get("num_turns").Scalar() != nil)
	case "queue-operation", "permission-mode", "last-prompt", "ai-title", "custom-title", "mode", "attachment", "pr-link", "agent-name",
		"agent-setting", "progress":
		return own
	case "file-history-snapshot":
		return true
	case "summary":
		return len(r.title().Text()) > 0 && r.transcript
	}
	return false
}

func (r *record) title() runlog.Value { return r.First("summary", "aiTitle", "customTitle") }

func (r *record) entry(kind runlog.Kind) runlog.Entry {
	return runlog.Entry{Kind: kind, At: r.at, Line: r.line}
}

// end returns an entry that ends the run without a text.
func (r *record) end(word string, o model.Outcome) runlog.Entry {
	return runlog.Entry{Kind: runlog.KindEnd, Name: word, Outcome: o, At: r.at, Line: r.line}
}

// isMeta reports whether a program and not a person wrote what stands in the user's place.
func (r *record) isMeta() bool {
	return r.Get("isMeta").True() || r.Get("isCompactSummary").True() || r.Get("isVisibleInTranscriptOnly").True() || r.Get("isSynthetic").True()
}

// hook returns the event of a hook that runs or ran.
func (r *record) hook() string {
	return string(r.Get("data", "hookEvent").Text()) + string(r.Get("attachment", "hookEvent").Text())
}

// usage returns the tokens of a usage object with the cached ones, which Claude counts
// apart from its input.
func usage(v runlog.Value) (tokens int64) {
	for _, key := range []string{"input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"} {
		if n := v.Get(key).Count(); n < 1e13 {
			tokens += n
		}
	}
	return tokens
}

// fault is an error of the API.
type fault struct {
	code, status string
	text         []byte
}

func (r *record) fault() fault {
	f := fault{code: r.Get("error").Decode(runlog.MaxTitle), status: string(r.First("apiErrorStatus", "api_error_status").Scalar())}
	for _, m := range r.Get("errors").All() {
		if text := m.Text(); text != nil && f.text == nil {
			f.text = text
		} else if f.text == nil {
			f.text = m.Get("message").Text()
		}
	}
	f.read(r.Get("error"), 0)
	return f
}

// maxWrapped is the number of errors around an error that are read.
const maxWrapped = 4

// read reads an error object and those inside it, of which the innermost message counts:
// {"status":529,"error":{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}}.
func (f *fault) read(v runlog.Value, depth int) {
	for key, m := range v.All() {
		switch string(key) {
		case "error", "cause", "connection":
			if depth < maxWrapped {
				f.read(m, depth+1)
			}
		case "status":
			if m.Scalar() != nil {
				f.status = string(m.Scalar())
			}
		case "formatted", "message", "code":
			if m.Kind() == '"' && (len(f.text) == 0 || string(key) == "formatted" || string(key) == "message" && depth > 1) {
				f.text = m.Text()
			}
		case "type":
			if m.Kind() == '"' && depth != 1 {
				f.code = m.Decode(runlog.MaxTitle)
			}
		}
	}
}
