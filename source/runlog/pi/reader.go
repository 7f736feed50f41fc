package pi

import (
	"strings"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// Kind is what Summary.Kind says of a log that this package read.
const Kind = "pi"

// reader reads one session or one stream of events.
type reader struct {
	runlog.Tracker
	work   runlog.Work
	rec    record // used again for every line
	events bool   // it is a stream of events
	known  []string
	stop   string // why the model stopped last
	fault  string // what the model's provider said of that
}

// maxKnown is how many calls are known by their ids.
const maxKnown = 64

// New returns a reader for a log that Detect knows.
func New(o runlog.Options) runlog.Reader {
	r := &reader{Tracker: runlog.NewTracker(o)}
	r.CallsKnown, r.Sum.Kind = true, Kind
	return r
}

// Line takes the next line.
func (r *reader) Line(l tail.Line) {
	r.Sum.Lines++
	line := runlog.Trim(l.Text)
	if len(line) == 0 {
		return
	}
	c := runlog.NewCursor(line)
	r.rec.reset()
	if line[0] == '{' {
		c.Fields(&r.rec)
	}
	if whole := line[0] == '{' && !c.Bad() && c.Next() == 0; whole || l.Truncated && len(r.rec.typ) > 0 {
		r.take(l.Number)
		return
	}
	r.Sum.Invalid++
}

// Peek returns a reader that has read an unfinished line too, if that is whole.
func (r *reader) Peek(l tail.Line) runlog.Reader {
	if !runlog.Whole(l) {
		return r
	}
	p := *r
	p.Tracker, p.work, p.rec, p.known = r.Copy(), r.work.Clone(), record{}, append([]string(nil), r.known...)
	p.Line(l)
	return &p
}

// Summary returns what is known of the log so far.
func (r *reader) Summary() runlog.Summary {
	s := r.Tracker.Summary()
	r.work.FillSummary(&s)
	s.Closes = r.events
	return s
}

// take reads the record that was read.
func (r *reader) take(line int64) {
	rec := &r.rec
	at := rec.at
	if at.IsZero() {
		at = rec.message.at
	}
	r.NoteTime(at, true)
	e := runlog.Entry{At: at, Line: line}
	switch kind := string(rec.typ); kind {
	case "session":
		r.session(rec)
	case "agent_start":
		r.events = true
		if r.Closed {
			r.next()
		}
		r.Begin(e)
	case "message_end":
		r.events = true
		r.message(&rec.message, e)
	case "message":
		r.message(&rec.message, e)
	case "message_update", "message_start", "turn_start", "turn_end":
		r.events = true
	case "tool_execution_start":
		r.events = true
		r.call(&rec.call, e)
	case "tool_execution_end":
		r.result(rec.call.id, rec.call.name, rec.failed, rec.result, e)
	case "model_change":
		keep(&r.Sum.Model, rec.model)
	case "auto_retry_start":
		e.Kind, e.Name, e.Failed, e.Text = runlog.KindError, kind, true, runlog.Decode(rec.errorText, r.Limit)
		r.Add(e, false)
	case "agent_end":
		r.events = true
		if !rec.again {
			r.ended(kind, true, e)
		}
	}
}

func (r *reader) session(rec *record) {
	if id := runlog.Decode(rec.id, runlog.MaxTitle); id != r.Sum.Session {
		if r.Started {
			r.next()
		}
		r.UseSession(id)
	}
	keep(&r.Sum.Cwd, rec.cwd)
}

// next begins the next run.
func (r *reader) next() {
	if r.Started {
		r.NextRun()
	}
	r.work.BeginRun()
	r.work.DropPending()
	r.stop, r.fault = "", ""
}

// keep notes a text that is not empty, without a copy where it is known.
func keep(to *string, raw []byte) {
	if len(raw) > 0 && *to != string(raw) {
		*to = runlog.Decode(raw, runlog.MaxTitle)
	}
}

// message takes a message that is whole.
func (r *reader) message(m *message, e runlog.Entry) {
	switch string(m.role) {
	case "user":
		e.Kind, e.Text = runlog.KindPrompt, r.text(m)
		if e.Text == "" {
			return
		}
		if r.Closed || r.Sum.Terminal && !r.events {
			r.next()
		}
		r.Add(e, false)
		r.NotePrompt(e.Text, true)
	case "assistant":
		r.assistant(m, e)
	case "toolResult":
		r.result(m.callID, m.tool, m.failed, firstOf(m), e)
	}
}

func firstOf(m *message) []byte {
	for i := range m.blocks {
		if len(m.blocks[i].text) > 0 {
			return m.blocks[i].text
		}
	}
	return m.text
}

// text is what a message says.
func (r *reader) text(m *message) string {
	text := runlog.Decode(m.text, r.Limit)
	for i := range m.blocks {
		if b := &m.blocks[i]; string(b.kind) == "text" && len(b.text) > 0 {
			if text != "" {
				text += "\n"
			}
			text += runlog.Decode(b.text, r.Limit)
		}
	}
	return runlog.Cut(strings.TrimSpace(text), r.Limit)
}

// assistant takes an answer of the model.
func (r *reader) assistant(m *message, e runlog.Entry) {
	if r.Closed {
		r.next()
	}
	r.Begin(e)
	keep(&r.Sum.Model, m.model)
	if m.tokens > 0 {
		n := m.tokens
		if r.Run.Tokens != nil {
			n += *r.Run.Tokens
		}
		r.Run.Tokens = &n
	}
	if m.cost > 0 {
		cost := m.cost
		if r.Run.CostUSD != nil {
			cost += *r.Run.CostUSD
		}
		r.Run.CostUSD = &cost
	}
	if text := r.text(m); text != "" {
		said := e
		said.Kind, said.Text = runlog.KindSaid, text
		r.Add(said, false)
		r.work.CountMessage()
	}
	for i := range m.blocks {
		if b := &m.blocks[i]; string(b.kind) == "toolCall" {
			r.call(b, e)
		}
	}
	r.stop, r.fault = runlog.Decode(m.stop, runlog.MaxTitle), runlog.Decode(m.errorText, r.Limit)
	if !r.events && r.stop != "toolUse" && r.stop != "" {
		r.ended(r.stop, false, e)
	}
}

// ended takes the end of a run: why the model stopped says how it went.
func (r *reader) ended(word string, closes bool, e runlog.Entry) {
	e.Kind, e.Name, e.Outcome = runlog.KindEnd, word, model.OutcomeCompleted
	if r.stop != "" && r.stop != "stop" && r.stop != "toolUse" {
		e.Name, e.Outcome, e.Failed, e.Text = r.stop, runlog.OutcomeOf(r.stop), true, r.fault
		if o := limited(r.fault); o != model.OutcomeUnknown {
			e.Outcome = o
		}
	}
	r.work.DropPending()
	r.Add(e, closes)
	if closes {
		r.Closed = true
	}
}

// limited tells an error that says that a limit is reached from others.
func limited(text string) model.Outcome {
	lower := strings.ToLower(text[:min(len(text), 400)])
	for _, part := range []string{"rate limit", "rate_limit", "usage limit", "quota", "429", "overloaded"} {
		if strings.Contains(lower, part) {
			return model.OutcomeRateLimited
		}
	}
	return model.OutcomeUnknown
}
