package anvil

import (
	"cmp"
	"fmt"
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
// A local model may take that long for one answer.
const quiet = 10 * time.Minute

// record is what all files of a session say together. It is what the rules of
// this package look at.
type record struct {
	log   *logRun // of the log that has the model's text; never nil, may be empty
	trace *logRun // of the log that has the tracing; often the same
	name  string  // of the log with the text, for evidence
	where string  // of the log with the tracing, for evidence

	session sessionFacts
	result  resultFacts

	kind     string // completion_kind
	kindAt   mark
	items    int // of the plan; -1 unknown
	finished int
	ended    bool
	lost     *pending
	open     []item // of the plan, as far as it is known
	final    *mark  // the model declared itself finished in its last response
	cut      string // the block that the log ends in; empty

	said, saidWhere string
	tools           int // -1 unknown
	changed         int // files; -1 unknown
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
	var telemetry telemetryFacts
	for _, f := range r.files {
		switch view := f.View; {
		case view != nil:
			if trace == nil || better(view, trace) {
				trace = view
			}
			if f.spot.role == roleLog && (text == nil || len(view.run.told().text) > len(text.run.told().text)) {
				text = view
			}
			rec.starts = max(rec.starts, view.starts)
		case f.session != nil:
			rec.session = *f.session
		case f.result != nil:
			rec.result = *f.result
		case f.telemetry != nil:
			telemetry = *f.telemetry
		}
	}
	if trace != nil {
		rec.trace, rec.where = &trace.run, trace.name
		rec.log, rec.name = rec.trace, rec.where
	}
	if text != nil {
		rec.log, rec.name = &text.run, text.name
	}
	if rec.result.before(rec.trace.started) {
		rec.result = resultFacts{}
	}
	rec.completion(strings.ToLower(string(telemetry.Kind)))
	rec.counts()
	rec.times(r)
	rec.said, rec.saidWhere = rec.session.last, rec.session.lastWhere
	if told := rec.log.told(); told.text != "" {
		rec.said, rec.saidWhere = told.text, fmt.Sprintf("%s:%d", rec.name, told.line)
	}
	rec.unfinished()
	if b := rec.log.open; text != nil && rec.kind == "" && b != nil && b.kind != blockOther {
		rec.cut = b.kind.String()
	}
	rec.loss()
	rec.live = !rec.over() && !rec.beat.IsZero() && s.Options.Now().Sub(rec.beat).Abs() < quiet
	rec.recorded = rec.word()
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

// completion takes how the session ended from where it is told best.
func (rec *record) completion(counted string) {
	t := rec.trace
	rec.kind, rec.kindAt, rec.ended = t.kind, t.kindAt, t.ended || rec.log.ended || rec.exit() != ""
	if rec.kind != "" {
		rec.items, rec.finished = t.items, t.finished
	}
	if counted != "" {
		rec.kind, rec.ended = counted, true
	}
	rec.final = rec.log.final
	if rec.final == nil && rec.session.final {
		rec.final = &mark{where: rec.session.lastWhere, quote: fence + blockFinal.String(), n: 1, at: rec.session.updated}
	}
}

func (rec *record) counts() {
	t := rec.trace
	if t.turns > 0 || rec.log.tools > 0 || rec.ended {
		rec.tools = max(t.tools, rec.log.tools)
	}
	rec.tools = max(rec.tools, rec.session.tools)
	if rec.session.messages == 0 && rec.tools <= 0 && rec.where == "" {
		rec.tools = -1
	}
	if t.turns > 0 {
		rec.changed = max(t.files, rec.log.files)
	}
	if c := rec.result.Changed; c.Known {
		rec.changed = c.N
	}
}

// failure is what the program itself said of its failure.
func (rec *record) failure() *mark {
	if rec.trace.failure.set() {
		return &rec.trace.failure
	}
	return &rec.log.failure
}

// exit is how the process ended, by the runner's note or its own last words; empty
// without either.
func (rec *record) exit() string {
	switch e := rec.result.Exit; {
	case e.Known:
		return "exit " + strconv.Itoa(e.N)
	case rec.result.Class == "" && rec.failure().set():
		return failure
	}
	return string(rec.result.Class)
}

// word is the session's own word for how it ended, with the exit code that the
// runner saw.
func (rec *record) word() string {
	exit := rec.exit()
	switch {
	case rec.live:
		return ""
	case rec.kind != "" && exit != "":
		return rec.kind + ", " + exit
	case rec.kind != "" || exit != "":
		return cmp.Or(rec.kind, exit)
	case rec.ended:
		return ended
	case rec.rests():
		return rec.session.state
	}
	return stopped
}

// over reports whether the session came to an end by what is written.
func (rec *record) over() bool { return rec.ended || rec.kind != "" || rec.rests() }

// sessionFileLag is how much later than the session file a log may be written for
// the file to tell of the same moment.
const sessionFileLag = 30 * time.Second

// rests reports whether the session file says that nothing goes on, and no log
// goes on after it.
func (rec *record) rests() bool {
	switch rec.session.state {
	case stateDone, stateError, stateInterrupted, stateApproval:
		return rec.session.updated.IsZero() || !rec.traced.After(rec.session.updated.Add(sessionFileLag))
	}
	return false
}

// failed reports whether the process is known to have failed.
func (rec *record) failed() bool { return rec.exit() != "" && failedWord(rec.exit()) }
