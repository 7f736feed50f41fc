package runlog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
)

// maxSessions bounds how many session ids of one log are remembered.
const maxSessions = 64

// Tracker builds the ending and the summary of a log from its entries and tool calls.
// Every reader uses one, so formats differ only in how entries are found. Copy returns an
// independent copy.
type Tracker struct {
	emit      func(Entry)
	maxPrompt int // the longest prompt in bytes
	Limit     int // the longest message in bytes
	output    int // the longest output of a tool in an entry, in bytes; 0: the reader's own limit

	// Sum is the part of the summary that readers set directly. Use the method Summary
	// to get the complete summary.
	Sum        Summary
	promptSure bool // the log marks the prompt as such
	otherText  string
	sessions   []string
	pace       timestampPace

	Work    Work      // what the newest run did
	Waiting Question  // what awaits an answer
	Resumes time.Time // when the usage limit ends that stopped the newest run; zero: unknown
	// Run is the newest run. Its Output, Error and Outcome are kept by Add.
	Run     model.Run
	Started bool // a run has begun
	Closed  bool // a terminal record ended the run, so the next entry begins another
	// CallsKnown says that the log records every tool call, so a run without calls
	// made none.
	CallsKnown  bool
	runPrompt   string // the first prompt of the newest run
	lastMessage string
	messages    int
	calls       int
	tokens      int64 // the tokens of earlier runs
	cost        float64
	hasCost     bool
	runs        []model.Run // earlier runs
}

// Question is a question or a plan that awaits an answer. The zero Question is none.
type Question struct {
	Call string // the id of the call that asks
	Text string
	Line int64
}

// NewTracker returns a tracker that has seen nothing.
func NewTracker(o Options) Tracker {
	t := Tracker{emit: o.Entry, output: o.Output, Limit: MaxFinal, maxPrompt: MaxPrompt, pace: timestampPace{now: o.Now}, Sum: Summary{Name: o.Name}, Work: Work{Name: o.Name}}
	if o.Whole > 0 {
		t.Limit, t.maxPrompt = o.Whole, o.Whole
	}
	return t
}

// Copy returns an independent copy without a listener.
func (t *Tracker) Copy() Tracker {
	c := *t
	c.emit = nil
	c.runs, c.sessions, c.Work = slices.Clone(t.runs), slices.Clone(t.sessions), t.Work.Clone()
	return c
}

// HasListener reports whether Options.Entry is set.
func (t *Tracker) HasListener() bool { return t.emit != nil }

// Where returns the name of a line in evidence, such as "B1.log:458".
func (t *Tracker) Where(line int64) string { return t.Work.at(line) }

// NoteTime records the time of the newest line; zero: the line has none. zoned says that
// the time has a zone.
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

// TimeOf returns the time in the prefix of a line, or in the line if it is a heading.
func (t *Tracker) TimeOf(p *Prefix, line []byte) (at time.Time, zoned bool) {
	switch {
	case p.Len == 0:
		return Heading(line)
	case p.At.IsZero() && p.Since >= 0 && !t.Sum.Started.IsZero():
		return t.Sum.Started.Add(p.Since), true
	}
	return p.At, p.Zoned
}

// UseSession sets the session id. A new id begins the next run.
func (t *Tracker) UseSession(id string) {
	if id == "" || id == t.Sum.Session || slices.Contains(t.sessions, id) {
		return
	}
	if len(t.sessions) < maxSessions {
		t.sessions = append(t.sessions, id)
		if t.Sum.Session != "" && t.Started {
			t.NextRun()
		}
		t.Sum.Session = id
	}
}

// NextRun ends the newest run and begins an empty one.
func (t *Tracker) NextRun() {
	r := t.currentRun()
	r.Output = strings.Clone(Cut(r.Output, maxRecent))
	r.Error = strings.Clone(Cut(r.Error, maxRecent))
	if r.Ended.IsZero() {
		r.Ended = t.Sum.Last
	}
	t.runs = appendNewest(t.runs, r, maxRuns-1)
	if r.Tokens != nil {
		t.tokens += *r.Tokens
	}
	if r.CostUSD != nil {
		t.cost, t.hasCost = t.cost+*r.CostUSD, true
	}
	t.Run, t.Started, t.Closed = model.Run{}, false, false
	t.runPrompt, t.lastMessage, t.messages, t.calls = "", "", 0, 0
	t.Sum.FinalLine, t.Sum.ErrorLine = 0, 0
	t.Waiting, t.Resumes = Question{}, time.Time{}
	t.Work.BeginRun()
	t.clearOutcome()
}

func (t *Tracker) clearOutcome() {
	t.Sum.Terminal, t.Sum.Word, t.Sum.Outcome, t.Sum.Reason, t.Sum.ReasonOwn = false, "", model.OutcomeUnknown, "", false
}

// Add adds the next entry. A KindEnd, or a KindError with an outcome, ends the run. A
// later entry reopens the run, or begins the next run if closes was true.
func (t *Tracker) Add(e Entry, closes bool) {
	t.Show(e)
	switch e.Kind {
	case KindOther:
		if t.otherText == "" {
			t.otherText = Cut(e.Text, MaxTitle)
		}
		return
	case KindEnd, KindError:
	case KindPrompt, KindSaid, KindToolCall, KindToolResult:
		t.Sum.LastLine = e.Line
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

// Show passes on an entry that has no effect on the run.
func (t *Tracker) Show(e Entry) {
	if t.emit != nil {
		t.emit(e)
	}
}

// AddPrompt adds a prompt. sure says that the log marks the text as one.
func (t *Tracker) AddPrompt(text string, sure bool, e Entry) {
	e.Kind, e.Text = KindPrompt, text
	t.Add(e, false)
	t.NotePrompt(text, sure)
}

// AddMessage adds a message of the agent.
func (t *Tracker) AddMessage(text string, e Entry) {
	e.Kind, e.Text = KindSaid, text
	t.Add(e, false)
}

// AddCall adds a tool call. The entry has its text, or else describes the call.
func (t *Tracker) AddCall(c Call, e Entry) {
	e.Kind, e.Name, e.Call, c.Line, c.At = KindToolCall, c.Tool, c.ID, e.Line, e.At
	if e.Text == "" && t.emit != nil {
		e.Text = c.What()
	}
	t.Add(e, false)
	t.Work.AddCall(c)
}

// Output returns how many bytes of a tool's output an entry holds, of which a reader that
// is asked for no length keeps usual.
func (t *Tracker) Output(usual int) int { return cmp.Or(t.output, usual) }

// AddResult adds the result of a call. The entry has its text, or else that of r.
func (t *Tracker) AddResult(id string, r Result, e Entry) {
	t.Work.AddResult(id, r, e.Line)
	e.Kind, e.Call, e.Failed = KindToolResult, id, r.Failed
	if e.Text == "" {
		e.Text = r.Text
	}
	t.Add(e, false)
}

// AddTokens adds to the tokens of the newest run.
func (t *Tracker) AddTokens(tokens int64) {
	if t.Run.Tokens != nil {
		tokens += *t.Run.Tokens
	}
	t.Run.Tokens = &tokens
}

// AddCost adds to the cost of the newest run.
func (t *Tracker) AddCost(usd float64) {
	if t.Run.CostUSD != nil {
		usd += *t.Run.CostUSD
	}
	t.Run.CostUSD = &usd
}

// DidNothing reports whether the newest run has neither messages nor calls.
func (t *Tracker) DidNothing() bool { return t.messages+t.Work.did.Calls == 0 }

// CountHiddenCalls counts tool calls of the newest run of which the log records only the
// number.
func (t *Tracker) CountHiddenCalls(calls int) {
	t.calls += calls
	t.Work.did.Calls += calls
}

// currentRun returns the newest run. Without tool calls their number is unknown unless
// CallsKnown is set, because the log may not record them.
func (t *Tracker) currentRun() model.Run {
	r, messages, calls := t.Run, t.messages, t.calls
	if r.Messages = &messages; calls > 0 || t.CallsKnown {
		r.ToolCalls = &calls
	}
	return r
}

// Begin begins a run with the entry e, unless a run has begun.
func (t *Tracker) Begin(e Entry) {
	if t.Started {
		return
	}
	t.Started = true
	t.Sum.NumRuns++
	n := strconv.Itoa(t.Sum.NumRuns)
	t.Run = model.Run{ID: n, Where: t.Where(e.Line), Attempt: t.Sum.NumRuns, Started: e.At}
}

// endRun sets the outcome from a terminal record. A later record replaces an earlier one
// unless it has no outcome, or reports success after a failure.
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

// NotePrompt records the first prompt. sure says that the log marks the text as a prompt;
// such a text replaces one that is not sure.
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

// Summary returns the summary of the lines read so far.
func (t *Tracker) Summary() Summary {
	s := t.Sum
	s.Title, s.Paced = t.title(), t.pace.isRecent(t.Sum.Lines)
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
	s.Work = t.facts(s.Runs)
	return s
}

// facts returns what the newest of the runs did.
func (t *Tracker) facts(runs []model.Run) model.Work {
	w := t.Work.Facts()
	w.Turns, w.Asked, w.Resumes = t.Sum.NumRuns, t.runPrompt, t.Resumes
	if n := len(runs); n > 0 {
		w.Messages, w.Partial = *runs[n-1].Messages, runs[n-1].ToolCalls == nil
	}
	if t.Waiting.Text != "" {
		w.Waiting = model.Evidence{Where: t.Where(t.Waiting.Line), Quote: t.Waiting.Text}
	}
	return w
}

// Restart resets the tracker to the summary sum without runs.
func (t *Tracker) Restart(sum Summary) {
	sum.Name = t.Sum.Name
	*t = Tracker{emit: t.emit, output: t.output, maxPrompt: t.maxPrompt, Limit: t.Limit, CallsKnown: t.CallsKnown, pace: t.pace, Sum: sum, Work: Work{Name: t.Work.Name}}
}
