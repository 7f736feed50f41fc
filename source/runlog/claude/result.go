package claude

import (
	"cmp"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// system reads the records of the session itself.
func (r *reader) system(rec *record, line int64) {
	switch string(rec.subtype) {
	case "init":
		// A stream begins a turn with it. One that was not over died.
		if r.Started && !rec.side {
			r.turn()
		}
		r.begun = true
		r.about(rec)
	case "turn_duration":
		if !rec.side || r.sub {
			r.finished(rec, line)
		}
	case "stop_hook_summary":
		r.stopping(rec, line)
	case "permission_denied":
		if len(rec.toolUse) > 0 {
			r.work.DenyCall(callOf(rec.toolUse, rec.tool, nil, line, rec.at))
		}
	case "api_error":
		r.retries(rec, line)
	case "compact_boundary":
		// It ends nothing: the conversation goes on with a summary of itself.
		r.add(runlog.Entry{Kind: runlog.KindOther, Name: string(rec.subtype), At: rec.at, Line: line}, false)
	}
}

// retries takes an error of the API after which the request is made again. It
// ends nothing, and is what ended the run where nothing follows it.
func (r *reader) retries(rec *record, line int64) {
	e := runlog.Entry{Kind: runlog.KindOther, Name: "api_error", At: rec.at, Line: line}
	if !rec.side && !r.Sum.Terminal {
		text := strings.TrimSpace(runlog.Decode(rec.errors, r.Limit))
		e.Kind, e.Text = runlog.KindError, cmp.Or(text, strings.TrimSpace("API Error: "+string(rec.status)))
		r.retrying = true
	}
	r.add(e, false)
}

// answers notes that a request was answered after all.
func (r *reader) answers() {
	if r.retrying {
		r.retrying, r.Run.Error, r.Sum.ErrorLine = false, "", 0
	}
}

// finished takes the mark that Claude Code writes behind a turn.
func (r *reader) finished(rec *record, line int64) {
	r.started()
	if did := r.work.Activity(); !r.answered && !r.Sum.Terminal && did.Messages+did.Calls > 0 {
		// The newest prompt was put into a turn that had died, and got no answer.
		r.turn()
		r.Begin(runlog.Entry{Line: line, At: rec.at})
	}
	if r.Sum.Terminal {
		r.Closed = true
	} else {
		r.add(runlog.Entry{Kind: runlog.KindEnd, Name: "turn_duration", Outcome: model.OutcomeCompleted, At: rec.at, Line: line}, true)
	}
	r.work.DropPending()
	r.ask = question{}
}

// stopping takes a sign that the hooks run which Claude Code runs when the agent
// has said its last word of a turn. What a hook sends back to work follows it;
// where that word is missing, nobody knows what it was.
func (r *reader) stopping(rec *record, line int64) {
	if !rec.side && !r.Sum.Terminal && r.Sum.LastKind == runlog.KindSaid {
		r.add(runlog.Entry{Kind: runlog.KindEnd, Name: "stop_hook", Outcome: model.OutcomeCompleted, At: rec.at, Line: line}, false)
	}
}

// result reads the terminal record of a result stream.
func (r *reader) result(rec *record, line int64) {
	if r.Closed {
		r.turn()
	}
	e := runlog.Entry{Kind: runlog.KindEnd, At: rec.at, Line: line, Text: strings.TrimSpace(runlog.Decode(rec.result, r.Limit))}
	e.Name, e.Outcome = r.word(rec, e.Text)
	if e.Failed = e.Outcome != model.OutcomeCompleted; e.Failed && len(rec.errors) > 0 {
		e.Text = runlog.Decode(rec.errors, r.Limit)
	}
	if e.Outcome == model.OutcomeRefused {
		e.Failed = false // what it said is the reason, not an error
	}
	for i := range rec.denials {
		d := &rec.denials[i]
		r.work.DenyCall(callOf(d.id, d.tool, d.input, line, rec.at))
	}
	if r.ask.id != "" {
		r.work.DenyCall(runlog.Call{ID: r.ask.id, Line: line, At: rec.at})
	}
	if did := r.work.Activity(); did.Messages+did.Calls == 0 && rec.turns != 0 && e.Outcome == model.OutcomeCompleted {
		// The whole log is this record: what was called on the way is not in it, and
		// what was said only where whoever wrote it down did not leave that out.
		switch {
		case e.Text != "":
			r.CallsKnown = r.CallsKnown && rec.turns == 1
			r.add(runlog.Entry{Kind: runlog.KindSaid, Text: e.Text, At: e.At, Line: line}, false)
			r.work.CountMessage()
		case !rec.hasResult && rec.turns > 1:
			r.Begin(e)
			r.CountHiddenCalls(rec.turns - 1)
			r.work.CountHiddenCalls(rec.turns - 1)
		}
	}
	r.add(e, true)
	r.Run.Outcome, r.Run.Recorded, r.Sum.Outcome, r.Sum.Word = e.Outcome, e.Name, e.Outcome, e.Name
	r.refused(e.Outcome)
	r.pay(rec)
	r.work.DropPending()
	r.ask = question{}
}

// word is the log's own word for how the run ended and what it means. is_error
// goes before the subtype: an error of the API is a "success" with is_error.
func (r *reader) word(rec *record, text string) (string, model.Outcome) {
	subtype := runlog.Decode(rec.subtype, runlog.MaxTitle)
	aborted := r.stopped || strings.HasPrefix(string(rec.terminal), "aborted")
	switch {
	case subtype == "success" && rec.isError:
		word, o := r.failure(rec, text)
		if o == model.OutcomeFailed && r.api != model.OutcomeUnknown {
			word, o = r.apiWord, r.api
		}
		return word, o
	case subtype == "error_during_execution" && aborted:
		return "interrupted", model.OutcomeCancelled
	case subtype == "error_during_execution":
		if word, o := r.failure(rec, runlog.Decode(rec.errors, r.Limit)); o != model.OutcomeFailed {
			return word, o
		}
		return subtype, model.OutcomeFailed
	case rec.isError || strings.HasPrefix(subtype, "error"):
		if o := runlog.OutcomeOf(subtype); o != model.OutcomeCompleted && o != model.OutcomeUnknown {
			return subtype, o
		}
		return cmp.Or(subtype, "error"), model.OutcomeFailed
	}
	switch string(rec.stop) {
	case "refusal":
		return "refusal", model.OutcomeRefused
	case "max_tokens", "model_context_window_exceeded":
		return string(rec.stop), model.OutcomeBudget
	}
	switch {
	case aborted:
		return "interrupted", model.OutcomeCancelled
	case r.api != model.OutcomeUnknown:
		return r.apiWord, r.api
	case r.Sum.Terminal && r.Sum.Outcome.Failure(), r.Sum.Terminal && r.Sum.Outcome == model.OutcomeRefused:
		return r.Sum.Word, r.Sum.Outcome // the newest message says why the model stopped
	}
	return cmp.Or(subtype, "result"), model.OutcomeCompleted
}
