package claude

import (
	"cmp"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// readSystem reads the records of the session itself.
func (r *reader) readSystem(rec *record) {
	switch subtype := rec.Get("subtype").Name(); subtype {
	case "init":
		// A stream begins a turn with it. One that was not over died.
		if r.Started && !rec.side {
			r.next()
		}
		r.begun = true
		r.noteSession(rec)
	case "turn_duration":
		if !rec.side || r.sub {
			r.endTurn(rec)
		}
	case "stop_hook_summary":
		r.readStopHook(rec)
	case "permission_denied":
		if id := rec.Get("tool_use_id"); len(id.Text()) > 0 {
			r.deny(rec, callOf(id, rec.Get("tool_name"), runlog.Value{}))
		}
	case "api_error":
		r.addRetry(rec)
	case "compact_boundary":
		// It ends nothing: the conversation goes on with a summary of itself.
		e := rec.entry(runlog.KindOther)
		e.Name = subtype
		r.add(e, false)
	}
}

func (r *reader) deny(rec *record, c runlog.Call) {
	c.Line, c.At = rec.line, rec.at
	r.Work.DenyCall(c)
}

// addRetry adds an error of the API after which the request is made again. It ends the
// run only if nothing follows it.
func (r *reader) addRetry(rec *record) {
	e := rec.entry(runlog.KindOther)
	if e.Name = "api_error"; !rec.side && !r.Sum.Terminal {
		f := rec.fault()
		text := strings.TrimSpace(runlog.Decode(f.text, r.Limit))
		e.Kind, e.Text = runlog.KindError, cmp.Or(text, strings.TrimSpace("API Error: "+f.status))
		r.turn.retrying = true
	}
	r.add(e, false)
}

// clearRetry notes that a request was answered after all.
func (r *reader) clearRetry() {
	if r.turn.retrying {
		r.turn.retrying, r.Run.Error, r.Sum.ErrorLine = false, "", 0
	}
}

// endTurn reads the record that Claude Code writes after a turn.
func (r *reader) endTurn(rec *record) {
	r.usePendingCommand()
	if !r.turn.answered && !r.Sum.Terminal && !r.DidNothing() {
		// The newest prompt was put into a turn that had died, and got no answer.
		r.next()
		r.Begin(rec.entry(runlog.KindEnd))
	}
	if r.Sum.Terminal {
		r.Closed = true
	} else {
		r.add(rec.end("turn_duration", model.OutcomeCompleted), true)
	}
	r.Work.DropPending()
	r.Waiting = runlog.Question{}
}

// readStopHook reads a sign that Claude Code runs the hooks that follow the last message
// of a turn. If a hook makes the agent continue, further entries follow. Without that
// message the outcome is unknown.
func (r *reader) readStopHook(rec *record) {
	if !rec.side && !r.Sum.Terminal && r.Sum.LastKind == runlog.KindSaid {
		r.add(rec.end("stop_hook", model.OutcomeCompleted), false)
	}
}

// readResult reads the terminal record of a result stream.
func (r *reader) readResult(rec *record) {
	if r.Closed {
		r.next()
	}
	f, turns := rec.fault(), rec.turns()
	e := rec.entry(runlog.KindEnd)
	e.Text = strings.TrimSpace(rec.Get("result").Decode(r.Limit))
	e.Name, e.Outcome = r.outcome(rec, f, e.Text)
	if e.Failed = e.Outcome != model.OutcomeCompleted; e.Failed && len(f.text) > 0 {
		e.Text = runlog.Decode(f.text, r.Limit)
	}
	if e.Outcome == model.OutcomeRefused {
		e.Failed = false // its text is the reason, not an error
	}
	for _, d := range rec.Get("permission_denials").All() {
		r.deny(rec, callOf(d.Get("tool_use_id"), d.Get("tool_name"), d.Get("tool_input")))
	}
	if r.Waiting.Call != "" {
		r.deny(rec, runlog.Call{ID: r.Waiting.Call})
	}
	if r.DidNothing() && turns != 0 && e.Outcome == model.OutcomeCompleted {
		// The whole log is this record: it does not have the calls, and it has the last
		// message only if whoever wrote it down did not leave that out.
		switch {
		case e.Text != "":
			r.CallsKnown = r.CallsKnown && turns == 1
			r.addMessage(rec, e.Text)
		case rec.Get("result").Kind() != '"' && turns > 1:
			r.Begin(e)
			r.CountHiddenCalls(turns - 1)
		}
	}
	r.add(e, true)
	r.Run.Outcome, r.Run.Recorded, r.Sum.Outcome, r.Sum.Word = e.Outcome, e.Name, e.Outcome, e.Name
	r.noteRefusal(e.Outcome)
	r.readCost(rec)
	r.Work.DropPending()
	r.Waiting = runlog.Question{}
}

// turns returns the number of turns that a result counts; -1: unknown.
func (r *record) turns() int {
	if n, err := strconv.Atoi(string(r.Get("num_turns").Scalar())); err == nil {
		return n
	}
	return -1
}

// readCost reads the usage in a terminal record. The cost is a running total of the
// session, the tokens are those of the turn.
func (r *reader) readCost(rec *record) {
	if n := usage(rec.Get("usage")); n > 0 {
		r.Run.Tokens = &n
	}
	total, ok := rec.Get("total_cost_usd").Number()
	if !ok || total >= 1e9 {
		return
	}
	cost := total
	if r.paidBy == r.Sum.Session && cost >= r.paid {
		cost -= r.paid
	}
	r.paid, r.paidBy = total, r.Sum.Session
	r.Run.CostUSD = &cost
}

// outcome returns the log's own word for the outcome of a result, and the outcome. is_error
// takes precedence over the subtype: an error of the API is a "success" with is_error.
func (r *reader) outcome(rec *record, f fault, text string) (string, model.Outcome) {
	subtype, isError := rec.Get("subtype").Decode(runlog.MaxTitle), rec.Get("is_error").True()
	aborted := r.turn.stopped || strings.HasPrefix(string(rec.Get("terminal_reason").Text()), "aborted")
	switch {
	case subtype == "success" && isError:
		word, o := r.classifyError(rec, f, text)
		if o == model.OutcomeFailed && r.turn.api != model.OutcomeUnknown {
			word, o = r.turn.apiWord, r.turn.api
		}
		return word, o
	case subtype == "error_during_execution" && aborted:
		return "interrupted", model.OutcomeCancelled
	case subtype == "error_during_execution":
		if word, o := r.classifyError(rec, f, runlog.Decode(f.text, r.Limit)); o != model.OutcomeFailed {
			return word, o
		}
		return subtype, model.OutcomeFailed
	case isError || strings.HasPrefix(subtype, "error"):
		if o := runlog.OutcomeOf(subtype); o != model.OutcomeCompleted && o != model.OutcomeUnknown {
			return subtype, o
		}
		return cmp.Or(subtype, "error"), model.OutcomeFailed
	}
	stop := rec.Get("stop_reason").Name()
	if o := stopOutcome(stop); o != model.OutcomeUnknown && o != model.OutcomeCompleted {
		return stop, o
	}
	switch {
	case aborted:
		return "interrupted", model.OutcomeCancelled
	case r.turn.api != model.OutcomeUnknown:
		return r.turn.apiWord, r.turn.api
	case r.Sum.Terminal && r.Sum.Outcome.Failure(), r.Sum.Terminal && r.Sum.Outcome == model.OutcomeRefused:
		return r.Sum.Word, r.Sum.Outcome // the newest message says why the model stopped
	}
	return cmp.Or(subtype, "result"), model.OutcomeCompleted
}
