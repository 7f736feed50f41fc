package runlog

import (
	"bytes"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source/tail"
)

// jsonl reads JSON Lines by the keys that logs share, whatever wrote them.
type jsonl struct {
	Tracker
	usageOf   string // the message whose tokens were counted last
	streaming bool   // the newest message is being streamed in parts
	itemOpen  bool   // a thing begun has not ended
}

func newJSONL(o Options) Reader { return &jsonl{Tracker: NewTracker(o)} }

var bom = []byte("\xef\xbb\xbf")

func (j *jsonl) Line(l tail.Line) {
	j.Sum.Lines++
	line := Trim(l.Text)
	if len(line) == 0 {
		return
	}
	r := record{limit: j.Limit}
	if !parseRecord(line, &r) && (!l.Truncated || len(r.typ)+len(r.text[slotRole]) == 0) {
		j.Sum.Invalid++
		if line[0] != '{' {
			j.addStray(line, l.Number)
		}
		return
	}
	j.noteMetadata(&r)
	j.addRecord(&r, l.Number)
	j.addUsage(&r)
}

// Peek returns a reader that has read an unfinished line too, if that is whole.
func (j *jsonl) Peek(l tail.Line) Reader {
	if !Whole(l) {
		return j
	}
	c := *j
	c.Tracker = j.Copy()
	c.Line(l)
	return &c
}

// addStray reads a line that is not JSON: what a shell or a runtime wrote between
// the records, of which only an ending matters.
func (j *jsonl) addStray(line []byte, number int64) {
	if e, ok := Stray(line); ok {
		e.Line, e.At = number, j.Sum.Last
		j.Add(e, false)
	}
}

// noteMetadata notes what a record says of the log as a whole.
func (j *jsonl) noteMetadata(r *record) {
	j.NoteTime(r.at, r.zoned)
	if r.side {
		return
	}
	if id := r.text[slotSession]; len(id) > 0 {
		j.UseSession(Decode(id, MaxTitle))
	} else if len(r.text[slotID]) > 0 && classOf(r.typ) == classStart {
		j.UseSession(Decode(r.text[slotID], MaxTitle))
	}
	keep := func(to *string, raw []byte) {
		if len(raw) > 0 && *to != string(raw) && string(raw) != "<synthetic>" {
			*to = Decode(raw, MaxTitle)
		}
	}
	keep(&j.Sum.Model, r.text[slotModel])
	keep(&j.Sum.Agent, r.text[slotAgent])
	keep(&j.Sum.Cwd, r.text[slotCwd])
	keep(&j.Sum.Branch, r.text[slotBranch])
}

// classify finds out what a record is.
func (r *record) classify() class {
	k, role := classOf(r.typ), classOf(r.text[slotRole])
	if k == classWrap || k == classNone {
		if inner := classOf(r.inner); inner != classNone {
			k = inner
		}
	}
	switch {
	case k == classMessage || k == classNone:
		k = role
	case k == classSaid && (role == classPrompt || role == classResult):
		k = role
	case k == classEnd && r.toolID && len(r.text[slotSubtype]) == 0:
		k = classResult
	case k == classIgnore && string(r.text[slotSubtype]) == "init":
		k = classStart
	}
	return k
}

// addRecord turns a record into entries.
func (j *jsonl) addRecord(r *record, number int64) {
	e := Entry{At: r.at, Line: number}
	if r.side {
		return
	}
	streamed := j.streaming
	j.streaming = false
	switch k := r.classify(); k {
	case classPrompt, classAsked:
		j.addPrompt(r, e, k == classAsked)
	case classSaid:
		j.addMessage(r, e, streamed)
	case classCall:
		j.addCalls(r, e)
	case classResult:
		j.addResult(r, e)
	case classItem:
		if bytes.HasSuffix(r.typ, []byte("started")) {
			j.addCalls(r, e)
			j.itemOpen = true
		} else if !bytes.HasSuffix(r.typ, []byte("updated")) {
			if !j.itemOpen {
				j.addCalls(r, e)
			}
			j.itemOpen = false
			j.addResult(r, e)
		}
	case classError:
		j.addError(r, e, true)
	case classEnd:
		j.addEnd(r, e, true)
	case classStart:
		if j.Closed {
			j.NextRun()
		}
		if text := r.firstText(slotPrompt); strings.Contains(text, " ") {
			j.NotePrompt(text, true)
		}
	case classNone, classState, classMessage, classWrap:
		j.addUntyped(r, e, k)
	case classIgnore:
	}
}

func (j *jsonl) addPrompt(r *record, e Entry, sure bool) {
	if r.results > 0 {
		j.addResult(r, e)
		return
	}
	e.Kind, e.Text = KindPrompt, r.firstText(slotMessage, slotContent, slotText, slotPrompt)
	if r.meta || e.Text == "" {
		return
	}
	// Claude Code writes an interruption as if the user had said it.
	if strings.HasPrefix(e.Text, "[Request interrupted") {
		e.Kind, e.Name, e.Text, e.Outcome, e.Failed = KindEnd, "interrupted", "", model.OutcomeCancelled, true
		j.Add(e, false)
		return
	}
	j.Add(e, false)
	j.NotePrompt(e.Text, sure)
}

func (j *jsonl) addMessage(r *record, e Entry, streamed bool) {
	e.Kind, e.Text = KindSaid, r.firstText(slotMessage, slotContent, slotText, slotOutput, slotResult, slotMsg, slotLast)
	if r.isError != nil && *r.isError {
		j.addError(r, e, true)
		return
	}
	if e.Text != "" {
		if j.streaming = r.delta; r.delta && streamed {
			e.Text = Cut(j.lastMessage+e.Text, j.Limit)
		}
		j.Add(e, false)
	}
	if r.calls > 0 {
		j.addCalls(r, e)
		return
	}
	if word := string(r.text[slotStop]); word != "" {
		j.addStop(r, e, word)
	}
}

// addStop reads why the model stopped, where that ends the run.
func (j *jsonl) addStop(r *record, e Entry, word string) {
	switch normalizeWord(word) {
	case "end_turn", "stop", "stop_sequence", "refusal", "max_tokens", "length", "error", "aborted":
		e.Kind, e.Name, e.Text, e.Outcome = KindEnd, word, "", OutcomeOf(word)
		if e.Failed = e.Outcome != model.OutcomeCompleted; e.Failed {
			e.Text = r.firstText(slotError)
		}
		j.Add(e, false)
	}
}

func (j *jsonl) addCalls(r *record, e Entry) {
	e.Kind, e.Name, e.Text, e.Outcome = KindToolCall, Decode(r.text[slotTool], MaxTitle), "", model.OutcomeUnknown
	for range max(r.calls, 1) {
		j.Add(e, false)
	}
}

func (j *jsonl) addResult(r *record, e Entry) {
	e.Kind, e.Name = KindToolResult, Decode(r.text[slotTool], MaxTitle)
	if j.emit != nil {
		if e.Text = Decode(r.toolText, j.Limit); e.Text == "" {
			e.Text = r.firstText(slotResult, slotOutput, slotContent, slotText, slotMessage)
		}
	}
	e.Failed = r.isFailure() || OutcomeOf(string(r.text[slotStatus])).Failure()
	j.Add(e, false)
}

// isFailure reports whether a flag or an exit code of the record says so.
func (r *record) isFailure() bool {
	return r.isError != nil && *r.isError || r.success != nil && !*r.success || r.exit != nil && *r.exit != 0
}

func (j *jsonl) addError(r *record, e Entry, final bool) {
	e.Kind, e.Failed = KindError, true
	if e.Text = r.firstText(slotError, slotMessage, slotText, slotContent, slotSummary, slotMsg, slotReason); e.Text == "" {
		e.Text = Decode(r.text[slotCode], MaxTitle)
	}
	if normalizeWord(string(r.text[slotLevel])) == "warning" {
		e.Kind, e.Failed = KindOther, false
	} else if final {
		e.Name, e.Outcome = r.outcomeWord("error", true)
	}
	j.Add(e, false)
}

// addEnd reads a terminal record.
func (j *jsonl) addEnd(r *record, e Entry, closes bool) {
	failed := r.isFailure() || r.hasError
	e.Kind = KindEnd
	typ := r.typ
	if len(r.inner) > 0 && classOf(r.inner) == classEnd {
		typ = r.inner
	}
	e.Name, e.Outcome = r.outcomeWord(Decode(typ, MaxTitle), failed)
	e.Failed = failed || e.Outcome.Failure()
	if r.exit != nil {
		code := *r.exit
		j.Begin(e)
		j.Run.ExitCode = &code
	}
	e.Text = r.firstText(slotResult, slotText, slotMessage, slotOutput, slotLast, slotSummary, slotContent, slotMsg)
	if e.Failed || e.Outcome == model.OutcomeCancelled {
		e.Failed = true
		if why := r.firstText(slotError, slotReason); why != "" {
			e.Text = why
		}
	}
	reason := ""
	if e.Outcome == model.OutcomeBlocked || e.Outcome == model.OutcomeRefused {
		if reason = r.firstText(slotObstacle, slotReason); reason == "" {
			reason = e.Text
		}
		if e.Text == "" {
			e.Text = reason
		}
	}
	j.Add(e, closes)
	if j.Sum.Terminal && reason != "" {
		j.Sum.Reason = reason
	}
}

// outcomeWord is the log's own word for an ending, and what it means.
func (r *record) outcomeWord(typ string, failed bool) (string, model.Outcome) {
	word := typ
	for _, w := range []span{r.text[slotSubtype], r.text[slotStatus]} {
		if isOutcomeWord(w) && OutcomeOf(string(w)) != model.OutcomeUnknown {
			word = Decode(w, MaxTitle)
			break
		}
	}
	outcome := OutcomeOf(word)
	if word == typ && r.exit != nil && (outcome == model.OutcomeUnknown || outcome == model.OutcomeCompleted) {
		word = "exit " + strconv.Itoa(*r.exit)
		outcome = OutcomeOf(word)
	}
	if outcome == model.OutcomeUnknown && r.success != nil && *r.success {
		outcome = model.OutcomeCompleted
	}
	if failed && (outcome == model.OutcomeUnknown || outcome == model.OutcomeCompleted) {
		word, outcome = "error", model.OutcomeFailed
	}
	if outcome == model.OutcomeFailed || outcome == model.OutcomeCancelled || outcome == model.OutcomeUnknown {
		for _, w := range []span{r.text[slotCode], r.text[slotReason], r.text[slotSubtype]} {
			if !isOutcomeWord(w) {
				continue
			}
			switch closer := OutcomeOf(string(w)); closer {
			case model.OutcomeUnknown, model.OutcomeCompleted, model.OutcomeFailed, model.OutcomeReleased, outcome:
			default:
				return Decode(w, MaxTitle), closer
			}
		}
	}
	return word, outcome
}

// isOutcomeWord reports whether a text can be the word for an ending: some systems
// write a sentence where others write one.
func isOutcomeWord(w []byte) bool {
	return len(w) > 0 && len(w) <= 40 && bytes.Count(w, []byte(" ")) < 2
}

// addUntyped reads a record whose type is not known: only a status, an exit code
// or an error in it can end the run, and only until something follows.
func (j *jsonl) addUntyped(r *record, e Entry, k class) {
	status := normalizeWord(string(r.text[slotStatus]))
	known := len(r.typ) == 0 || k == classState
	switch {
	case known && statusWords[status], known && r.exit != nil && !r.toolID:
		j.addEnd(r, e, false)
	case r.isError != nil && *r.isError:
		j.addError(r, e, true)
	case !known && len(r.text[slotLevel]) == 0:
	default:
		e.Text = r.firstText(slotMessage, slotMsg, slotText, slotContent, slotOutput)
		switch normalizeWord(string(r.text[slotLevel])) {
		case "error", "err", "critical":
			j.addError(r, e, false)
			return
		case "fatal", "panic", "emergency":
			j.addError(r, e, true)
			return
		}
		if e.Text != "" {
			j.Add(e, false)
		}
	}
}

// addUsage counts the tokens and the cost in the record.
func (j *jsonl) addUsage(r *record) {
	if !j.Started {
		return
	}
	switch {
	case r.totalCost != nil:
		j.Run.CostUSD = r.totalCost
	case r.cost != nil && (j.Run.CostUSD == nil || !j.Closed):
		j.AddCost(*r.cost)
	}
	switch n := r.tokens; {
	case r.totalTokens > 0:
		// A running total of the whole log: it includes the tokens of earlier runs.
		n = max(r.totalTokens-j.tokens, 0)
		j.Run.Tokens = &n
	case n > 0 && j.Closed:
		j.Run.Tokens = &n
	case n > 0 && (len(r.text[slotID]) == 0 || string(r.text[slotID]) != j.usageOf):
		j.usageOf = string(r.text[slotID])
		j.AddTokens(n)
	}
}
