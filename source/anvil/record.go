package anvil

import (
	"strconv"
	"strings"
	"time"
)

// Kinds of completion that Anvil classifies a session as (anvil contracts).
const (
	kindPartial   = "partial"
	kindExhausted = "exhausted"
	kindBlocked   = "blocked"
	completeKinds = "complete_"
)

func complete(kind string) bool { return strings.HasPrefix(kind, completeKinds) }

// quiet is how long a session may be silent before it no longer counts as live.
// A local model may take that long for one answer: later builds give it 600
// seconds (chat_timeout_secs).
const quiet = 10 * time.Minute

// record is what all files of a session say together. It is what the rules of
// this package look at.
type record struct {
	log   *logRun // of the log that has the model's text; never nil, may be empty
	trace *logRun // of the log that has the tracing; often the same
	where string  // of the log with the tracing, for evidence

	session   sessionFacts
	result    resultFacts
	telemetry telemetryFacts
	later     *lineReader // nil without one

	kind     string // completion_kind
	kindAt   mark
	items    int // of the plan; -1 unknown
	finished int
	ended    bool
	outcome  string // the word of a later build
	outAt    mark
	lost     *pending
	open     []item // of the plan, as far as it is known
	final    *mark  // the model declared itself finished in its last response
	cut      string // the block that the log ends in; empty
	cutAt    mark

	said, saidWhere string
	tools           int // -1 unknown
	changed         int // files; -1 unknown
	mutated         int
	starts          int

	started, beat time.Time
	traced        time.Time // the newest time in a log
	live          bool
	recorded      string
}

// merge makes one record of what the files of a run say.
func (s *sessions) merge(r *run) *record {
	rec := &record{log: &logRun{}, trace: &logRun{}, items: -1, tools: -1, changed: -1}
	var text, trace *logReader
	for _, f := range r.files {
		switch {
		case f.view != nil:
			if trace == nil || better(f.view, trace) {
				trace = f.view
			}
			if f.spot.role == roleLog && (text == nil || len(f.view.run.told().text) > len(text.run.told().text)) {
				text = f.view
			}
			rec.starts = max(rec.starts, f.view.starts)
		case f.session != nil:
			rec.session = *f.session
		case f.result != nil:
			rec.result = f.result.over(rec.result)
		case f.telemetry != nil:
			rec.telemetry = *f.telemetry
		case f.recV != nil && (rec.later == nil || f.recV.ended):
			rec.later = f.recV
		}
	}
	if trace != nil {
		rec.trace, rec.where = &trace.run, trace.name
		rec.log = rec.trace
	}
	if text != nil {
		rec.log = &text.run
	}
	if rec.result.before(rec.trace.started) {
		rec.result = resultFacts{}
	}
	rec.completion()
	rec.counts()
	rec.times(r)
	rec.words(r)
	rec.unfinished()
	rec.truncation(text)
	rec.loss()
	rec.live = !rec.over() && !rec.beat.IsZero() && s.options.Now().Sub(rec.beat).Abs() < quiet
	rec.recorded = rec.record()
	return rec
}

// better prefers the log that knows how the session ended, then the one with
// more tracing; the runner's own on a tie, since it has the model's text too.
func better(a, b *logReader) bool {
	if (a.run.kind != "") != (b.run.kind != "") {
		return a.run.kind != ""
	}
	return a.traces > b.traces
}

// before reports whether the note is of a run that was over when another began,
// whose own note is still to come.
func (f *resultFacts) before(began time.Time) bool {
	return !f.started.IsZero() && began.After(f.started.Add(f.elapsed+apart))
}

// over fills what the later of two notes leaves open with the other one.
func (f *resultFacts) over(old resultFacts) resultFacts {
	n := *f
	if n.exit == nil {
		n.exit = old.exit
	}
	if n.changed == nil {
		n.changed = old.changed
	}
	n.class, n.model = or(n.class, old.class), or(n.model, old.model)
	n.invalid = n.invalid || old.invalid
	if n.started.IsZero() {
		n.started, n.elapsed = old.started, old.elapsed
	}
	return n
}

// completion takes how the session ended from where it is told best.
func (rec *record) completion() {
	t := rec.trace
	rec.kind, rec.kindAt, rec.ended = t.kind, t.kindAt, t.ended || rec.log.ended
	if rec.kind != "" {
		rec.items, rec.finished = t.items, t.finished
	}
	if k := rec.telemetry.kind; k != "" {
		rec.kind, rec.ended = k, true
	}
	rec.outcome, rec.outAt = rec.log.outcome, rec.log.outAt
	if l := rec.later; l != nil && l.ended && rec.outcome == "" {
		rec.outcome, rec.outAt = l.outcome, l.outAt
	}
	rec.ended = rec.ended || rec.outcome != "" || rec.result.exit != nil || rec.result.class != ""
	rec.final = rec.log.final
	if rec.log.final == nil && rec.session.final {
		rec.final = &mark{where: rec.session.lastWhere, quote: fence + blockFinal.String(), n: 1, at: rec.session.updated}
	}
}

func (rec *record) counts() {
	if rec.trace.turns > 0 || rec.log.tools > 0 || rec.ended {
		rec.tools = max(rec.trace.tools, rec.log.tools)
	}
	rec.tools = max(rec.tools, rec.session.tools)
	if rec.session.messages == 0 && rec.tools <= 0 && rec.where == "" {
		rec.tools = -1
	}
	if l := rec.later; l != nil {
		rec.tools = max(rec.tools, l.tools)
	}
	rec.mutated = max(rec.trace.mutated, rec.log.mutated)
	if rec.log.short != "" || rec.trace.turns > 0 {
		rec.changed = max(rec.trace.files, rec.log.files)
	}
	if c := rec.result.changed; c != nil {
		rec.changed = *c
	}
}

// record is the session's own word for how it ended, with the exit code that the
// runner saw.
func (rec *record) record() string {
	exit := ""
	switch {
	case rec.result.exit != nil:
		exit = exitWord(*rec.result.exit)
	case rec.result.class != "":
		exit = rec.result.class
	case rec.trace.failure.set() || rec.log.failure.set():
		exit = "anvil error"
	}
	switch kind := or(rec.kind, rec.outcome); {
	case rec.live:
		return ""
	case kind != "" && exit != "":
		return kind + ", " + exit
	case kind != "":
		return kind
	case exit != "":
		return exit
	case rec.ended:
		return ended
	case rec.rests():
		return rec.session.state
	case rec.answered():
		return answered
	}
	return stopped
}

// over reports whether the session came to an end by what is written.
func (rec *record) over() bool {
	return rec.ended || rec.kind != "" || rec.trace.failure.set() || rec.log.failure.set() || rec.rests()
}

// saving is how much later than its session file a log may be written for the
// file to tell of the same moment.
const saving = 30 * time.Second

// rests reports whether the session file says that nothing goes on, and no log
// goes on after it.
func (rec *record) rests() bool {
	switch rec.session.state {
	case stateDone, stateError, stateInterrupted, stateApproval:
		return rec.session.updated.IsZero() || !rec.traced.After(rec.session.updated.Add(saving))
	}
	return false
}

// answered reports whether a session without any record of its end closes with
// an answer of the model, as those of later builds do.
func (rec *record) answered() bool {
	f := &rec.session
	return rec.where == "" && f.state == "" && f.lastRole == "assistant" && !f.calling && f.unfinished == "" && f.last != ""
}

// failed reports whether the process is known to have failed.
func (rec *record) failed() bool {
	if e := rec.result.exit; e != nil {
		return *e != 0
	}
	if rec.result.class != "" {
		return failedWord(rec.result.class)
	}
	return rec.trace.failure.set() || rec.log.failure.set()
}

func exitWord(code int) string { return "exit " + strconv.Itoa(code) }

// failedWord reports whether a runner's word for an end is not one of success.
func failedWord(word string) bool {
	switch strings.ToLower(word) {
	case "completed", "complete", "success", "ok", "runner_zero_exit":
		return false
	}
	return true
}
