package runlog

import (
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/tail"
)

// nearby is how many lines of a machine's own may follow prose that is still
// taken for what the agent said last.
const nearby = 20

// text reads plain text. What was said last is the last paragraph; a line that
// begins with a time is a paragraph of its own.
type text struct {
	Tracker
	para    []byte // the paragraph being read
	line    int64  // its first line
	at      time.Time
	stamped bool   // it began with a time
	crash   string // the crash being read: "Traceback" or "panic"; empty: none
	prose   int64  // the newest line of a paragraph without a time
	misused bool   // the newest error is about the arguments of a command line
}

func newText(o Options) Reader { return &text{Tracker: NewTracker(o)} }

func (t *text) Line(l tail.Line) {
	t.Sum.Lines++
	text := cleanBytes(l.Text)
	at, zoned, rest := lineStamp(text)
	line := strings.TrimRight(string(rest), " \t\r")
	if !at.IsZero() {
		t.flush()
		t.Clock(at, zoned)
		line = afterLevel(line)
	} else if strings.TrimSpace(line) != "" {
		t.Clock(t.within(text))
	}
	switch {
	case strings.TrimSpace(line) == "", prompted(line):
		t.flush()
		return
	case noise(line):
		return
	}
	// Prose behind a machine's line is not part of it, unless it is indented.
	if at.IsZero() && t.stamped && line[0] != ' ' && line[0] != '\t' {
		t.flush()
	}
	if e, ok := trailer(line); ok {
		t.flush()
		t.crash = ""
		e.At, e.Line = t.Sum.Last, l.Number
		t.Add(e, false)
		return
	}
	if crash := crashing(line); crash != "" && t.crash == "" {
		t.flush()
		t.crash = crash
	}
	if t.Sum.Title == "" {
		t.first(line)
	}
	if len(t.para) == 0 {
		t.line, t.at, t.stamped = l.Number, t.Sum.Last, !at.IsZero()
	} else {
		t.para = append(t.para, '\n')
	}
	if t.para = append(t.para, line...); len(t.para) > 2*t.Limit {
		t.para = append(t.para[:0], Cut(string(t.para), t.Limit)...)
	}
	if !t.stamped {
		t.prose = l.Number
	}
}

// within finds the time of a line that does not begin with it.
func (t *text) within(line []byte) (at time.Time, zoned bool) {
	if p, _ := Unwrap(line); p.Len > 0 {
		if p.Since >= 0 && p.At.IsZero() && !t.Sum.Started.IsZero() {
			return t.Sum.Started.Add(p.Since), true
		}
		return p.At, p.Zoned
	}
	return Heading(line)
}

// first takes the first line that means something as the title, or as the
// prompt where it says that it is one.
func (t *text) first(line string) {
	line = strings.TrimSpace(line)
	t.Sum.Title = Cut(line, MaxTitle)
	if label, rest, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(rest) != "" {
		switch strings.ToLower(label) {
		case "prompt", "task", "user", "instruction", "instructions":
			t.Asked(strings.TrimSpace(rest), true)
		}
	}
}

// flush ends the paragraph being read.
func (t *text) flush() {
	if len(t.para) == 0 {
		return
	}
	e := Entry{Kind: KindSaid, Text: Cut(strings.TrimSpace(string(t.para)), t.Limit), At: t.at, Line: t.line}
	t.para = t.para[:0]
	if !t.stamped && t.crash == "" && t.refused(e) {
		return
	}
	switch {
	case t.crash != "" && (t.Sum.ErrorLine == 0 || t.Run.Error == "" || t.Sum.LastKind != KindError):
		e.Kind, e.Failed = KindError, true
		e.Name, e.Outcome, e.Text = t.crash, model.OutcomeCrashed, crashText(t.crash, e.Text)
	case t.crash != "" && continued(e.Text):
		if t.crash == "Traceback" && strings.Contains(e.Text, "\n") {
			t.Run.Error, t.Sum.ErrorLine = crashText(t.crash, e.Text), e.Line
		}
		return
	case t.stamped && t.crash == "" && t.prose > 0 && e.Line-t.prose <= nearby:
		t.crash = ""
		e.Kind = KindOther
	default:
		t.crash = ""
	}
	t.Add(e, false)
}

// refused takes a paragraph in which a command line says that it ends, or what it
// says about its arguments after that.
func (t *text) refused(e Entry) bool {
	if t.misused && helps(e.Text) {
		return true
	}
	before, line, word, o := split(e.Text)
	if t.misused = word == "usage"; word == "" {
		return false
	}
	if before != "" {
		t.Add(Entry{Kind: KindSaid, Text: before, At: e.At, Line: e.Line}, false)
	}
	e.Line += int64(strings.Count(e.Text[:strings.Index(e.Text, line)], "\n"))
	e.Kind, e.Failed, e.Name, e.Outcome, e.Text = KindError, true, word, o, line
	t.Add(e, false)
	return true
}

// settled is the reader as it would be if its last paragraph ended here.
func (t *text) settled() *text {
	if len(t.para) == 0 {
		return t
	}
	c := t.copied()
	c.flush()
	return c
}

func (t *text) copied() *text {
	c := *t
	c.Tracker, c.para = t.Copy(), slices.Clone(t.para)
	return &c
}

// Peek returns a reader that has read an unfinished line too.
func (t *text) Peek(l tail.Line) Reader {
	c := t.copied()
	c.Line(l)
	return c
}

// Summary returns what is known so far, the unfinished paragraph included.
func (t *text) Summary() Summary { return t.settled().Tracker.Summary() }

// Ending returns what was said last, the unfinished paragraph included.
func (t *text) Ending() model.Ending { return t.settled().Tracker.Ending() }
