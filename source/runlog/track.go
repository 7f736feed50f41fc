package runlog

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
)

// maxSessions bounds how many session ids of one log are remembered.
const maxSessions = 64

// Tracker turns the entries of a log into its ending and summary. Every reader
// feeds one, so that formats differ only in how entries are found. It is a
// value; Copy makes another that shares nothing with it.
type Tracker struct {
	name      string
	emit      func(Entry)
	maxPrompt int // of the prompt, in bytes
	Limit     int // of a message, in bytes

	// Sum is what is known of the log apart from its runs. A reader fills in what
	// it finds; use the method Summary to read it.
	Sum        Summary
	promptSure bool // the prompt is surely the operator's
	otherText  string
	sessions   []string
	pace       timestampPace

	// Run is the newest run. Its Output, Error and Outcome are kept by Add.
	Run     model.Run
	Started bool // Run holds something
	Closed  bool // a record said that the run is over, not only that a part of it is
	// CallsKnown says that the log would show every tool call, so that none seen
	// means that none was made.
	CallsKnown  bool
	runPrompt   string // the first prompt of the newest run
	lastMessage string
	messages    int
	calls       int
	tokens      int64 // of the runs before
	cost        float64
	hasCost     bool
	runs        []model.Run // finished ones
}

// NewTracker returns a tracker that has seen nothing.
func NewTracker(o Options) Tracker {
	t := Tracker{name: o.Name, emit: o.Entry, Limit: MaxFinal, maxPrompt: MaxPrompt, pace: timestampPace{now: o.Now}}
	if o.Whole > 0 {
		t.Limit, t.maxPrompt = o.Whole, o.Whole
	}
	return t
}

// Copy returns a tracker that goes on by itself, in silence.
func (t *Tracker) Copy() Tracker {
	c := *t
	c.emit = nil
	c.runs, c.sessions = slices.Clone(t.runs), slices.Clone(t.sessions)
	return c
}

// HasListener reports whether somebody wants the entries, not only the ending.
func (t *Tracker) HasListener() bool { return t.emit != nil }

// Where names a line of the log, as evidence does.
func (t *Tracker) Where(line int64) string { return t.name + ":" + strconv.FormatInt(line, 10) }

// NoteTime notes a time that was read from the log, zero where the newest line has
// none; zoned says that it names its zone.
func (t *Tracker) NoteTime(at time.Time, zoned bool) {
	t.Sum.Stamped = zoned && !at.IsZero()
	if at.IsZero() {
		return
	}
	if !t.pace.isPast(at) {
		t.Sum.Stamped = false
		return
	}
	t.pace.add(t.Sum.Lines, zoned)
	if t.Sum.Started.IsZero() || at.Before(t.Sum.Started) {
		t.Sum.Started = at
	}
	if at.After(t.Sum.Last) {
		t.Sum.Last = at
	}
}

// UseSession notes a session id; one never seen before begins the next run.
func (t *Tracker) UseSession(id string) {
	if id == "" || id == t.Sum.Session {
		return
	}
	for _, s := range t.sessions {
		if s == id {
			return
		}
	}
	if len(t.sessions) < maxSessions {
		t.sessions = append(t.sessions, id)
		if t.Sum.Session != "" && t.Started {
			t.NextRun()
		}
		t.Sum.Session = id
	}
}

// NextRun ends the newest run and makes room for the next one.
func (t *Tracker) NextRun() {
	r := t.currentRun()
	r.Output = strings.Clone(Cut(r.Output, maxRecent))
	r.Error = strings.Clone(Cut(r.Error, maxRecent))
	if r.Ended.IsZero() {
		r.Ended = t.Sum.Last
	}
	if len(t.runs) == maxRuns-1 {
		t.runs = append(t.runs[:0], t.runs[1:]...)
	}
	t.runs = append(t.runs, r)
	if r.Tokens != nil {
		t.tokens += *r.Tokens
	}
	if r.CostUSD != nil {
		t.cost, t.hasCost = t.cost+*r.CostUSD, true
	}
	t.Run, t.Started, t.Closed = model.Run{}, false, false
	t.runPrompt, t.lastMessage, t.messages, t.calls = "", "", 0, 0
	t.Sum.FinalLine, t.Sum.ErrorLine, t.Sum.Reason = 0, 0, ""
	t.clearOutcome()
}

func (t *Tracker) clearOutcome() {
	t.Sum.Terminal, t.Sum.Word, t.Sum.Outcome, t.Sum.Reason = false, "", model.OutcomeUnknown, ""
}

// Add takes the next entry. A KindEnd or KindError with an outcome ends the run
// until something follows it; closes says that what follows is another run.
func (t *Tracker) Add(e Entry, closes bool) {
	if t.emit != nil {
		t.emit(e)
	}
	switch e.Kind {
	case KindOther:
		if t.otherText == "" {
			t.otherText = Cut(e.Text, MaxTitle)
		}
		return
	case KindEnd, KindError:
	case KindPrompt, KindSaid, KindToolCall, KindToolResult:
		if t.Closed {
			t.NextRun()
		} else if t.Sum.Terminal {
			t.clearOutcome()
		}
	}
	t.Begin(e)
	t.Sum.LastKind = e.Kind
	switch e.Kind {
	case KindPrompt:
		t.NotePrompt(e.Text, false)
		if t.runPrompt == "" && !strings.HasPrefix(e.Text, "<") {
			t.runPrompt = strings.Clone(Cut(e.Text, t.maxPrompt))
		}
	case KindSaid:
		if e.Text != t.lastMessage {
			t.messages++
		}
		t.lastMessage = e.Text
		t.Run.Output, t.Sum.FinalLine = e.Text, e.Line
	case KindToolCall:
		t.calls++
	case KindError:
		t.Run.Error, t.Sum.ErrorLine = e.Text, e.Line
		if e.Outcome != model.OutcomeUnknown {
			t.endRun(e)
		}
	case KindEnd:
		t.endRun(e)
		t.Closed = t.Closed || closes
	case KindToolResult, KindOther:
	}
}

// CountHiddenCalls counts tool calls of the newest run of which the log tells the number
// alone.
func (t *Tracker) CountHiddenCalls(calls int) { t.calls += calls }

// currentRun returns the newest run as it stands. A log without tool calls may be
// one that does not write them: their number is not known then.
func (t *Tracker) currentRun() model.Run {
	r, messages, calls := t.Run, t.messages, t.calls
	if r.Messages = &messages; calls > 0 || t.CallsKnown {
		r.ToolCalls = &calls
	}
	return r
}

// Begin makes sure that there is a newest run; e is the first entry of it.
func (t *Tracker) Begin(e Entry) {
	if t.Started {
		return
	}
	t.Started = true
	t.Sum.NumRuns++
	n := strconv.Itoa(t.Sum.NumRuns)
	t.Run = model.Run{ID: n, Where: t.Where(e.Line), Attempt: t.Sum.NumRuns, Started: e.At}
}

// endRun takes a terminal record. Of two in a row the later one holds, unless it
// says less, or success after a failure.
func (t *Tracker) endRun(e Entry) {
	was := t.Sum.Outcome
	poorer := e.Outcome == model.OutcomeCompleted && was != model.OutcomeUnknown && was != model.OutcomeCompleted
	if t.Sum.Terminal && (e.Outcome == model.OutcomeUnknown || poorer) {
		return
	}
	t.Sum.Terminal, t.Sum.Outcome, t.Sum.Word = true, e.Outcome, e.Name
	t.Run.Outcome, t.Run.Recorded, t.Run.Ended = e.Outcome, e.Name, e.At
	switch {
	case e.Text == "":
	case e.Failed:
		t.Run.Error, t.Sum.ErrorLine = e.Text, e.Line
	default:
		t.Run.Output, t.Sum.FinalLine = e.Text, e.Line
	}
}

// NotePrompt notes what was asked, first come first kept; sure says that the log calls it that.
func (t *Tracker) NotePrompt(text string, sure bool) {
	if text == "" || t.Sum.Prompt != "" && (t.promptSure || !sure) {
		return
	}
	// A text that begins with a tag is context that a client put before the
	// prompt, as Codex does with <environment_context>.
	if !sure && strings.HasPrefix(text, "<") {
		return
	}
	t.Sum.Prompt, t.promptSure = strings.Clone(Cut(text, t.maxPrompt)), sure
}

func (t *Tracker) title() string {
	for _, s := range []string{t.Sum.Prompt, t.Sum.Title, t.otherText} {
		if line := firstLine(s); line != "" {
			return line
		}
	}
	return ""
}

func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			return Cut(line, MaxTitle)
		}
	}
	return ""
}

// Summary returns what is known of the whole log so far.
func (t *Tracker) Summary() Summary {
	s := t.Sum
	s.Title, s.Asked, s.Paced = t.title(), t.runPrompt, t.pace.isRecent(t.Sum.Lines)
	s.Final, s.Error = t.Run.Output, t.Run.Error
	if s.Final == "" && s.FinalLine == 0 && t.Run.Error == "" {
		s.Final = t.otherText
	}
	s.Runs = append([]model.Run(nil), t.runs...)
	cost, hasCost, tokens := t.cost, t.hasCost, t.tokens
	if t.Started {
		s.Runs = append(s.Runs, t.currentRun())
		if t.Run.CostUSD != nil {
			cost, hasCost = cost+*t.Run.CostUSD, true
		}
		if t.Run.Tokens != nil {
			tokens += *t.Run.Tokens
		}
	}
	if hasCost {
		s.CostUSD = &cost
	}
	if tokens > 0 {
		s.Tokens = &tokens
	}
	return s
}

// Ending returns what the log said last: the final message, or the error that
// it ended in where there is no message.
func (t *Tracker) Ending() model.Ending {
	s := t.Summary()
	e := model.Ending{Where: t.Where(s.FinalLine), Text: s.Final, At: s.Last, Outcome: s.Outcome, Open: !s.Terminal}
	hard := s.Outcome.Failure() || s.Outcome == model.OutcomeRateLimited
	if s.Error != "" && (s.Final == "" || hard && s.ErrorLine >= s.FinalLine) {
		e.Text, e.Where = s.Error, t.Where(s.ErrorLine)
	}
	return e
}

// Restart forgets what was read and goes on with sum.
func (t *Tracker) Restart(sum Summary) {
	*t = Tracker{name: t.name, emit: t.emit, maxPrompt: t.maxPrompt, Limit: t.Limit, CallsKnown: t.CallsKnown, pace: t.pace, Sum: sum}
}
