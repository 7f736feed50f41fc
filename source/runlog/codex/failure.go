package codex

import (
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// harmless are the errors that say nothing about the turn in which they come
// (codex-rs/protocol/src/protocol.rs, CodexErrorInfo::affects_turn_status).
var harmless = map[string]bool{"thread_rollback_failed": true, "active_turn_not_steerable": true}

// telling are parts of messages by which an error is known that has no name,
// as in streams of codex exec (codex-rs/protocol/src/error.rs).
var telling = []struct{ part, info string }{
	{"usage limit", "usage_limit_exceeded"},
	{"usage_limit", "usage_limit_exceeded"},
	{"out of credits", "usage_limit_exceeded"},
	{"spend cap", "usage_limit_exceeded"},
	{"quota exceeded", "usage_limit_exceeded"},
	{"rate limit", "rate_limit_exceeded"},
	{"429 too many requests", "rate_limit_exceeded"},
	{"context window", "context_window_exceeded"},
}

// failed takes an error. closes says that the turn is over with it; otherwise
// it is so unless something follows. word is the log's own for an error that
// has no name.
func (r *reader) failed(l *line, word string, closes bool, e runlog.Entry) {
	info, message := name(l.is[fErrInfo]), strings.TrimSpace(text(l.is[fErr], r.Limit))
	if message == "" {
		message = strings.TrimSpace(text(l.is[fText], r.Limit))
	}
	if harmless[info] && !closes {
		e.Kind, e.Name, e.Text = runlog.KindOther, "error", message
		r.note(e)
		return
	}
	if retrying(message) && !closes {
		r.retries(message, e)
		return
	}
	if info == "" || info == "other" {
		info = nameOf(message)
	}
	e.Kind, e.Text, e.Failed = runlog.KindError, message, true
	if e.Name, e.Outcome = outcome(info, word); e.Text == "" {
		e.Text = info
	}
	r.over(e)
	if e.Outcome == model.OutcomeRateLimited {
		r.limited(l, message, e)
	}
	if closes {
		e.Kind = runlog.KindEnd
	}
	r.Add(e, closes)
}

// limited finds out when what was used up can be used again.
func (r *reader) limited(l *line, message string, e runlog.Entry) {
	said := quota{windows: l.windows, written: e.At}
	t := l.resets.end(e.At)
	if t.IsZero() {
		t = resumes(message, e.At, r.clock())
	}
	if t.IsZero() {
		t = said.ends(e.At)
	}
	if t.IsZero() {
		t = r.quota.ends(e.At)
	}
	if !t.IsZero() {
		r.turn.resumes = t
	}
}

// nameOf names an error by its message; empty: it cannot be told.
func nameOf(message string) string {
	lower := strings.ToLower(runlog.Cut(message, 2<<10))
	for _, t := range telling {
		if strings.Contains(lower, t.part) {
			return t.info
		}
	}
	return ""
}

// outcome is what the name of an error means, and the word for it.
func outcome(info, word string) (string, model.Outcome) {
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

// retrying reports whether an error only announces another try, as codex exec
// writes it: "Reconnecting... 2/5".
func retrying(message string) bool {
	return strings.HasPrefix(message, "Reconnecting") || strings.Contains(message, "; retrying ")
}

// retries takes an error after which Codex tries again by itself. It is worth
// knowing where nothing follows it.
func (r *reader) retries(message string, e runlog.Entry) {
	e.Kind, e.Name, e.Text = runlog.KindError, "stream_error", message
	if r.Closed {
		r.note(e)
		return
	}
	r.open(e)
	r.Add(e, false)
}
