package claude

import (
	"time"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// Kind is what the summaries of this package call their logs.
const Kind = "claude"

// resumed is how long a transcript is silent in the middle of a turn before the
// next prompt counts as a run of its own rather than as a word put in.
const resumed = time.Hour

// reader reads one transcript or one result stream.
type reader struct {
	runlog.Tracker
	work runlog.Work
	zone *time.Location
	rec  record // used again for every line

	begun    bool         // a record of the conversation was read
	sub      bool         // it is the log of a subagent: its own records are all sidechains
	answered bool         // something was done since the newest prompt
	spoke    time.Time    // of the newest record of the conversation
	command  runlog.Entry // a slash command of which nothing has come yet
	ask      question
	leaves   string // the call by which the agent agreed to shut down
	local    bool   // a command of the terminal's own was used
	retrying bool   // the newest request to the API failed and is made again
	apiWord  string // of an API error that the newest turn met last
	api      model.Outcome
	stopped  bool // the newest turn was interrupted
	human    presence
	usage    spent
	paid     float64 // the running total of the session that paidBy names
	paidBy   string
}

// question is what the agent asked a person and got no answer to.
type question struct {
	id, text string
	line     int64
}

// New returns a reader for a log that Detect knows.
func New(o runlog.Options) runlog.Reader {
	r := &reader{Tracker: runlog.NewTracker(o), zone: o.Zone}
	if r.zone == nil {
		r.zone = time.UTC
	}
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
	if line[0] == '[' {
		c.Array(func() {
			if c.Next() == '{' {
				r.rec.reset()
				if c.Fields(&r.rec); !c.Bad() {
					r.take(l.Number)
				}
			}
		})
		if c.Bad() && !l.Truncated {
			r.Sum.Invalid++
		}
		return
	}
	if r.rec.reset(); c.Next() == '{' {
		c.Fields(&r.rec)
		whole := !c.Bad() && c.Next() == 0
		// Of a line longer than what is kept the beginning may say enough.
		if whole || l.Truncated && len(r.rec.typ) > 0 {
			r.take(l.Number)
			return
		}
	}
	r.Sum.Invalid++
}

// Peek returns a reader that has read an unfinished line too, if that is whole.
func (r *reader) Peek(l tail.Line) runlog.Reader {
	if !runlog.Whole(l) {
		return r
	}
	p := *r
	p.Tracker, p.work, p.rec = r.Copy(), r.work.Clone(), record{}
	p.Line(l)
	return &p
}

// Summary returns what is known of the whole log so far.
func (r *reader) Summary() runlog.Summary {
	s := r.Tracker.Summary()
	r.work.FillSummary(&s)
	s.Human = r.human.here(r.Sum.NumRuns)
	s.Closes = r.human.stream
	s.Idle = !r.Started && (r.local || r.human.local)
	if r.ask.text != "" && !s.Terminal {
		s.Waiting, s.WaitingLine = r.ask.text, r.ask.line
	}
	return s
}

// take reads the record that was read.
func (r *reader) take(line int64) {
	rec := &r.rec
	if !rec.at.IsZero() || !rec.transcript {
		// Bookkeeping without a time says nothing about when the log was written.
		r.NoteTime(rec.at, rec.zoned)
	}
	r.human.note(rec, r.begun)
	switch string(rec.typ) {
	case "user":
		r.converse(rec)
		r.user(rec, line)
		r.spoken(rec)
	case "assistant":
		r.converse(rec)
		r.assistant(rec, line)
		r.spoken(rec)
	case "system":
		r.system(rec, line)
	case "result":
		r.about(rec)
		r.result(rec, line)
	case "rate_limit_event":
		if string(rec.limitStatus) == "rejected" {
			r.Sum.Resumes = rec.resets
		}
	case "error":
		r.failed(rec, runlog.Decode(rec.errors, r.Limit), line)
	case "progress", "attachment":
		if string(rec.hook) == "Stop" {
			r.stopping(rec, line)
		}
	case "summary", "ai-title", "custom-title":
		r.Sum.Title = runlog.Decode(rec.title, runlog.MaxTitle)
	}
}

// converse notes a record of the conversation: whose log this is, and what the
// record says of the session.
func (r *reader) converse(rec *record) {
	switch {
	case !r.begun:
		// Only a subagent's own file begins with a sidechain: in its parent's log
		// the call that started it comes first.
		r.sub = rec.side && rec.transcript
	case r.sub && !rec.side:
		r.restart()
	}
	r.begun = true
	if r.sub {
		rec.side = false
		r.Sum.Parent = runlog.Decode(rec.session, runlog.MaxTitle)
		rec.session = rec.agent
	}
	r.about(rec)
}

// spoken notes when the conversation went on.
func (r *reader) spoken(rec *record) {
	if !rec.side && !rec.at.IsZero() {
		r.spoke = rec.at
	}
}

// restart forgets what was read: it was the tail of a subagent's work, and the
// session itself begins only now.
func (r *reader) restart() {
	sum := runlog.Summary{Kind: Kind, Lines: r.Sum.Lines, Invalid: r.Sum.Invalid, Started: r.Sum.Started, Last: r.Sum.Last, Stamped: r.Sum.Stamped}
	r.Restart(sum)
	r.work, r.sub, r.ask = runlog.Work{}, false, question{}
}

// about notes what a record says of the session as a whole.
func (r *reader) about(rec *record) {
	if rec.side {
		return
	}
	was := r.Sum.Session
	if len(rec.session) > 0 && string(rec.session) != was {
		runs := r.Sum.NumRuns
		if r.UseSession(runlog.Decode(rec.session, runlog.MaxTitle)); !r.Started && runs > 0 {
			r.over()
		}
	}
	if r.Sum.Cwd == "" || string(rec.session) != was {
		keep(&r.Sum.Cwd, rec.cwd) // where it was begun; a shell may go elsewhere
	}
	keep(&r.Sum.Branch, rec.branch)
	keep(&r.Sum.Version, rec.version)
	keep(&r.Sum.Effort, rec.effort)
	keep(&r.Sum.Agent, rec.agent)
	if string(rec.message.model) != synthetic {
		keep(&r.Sum.Model, rec.message.model)
	}
}

// keep notes a text that is not empty, without a copy where it is known.
func keep(to *string, raw []byte) {
	if len(raw) > 0 && *to != string(raw) {
		*to = runlog.Decode(raw, runlog.MaxTitle)
	}
}

// add takes an entry. Whatever follows a run that is over begins the next one.
func (r *reader) add(e runlog.Entry, closes bool) {
	switch e.Kind {
	case runlog.KindPrompt, runlog.KindSaid, runlog.KindToolCall, runlog.KindToolResult:
		if r.Closed {
			r.turn()
		}
	case runlog.KindOther, runlog.KindError, runlog.KindEnd:
	}
	r.Add(e, closes)
}

// turn begins the next run.
func (r *reader) turn() {
	if r.Started {
		r.NextRun()
	}
	r.over()
}

// over forgets what belongs to one run alone.
func (r *reader) over() {
	r.work.BeginRun()
	r.work.DropPending()
	r.ask, r.api, r.apiWord, r.stopped, r.answered = question{}, model.OutcomeUnknown, "", false, false
	r.retrying, r.leaves = false, ""
	r.Sum.Resumes = time.Time{}
}
