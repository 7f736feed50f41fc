package claude

import (
	"strings"

	"notdone/classify/wordlist"
	"notdone/model"
	"notdone/source/runlog"
)

// synthetic is the model that Claude Code names for messages that no model
// wrote: errors, and an answer put in when a session is resumed.
const synthetic = "<synthetic>"

// noReason is the reason of a refusal without words.
const noReason = "the model refused to go on and gave no reason"

// maxShown is how much of a result or a call an entry shows, in bytes.
const maxShown = 600

// model returns the model that wrote the message, or that the session uses.
func (r *record) model() runlog.Value {
	if m := r.message.Get("model"); m.Kind() == '"' {
		return m
	}
	return r.Get("model")
}

// readAssistant reads the messages and the calls of the agent.
func (r *reader) readAssistant(rec *record) {
	f := rec.fault()
	if api := rec.Get("isApiErrorMessage").True() || f.code != ""; api || string(rec.model().Text()) == synthetic {
		if api {
			r.addAPIError(rec, f, rec.message.Get("content").Prose(r.Limit))
		}
		return
	}
	if !rec.side {
		r.clearRetry()
		r.usePendingCommand()
		if r.Closed {
			r.next()
		}
		r.Begin(rec.entry(runlog.KindSaid))
	}
	r.countTokens(rec)
	content := rec.message.Get("content")
	text, calls := content.Decode(r.Limit), 0
	for _, b := range content.All() {
		switch kind := string(b.Get("type").Text()); {
		case kind == "text":
			text = strings.TrimLeft(text+"\n"+b.Get("text").Decode(r.Limit), "\n")
		case strings.HasSuffix(kind, "tool_use"):
			calls++
			r.addMessage(rec, text)
			r.addCall(rec, b)
			text = ""
		case strings.HasSuffix(kind, "tool_result"):
			// Tools of the server answer in the same message.
			r.addResult(rec, b)
		}
	}
	if rec.side {
		return
	}
	r.turn = turn{answered: true, leaves: r.turn.leaves}
	if calls == 0 {
		r.addMessage(rec, text)
		r.readStop(rec)
	}
}

func (r *reader) addMessage(rec *record, text string) {
	if text = runlog.Cut(strings.TrimSpace(text), r.Limit); text != "" && !rec.side {
		e := rec.entry(runlog.KindSaid)
		e.Text = text
		r.add(e, false)
	}
}

func (r *reader) addCall(rec *record, b runlog.Value) {
	input := b.Get("input")
	c := callOf(b.Get("id"), b.Get("name"), input)
	e := rec.entry(runlog.KindToolCall)
	if rec.side {
		c.Line, c.At = rec.line, rec.at
		r.Work.AddCall(c)
		return
	}
	if r.Closed {
		r.next()
	}
	if r.HasListener() {
		e.Text = shown(&c, input, r.Sum.Cwd)
	}
	r.AddCall(c, e)
	if c.Tool == "SendMessage" && shutdown().Match(input.Raw()) && approved().Match(input.Raw()) {
		r.turn.leaves = c.ID
		r.add(rec.end("shutdown", model.OutcomeCompleted), false)
	}
	if c.Mode == runlog.ModeAsk {
		r.Waiting = runlog.Question{Call: c.ID, Text: questionOf(input), Line: rec.line}
		if r.Waiting.Text == "" {
			r.Waiting.Text = c.Tool
		}
	}
}

// A message to the team that agrees to shut down, given as the tool's arguments or as an
// object or a text inside them. The process of the agent then exits without another
// message.
var (
	shutdown = wordlist.Pattern(`"type\\?"\s*:\s*\\?"shutdown_(?:response|approved)\\?"`)
	approved = wordlist.Pattern(`"approve\\?"\s*:\s*\\?"?true`)
)

// readStop reads why the model stopped, where that ends the turn. A transcript may
// hold null there; the silence after it has to say it then.
func (r *reader) readStop(rec *record) {
	word := string(rec.message.Get("stop_reason").Text())
	o := stopOutcome(word)
	if o == model.OutcomeUnknown || o == model.OutcomeCompleted && r.human.stream {
		return // the result of a stream says whether the run is over
	}
	e := rec.end(word, o)
	e.Failed = o != model.OutcomeCompleted
	r.add(e, false)
	r.noteRefusal(o)
}

// stopOutcome returns the outcome of a run after which the model stopped for the reason;
// unknown: it goes on.
func stopOutcome(reason string) model.Outcome {
	switch reason {
	case "end_turn", "stop_sequence":
		return model.OutcomeCompleted
	case "refusal":
		return model.OutcomeRefused
	case "max_tokens", "model_context_window_exceeded":
		return model.OutcomeBudget
	}
	return model.OutcomeUnknown
}

// noteRefusal keeps the newest message as the reason of a refusal.
func (r *reader) noteRefusal(o model.Outcome) {
	if o != model.OutcomeRefused {
		return
	}
	r.Sum.Reason, r.Sum.ReasonOwn = r.Run.Output, false
	if r.Sum.Reason == "" {
		r.Sum.Reason, r.Sum.ReasonOwn = noReason, true
	}
}

// addAPIError adds an error of the API, which ended the turn unless something follows.
func (r *reader) addAPIError(rec *record, f fault, text string) {
	if rec.side {
		return
	}
	e := rec.entry(runlog.KindError)
	e.Failed, e.Text = true, text
	e.Name, e.Outcome = r.classifyError(rec, f, text)
	r.turn.api, r.turn.apiWord, r.turn.answered = e.Outcome, e.Name, true
	r.add(e, false)
}

// countTokens counts the tokens of a message, a subagent's as well.
func (r *reader) countTokens(rec *record) {
	n := usage(rec.message.Get("usage"))
	if n == 0 {
		return
	}
	if id := rec.message.Get("id").Text(); len(id) > 0 {
		n = r.usage.add(id, n)
	}
	r.AddTokens(n)
}
