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

// tracker turns the entries of a log into its ending and summary. Every reader
// feeds one, so that formats differ only in how entries are found.
type tracker struct {
	name  string
	emit  func(Entry)
	limit int // of a message, in bytes
	asks  int // of the prompt

	sum      Summary
	asked    bool // the prompt is surely the operator's
	other    string
	sessions []string

	run      model.Run // the newest
	started  bool      // run holds something
	closed   bool      // a record said that the run is over, not only that a part of it is
	said     string
	messages int
	calls    int
	tokens   int64 // of the runs before
	cost     float64
	hasCost  bool
	runs     []model.Run // finished ones
}

func newTracker(o Options) tracker {
	t := tracker{name: o.Name, emit: o.Entry, limit: MaxFinal, asks: MaxPrompt}
	if o.Whole > 0 {
		t.limit, t.asks = o.Whole, o.Whole
	}
	return t
}

// copied is a tracker that goes on by itself, in silence.
func (t *tracker) copied() tracker {
	c := *t
	c.emit = nil
	c.runs, c.sessions = slices.Clone(t.runs), slices.Clone(t.sessions)
	return c
}

func (t *tracker) where(line int64) string { return t.name + ":" + strconv.FormatInt(line, 10) }

// clock notes a time that was read from the log.
func (t *tracker) clock(at time.Time, zoned bool) {
	t.sum.Stamped = zoned
	if at.IsZero() {
		return
	}
	if t.sum.Started.IsZero() || at.Before(t.sum.Started) {
		t.sum.Started = at
	}
	if at.After(t.sum.Last) {
		t.sum.Last = at
	}
}

// session notes a session id; one never seen before begins the next run.
func (t *tracker) session(id string) {
	if id == "" || id == t.sum.Session {
		return
	}
	for _, s := range t.sessions {
		if s == id {
			return
		}
	}
	if len(t.sessions) < maxSessions {
		t.sessions = append(t.sessions, id)
		if t.sum.Session != "" && t.started {
			t.rotate()
		}
		t.sum.Session = id
	}
}

// rotate ends the newest run and makes room for the next one.
func (t *tracker) rotate() {
	r := t.newest()
	r.Output = strings.Clone(Cut(r.Output, maxRecent))
	r.Error = strings.Clone(Cut(r.Error, maxRecent))
	if r.Ended.IsZero() {
		r.Ended = t.sum.Last
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
	t.run, t.started, t.closed = model.Run{}, false, false
	t.said, t.messages, t.calls = "", 0, 0
	t.sum.FinalLine, t.sum.ErrorLine, t.sum.Reason = 0, 0, ""
	t.reopen()
}

func (t *tracker) reopen() {
	t.sum.Terminal, t.sum.Word, t.sum.Outcome, t.sum.Reason = false, "", model.OutcomeUnknown, ""
}

// add takes the next entry. A KindEnd or KindError with an outcome ends the run
// until something follows it; closes says that what follows is another run.
func (t *tracker) add(e Entry, closes bool) {
	if t.emit != nil {
		t.emit(e)
	}
	switch e.Kind {
	case KindOther:
		if t.other == "" {
			t.other = Cut(e.Text, MaxTitle)
		}
		return
	case KindEnd, KindError:
	case KindPrompt, KindSaid, KindToolCall, KindToolResult:
		if t.closed {
			t.rotate()
		} else if t.sum.Terminal {
			t.reopen()
		}
	}
	t.begin(e)
	t.sum.LastKind = e.Kind
	switch e.Kind {
	case KindPrompt:
		t.prompt(e.Text, false)
	case KindSaid:
		if e.Text != t.said {
			t.messages++
		}
		t.said = e.Text
		t.run.Output, t.sum.FinalLine = e.Text, e.Line
	case KindToolCall:
		t.calls++
	case KindError:
		t.run.Error, t.sum.ErrorLine = e.Text, e.Line
		if e.Outcome != model.OutcomeUnknown {
			t.end(e)
		}
	case KindEnd:
		t.end(e)
		t.closed = t.closed || closes
	case KindToolResult, KindOther:
	}
}

// newest returns the newest run as it stands. A log without tool calls may be
// one that does not write them: their number is not known then.
func (t *tracker) newest() model.Run {
	r, messages, calls := t.run, t.messages, t.calls
	if r.Messages = &messages; calls > 0 {
		r.ToolCalls = &calls
	}
	return r
}

func (t *tracker) begin(e Entry) {
	if t.started {
		return
	}
	t.started = true
	t.sum.NumRuns++
	n := strconv.Itoa(t.sum.NumRuns)
	t.run = model.Run{ID: n, Where: t.where(e.Line), Attempt: t.sum.NumRuns, Started: e.At}
}

// end takes a terminal record. Of two in a row the later one holds, unless it
// says less, or success after a failure.
func (t *tracker) end(e Entry) {
	was := t.sum.Outcome
	poorer := e.Outcome == model.OutcomeCompleted && was != model.OutcomeUnknown && was != model.OutcomeCompleted
	if t.sum.Terminal && (e.Outcome == model.OutcomeUnknown || poorer) {
		return
	}
	t.sum.Terminal, t.sum.Outcome, t.sum.Word = true, e.Outcome, e.Name
	t.run.Outcome, t.run.Recorded, t.run.Ended = e.Outcome, e.Name, e.At
	switch {
	case e.Text == "":
	case e.Failed:
		t.run.Error, t.sum.ErrorLine = e.Text, e.Line
	default:
		t.run.Output, t.sum.FinalLine = e.Text, e.Line
	}
}

// prompt notes what was asked; sure says that the log calls it that.
func (t *tracker) prompt(text string, sure bool) {
	if text == "" || t.sum.Prompt != "" && (t.asked || !sure) {
		return
	}
	// A text that begins with a tag is context that a client put before the
	// prompt, as Codex does with <environment_context>.
	if !sure && strings.HasPrefix(text, "<") {
		return
	}
	t.sum.Prompt, t.asked = strings.Clone(Cut(text, t.asks)), sure
}

func (t *tracker) title() string {
	for _, s := range []string{t.sum.Prompt, t.sum.Title, t.other} {
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
func (t *tracker) Summary() Summary {
	s := t.sum
	s.Title = t.title()
	s.Final, s.Error = t.run.Output, t.run.Error
	if s.Final == "" && s.FinalLine == 0 && t.run.Error == "" {
		s.Final = t.other
	}
	s.Runs = append([]model.Run(nil), t.runs...)
	cost, hasCost, tokens := t.cost, t.hasCost, t.tokens
	if t.started {
		s.Runs = append(s.Runs, t.newest())
		if t.run.CostUSD != nil {
			cost, hasCost = cost+*t.run.CostUSD, true
		}
		if t.run.Tokens != nil {
			tokens += *t.run.Tokens
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
func (t *tracker) Ending() model.Ending {
	s := t.Summary()
	e := model.Ending{Where: t.where(s.FinalLine), Text: s.Final, At: s.Last, Outcome: s.Outcome, Open: !s.Terminal}
	hard := s.Outcome.Failure() || s.Outcome == model.OutcomeRateLimited
	if s.Error != "" && (s.Final == "" || hard && s.ErrorLine >= s.FinalLine) {
		e.Text, e.Where = s.Error, t.where(s.ErrorLine)
	}
	return e
}
