package runlog

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source/tail"
)

// jsonl reads JSON Lines by the keys that logs share, whatever wrote them.
type jsonl struct {
	Tracker
	usageOf   string  // the message whose tokens were counted last
	streaming bool    // the newest message is being streamed in parts
	itemOpen  bool    // a thing begun has not ended
	fields    []field // memory for the next record
	lines     bool    // a record that makes no entry is passed on as it is
	shown     int     // entries passed on
}

func newJSONL(o Options) Reader {
	j := &jsonl{lines: o.Lines && o.Entry != nil}
	if emit := o.Entry; emit != nil {
		o.Entry = func(e Entry) {
			j.shown++
			emit(e)
		}
	}
	j.Tracker = NewTracker(o)
	return j
}

var bom = []byte("\xef\xbb\xbf")

func (j *jsonl) Line(l tail.Line) {
	j.Sum.Lines++
	line := Trim(l.Text)
	if len(line) == 0 {
		return
	}
	was := j.shown
	defer func() {
		if j.lines && j.shown == was {
			j.Show(Entry{Kind: KindOther, Text: Cut(string(Clean(line)), MaxPrompt), At: j.Sum.Last, Line: l.Number})
		}
	}()
	d := Parse(line)
	defer d.Release()
	r := record{limit: j.Limit, fields: j.fields[:0]}
	if r.readObject(d.Value, 0); (!d.Complete || d.Kind() != '{') && (!l.Truncated || len(r.typ)+len(r.text("role")) == 0) {
		j.Sum.Invalid++
		// A shell or a runtime wrote it between the records: only an ending matters.
		if e, ok := Stray(line); ok && line[0] != '{' {
			e.Line, e.At = l.Number, j.Sum.Last
			j.Add(e, false)
		}
		return
	}
	j.fields = r.fields
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
	c.Tracker, c.fields, c.lines = j.Copy(), nil, false
	c.Line(l)
	return &c
}

// noteMetadata notes what a record says of the log as a whole.
func (j *jsonl) noteMetadata(r *record) {
	j.NoteTime(r.at, r.zoned)
	if r.side {
		return
	}
	id := r.name("session")
	if id == "" && classOf(r.typ) == "start" {
		id = r.name("id")
	}
	j.UseSession(id)
	if model := r.get("model", isText); string(model.Text()) != "<synthetic>" {
		model.Keep(&j.Sum.Model)
	}
	r.get("agent", isText).Keep(&j.Sum.Agent)
	r.get("cwd", isText).Keep(&j.Sum.Cwd)
	r.get("branch", isText).Keep(&j.Sum.Branch)
}

// classify finds out what a record is.
func (r *record) classify() string {
	k, role := classOf(r.typ), classOf(r.text("role"))
	if k == "wrap" || k == "" {
		if inner := classOf(r.inner); inner != "" {
			k = inner
		}
	}
	switch {
	case k == "message" || k == "":
		k = role
	case k == "said" && (role == "prompt" || role == "result"):
		k = role
	case k == "end" && r.namesTool() && len(r.text("subtype")) == 0:
		k = "result"
	case k == "ignore" && string(r.text("subtype")) == "init":
		k = "start"
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
	case "prompt", "asked":
		j.addPrompt(r, e, k == "asked")
	case "said":
		j.addMessage(r, e, streamed)
	case "call":
		j.addCalls(r, e)
	case "result":
		j.addResult(r, e)
	case "item":
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
	case "error":
		j.addError(r, e, true)
	case "end":
		j.addEnd(r, e, true)
	case "start":
		if j.Closed {
			j.NextRun()
		}
		if text := r.firstText("prompt"); strings.Contains(text, " ") {
			j.NotePrompt(text, true)
		}
	case "", "state", "message", "wrap":
		j.addUntyped(r, e, k)
	case "ignore":
	}
}

func (j *jsonl) addPrompt(r *record, e Entry, sure bool) {
	if r.results > 0 {
		j.addResult(r, e)
		return
	}
	e.Kind, e.Text = KindPrompt, r.firstText("message", "content", "text", "prompt")
	if r.is("meta") || e.Text == "" {
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
	e.Kind, e.Text = KindSaid, r.firstText("message", "content", "text", "output", "result", "msg", "final")
	if r.is("failed") {
		j.addError(r, e, true)
		return
	}
	if e.Text != "" {
		if j.streaming = r.is("delta"); j.streaming && streamed {
			e.Text = Cut(j.lastMessage+e.Text, j.Limit)
		}
		j.Add(e, false)
	}
	if r.calls > 0 {
		j.addCalls(r, e)
		return
	}
	if word := string(r.text("stop")); word != "" {
		j.addStop(r, e, word)
	}
}

// addStop reads why the model stopped, where that ends the run.
func (j *jsonl) addStop(r *record, e Entry, word string) {
	switch normalizeWord(word) {
	case "end_turn", "stop", "stop_sequence", "refusal", "max_tokens", "length", "error", "aborted":
		e.Kind, e.Name, e.Text, e.Outcome = KindEnd, word, "", OutcomeOf(word)
		if e.Failed = e.Outcome != model.OutcomeCompleted; e.Failed {
			e.Text = r.firstText("error")
		}
		j.Add(e, false)
	}
}

func (j *jsonl) addCalls(r *record, e Entry) {
	e.Kind, e.Name, e.Text, e.Outcome = KindToolCall, r.name("name"), "", model.OutcomeUnknown
	if j.HasListener() {
		e.Text, e.Call = describeArgs(r.get("args", isArgs)), r.callID()
	}
	for range max(r.calls, 1) {
		j.Add(e, false)
	}
}

// callID returns the id that a call and its result have in common; empty: there is none.
func (r *record) callID() string { return cmp.Or(r.name("call"), r.name("tool-id")) }

func isArgs(v Value) bool { return v.Kind() == '{' || isText(v) }

// describeArgs returns a few words on what a call does: the argument that tells most, or
// all of them.
func describeArgs(v Value) string {
	args := Parse([]byte(v.Decode(maxArgs)))
	defer args.Release()
	if args.Kind() == '{' {
		v = args.Value
	}
	c := Call{Command: v.First("command", "cmd").Decode(MaxPrompt), Path: v.First("path", "file_path", "pattern", "query", "url").Decode(MaxPrompt)}
	if c.Args = v.Decode(MaxPrompt); c.Args == "" {
		c.Args, _ = CanonicalArgs(v.Raw())
	}
	return c.What()
}

// maxArgs is the number of bytes of arguments in a text that are read.
const maxArgs = 64 << 10

func (j *jsonl) addResult(r *record, e Entry) {
	e.Kind, e.Name, e.Call = KindToolResult, r.name("name"), r.callID()
	if j.emit != nil {
		if e.Text = Decode(r.toolText, j.Limit); e.Text == "" {
			e.Text = r.firstText("result", "output", "content", "text", "message")
		}
	}
	e.Failed = r.isFailure() || OutcomeOf(string(r.text("status"))).Failure()
	j.Add(e, false)
}

func (j *jsonl) addError(r *record, e Entry, final bool) {
	e.Kind, e.Failed = KindError, true
	if e.Text = r.firstText("error", "message", "text", "content", "summary", "msg", "reason"); e.Text == "" {
		e.Text = r.name("code")
	}
	if normalizeWord(string(r.text("level"))) == "warning" {
		e.Kind, e.Failed = KindOther, false
	} else if final {
		e.Name, e.Outcome = r.outcomeWord("error", true)
	}
	j.Add(e, false)
}

// addEnd reads a terminal record.
func (j *jsonl) addEnd(r *record, e Entry, closes bool) {
	failed := r.isFailure() || r.hasError()
	e.Kind = KindEnd
	typ := r.typ
	if len(r.inner) > 0 && classOf(r.inner) == "end" {
		typ = r.inner
	}
	e.Name, e.Outcome = r.outcomeWord(Decode(typ, MaxTitle), failed)
	e.Failed = failed || e.Outcome.Failure()
	if code := r.exitCode(); code != nil {
		j.Begin(e)
		j.Run.ExitCode = code
	}
	e.Text = r.firstText("result", "text", "message", "output", "final", "summary", "content", "msg")
	if e.Failed || e.Outcome == model.OutcomeCancelled {
		e.Failed = true
		if why := r.firstText("error", "reason"); why != "" {
			e.Text = why
		}
	}
	reason := ""
	if e.Outcome == model.OutcomeBlocked || e.Outcome == model.OutcomeRefused {
		if reason = r.firstText("obstacle", "reason"); reason == "" {
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

// outcomeWord returns the log's own word for an ending, and what it means.
func (r *record) outcomeWord(typ string, failed bool) (string, model.Outcome) {
	word := typ
	for _, w := range [][]byte{r.text("subtype"), r.text("status")} {
		if isOutcomeWord(w) && OutcomeOf(string(w)) != model.OutcomeUnknown {
			word = Decode(w, MaxTitle)
			break
		}
	}
	outcome := OutcomeOf(word)
	if code := r.exitCode(); word == typ && code != nil && (outcome == model.OutcomeUnknown || outcome == model.OutcomeCompleted) {
		word = "exit " + strconv.Itoa(*code)
		outcome = OutcomeOf(word)
	}
	if outcome == model.OutcomeUnknown && r.is("success") {
		outcome = model.OutcomeCompleted
	}
	if failed && (outcome == model.OutcomeUnknown || outcome == model.OutcomeCompleted) {
		word, outcome = "error", model.OutcomeFailed
	}
	if outcome == model.OutcomeFailed || outcome == model.OutcomeCancelled || outcome == model.OutcomeUnknown {
		for _, w := range [][]byte{r.text("code"), r.text("reason"), r.text("subtype")} {
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
func (j *jsonl) addUntyped(r *record, e Entry, k string) {
	status := normalizeWord(string(r.text("status")))
	known := len(r.typ) == 0 || k == "state"
	switch {
	case known && statusWords[status], known && r.exitCode() != nil && !r.namesTool():
		j.addEnd(r, e, false)
	case r.is("failed"):
		j.addError(r, e, true)
	case !known && len(r.text("level")) == 0:
	default:
		e.Text = r.firstText("message", "msg", "text", "content", "output")
		switch normalizeWord(string(r.text("level"))) {
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
	usage := r.get("usage", isObject)
	if total := r.price("total-cost"); total != nil {
		j.Run.CostUSD = total
	} else if cost := cmp.Or(r.price("cost"), price(usage.Get("cost", "total"))); cost != nil && (j.Run.CostUSD == nil || !j.Closed) {
		j.AddCost(*cost)
	}
	sums := r.get("total", isObject)
	total := max(sumUsage(sums.Get("total_token_usage")), countTokens(sums.Get("total_tokens")))
	switch n := sumUsage(usage); {
	case total > 0:
		// A running total of the whole log: it includes the tokens of earlier runs.
		n = max(total-j.tokens, 0)
		j.Run.Tokens = &n
	case n > 0 && j.Closed:
		j.Run.Tokens = &n
	case n > 0 && (len(r.text("id")) == 0 || string(r.text("id")) != j.usageOf):
		j.usageOf = string(r.text("id"))
		j.AddTokens(n)
	}
}
