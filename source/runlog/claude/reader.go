package claude

import (
	"strings"
	"time"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// Kind is what the summaries of this package call their logs.
const Kind = "claude"

// maxSilence is how long a transcript is silent in the middle of a turn before the
// next prompt begins a run of its own.
const maxSilence = time.Hour

// continuation begins the prompt of a session that goes on from the summary of another.
const continuation = "This session is being continued"

// reader reads one transcript or one result stream.
type reader struct {
	runlog.Tracker
	zone *time.Location

	begun   bool         // a record of the conversation was read
	sub     bool         // it is the log of a subagent: its own records are all sidechains
	spoke   time.Time    // of the newest record of the conversation
	command runlog.Entry // a slash command without an effect so far
	local   bool         // a command of the terminal interface itself was used
	turn    turn
	human   presence
	usage   messageTokens
	paid    float64 // the running total of the session that paidBy names
	paidBy  string
}

// turn is the state of the newest run.
type turn struct {
	answered bool // something was done since the newest prompt
	retrying bool // the newest request to the API failed and is made again
	stopped  bool // it was interrupted
	// apiWord and api are the newest error of the API; unknown: there was none.
	apiWord string
	api     model.Outcome
	leaves  string // the call by which the agent agreed to shut down
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
	r.AddRecords(l, func(v runlog.Value, line int64) { r.readRecord(newRecord(v, line)) })
}

// Peek returns a reader that has read an unfinished line too, if that is whole.
func (r *reader) Peek(l tail.Line) runlog.Reader {
	if !runlog.Whole(l) {
		return r
	}
	p := *r
	p.Tracker = r.Copy()
	p.Line(l)
	return &p
}

// Summary returns what is known of the whole log so far.
func (r *reader) Summary() runlog.Summary {
	s := r.Tracker.Summary()
	s.Human = r.human.isInteractive(r.Sum.NumRuns)
	s.Closes = r.human.stream
	s.Idle = !r.Started && (r.local || r.human.local)
	s.Work.Partial = s.Work.Partial || strings.HasPrefix(s.Prompt, continuation)
	if s.Terminal {
		s.Work.Waiting = model.Evidence{}
	}
	return s
}

func (r *reader) readRecord(rec *record) {
	if !rec.at.IsZero() || !rec.transcript {
		// Bookkeeping without a time says nothing about when the log was written.
		r.NoteTime(rec.at, rec.zoned)
	}
	r.human.note(rec, r.begun)
	switch rec.typ {
	case "user", "assistant":
		r.noteConversation(rec)
		if rec.typ == "user" {
			r.readUser(rec)
		} else {
			r.readAssistant(rec)
		}
		if !rec.side && !rec.at.IsZero() {
			r.spoke = rec.at
		}
	case "system":
		r.readSystem(rec)
	case "result":
		r.noteSession(rec)
		r.readResult(rec)
	case "rate_limit_event":
		if info := rec.Get("rate_limit_info"); string(info.Get("status").Text()) == "rejected" {
			r.Resumes, _ = runlog.ParseNumber(info.Get("resetsAt").Scalar())
		}
	case "error":
		f := rec.fault()
		r.addAPIError(rec, f, runlog.Decode(f.text, r.Limit))
	case "progress", "attachment":
		if rec.hook() == "Stop" {
			r.readStopHook(rec)
		}
	case "summary", "ai-title", "custom-title":
		r.Sum.Title = rec.title().Decode(runlog.MaxTitle)
	}
}

// noteConversation notes whose log this is, and what a record of the conversation says
// of the session.
func (r *reader) noteConversation(rec *record) {
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
	r.noteSession(rec)
}

// restart forgets what was read: it was the end of a subagent's work, and the
// session itself begins only now.
func (r *reader) restart() {
	r.Restart(runlog.Summary{Kind: Kind, Lines: r.Sum.Lines, Invalid: r.Sum.Invalid, Started: r.Sum.Started, Last: r.Sum.Last, Stamped: r.Sum.Stamped})
	r.sub = false
}

// noteSession notes what a record says of the session as a whole.
func (r *reader) noteSession(rec *record) {
	if rec.side {
		return
	}
	was := r.Sum.Session
	if len(rec.session) > 0 && string(rec.session) != was {
		runs := r.Sum.NumRuns
		if r.UseSession(runlog.Decode(rec.session, runlog.MaxTitle)); !r.Started && runs > 0 {
			r.turn = turn{}
		}
	}
	if r.Sum.Cwd == "" || string(rec.session) != was {
		rec.Get("cwd").Keep(&r.Sum.Cwd) // where it was begun; a shell may go elsewhere
	}
	rec.Get("gitBranch").Keep(&r.Sum.Branch)
	if len(rec.agent) > 0 {
		r.Sum.Agent = runlog.Decode(rec.agent, runlog.MaxTitle)
	}
	if model := rec.model(); string(model.Text()) != synthetic {
		model.Keep(&r.Sum.Model)
	}
}

// add adds an entry. An entry after the end of a run begins the next run.
func (r *reader) add(e runlog.Entry, closes bool) {
	switch e.Kind {
	case runlog.KindPrompt, runlog.KindSaid, runlog.KindToolCall, runlog.KindToolResult:
		if r.Closed {
			r.next()
		}
	case runlog.KindOther, runlog.KindError, runlog.KindEnd:
	}
	r.Add(e, closes)
}

// next begins the next run.
func (r *reader) next() {
	if r.Started {
		r.NextRun()
	}
	r.turn = turn{}
}

// messageTokens holds the tokens of the newest messages, so that a message that is
// written in several records, or between those of a subagent, counts once.
type messageTokens struct {
	ids  [8]string
	sums [8]int64
	next int
}

// add returns by how much the tokens of the message exceed those known so far. The
// records of one message repeat its usage, and the last one has it all.
func (s *messageTokens) add(id []byte, tokens int64) int64 {
	for i := range s.ids {
		if s.ids[i] == string(id) {
			more := max(tokens-s.sums[i], 0)
			s.sums[i] += more
			return more
		}
	}
	s.ids[s.next], s.sums[s.next] = runlog.Decode(id, runlog.MaxTitle), tokens
	s.next = (s.next + 1) % len(s.ids)
	return tokens
}
