package text

import (
	"strings"
)

// reviewTags is how many lines begin with how bad something is in a review.
const reviewTags = 2

// isReview reports whether the message lists what was found, each with how bad it is. It was asked for a
// verdict, which is on the work of another.
func (r *reader) isReview() bool {
	if strings.Contains(r.message, `"severity"`) {
		return true
	}
	n := 0
	for line := range strings.Lines(r.message) {
		word, _, tagged := cutAtAny(strings.TrimLeft(line, " \t-*#[(|`0123456789."), ":*])| \n")
		if tagged && severities[word] {
			n++
		}
	}
	return n >= reviewTags
}

func cutAtAny(s, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// isOfReviewed reports whether a line states a verdict or whether something passed, and not the state of the work
// itself.
func (r *reader) isOfReviewed(line edgeLine) bool {
	key, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(r.message[line.start:line.end], " \t-*#>{\"'_`")), ":")
	key = strings.Trim(key, " *_\"'`")
	return statedKeys[key] || statedFlags[key]
}
