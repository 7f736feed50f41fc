package codex

import (
	"slices"
	"strings"
	"time"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// Kind is what Summary.Kind says of a log that this package read.
const Kind = "codex"

// reader reads one rollout or one stream of codex exec.
type reader struct {
	runlog.Tracker
	work runlog.Work
	o    runlog.Options
	in   line

	// What is known of the session.
	own    string         // its id
	zone   *time.Location // of the machine's clock; nil: not known
	policy string         // when a person is asked
	copied copied         // what it began with, if it is a copy
	events bool           // what the user says stands in events, apart from what clients add

	turn   turn
	quota  usageLimits
	tokens int64 // used in the session, by its newest count
	spent  int64 // used before that count began anew
}

// New returns a reader of a log of Codex. The reader keeps no line it was given.
func New(o runlog.Options) runlog.Reader { return newReader(o) }

func newReader(o runlog.Options) *reader {
	r := &reader{Tracker: runlog.NewTracker(o), o: o}
	r.CallsKnown = true
	r.Sum.Kind, r.Sum.Agent = Kind, Kind
	r.turn = newTurn()
	return r
}

// Line takes the next line.
func (r *reader) Line(l tail.Line) {
	r.Sum.Lines++
	text := runlog.Trim(l.Text)
	if len(text) == 0 {
		return
	}
	whole := r.in.read(text)
	if !whole && l.Truncated && text[0] == '{' {
		r.in.read(mend(text))
		whole = r.in.types[0] != nil
	}
	if !whole {
		r.Sum.Invalid++
		return
	}
	at, zoned, _ := runlog.ParseStamp(r.in.stamp)
	r.NoteTime(at, zoned)
	if at.IsZero() {
		at = r.Sum.Last
	}
	if r.copied.inherits(r, &r.in) {
		return
	}
	r.take(&r.in, runlog.Entry{At: at, Line: l.Number})
}

// Peek returns a reader that has read an unfinished line too, if that is whole.
func (r *reader) Peek(l tail.Line) runlog.Reader {
	var in line
	if l.Truncated || !in.read(runlog.Trim(l.Text)) {
		return r
	}
	c := r.twin()
	c.Line(l)
	return &c
}

// twin returns a reader that goes on by itself, in silence.
func (r *reader) twin() reader {
	c := *r
	c.Tracker, c.work, c.turn, c.in, c.o.Entry = r.Copy(), r.work.Clone(), r.turn.clone(), line{}, nil
	return c
}

// Summary returns what is known of the log so far.
func (r *reader) Summary() runlog.Summary {
	s := r.Tracker.Summary()
	r.work.FillSummary(&s)
	for _, file := range r.turn.edited {
		if len(s.Activity.Edited) < maxFiles && !slices.Contains(s.Activity.Edited, file) {
			s.Activity.Edited = append(s.Activity.Edited, file)
		}
	}
	s.Waiting, s.WaitingLine = r.turn.wait.text, r.turn.wait.line
	s.Resumes = r.turn.resumes
	s.Closes = r.turn.explicit // versions that write no beginning write no end either
	if total := r.spent + r.tokens - r.copied.tokens; total > 0 {
		s.Tokens = &total
	}
	return s
}

// take reads one line by its type.
func (r *reader) take(l *line, e runlog.Entry) {
	switch kind := string(l.types[0]); kind {
	case "session_meta":
		r.meta(l)
	case "turn_context":
		r.context(l)
	case "event_msg":
		r.event(l, e)
	case "response_item":
		r.item(l, string(l.types[1]), e)
	case "compacted":
		e.Name = kind
		r.note(e)
	case "":
		switch {
		case l.record:
			r.event(l, e)
		case l.old && r.own == "":
			r.meta(l)
		}
	default:
		if !r.stream(l, kind, e) && !l.record {
			// The first versions wrote items as they are.
			r.item(l, kind, e)
		}
	}
}

// note shows an entry that says nothing about how the run goes.
func (r *reader) note(e runlog.Entry) {
	if r.o.Entry != nil {
		r.o.Entry(e)
	}
}

// text decodes a field, at most limit bytes of it.
func text(s span, limit int) string { return runlog.Decode(s, limit) }

// name decodes a short field.
func name(s span) string { return strings.TrimSpace(runlog.Decode(s, runlog.MaxTitle)) }

// said decodes what somebody said: a text or its blocks.
func (r *reader) said(l *line) string {
	if l.is[fText] != nil {
		return strings.TrimSpace(text(l.is[fText], r.Limit))
	}
	parts := make([]string, len(l.texts))
	for i, t := range l.texts {
		parts[i] = text(t, r.Limit)
	}
	return strings.TrimSpace(runlog.Cut(strings.Join(parts, "\n"), r.Limit))
}
