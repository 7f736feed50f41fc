package anvil

import (
	"fmt"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// Bounds of what a log's reader keeps, in bytes.
const (
	maxMessage = 2 << 10 // of a tracing line
	maxSaid    = 8 << 10 // of what the model said in one response
	maxQuoted  = 400     // of a line that is evidence
)

// logReader reads the output of Anvil: the model's text, the tracing between
// it, or one of the two alone. It keeps what the newest run in it says.
type logReader struct {
	name  string            // how evidence names the log
	note  func(model.Event) // receives the timeline; may be nil
	limit int               // of what the model said in one response, in bytes

	line   int64
	starts int       // runs that were begun in it
	last   time.Time // the newest time in it
	traces int64     // tracing lines
	run    logRun
}

// logRun is what one run of the agent says in its log.
type logRun struct {
	started time.Time
	model   string
	turns   int
	tools   int
	files   int // the runtime's own count of files changed; -1 unknown
	work    runlog.Work

	plan     plan
	retired  map[string]bool // texts of items that were retired
	failures mark            // failed mutations of plan items
	itemNo   string          // of the last one
	next     string          // what the gate named as the next open item

	open     *block // a fence that is not closed
	response response
	final    *mark // ANVIL_FINAL in the response being read, or the last one
	update   *pending
	lost     *pending // an update that the runtime never took in

	stagnation, hatch, repair, gate mark

	kind     string // completion_kind
	kindAt   mark
	items    int // -1 unknown
	finished int
	ended    bool // the process reached its end
	failure  mark // "anvil error: ..."
	telling  telling
}

// telling is the model's last response.
type telling struct {
	text string
	line int64
}

// response is what the model is writing, and whether it is being written.
type response struct {
	text    []byte
	line    int64
	over    bool // something of the runtime came after it
	echo    bool // from here on it repeats what a tool or a person said
	updates int
	blocks  []*block // its blocks of a plan, the newest ones
}

// pending is an update of which the runtime has not said anything yet.
type pending struct {
	mark
	items []item
	hatch mark // what ended the loop after it
}

// mark is a line that is evidence, and how often the like of it was seen.
type mark struct {
	where string
	line  int64
	quote string
	at    time.Time
	first time.Time
	n     int
}

// set reports whether anything was marked; nil is nothing.
func (m *mark) set() bool { return m != nil && m.n > 0 }

func newLogReader(name string) *logReader {
	return &logReader{name: name, limit: maxSaid, run: newLogRun()}
}

func newLogRun() logRun {
	return logRun{files: -1, items: -1, finished: -1, retired: map[string]bool{}}
}

// Line takes the next line of the log.
func (r *logReader) Line(l tail.Line) {
	r.line = l.Number
	text := runlog.Clean(l.Text)
	if head, t, ok := splitTrace(text); ok && !r.quoted(t) {
		if len(head) > 0 {
			r.said(head)
		}
		if l.Partial {
			t.message = t.message[:max(strings.LastIndexByte(t.message, ' '), 0)] // the last word may be cut
		}
		r.traced(t)
		return
	}
	if t, ok := jsonTrace(text); ok && !r.quoted(t) {
		r.traced(t)
		return
	}
	r.said(text)
}

// quoted reports whether a tracing line is repeated by the model in a block of
// code: it is older than what came before it.
func (r *logReader) quoted(t traced) bool {
	return r.run.open != nil && r.run.open.kind == blockOther && t.at.Before(r.last)
}

// Peek returns a reader that has read l too, for a last line that has not ended
// yet, and leaves this one as it is.
func (r *logReader) Peek(l tail.Line) *logReader {
	c := *r
	c.note = nil
	c.run = r.run.clone()
	c.Line(l)
	return &c
}

func (r *logReader) mark(quote string, at time.Time) mark {
	return mark{where: r.at(r.line), line: r.line, quote: strings.Clone(runlog.Cut(quote, maxQuoted)), at: at, first: at, n: 1}
}

func (r *logReader) at(line int64) string { return fmt.Sprintf("%s:%d", r.name, line) }

// again adds one more occurrence to a mark, whose quote is the newest one.
func (m *mark) again(n mark) {
	if m.n > 0 {
		n.first, n.n = m.first, m.n+1
	}
	*m = n
}

// tell puts something into the timeline: how the run ended, or failed, or another
// happening.
func (r *logReader) tell(name, text string, at time.Time, ended, failed bool) {
	if r.note == nil {
		return
	}
	kind := model.EventOther
	switch {
	case failed:
		kind = model.EventFailed
	case ended:
		kind = model.EventFinished
	}
	r.note(model.Event{Where: r.at(r.line), Kind: kind, Name: name, Note: text, At: at})
}
