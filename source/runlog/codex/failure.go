package codex

import (
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// harmless are the errors that do not affect the outcome of their turn
// (codex-rs/protocol/src/protocol.rs, CodexErrorInfo::affects_turn_status).
var harmless = map[string]bool{"thread_rollback_failed": true, "active_turn_not_steerable": true}

// errorPhrases map parts of messages to error names, for errors without a name, as
// in streams of codex exec (codex-rs/protocol/src/error.rs).
var errorPhrases = []struct{ part, info string }{
	{"usage limit", "usage_limit_exceeded"},
	{"usage_limit", "usage_limit_exceeded"},
	{"out of credits", "usage_limit_exceeded"},
	{"spend cap", "usage_limit_exceeded"},
	{"quota exceeded", "usage_limit_exceeded"},
	{"rate limit", "rate_limit_exceeded"},
	{"429 too many requests", "rate_limit_exceeded"},
	{"context window", "context_window_exceeded"},
}

// addFailure adds an error. closes says that the error ends the turn; otherwise it
// ends the turn only if no entry follows. word is the log's own word for an error
// without a name.
func (r *reader) addFailure(l *line, word string, closes bool, e runlog.Entry) {
	info, message := name(l.is[fErrInfo]), strings.TrimSpace(text(l.is[fErr], r.Limit))
	if message == "" {
		message = strings.TrimSpace(text(l.is[fText], r.Limit))
	}
	if harmless[info] && !closes {
		e.Kind, e.Name, e.Text = runlog.KindOther, "error", message
		r.note(e)
		return
	}
	if isRetry(message) && !closes {
		r.addRetry(message, e)
		return
	}
	if info == "" || info == "other" {
		info = errorName(message)
	}
	e.Kind, e.Text, e.Failed = runlog.KindError, message, true
	if e.Name, e.Outcome = errorOutcome(info, word); e.Text == "" {
		e.Text = info
	}
	r.over(e)
	if e.Outcome == model.OutcomeRateLimited {
		r.setLimitEnd(l, message, e)
	}
	if closes {
		e.Kind = runlog.KindEnd
	}
	r.Add(e, closes)
}

// setLimitEnd finds out when what was used up can be used again.
func (r *reader) setLimitEnd(l *line, message string, e runlog.Entry) {
	said := usageLimits{windows: l.windows, written: e.At}
	t := l.resets.resetTime(e.At)
	if t.IsZero() {
		t = parseRetryTime(message, e.At, r.clock())
	}
	if t.IsZero() {
		t = said.resetTime(e.At)
	}
	if t.IsZero() {
		t = r.quota.resetTime(e.At)
	}
	if !t.IsZero() {
		r.turn.resumes = t
	}
}

// errorName names an error by its message; empty: it cannot be told.
func errorName(message string) string {
	lower := strings.ToLower(runlog.Cut(message, 2<<10))
	for _, t := range errorPhrases {
		if strings.Contains(lower, t.part) {
			return t.info
		}
	}
	return ""
}

// errorOutcome is what the name of an error means, and the word for it.
func errorOutcome(info, word string) (string, model.Outcome) {
	if info == "model_cap" {
		return "rate_limited", model.OutcomeRateLimited
	}
	switch o := runlog.OutcomeOf(info); o {
	case model.OutcomeUnknown, model.OutcomeCompleted:
		return word, model.OutcomeFailed
	default:
		return info, o
	}
}

// isRetry reports whether an error only announces another try, as codex exec
// writes it: "Reconnecting... 2/5".
func isRetry(message string) bool {
	return strings.HasPrefix(message, "Reconnecting") || strings.Contains(message, "; retrying ")
}

// addRetry takes an error after which Codex tries again by itself. It is worth
// knowing where nothing follows it.
func (r *reader) addRetry(message string, e runlog.Entry) {
	e.Kind, e.Name, e.Text = runlog.KindError, "stream_error", message
	if r.Closed {
		r.note(e)
		return
	}
	r.open(e)
	r.Add(e, false)
}
