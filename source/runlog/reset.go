package runlog

import (
	"strconv"
	"strings"
	"time"

	"notdone/classify/wordlist"
)

// Claude Code writes "limit reached|1760000000", "resets 2pm (Europe/Paris)", "resets Mar
// 9, 3am" or "resets in 2h 15m", Codex "try again at Nov 21st, 2026 3:04 PM." or "Try
// again in 2 days 3 hours 5 minutes." (codex-rs/protocol/src/error.rs).
var (
	resetStamp  = wordlist.Pattern(`limit reached\|(\d{10,13})`)
	resetIn     = wordlist.Pattern(`(?i)(?:resets?|try again) in ((?:\d{1,6}(?:\.\d+)? ?[a-z]+,? ?(?:and )?)+)`)
	resetAmount = wordlist.Pattern(`(\d+(?:\.\d+)?) ?([A-Za-z]+)`)
	resetAt     = wordlist.Pattern(`(?i)(?:resets?(?: at| on)?:?|try again at) (?:(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:at )?)?` +
		`(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?:,| at)* )?` +
		`(\d{1,2})(?::(\d{2}))? ?(am|pm)?(?: ?\(([A-Za-z][A-Za-z0-9_+/-]{1,40})\))?`)
)

const (
	monthNames = "JanFebMarAprMayJunJulAugSepOctNovDec"
	dayNames   = "sunmontuewedthufrisat"
)

// ParseReset reads when a usage limit ends from an error that was written at the time;
// zero where the error does not say or that time is not known. A time without a zone is
// one of the machine that wrote it.
func ParseReset(text string, at time.Time, zone *time.Location) time.Time {
	if m := resetStamp().FindStringSubmatch(text); m != nil {
		end, _ := ParseNumber([]byte(m[1]))
		return end
	}
	if at.IsZero() {
		return time.Time{}
	}
	if m := resetIn().FindStringSubmatch(text); m != nil {
		var wait time.Duration
		for _, part := range resetAmount().FindAllStringSubmatch(m[1], -1) {
			if n, err := strconv.ParseFloat(part[1], 64); err == nil {
				wait += time.Duration(n * float64(durationUnit(strings.ToLower(part[2]))))
			}
		}
		if wait > 0 && wait < 1000*24*time.Hour {
			return at.Add(wait)
		}
	}
	m := resetAt().FindStringSubmatch(text)
	if m == nil {
		return time.Time{}
	}
	if z, err := time.LoadLocation(m[8]); m[8] != "" && m[8] != "Local" && err == nil {
		zone = z
	}
	return nextTime(m, at.In(zone)).UTC()
}

// durationUnit returns the duration that a word names; 0: it names none.
func durationUnit(word string) time.Duration {
	switch {
	case word == "ms", strings.HasPrefix(word, "milli"):
		return time.Millisecond
	case word == "s", strings.HasPrefix(word, "sec"):
		return time.Second
	case word == "m", strings.HasPrefix(word, "min"):
		return time.Minute
	case word == "h", word == "hr", word == "hrs", strings.HasPrefix(word, "hour"):
		return time.Hour
	case word == "d", strings.HasPrefix(word, "day"):
		return 24 * time.Hour
	}
	return 0
}

// nextTime returns the first time after at that the parts of resetAt name; zero: they
// name none.
func nextTime(m []string, at time.Time) time.Time {
	number := func(i int) int { n, _ := strconv.Atoi(m[i]); return n } // a missing part is 0
	hour, minute, half := number(5), number(6), strings.ToLower(m[7])
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
	year, month, day := at.Date()
	if m[2] != "" {
		month = time.Month(strings.Index(strings.ToLower(monthNames), strings.ToLower(m[2]))/3 + 1)
		day = number(3)
		if m[4] != "" {
			year = number(4)
		}
	}
	t := time.Date(year, month, day, hour, minute, 0, 0, at.Location())
	switch {
	case m[2] != "":
		if m[4] == "" && t.Before(at.AddDate(0, -6, 0)) {
			t = t.AddDate(1, 0, 0)
		}
	case m[1] != "":
		weekday := strings.Index(dayNames, strings.ToLower(m[1])) / 3
		t = t.AddDate(0, 0, (weekday-int(t.Weekday())+7)%7)
		if !t.After(at) {
			t = t.AddDate(0, 0, 7)
		}
	case !t.After(at):
		t = t.AddDate(0, 0, 1)
	}
	return t
}
