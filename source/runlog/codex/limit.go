package codex

import (
	"regexp"
	"strconv"
	"strings"
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

// usageLimits is the newest known usage of a session.
type usageLimits struct {
	windows [2]usageWindow
	written time.Time
}

// resetTime returns the latest end of the used-up windows; zero: unknown.
func (q *usageLimits) resetTime(now time.Time) time.Time {
	var last time.Time
	for i := range q.windows {
		if w := &q.windows[i]; w.known && (w.used >= usedUpPercent || !w.usedKnown) {
			if t := w.resetTime(q.written); t.After(last) && t.After(now) {
				last = t
			}
		}
	}
	return last
}

// Codex writes "or try again at 3:04 PM.", on another day "try again at Nov
// 21st, 2026 3:04 PM." (codex-rs/protocol/src/error.rs), and in versions before
// that "Try again in 2 days 3 hours 5 minutes."
var (
	againAt = regexp.MustCompile(`(?i)try again at (?:([a-z]{3}) (\d{1,2})(?:st|nd|rd|th)?, (\d{4}) )?(\d{1,2}:\d{2} ?[ap]m)`)
	againIn = regexp.MustCompile(`(?i)try again in ((?:\d+(?:\.\d+)? ?[a-z]+,? ?(?:and )?)+)`)
	amount  = regexp.MustCompile(`(?i)(\d+(?:\.\d+)?) ?([a-z]+)`)
)

// parseRetryTime reads out of an error when it is worth trying again, given when the
// error was written and in which zone; zero: it does not say.
func parseRetryTime(text string, written time.Time, zone *time.Location) time.Time {
	if written.IsZero() {
		return time.Time{}
	}
	if m := againAt.FindStringSubmatch(text); m != nil {
		clock := strings.ToUpper(strings.ReplaceAll(m[4], " ", ""))
		there := written.In(zone)
		day := there.Format("Jan 2 2006")
		if m[1] != "" {
			day = m[1] + " " + m[2] + " " + m[3]
		}
		t, err := time.ParseInLocation("Jan 2 2006 3:04PM", day+" "+clock, zone)
		if err != nil {
			return time.Time{}
		}
		if m[1] == "" && !t.After(there.Truncate(time.Minute)) {
			t = t.AddDate(0, 0, 1)
		}
		return t.UTC()
	}
	if m := againIn.FindStringSubmatch(text); m != nil {
		var wait time.Duration
		for _, part := range amount.FindAllStringSubmatch(m[1], -1) {
			n, err := strconv.ParseFloat(part[1], 64)
			if err != nil || n > 1e6 {
				return time.Time{}
			}
			wait += time.Duration(n * float64(unit(part[2])))
		}
		if wait > 0 && wait < 1000*24*time.Hour {
			return written.Add(wait)
		}
	}
	return time.Time{}
}

func unit(word string) time.Duration {
	switch strings.ToLower(word) {
	case "ms", "millisecond", "milliseconds":
		return time.Millisecond
	case "s", "sec", "secs", "second", "seconds":
		return time.Second
	case "m", "min", "mins", "minute", "minutes":
		return time.Minute
	case "h", "hr", "hrs", "hour", "hours":
		return time.Hour
	case "d", "day", "days":
		return 24 * time.Hour
	}
	return 0
}
