package claude

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// epoch reads seconds or milliseconds since 1970; what is no plausible time is
// zero.
func epoch(n int64) time.Time {
	if n > 1e11 {
		n /= 1000
	}
	if n < 946684800 || n > 4102444800 {
		return time.Time{}
	}
	return time.Unix(n, 0).UTC()
}

var (
	stamp  = regexp.MustCompile(`limit reached\|(\d{10,13})`)
	within = regexp.MustCompile(`(?i)resets? in (?:(\d{1,3}) ?d(?:ays?)?)? ?(?:(\d{1,3}) ?h(?:ours?|rs?)?)? ?(?:(\d{1,4}) ?m(?:in(?:utes?)?)?)?`)
	clock  = regexp.MustCompile(`(?i)resets?(?: at| on)?:? (?:(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:at )?)?(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})(?:,? (\d{4}))?(?:,| at)* )?(\d{1,2})(?::(\d{2}))? ?(am|pm)?(?: ?\(([A-Za-z][A-Za-z0-9_+/-]{1,40})\))?`)
	months = "janfebmaraprmayjunjulaugsepoctnovdec"
	days   = "sunmontuewedthufrisat"
)

// parseReset reads when a limit ends from an error that was written at the time; zero
// where the error does not say or that time is not known. A time without a zone is one
// of the machine that wrote it.
func parseReset(text string, at time.Time, zone *time.Location) time.Time {
	if m := stamp.FindStringSubmatch(text); m != nil {
		n, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			return time.Time{}
		}
		return epoch(n)
	}
	if at.IsZero() {
		return time.Time{}
	}
	if m := within.FindStringSubmatch(text); m != nil && m[1]+m[2]+m[3] != "" {
		return at.Add(time.Duration(number(m[1]))*24*time.Hour + time.Duration(number(m[2]))*time.Hour + time.Duration(number(m[3]))*time.Minute)
	}
	m := clock.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}
	}
	if l, err := time.LoadLocation(m[8]); m[8] != "" && m[8] != "Local" && err == nil {
		zone = l
	}
	return nextClock(m, at.In(zone)).UTC()
}

// nextClock returns the first time after at that the parts of clock name.
func nextClock(m []string, at time.Time) time.Time {
	hour, minute := number(m[5]), number(m[6])
	half := strings.ToLower(m[7])
	if half != "" && hour > 12 {
		return time.Time{}
	}
	switch half {
	case "am":
		hour %= 12
	case "pm":
		hour = hour%12 + 12
	}
	if hour > 23 || minute > 59 {
		return time.Time{}
	}
	if m[2] != "" {
		month := time.Month(strings.Index(months, strings.ToLower(m[2]))/3 + 1)
		year := at.Year()
		if m[4] != "" {
			year = number(m[4])
		}
		t := time.Date(year, month, number(m[3]), hour, minute, 0, 0, at.Location())
		if m[4] == "" && t.Before(at.AddDate(0, -6, 0)) {
			t = t.AddDate(1, 0, 0)
		}
		return t
	}
	t := time.Date(at.Year(), at.Month(), at.Day(), hour, minute, 0, 0, at.Location())
	if m[1] != "" {
		want := strings.Index(days, strings.ToLower(m[1])) / 3
		t = t.AddDate(0, 0, (want-int(t.Weekday())+7)%7)
		if !t.After(at) {
			t = t.AddDate(0, 0, 7)
		}
		return t
	}
	if !t.After(at) {
		t = t.AddDate(0, 0, 1)
	}
	return t
}

// number reads digits that an expression has matched; none are 0.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
