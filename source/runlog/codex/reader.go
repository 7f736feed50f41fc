package codex

import (
	"slices"
	"time"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// Kind is what Summary.Kind says of a log that this package read.
const Kind = "codex"

// reader reads one rollout or one stream of codex exec.
type reader struct {
	runlog.Tracker
	id      string         // of the session
	machine *time.Location // the time zone of the machine that wrote the log, where the reader was told
	zone    *time.Location // the same, where the log says so; nil: it does not
	policy  string         // when the user is asked for approval
	copied  copied         // the copy of another session that it begins with
	events  bool           // prompts are recorded as events, apart from the context that clients add

	turn   turn
	quota  time.Time // when the usage limit ends by the newest count of the usage; zero: none is reached
	tokens int64     // used in the session, by its newest count
	spent  int64     // used before that count began anew
}

// New returns a reader of a log of Codex. The reader keeps no line it was given.
func New(o runlog.Options) runlog.Reader { return newReader(o) }

func newReader(o runlog.Options) *reader {
	r := &reader{Tracker: runlog.NewTracker(o), machine: o.Zone}
	r.CallsKnown = true
	r.Sum.Kind, r.Sum.Agent = Kind, Kind
	return r
}

// Line takes the next line.
func (r *reader) Line(l tail.Line) { r.AddRecords(l, r.readRecord) }

// Peek returns a reader that has read an unfinished line too, if that is whole.
func (r *reader) Peek(l tail.Line) runlog.Reader {
	if !runlog.Whole(l) {
		return r
	}
	c := r.clone()
	c.Line(l)
	return &c
}

// clone returns an independent copy without a listener.
func (r *reader) clone() reader {
	c := *r
	c.Tracker, c.turn.echoes = r.Copy(), slices.Clone(r.turn.echoes)
	return c
}

// Summary returns what is known of the log so far.
func (r *reader) Summary() runlog.Summary {
	s := r.Tracker.Summary()
	s.Closes = r.turn.explicit // versions that write no beginning write no end either
	if total := r.spent + r.tokens - r.copied.tokens; total > 0 {
		s.Tokens = &total
	}
	return s
}

func (r *reader) readRecord(v runlog.Value, number int64) {
	at, zoned, _ := runlog.ParseStamp(v.Get("timestamp").Text())
	r.NoteTime(at, zoned)
	l := newLine(v)
	if r.copied.includes(r, &l, at) {
		return
	}
	if at.IsZero() {
		at = r.Sum.Last
	}
	e := runlog.Entry{At: at, Line: number}
	switch {
	case l.kind == "session_meta", l.kind == "" && !l.carries && l.isFirst() && r.id == "":
		r.readMeta(l.body)
	case l.kind == "turn_context":
		r.readContext(l.body)
	case l.kind == "event_msg", l.kind == "" && l.carries:
		r.readEvent(l.body, l.what, e)
	case l.kind == "response_item":
		r.readItem(l.body, l.what, true, e)
	case l.kind == "compacted":
		e.Name = l.kind
		r.Show(e)
	case l.kind != "" && !r.readStream(&l, e) && !l.carries:
		// The first versions wrote items as they are.
		r.readItem(l.body, l.kind, false, e)
	}
}
