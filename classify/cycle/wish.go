package cycle

import (
	"regexp"
	"strings"

	"notdone/classify/wordlist"
	"notdone/model"
)

const (
	maxAsked = 64 << 10 // bytes of title and body that are read
	maxWish  = 200      // bytes of the longest wish that is not cut
	cutWish  = 160      // bytes that a longer wish keeps in front of its hash
)

// Wish returns the normalised text of a request. Two tasks ask for the same if their wishes are
// equal. Title and body are read as one text, so a task with a title and a body and a prompt
// whose first line is that title have the same wish. Case, spacing, punctuation, dates, times
// of day, weekdays and notes such as "(retry 2)" in the first line make no difference; numbers,
// versions and names do. A wish is readable: of a long text it holds the first words and a hash
// of all. It is empty when title and body hold no word.
func Wish(title, body string) string {
	asked := title
	if body != "" {
		asked = model.Truncate(title, maxAsked) + "\n" + body
	}
	s := wishOnce(model.Truncate(strings.TrimSpace(asked), maxAsked))
	// Normalise until nothing changes, so that Wish(Wish(s)) == Wish(s). It ends because each
	// round only removes words.
	for {
		again := wishOnce(s)
		if again == s {
			return s
		}
		s = again
	}
}

// WishOf returns the wish of a case: the one that its source gives, or that of its title
// and body. It costs about as much as reading the case, so callers avoid it where they can.
func WishOf(c *model.Case) string {
	if c.Task.Wish != "" {
		return c.Task.Wish
	}
	return Wish(c.Task.Title, c.Body)
}

// wishOnce normalises a text once. Its first line is the title.
func wishOnce(s string) string {
	title, body, _ := strings.Cut(s, "\n")
	title, body = fold(title), " "+fold(body)
	words := splitWords(dropRetryNotes(title) + body)
	if len(words) == 0 { // the title is a retry note alone, or there is no text
		words = splitWords(title)
	}
	markTimes(words)
	out := joinKept(words)
	if len(out) <= maxWish {
		return out
	}
	return strings.TrimSpace(model.Truncate(out, cutWish)) + " " + hash32(out)
}

// joinKept joins the words that are not dropped; all words if all are dropped.
func joinKept(words []word) string {
	kept, size := 0, 0
	for i := range words {
		if !words[i].drop {
			kept++
		}
		size += len(words[i].core) + 1
	}
	b := make([]byte, 0, size)
	for i := range words {
		if words[i].drop && kept > 0 {
			continue
		}
		if len(b) > 0 && b[len(b)-1] != ' ' {
			b = append(b, ' ')
		}
		b = appendToken(b, words[i].core)
	}
	return string(b)
}

// The words of dates and times. weekdays maps each name to whether it has no other meaning ("sat"
// has); beforeTime holds the prepositions that precede a time.
var (
	months, timeZones, beforeTime = lists.Set("month"), lists.Set("time-zone"), lists.Set("before-time")
	weekdays                      = weekdayNames()
)

func weekdayNames() map[string]bool {
	names := lists.Set("weekday")
	for _, short := range lists["weekday-short"] {
		names[short] = false
	}
	return names
}

// markTimes drops dates, times of day and weekdays, and the preposition before them.
func markTimes(words []word) {
	for i := range words {
		if words[i].drop || !isDigit(words[i].core[0]) && !months[words[i].core] {
			continue // as are most words
		}
		for k := range timeLength(words[i:]) {
			words[i+k].drop = true
		}
	}
	for i := range words {
		w := &words[i]
		if w.drop || strings.IndexByte("mtwfs", w.core[0]) < 0 {
			continue
		}
		if whole, known := weekdays[w.core]; known {
			edge := i == 0 || i == len(words)-1
			w.drop = whole || w.bracket || w.comma || edge || words[i-1].drop || words[i+1].drop
		}
	}
	for i := len(words) - 1; i > 0; i-- {
		if words[i].drop && beforeTime[words[i-1].core] {
			words[i-1].drop = true
		}
	}
}

// timeLength returns the number of words of the date or time of day that the words begin with; 0
// if they begin with none.
func timeLength(words []word) int {
	at := func(i int) string {
		if i < len(words) {
			return words[i].core
		}
		return ""
	}
	first := at(0)
	n := 0
	switch {
	case months[first] && isDayOfMonth(at(1)):
		n = 2
	case months[first] && isYear(at(1)):
		return 2
	case isDate(first):
		return 1
	case isClock(first):
		if timeZones[at(1)] {
			return 2
		}
		return 1
	case isDayOfMonth(first) && months[at(1)]:
		n = 2
	default:
		return 0
	}
	if isYear(at(n)) {
		n++
	}
	return n
}

// clock is a time of day: 07:30, 7:30pm, 7am, 07:30:15.5z, 07:30+01:00.
const clock = `(?:(?:0?[1-9]|1[0-2])[ap]m|` +
	`(?:[01]?\d|2[0-4]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:z|[ap]m|[+-]\d\d(?::?\d\d)?)?)`

// dates are the forms of a whole date, with or without a time of day: 2026-11-20,
// 20.11.2026, 11/20/2026, 20261120, 2026-11-20t07:30:00z. Dotted dates with the year
// first are left alone, because versions look like that.
var (
	afterDate = `(?:z|t(?:` + clock + `|\d{4,7}|\d{3,6}z))?$`
	dates     = []struct {
		form             func() *regexp.Regexp
		year, month, day int // the submatches
	}{
		{wordlist.Pattern(`^(\d{4})(\d\d)(\d\d)` + afterDate), 1, 2, 3},
		{wordlist.Pattern(`^(\d{4})-(\d+)-(\d+)` + afterDate), 1, 2, 3},
		{wordlist.Pattern(`^(\d{4})/(\d+)/(\d+)` + afterDate), 1, 2, 3},
		{wordlist.Pattern(`^(\d\d?)/(\d+)/(\d{4})$`), 3, 1, 2},
		{wordlist.Pattern(`^(\d\d?)/(\d+)/(\d{4})$`), 3, 2, 1},
		{wordlist.Pattern(`^(\d\d?)\.(\d+)\.(\d{4})$`), 3, 2, 1},
		{wordlist.Pattern(`^(\d\d?)-(\d+)-(\d{4})$`), 3, 2, 1},
	}
	week      = wordlist.Pattern(`^(?:19|20|21)\d\d-?w(\d\d)(?:-\d)?$`)
	clockWord = wordlist.Pattern(`^` + clock + `$`)
)

// isDate reports whether a folded word is a whole date or a week: 2026-w47.
func isDate(s string) bool {
	if len(s) < 7 || !isDigit(s[0]) {
		return false // as are most words
	}
	for _, d := range dates {
		m := d.form().FindStringSubmatch(s)
		if m != nil && isYear(m[d.year]) && between(number(m[d.month]), 1, 12) && between(number(m[d.day]), 1, 31) {
			return true
		}
	}
	w := week().FindStringSubmatch(s)
	return w != nil && between(number(w[1]), 1, 53)
}

// isClock reports whether s is a time of day.
func isClock(s string) bool {
	return len(s) >= 3 && strings.ContainsAny(s, ":m") && clockWord().MatchString(s)
}

// isDayOfMonth reports whether s is 1 to 31, also as 1st, 2nd, 3rd, 4th.
func isDayOfMonth(s string) bool {
	day := strings.TrimLeft(s, digits)
	switch day {
	case "", "st", "nd", "rd", "th":
		n := strings.TrimSuffix(s, day)
		return len(n) <= 2 && between(number(n), 1, 31)
	}
	return false
}

func isYear(s string) bool { return len(s) == 4 && between(number(s), 1900, 2199) }

func between(n, low, high int) bool { return low <= n && n <= high }
