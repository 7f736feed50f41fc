package cycle

import "strings"

// isDate reports whether a folded word is a whole date, with or without a time
// of day: 2026-11-20, 20.11.2026, 11/20/2026, 20261120, 2026-w47,
// 2026-11-20t07:30:00z. Dotted dates with the year first are left alone,
// because versions look like that.
func isDate(s string) bool {
	if len(s) < 7 || !isDigit(s[0]) {
		return false
	}
	if len(s) >= 8 && isDigits(s[:8]) {
		return validDate(number(s[:4]), number(s[4:6]), number(s[6:8])) && isClockTail(s[8:])
	}
	if y := number(s[:4]); y >= 1900 && y < 2200 {
		if w, ok := strings.CutPrefix(strings.TrimPrefix(s[4:], "-"), "w"); ok {
			return len(w) >= 2 && between(number(w[:2]), 1, 53) && (len(w) == 2 || len(w) == 4 && w[2] == '-' && isDigit(w[3]))
		}
		if sep := s[4]; (sep == '-' || sep == '/') && len(s) >= 8 {
			month, rest, ok := strings.Cut(s[5:], string(sep))
			if !ok {
				return false
			}
			n := leadingDigits(rest)
			return validDate(y, number(month), number(rest[:n])) && isClockTail(rest[n:])
		}
		return false
	}
	return isDayFirst(s)
}

// isDayFirst reports whether s is a date that ends with the year.
func isDayFirst(s string) bool {
	n := leadingDigits(s)
	if n == 0 || n > 2 || n >= len(s) || !strings.ContainsRune("./-", rune(s[n])) {
		return false
	}
	second, year, ok := strings.Cut(s[n+1:], s[n:n+1])
	if !ok || len(year) != 4 {
		return false
	}
	a, b, y := number(s[:n]), number(second), number(year)
	return validDate(y, b, a) || validDate(y, a, b) && s[n] == '/'
}

func validDate(y, m, d int) bool {
	return between(y, 1900, 2199) && between(m, 1, 12) && between(d, 1, 31)
}

func between(n, low, high int) bool { return low <= n && n <= high }

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

// isClockTail reports whether what follows a date is nothing or a time of day.
func isClockTail(s string) bool {
	if s == "" || s == "z" {
		return true
	}
	s, ok := strings.CutPrefix(s, "t")
	return ok && (isClock(s) || isDigits(strings.TrimSuffix(s, "z")) && len(s) >= 4 && len(s) <= 7)
}

// isClock reports whether s is a time of day: 07:30, 7:30pm, 7am, 07:30:15.5z,
// 07:30+01:00.
func isClock(s string) bool {
	n := leadingDigits(s)
	if n == 0 || n > 2 || number(s[:n]) > 24 {
		return false
	}
	hour, rest := number(s[:n]), s[n:]
	if rest == "am" || rest == "pm" {
		return between(hour, 1, 12)
	}
	if len(rest) < 3 || rest[0] != ':' || !isDigits(rest[1:3]) || number(rest[1:3]) > 59 {
		return false
	}
	rest = rest[3:]
	if len(rest) >= 3 && rest[0] == ':' && isDigits(rest[1:3]) && number(rest[1:3]) <= 60 {
		rest = rest[3:]
		if len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') {
			rest = rest[1+leadingDigits(rest[1:]):]
		}
	}
	switch rest {
	case "", "z", "am", "pm":
		return true
	}
	if rest[0] != '+' && rest[0] != '-' {
		return false
	}
	offset := strings.Replace(rest[1:], ":", "", 1)
	return isDigits(offset) && (len(offset) == 2 || len(offset) == 4)
}

// isTimeZone reports whether a word after a time of day belongs to it.
func isTimeZone(s string) bool {
	switch s {
	case "am", "pm", "utc", "gmt", "z", "cet", "cest", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "bst", "uhr":
		return true
	}
	return false
}

var months = map[string]bool{
	"january": true, "february": true, "march": true, "april": true, "may": true, "june": true, "july": true,
	"august": true, "september": true, "october": true, "november": true, "december": true,
	"jan": true, "feb": true, "mar": true, "apr": true, "jun": true, "jul": true, "aug": true, "sep": true,
	"sept": true, "oct": true, "nov": true, "dec": true,
}

// weekdays holds the names of the days; true: the name has no other meaning.
var weekdays = map[string]bool{
	"monday": true, "tuesday": true, "wednesday": true, "thursday": true, "friday": true, "saturday": true, "sunday": true,
	"mon": false, "tue": false, "tues": false, "wed": false, "thu": false, "thur": false, "thurs": false, "fri": false,
	"sat": false, "sun": false,
}

// isDayOfMonth reports whether s is 1 to 31, also as 1st, 2nd, 3rd, 4th.
func isDayOfMonth(s string) bool {
	n := leadingDigits(s)
	switch s[n:] {
	case "", "st", "nd", "rd", "th":
		return n <= 2 && between(number(s[:n]), 1, 31)
	}
	return false
}

func isYear(s string) bool { return len(s) == 4 && between(number(s), 1900, 2199) }

// maybeWeekday is a fast check that rules out most words.
func maybeWeekday(s string) bool {
	return len(s) >= 3 && len(s) <= 9 && (s[0] == 'm' || s[0] == 't' || s[0] == 'w' || s[0] == 'f' || s[0] == 's') &&
		(len(s) <= 5 || s[len(s)-1] == 'y')
}
