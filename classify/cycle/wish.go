package cycle

import (
	"fmt"
	"strings"

	"notdone/model"
)

const (
	maxTitle = 4 << 10  // bytes of a title that are looked at
	maxBody  = 64 << 10 // bytes of a body that are looked at
	maxWish  = 200      // bytes of a readable title before it is cut
	cutWish  = 160      // bytes that remain of a longer one, before its hash
)

// Wish returns what was asked for in the form in which wishes are compared:
// equal wishes are the same wish. It is readable: the normalised title, and
// where there is a body, "#" and eight hexadecimal digits of the normalised
// body. Case, spacing, punctuation, dates, times of day, weekdays and notes
// such as "(retry 2)" make no difference; numbers, versions and names do. It is
// empty when title and body hold no word.
func Wish(title, body string) string {
	t := wishTitle(title)
	h, ok := bodyHash(body)
	switch {
	case !ok:
		return t
	case t == "":
		return fmt.Sprintf("#%08x", h)
	}
	return fmt.Sprintf("%s #%08x", t, h)
}

// wishTitle normalises until nothing changes, so that the wish of a wish is that
// wish. Each round only removes words.
func wishTitle(title string) string {
	s := wishOnce(model.Truncate(title, maxTitle))
	for {
		again := wishOnce(s)
		if again == s {
			return s
		}
		s = again
	}
}

func wishOnce(s string) string {
	words := splitWords(dropRetryNotes(fold(s)))
	if len(words) == 0 { // nothing but a mark, or nothing at all
		words = splitWords(fold(s))
	}
	markTimes(words)
	out := joinKept(words)
	if len(out) <= maxWish {
		return string(out)
	}
	cut := strings.TrimSpace(model.Truncate(string(out), cutWish))
	return fmt.Sprintf("%s %08x", cut, hash32(out))
}

// joinKept joins the words that are not dropped; all of them, when none is left.
func joinKept(words []word) []byte {
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
	return b
}

// bodyHash hashes the words of a body; false when it has none.
func bodyHash(body string) (uint32, bool) {
	words := splitWords(fold(model.Truncate(body, maxBody)))
	if len(words) == 0 {
		return 0, false
	}
	markTimes(words)
	return hash32(joinKept(words)), true
}

// markTimes marks the words that only say when: dates, times of day and
// weekdays, and the preposition before them.
func markTimes(words []word) {
	for i := range words {
		if !words[i].drop {
			markTimeAt(words, i)
		}
	}
	for i := range words {
		if words[i].drop || !maybeWeekday(words[i].core) {
			continue
		}
		if whole, known := weekdays[words[i].core]; known {
			words[i].drop = whole || words[i].bracket || words[i].comma || i == 0 || i == len(words)-1 ||
				words[i-1].drop || words[i+1].drop
		}
	}
	for i := len(words) - 1; i > 0; i-- {
		if words[i].drop && !words[i-1].drop && beforeTime(words[i-1].core) {
			words[i-1].drop = true
		}
	}
}

// markTimeAt marks the date or time of day that begins at word i, if one does.
func markTimeAt(words []word, i int) {
	at := func(j int) string {
		if j < len(words) {
			return words[j].core
		}
		return ""
	}
	mark := func(n int) {
		for j := i; j < i+n; j++ {
			words[j].drop = true
		}
	}
	s := words[i].core
	if !isDigit(s[0]) {
		if s[0] < 'a' || s[0] > 's' || !months[s] {
			return
		}
		switch {
		case isDayOfMonth(at(i+1)) && isYear(at(i+2)):
			mark(3)
		case isDayOfMonth(at(i + 1)), isYear(at(i + 1)):
			mark(2)
		}
		return
	}
	switch {
	case isDate(s):
		mark(1)
	case isClock(s):
		if mark(1); isTimeZone(at(i + 1)) {
			mark(2)
		}
	case isDayOfMonth(s) && months[at(i+1)]:
		if mark(2); isYear(at(i + 2)) {
			mark(3)
		}
	}
}

func beforeTime(s string) bool {
	switch s {
	case "for", "on", "at", "of", "from", "by", "dated":
		return true
	}
	return false
}
