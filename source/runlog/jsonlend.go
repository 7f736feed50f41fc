package runlog

import (
	"bytes"
	"strconv"

	"notdone/model"
)

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
