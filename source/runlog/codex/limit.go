package codex

import (
	"time"

	"notdone/source/runlog"
)

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
