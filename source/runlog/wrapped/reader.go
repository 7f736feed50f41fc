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
	detect func(record []byte) bool
	reader func(runlog.Options) runlog.Reader
	begins []string // types of the records that begin a session or a turn
}

var agents = []agent{
	{codex.Kind, codex.Detect, codex.New, []string{"thread.started", "turn.started", "session_meta", "task_started"}},
	{pi.Kind, pi.Detect, pi.New, []string{"session", "agent_start"}},
	{claude.Kind, claude.Detect, claude.New, []string{"system"}},
}

// Kind returns the agent that wrote a log that begins with head, a few kilobytes or
// more of JSON, a record on each line or printed over many; empty: none whose
// shape is known.
func Kind(head []byte) string {
	for i := range agents {
		if agents[i].detect(head) {
			return agents[i].kind
		}
	}
	return ""
}

// nearby is how many lines from the end of the log a line about an end may stand
// and still count as the end. It matters in logs in which no agent was found.
const nearby = 20

// reader reads the log of a program around an agent.
type reader struct {
	o      runlog.Options
	plain  runlog.Reader // the log as it is, until an agent is found
	agent  *agent        // the one that was found; nil: none yet
	inner  runlog.Reader // its records
	obj    object
	lines  bool           // plain are lines of JSON
	packed bool           // the agent's lines stand inside records of the program's
	late   []late         // the newest lines that may tell of the end, until an agent is found
	clock  runlog.Tracker // the program's own times
	number int64          // of the newest line
	at     time.Time      // the newest time
	began  time.Time      // when the agent's first record was written
	end    closing
	banner int64 // the line on which codex exec began to print for people; 0: it did not
	prose  bool  // what the agent writes is not records but for people
	peeks  bool  // it reads a line that has not ended, so that nothing it shares may change
	stuck  bool  // that line cannot be read yet
}

// New returns a reader of a log in which records of an agent may stand. Until one
// is found the log is read in the plain format. kind is the agent that wrote the
// beginning, as returned by Kind; with one the format makes no difference.
func New(o runlog.Options, kind string, plain runlog.Format) runlog.Reader {
	r := &reader{o: o, plain: runlog.New(plain, o), lines: plain == runlog.FormatJSONL, clock: runlog.NewTracker(runlog.Options{Now: o.Now})}
	for i := range agents {
		if agents[i].kind == kind {
			r.plain = nil
			r.found(&agents[i])
		}
	}
	return r
}

// found begins to read the records of an agent.
func (r *reader) found(a *agent) {
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
	r.agent, r.inner, r.began, r.end = a, a.reader(o), r.at, closing{}
}

// Line takes the next line.
func (r *reader) Line(l tail.Line) {
	r.number = l.Number
	r.clock.Sum.Lines++
	text := bytes.TrimRight(l.Text, " \t\r")
	if r.clock.Sum.Lines == 1 {
		text = bytes.TrimPrefix(text, bom)
	}
	if r.packed && straight(text, l.Truncated) {
		if prefix, line, ok := unpack(text); ok {
			r.passed(prefix, line, l)
		}
		return
	}
	if r.agent != nil && !r.prose && !r.obj.open && straight(text, l.Truncated) {
		r.record(l)
		return
	}
	if r.agent == nil && r.alone(text, l) {
		return
	}
	prefix, body := runlog.Unwrap(text)
	r.passed(prefix, body, l)
}

// passed takes what the program passed on in a line, and what it says about it.
func (r *reader) passed(prefix runlog.Prefix, body []byte, l tail.Line) {
	r.timed(&prefix, body)
	if r.printed(body, l) {
		if prefix.Error || hinted(&prefix, body) {
			r.end.note(&prefix, body, l.Number, r.at)
		}
		return
	}
	for more := true; more; {
		body, more = r.piece(body, prefix.Len > 0, l)
	}
	if len(body) > 0 && !r.obj.open {
		r.said(&prefix, body, l.Number)
	}
}

var bom = []byte("\xef\xbb\xbf")

// straight reports whether a line is a record as the agent writes it.
func straight(text []byte, truncated bool) bool {
	if len(text) < 2 {
		return false
	}
	switch text[0] {
	case '{':
		return truncated || text[len(text)-1] == '}'
	case '[':
		return text[1] == '{'
	}
	return false
}

// read gives a line to a reader.
func (r *reader) read(to *runlog.Reader, l tail.Line) {
	if !r.peeks {
		(*to).Line(l)
		return
	}
	was := *to
	*to = was.Peek(l)
	r.stuck = r.stuck || *to == was
}

// printed takes a line of what codex exec prints for people, and reports whether
// it was one.
func (r *reader) printed(body []byte, l tail.Line) bool {
	switch {
	case bytes.Contains(body[:min(len(body), longest)], codex.Banner):
		r.banner = l.Number
	case r.banner > 0 && l.Number-r.banner < nearby && codex.Configured(runlog.Clean(body)):
		if !r.prose {
			r.prose = true
			r.found(&agent{kind: codex.Kind, reader: codex.NewText})
		}
		r.banner, r.end = 0, closing{}
	}
	if r.prose {
		r.read(&r.inner, l)
	}
	return r.prose
}

// timed notes the time of a line.
func (r *reader) timed(p *runlog.Prefix, body []byte) {
	at, zoned := r.clock.TimeOf(p, body)
	if at.IsZero() {
		return
	}
	if r.clock.NoteTime(at, zoned); !r.clock.Sum.Last.Before(at) {
		r.at = at
	}
}

// piece takes what of a line belongs to an object and returns the rest, and
// whether there may be another object in it.
func (r *reader) piece(body []byte, prefixed bool, l tail.Line) (rest []byte, more bool) {
	if r.obj.open && (r.obj.isNewObject(body, prefixed) || r.obj.foreignLines > maxForeign) {
		r.obj.drop()
	}
	switch {
	case !r.obj.open && beginsObject(body):
		r.obj.begin(body, l.Number)
	case !r.obj.open:
		at := bytes.Index(body[:min(len(body), longest)], []byte(`{"type":`))
		if at < 0 {
			return body, false
		}
		body = body[at:]
		r.obj.begin(body, l.Number)
	case !r.obj.continues(body, prefixed):
		r.obj.foreignLines++
		r.said(&runlog.Prefix{Since: -1}, body, l.Number)
		return nil, false
	}
	n, whole := r.obj.add(body)
	r.obj.tooLong = r.obj.tooLong || l.Truncated
	if !whole {
		return nil, false
	}
	r.whole()
	return bytes.TrimLeft(body[n:], ", \t"), len(body) > n
}

// whole takes an object that has ended.
func (r *reader) whole() {
	record := tail.Line{Text: r.obj.text, Number: r.obj.line, Truncated: r.obj.tooLong}
	r.obj.open = false
	if r.agent == nil {
		r.recognise(record.Text)
	}
	if r.agent != nil {
		r.record(record)
	}
}

// recognise finds the agent that alone can have written a record, and switches to
// its reader if another one is in use.
func (r *reader) recognise(record []byte) {
	for i := range agents {
		if a := &agents[i]; a.detect(record) {
			if r.agent == nil || a.kind != r.agent.kind {
				r.found(a)
			}
			return
		}
	}
}

// record gives a record to the agent's reader. A record that begins a session or a
// turn cancels what the program said about an end before it.
func (r *reader) record(l tail.Line) {
	if beginsSession(l.Text) {
		r.recognise(l.Text)
		r.end = closing{}
	}
	r.read(&r.inner, l)
}

// said takes a line of the program around the agent.
func (r *reader) said(p *runlog.Prefix, body []byte, line int64) {
	if r.agent == nil {
		return
	}
	if hinted(p, body) {
		r.end.note(p, body, line, r.at)
	}
	if r.o.Entry != nil {
		r.o.Entry(runlog.Entry{Kind: runlog.KindOther, Text: runlog.Cut(string(bytes.ToValidUTF8(body, []byte("\uFFFD"))), runlog.MaxPrompt), At: r.at, Line: line})
	}
}
