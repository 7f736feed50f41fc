package codex

import (
	"time"

	"notdone/source/runlog"
)

// usageWindow is a span of time in which only so much may be used
// (codex-rs/protocol/src/protocol.rs, RateLimitWindow).
type usageWindow struct {
	used        float64 // percent
	resetsAt    int64   // the reset time in seconds since 1970; 0: not given
	resetsAfter float64 // the same in seconds after the time of the line
	known       bool
	usedKnown   bool // used was given
}

// usedUpPercent is the percentage above which a window counts as used up. It is less
// than 100, because the newest reading may be a little old.
const usedUpPercent = 95

// read reads the fields of a window.
func (w *usageWindow) read(v runlog.Value) {
	if n, ok := v.Get("used_percent").Number(); ok {
		w.used, w.usedKnown, w.known = n, true, true
	}
	if n := v.Get("resets_at").Count(); n > 0 {
		w.resetsAt, w.known = n, true
	}
	if n, ok := v.First("resets_in_seconds", "reset_after_seconds").Number(); ok {
		w.resetsAfter, w.known = n, true
	}
}

// readWindows reads the usage of a session.
func readWindows(v runlog.Value) (windows [2]usageWindow) {
	windows[0].read(v)
	windows[0].read(v.Get("primary"))
	windows[1].read(v.Get("secondary"))
	return windows
}

// resetTime returns the end of the window, given the time of the line; zero: not given,
// or before the line.
func (w *usageWindow) resetTime(written time.Time) time.Time {
	var t time.Time
	switch {
	case w.resetsAt > 0 && w.resetsAt < 1e11:
		t = time.Unix(w.resetsAt, 0).UTC()
	case w.resetsAfter > 0 && w.resetsAfter < 1e8 && !written.IsZero():
		t = written.Add(time.Duration(w.resetsAfter * float64(time.Second)))
	}
	if !t.After(written) {
		return time.Time{}
	}
	return t
}

// limitEnd returns the latest end of the used-up windows after the time of the line;
// zero: unknown.
func limitEnd(windows [2]usageWindow, written time.Time) (last time.Time) {
	for i := range windows {
		if w := &windows[i]; w.known && (w.used >= usedUpPercent || !w.usedKnown) {
			if t := w.resetTime(written); t.After(last) {
				last = t
			}
		}
	}
	return last
}
