// Package words formats numbers, ages and costs for display, on the screen and in the
// commands.
package words

import (
	"strconv"
	"strings"
	"time"
)

// Age returns the time from then to now in one whole unit: "<1m", "45m", "3h", "2d". A
// time in the future is "in 45m"; a zero time is "".
func Age(then, now time.Time) string {
	if then.IsZero() {
		return ""
	}
	if d := now.Sub(then); d >= 0 {
		return Duration(d)
	}
	return "in " + Duration(then.Sub(now))
}

// Past is Age for an event that has happened. A time in the future, which another clock
// has written, is "<1m".
func Past(then, now time.Time) string {
	if then.After(now) {
		then = now
	}
	return Age(then, now)
}

// Duration returns a duration of at least 0 in one whole unit.
func Duration(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "<1m"
	case d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	case d < 48*time.Hour:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	}
	return strconv.Itoa(int(d/(24*time.Hour))) + "d"
}

// Interval returns how often something happens, exactly and as ParseDuration reads it: "90m" is
// "1h30m", a day "1d", a week "7d".
func Interval(d time.Duration) string {
	if day := 24 * time.Hour; d >= day && d%day == 0 {
		return strconv.Itoa(int(d/day)) + "d"
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// Count returns a number with its noun: "1 task", "1,204 tasks".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Number returns n with commas between thousands.
func Number(n int) string {
	if n < 0 {
		return "-" + Number(-n)
	}
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Dollars returns an amount in US dollars; a nil amount is unknown and "".
func Dollars(usd *float64) string {
	if usd == nil {
		return ""
	}
	return "$" + strconv.FormatFloat(*usd, 'f', 2, 64)
}
