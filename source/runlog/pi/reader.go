package pi

import (
	"strings"
	"time"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// Kind is what Summary.Kind says of a log that this package read.
const Kind = "pi"

// reader reads one session or one stream of events.
type reader struct {
	runlog.Tracker
	events bool   // it is a stream of events
	stop   string // why the model stopped last
	fault  string // the error of the model's provider that comes with stop
}

// New returns a reader for a log that Detect knows.
func New(o runlog.Options) runlog.Reader {
	r := &reader{Tracker: runlog.NewTracker(o)}
	r.CallsKnown, r.Sum.Kind = true, Kind
	return r
}

// Line takes the next line.
func (r *reader) Line(l tail.Line) {
	r.AddRecords(l, r.readRecord)
}

// Peek returns a reader that has read an unfinished line too, if that is whole.
func (r *reader) Peek(l tail.Line) runlog.Reader {
	if !runlog.Whole(l) {
		return r
	}
	p := *r
	p.Tracker = r.Copy()
	p.Line(l)
	return &p
}

// Summary returns what is known of the log so far.
func (r *reader) Summary() runlog.Summary {
	s := r.Tracker.Summary()
	s.Closes = r.events
	return s
}

func (r *reader) readRecord(v runlog.Value, line int64) {
	at := timeOf(v)
	r.NoteTime(at, true)
	e := runlog.Entry{At: at, Line: line}
	kind := string(v.Get("type").Text())
	switch kind {
	case "agent_start", "agent_end", "message_start", "message_update", "message_end", "turn_start", "turn_end", "tool_execution_start":
		r.events = true
	}
	switch kind {
	case "session":
		r.readSession(v)
	case "agent_start":
		if r.Closed {
			r.next()
		}
		r.Begin(e)
	case "message_end", "message":
		r.readMessage(v.Get("message"), e)
	case "tool_execution_start":
		r.addCall(v.Get("toolCallId"), v.Get("toolName"), v.Get("args"), e)
	case "tool_execution_end":
		r.addResult(v, v.Get("result", "content").FirstText(), e)
	case "model_change":
		v.Get("modelId").Keep(&r.Sum.Model)
	case "auto_retry_start":
		e.Kind, e.Name, e.Failed, e.Text = runlog.KindError, kind, true, v.First("errorMessage", "finalError").Decode(r.Limit)
		r.Add(e, false)
	case "agent_end":
		if !v.Get("willRetry").True() {
			r.end(kind, true, e)
		}
	}
}

func (r *reader) readSession(v runlog.Value) {
	if id := v.Get("id").Name(); id != r.Sum.Session {
		if r.Started {
			r.next()
		}
		r.UseSession(id)
	}
	v.Get("cwd").Keep(&r.Sum.Cwd)
}

// next begins the next run.
func (r *reader) next() {
	if r.Started {
		r.NextRun()
	}
	r.stop, r.fault = "", ""
}

func (r *reader) readMessage(m runlog.Value, e runlog.Entry) {
	switch string(m.Get("role").Text()) {
	case "user":
		text := m.Get("content").Prose(r.Limit)
		if text == "" {
			return
		}
		if r.Closed || r.Sum.Terminal && !r.events {
			r.next()
		}
		r.AddPrompt(text, true, e)
	case "assistant":
		r.readAnswer(m, e)
	case "toolResult":
		text := m.Get("content").Text()
		if text == nil {
			text = m.Get("content").FirstText()
		}
		r.addResult(m, text, e)
	}
}

// readAnswer reads a message of the model.
func (r *reader) readAnswer(m runlog.Value, e runlog.Entry) {
	if r.Closed {
		r.next()
	}
	r.Begin(e)
	m.Get("model").Keep(&r.Sum.Model)
	if n := m.Get("usage", "totalTokens").Count(); n > 0 {
		r.AddTokens(n)
	}
	if cost, ok := m.Get("usage", "cost", "total").Number(); ok && cost > 0 {
		r.AddCost(cost)
	}
	content := m.Get("content")
	if text := content.Prose(r.Limit); text != "" {
		r.AddMessage(text, e)
	}
	for _, block := range content.All() {
		if string(block.Get("type").Text()) == "toolCall" {
			r.addCall(block.Get("id"), block.Get("name"), block.Get("arguments"), e)
		}
	}
	r.stop, r.fault = m.Get("stopReason").Name(), m.Get("errorMessage").Decode(r.Limit)
	if !r.events && r.stop != "toolUse" && r.stop != "" {
		r.end(r.stop, false, e)
	}
}

// end ends the run. The reason why the model stopped decides the outcome.
func (r *reader) end(word string, closes bool, e runlog.Entry) {
	e.Kind, e.Name, e.Outcome = runlog.KindEnd, word, model.OutcomeCompleted
	if r.stop != "" && r.stop != "stop" && r.stop != "toolUse" {
		e.Name, e.Outcome, e.Failed, e.Text = r.stop, runlog.OutcomeOf(r.stop), true, r.fault
		fault := strings.ToLower(r.fault[:min(len(r.fault), 400)])
		if runlog.HasAnyPart(fault, runlog.Phrases("pi-limit")) {
			e.Outcome = model.OutcomeRateLimited
		}
	}
	r.Work.DropPending()
	r.Add(e, closes)
	r.Closed = r.Closed || closes
}

// tools are the modes of pi's own tools. Any other tool may change something.
var tools = runlog.ToolModes("pi")

// addCall adds a call. A stream records a call twice: in the answer of the model, and
// when it begins to run.
func (r *reader) addCall(id, tool, args runlog.Value, e runlog.Entry) {
	c := runlog.Call{ID: id.Name(), Tool: tool.Name()}
	if r.Work.Knows(c.ID) {
		return
	}
	c.Mode = tools[c.Tool]
	c.Args, c.Sum = runlog.CanonicalArgs(args.Raw())
	if c.Mode == runlog.ModeCommand {
		c.Command = args.Get("command").Decode(runlog.MaxPrompt)
	}
	c.Path = args.First("path", "file_path").Decode(runlog.MaxPrompt)
	r.AddCall(c, e)
}

// addResult adds the result of a call, which v names. A stream records a result twice.
func (r *reader) addResult(v runlog.Value, text []byte, e runlog.Entry) {
	id := v.Get("toolCallId").Name()
	if r.Work.Find(id) == nil || r.Closed {
		return
	}
	e.Name = v.Get("toolName").Name()
	o := runlog.Result{Text: strings.TrimSpace(runlog.Decode(text, maxText)), Failed: v.Get("isError").True()}
	if r.HasListener() {
		e.Text = strings.TrimSpace(runlog.Decode(text, r.Output(maxText)))
	}
	r.AddResult(id, o, e)
}

// maxText is the number of bytes of a tool's output that are read.
const maxText = 4 << 10

// Detect reports whether the beginning of a file, a few kilobytes or more, is
// that of a session or a stream of events of pi. The last line may be cut
// anywhere.
func Detect(head []byte) bool { return runlog.AnyRecord(head, isOwn) }

// isOwn reports whether only pi writes such a record.
func isOwn(v runlog.Value) bool {
	has := func(path ...string) bool { return len(v.Get(path...).Text()) > 0 }
	switch string(v.Get("type").Text()) {
	case "session":
		return v.Get("version").Scalar() != nil && has("id") && has("cwd")
	case "message_update":
		return v.Get("assistantMessageEvent").Kind() == '{'
	case "tool_execution_start", "tool_execution_end":
		return has("toolCallId") && has("toolName")
	case "message_end", "turn_end":
		return has("message", "role")
	case "message":
		return v.Get("parentId").Kind() != 0 && has("id") && has("message", "role")
	}
	return false
}

// timeOf returns the time of a record, or of the whole message in it. While a message is
// being written, its time is not that of the record.
func timeOf(v runlog.Value) time.Time {
	if at, _, ok := runlog.ParseStamp(v.Get("timestamp").Text()); ok {
		return at
	}
	if string(v.Get("type").Text()) == "message_update" {
		return time.Time{}
	}
	at, _ := runlog.ParseNumber(v.Get("message", "timestamp").Scalar())
	return at
}
