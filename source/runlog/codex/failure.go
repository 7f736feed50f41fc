package codex

import (
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/runlog"
)

// harmless are the errors that do not affect the outcome of their turn
// (codex-rs/protocol/src/protocol.rs, CodexErrorInfo::affects_turn_status).
var harmless = runlog.WordSet("codex-harmless")

// failure is an error in a record.
type failure struct {
	info    string // its name
	message string
	reset   time.Time // when its usage limit ends; zero: unknown
}

// readFailure reads the error of a record that was written at the time.
func (r *reader) readFailure(v runlog.Value, written time.Time) (f failure) {
	err := v.First("error")
	f.message = strings.TrimSpace(err.Decode(r.Limit) + err.Get("message").Decode(r.Limit))
	if f.message == "" {
		f.message = strings.TrimSpace(v.First("text", "message").Decode(r.Limit))
	}
	info := v.First("codex_error_info")
	if info.Kind() == 0 {
		info = err.First("codex_error_info", "code", "type")
	}
	f.info = info.Name()
	ends := []time.Time{windowEnd(v, written), windowEnd(err, written)}
	for name, details := range info.All() { // an error with details: its name is their key
		f.info = runlog.Decode(name, runlog.MaxTitle)
		ends = append(ends, windowEnd(details, written))
	}
	ends = append(ends, runlog.ParseReset(f.message, written, r.timeZone()),
		limitEnd(v.Get("rate_limits"), written), limitEnd(err.Get("rate_limits"), written), r.quota)
	if i := slices.IndexFunc(ends, func(end time.Time) bool { return end.After(written) }); i >= 0 {
		f.reset = ends[i]
	}
	return f
}

// addFailure adds an error. closes says that the error ends the turn; otherwise it
// ends the turn only if no entry follows. word is the log's own word for an error
// without a name.
func (r *reader) addFailure(f failure, word string, closes bool, e runlog.Entry) {
	switch {
	case closes:
	case harmless[f.info]:
		e.Name, e.Text = "error", f.message
		r.Show(e)
		return
	case isRetry(f.message):
		r.addRetry(f.message, e)
		return
	}
	if f.info == "" || f.info == "other" {
		f.info = errorName(f.message)
	}
	e.Kind, e.Text, e.Failed = runlog.KindError, f.message, true
	if e.Name, e.Outcome = errorOutcome(f.info, word); e.Text == "" {
		e.Text = f.info
	}
	r.endCalls(e)
	if e.Outcome == model.OutcomeRateLimited {
		r.Resumes = f.reset
	}
	if closes {
		e.Kind = runlog.KindEnd
	}
	r.Add(e, closes)
}

// errorName returns the name of an error by its message; empty: it is unknown.
func errorName(message string) string {
	lower := strings.ToLower(runlog.Cut(message, 2<<10))
	for _, name := range []string{"usage_limit_exceeded", "rate_limit_exceeded", "context_window_exceeded"} {
		if runlog.HasAnyPart(lower, runlog.Phrases(name)) {
			return name
		}
	}
	return ""
}

// errorOutcome returns the word for an error with the name, and its outcome.
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

// addRetry adds an error after which Codex tries again by itself. It counts only if
// nothing follows it.
func (r *reader) addRetry(message string, e runlog.Entry) {
	e.Kind, e.Name, e.Text = runlog.KindError, "stream_error", message
	if r.Closed {
		r.Show(e)
		return
	}
	r.open(e)
	r.Add(e, false)
}

// usedUpPercent is the percentage above which a usage limit counts as reached. It is less
// than 100, because the newest reading may be a little old.
const usedUpPercent = 95

// windowEnd returns the end of a span of time in which only so much may be used
// (codex-rs/protocol/src/protocol.rs, RateLimitWindow), by a line that was written at the
// time; zero: there is usage left, or the end is unknown or before the line.
func windowEnd(v runlog.Value, written time.Time) (end time.Time) {
	if used, ok := v.Get("used_percent").Number(); ok && used < usedUpPercent {
		return time.Time{}
	}
	seconds, ok := v.First("resets_in_seconds", "reset_after_seconds").Number()
	if at := v.Get("resets_at").Count(); at > 0 && at < 1e11 {
		end = time.Unix(at, 0).UTC()
	} else if ok && seconds < 1e8 && !written.IsZero() {
		end = written.Add(time.Duration(seconds * float64(time.Second)))
	}
	if !end.After(written) {
		return time.Time{}
	}
	return end
}

// limitEnd returns the latest end of the used-up windows of a session; zero: unknown.
func limitEnd(limits runlog.Value, written time.Time) (last time.Time) {
	for _, v := range []runlog.Value{limits, limits.Get("primary"), limits.Get("secondary")} {
		if end := windowEnd(v, written); end.After(last) {
			last = end
		}
	}
	return last
}
