// Package words says amounts, ages and sums the way people read them, the same
// on the screen and in the commands.
package words

import (
	"strconv"
	"time"
)

// Age says how long ago something was, in whole units: "<1m", "45m", "3h",
// "2d". A moment that has not come yet reads "in 45m"; an unknown one, "".
func Age(then, now time.Time) string {
	if then.IsZero() {
		return ""
	}
	if d := now.Sub(then); d >= 0 {
		return Duration(d)
	}
	return "in " + Duration(then.Sub(now))
}

// Past says how long ago something was that has happened: what a clock says lies
// a moment ahead has happened just now. An unknown moment reads "".
func Past(then, now time.Time) string {
	if then.After(now) {
		then = now
	}
	return Age(then, now)
}

// Duration says a length of time of 0 or more in one whole unit.
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

// Count says how many of something there are: "1 task", "1,204 tasks".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Number writes n with commas between thousands.
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

// Dollars writes a sum of US dollars; a nil sum is unknown and reads "".
func Dollars(usd *float64) string {
	if usd == nil {
		return ""
	}
	return "$" + strconv.FormatFloat(*usd, 'f', 2, 64)
}
