package wrapped

import (
	"bytes"
	"time"

	"notdone/source/runlog"
	"notdone/source/runlog/claude"
	"notdone/source/runlog/codex"
	"notdone/source/runlog/pi"
	"notdone/source/tail"
)

// agent is an agent whose records may stand in the log of another program.
type agent struct {
	kind string
	// detect reports whether a record, one line of JSON, can only be the agent's.
	detect    func(record []byte) bool
	newReader func(runlog.Options) runlog.Reader
	begins    []string // types of the records that begin a session or a turn
}

var agents = []agent{
	{codex.Kind, codex.Detect, codex.New, []string{"thread.started", "turn.started", "session_meta", "task_started"}},
	{pi.Kind, pi.Detect, pi.New, []string{"session", "agent_start"}},
	{claude.Kind, claude.Detect, claude.New, []string{"system"}},
}

// printedCodex is Codex where it prints for people.
var printedCodex = agent{kind: codex.Kind, newReader: codex.NewText}

// Kind returns the agent that wrote a log that begins with head, a few kilobytes or
// more of JSON, a record on each line or printed over many; empty: none whose
// shape is known.
func Kind(head []byte) string {
	if a := agentOf(head); a != nil {
		return a.kind
	}
	return ""
}

// agentOf returns the agent that alone can have written the records; nil: none.
func agentOf(records []byte) *agent {
	for i := range agents {
		if agents[i].detect(records) {
			return &agents[i]
		}
	}
	return nil
}

// maxToEnd is the largest number of lines between the report of an exit and the end of a
// log in which no agent was found, and between the banner of codex exec and its
// configuration.
const maxToEnd = 20

// reader reads the log of a program around an agent.
type reader struct {
	o      runlog.Options
	plain  runlog.Reader // the log as it is, until an agent is found
	agent  *agent        // the one that was found; nil: none yet
	inner  runlog.Reader // reads its records
	object object        // the object that is being assembled
	jsonl  bool          // plain reads lines of JSON

	escaped bool           // the agent's lines stand as texts in records of the program's
	newest  []plainLine    // the newest lines, until an agent is found
	clock   runlog.Tracker // the program's own times
	number  int64          // of the newest line
	at      time.Time      // the newest time
	began   time.Time      // when the agent's first record was written
	exit    exitReport
	banner  int64 // the line of the banner of codex exec; 0: there is none

	peeks bool // it reads a line that has not ended, so that nothing it shares may change
	stuck bool // that line cannot be read yet
}

// New returns a reader of a log in which records of an agent may stand. Until one
// is found the log is read in the plain format. kind is the agent that wrote the
// beginning, as returned by Kind; with one the format makes no difference.
func New(o runlog.Options, kind string, plain runlog.Format) runlog.Reader {
	r := &reader{o: o, plain: runlog.New(plain, o), jsonl: plain == runlog.FormatJSONL, clock: runlog.NewTracker(runlog.Options{Now: o.Now})}
	for i := range agents {
		if agents[i].kind == kind {
			r.plain = nil
			r.useAgent(&agents[i])
		}
	}
	return r
}

// useAgent begins to read the records of an agent.
func (r *reader) useAgent(a *agent) {
	o := r.o
	if emit := o.Entry; emit != nil {
		o.Entry = func(e runlog.Entry) {
			if e.At.IsZero() {
				e.At = r.at
			}
			emit(e)
		}
	}
	if r.agent == nil && r.plain != nil {
		s := r.plain.Summary()
		r.clock.Sum.Started, r.clock.Sum.Last = s.Started, s.Last
		if r.at.IsZero() {
			r.at = s.Last
		}
	}
	r.agent, r.inner, r.began, r.exit = a, a.newReader(o), r.at, exitReport{}
}

// Line reads the next line.
func (r *reader) Line(l tail.Line) {
	r.number = l.Number
	r.clock.Sum.Lines++
	text := bytes.TrimRight(l.Text, " \t\r")
	if r.clock.Sum.Lines == 1 {
		text = bytes.TrimPrefix(text, bom)
	}
	record := isRecord(text, l.Truncated)
	switch {
	case r.escaped && record:
		if prefix, line, ok := unwrapRecord(text); ok {
			r.readLine(prefix, line, l)
		}
		return
	case r.agent != nil && r.agent != &printedCodex && !r.object.open && record:
		r.readRecord(l)
		return
	case r.agent == nil && r.readPlain(text, l):
		return
	}
	prefix, body := runlog.Unwrap(text)
	r.readLine(prefix, body, l)
}

// readLine reads a line without the prefix of the program: what the program passed on, and
// what it says itself.
func (r *reader) readLine(prefix runlog.Prefix, body []byte, l tail.Line) {
	r.noteTime(&prefix, body)
	if r.readPrinted(body, l) {
		if prefix.Error || mayReportExit(&prefix, body) {
			r.exit.update(&prefix, body, l.Number, r.at)
		}
		return
	}
	for more := true; more; {
		body, more = r.assemble(body, prefix.Len > 0, l)
	}
	if len(body) > 0 && !r.object.open {
		r.readForeign(&prefix, body, l.Number)
	}
}

var bom = []byte("\xef\xbb\xbf")

// isRecord reports whether a line is a record as the agent writes it.
func isRecord(text []byte, truncated bool) bool {
	if len(text) < 2 {
		return false
	}
	return text[0] == '{' && (truncated || text[len(text)-1] == '}') || text[0] == '[' && text[1] == '{'
}

// give gives a line to a reader.
func (r *reader) give(to *runlog.Reader, l tail.Line) {
	if !r.peeks {
		(*to).Line(l)
		return
	}
	was := *to
	*to = was.Peek(l)
	r.stuck = r.stuck || *to == was
}

// readPrinted reads a line of what codex exec prints for people, and reports whether
// it was one.
func (r *reader) readPrinted(body []byte, l tail.Line) bool {
	switch {
	case bytes.Contains(body[:min(len(body), maxReport)], codex.Banner):
		r.banner = l.Number
	case r.banner > 0 && l.Number-r.banner < maxToEnd && codex.Configured(runlog.Clean(body)):
		if r.agent != &printedCodex {
			r.useAgent(&printedCodex)
		}
		r.banner, r.exit = 0, exitReport{}
	}
	if r.agent != &printedCodex {
		return false
	}
	r.give(&r.inner, l)
	return true
}

func (r *reader) noteTime(p *runlog.Prefix, body []byte) {
	at, zoned := r.clock.TimeOf(p, body)
	if at.IsZero() {
		return
	}
	if r.clock.NoteTime(at, zoned); !r.clock.Sum.Last.Before(at) {
		r.at = at
	}
}

// assemble adds to an object what of a line belongs to it. It returns the rest, and
// whether there may be another object in it.
func (r *reader) assemble(body []byte, prefixed bool, l tail.Line) (rest []byte, more bool) {
	o := &r.object
	if o.open && (o.isNewObject(body, prefixed) || o.foreignLines > maxForeign) {
		o.drop()
	}
	switch {
	case !o.open && beginsObject(body):
		o.begin(body, l.Number)
	case !o.open:
		at := bytes.Index(body[:min(len(body), maxReport)], []byte(`{"type":`))
		if at < 0 {
			return body, false
		}
		body = body[at:]
		o.begin(body, l.Number)
	case !o.continues(body, prefixed):
		o.foreignLines++
		r.readForeign(&runlog.Prefix{Since: -1}, body, l.Number)
		return nil, false
	}
	n, whole := o.add(body)
	o.tooLong = o.tooLong || l.Truncated
	if !whole {
		return nil, false
	}
	record := tail.Line{Text: o.text, Number: o.line, Truncated: o.tooLong}
	o.open = false
	if r.agent == nil {
		r.useWriter(record.Text)
	}
	if r.agent != nil {
		r.readRecord(record)
	}
	return bytes.TrimLeft(body[n:], ", \t"), len(body) > n
}

// useWriter finds the agent that alone can have written a record, and switches to
// its reader if another one is in use.
func (r *reader) useWriter(record []byte) {
	if a := agentOf(record); a != nil && (r.agent == nil || a.kind != r.agent.kind) {
		r.useAgent(a)
	}
}

// readRecord gives a record to the agent's reader. A record that begins a session or a
// turn cancels what the program said about an end before it.
func (r *reader) readRecord(l tail.Line) {
	if beginsSession(l.Text) {
		r.useWriter(l.Text)
		r.exit = exitReport{}
	}
	r.give(&r.inner, l)
}

// readForeign reads a line of the program around the agent.
func (r *reader) readForeign(p *runlog.Prefix, body []byte, line int64) {
	if r.agent == nil {
		return
	}
	if mayReportExit(p, body) {
		r.exit.update(p, body, line, r.at)
	}
	if r.o.Entry != nil {
		r.o.Entry(runlog.Entry{Kind: runlog.KindOther, Text: runlog.Cut(string(body), runlog.MaxPrompt), At: r.at, Line: line})
	}
}
