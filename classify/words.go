package classify

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"notdone/classify/text"
	"notdone/model"
)

const (
	maxQuote    = 500  // bytes of a quoted text
	maxObstacle = 1000 // bytes of an obstacle's text
	maxHeadline = 120
	maxMessage  = 300
)

// Span formats a length of time for messages, in one whole unit: "<1m", "95m", "36h",
// "5d". Minutes are used below two hours and hours below two days.
func Span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "<1m"
	case d < 2*time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%dd", d/(24*time.Hour))
}

// Times writes how often something happened behind what happened: "", " twice",
// " 3 times".
func Times(n int) string {
	switch {
	case n < 2:
		return ""
	case n == 2:
		return " twice"
	}
	return fmt.Sprintf(" %d times", n)
}

// Count writes a number and what is counted: "1 run", "9 runs".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// cut bounds a text to n bytes; what is cut ends in an ellipsis.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	const ellipsis = "…"
	return model.Truncate(s, n-len(ellipsis)) + ellipsis
}

// quote returns a text as evidence, cut to maxQuote.
func quote(where, s string) model.Evidence {
	return model.Evidence{Where: where, Quote: cut(strings.TrimSpace(s), maxQuote)}
}

// quoteObstacle returns the text of an obstacle as evidence.
func quoteObstacle(o *model.Obstacle) model.Evidence {
	e := quote(o.Where, o.Text)
	e.Own = o.Own
	return e
}

// lastWords returns the error that a run ended with, else the first line of its output. own
// reports that the words are notdone's.
func lastWords(r *model.Run) (said string, own bool) {
	if said = text.ErrorLine(r.Error); said != "" {
		return said, r.ErrorOwn
	}
	return firstLine(r.Output), false
}

// firstLine returns the first line of a text that is not blank; "" for a blank text.
func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}

// kindHeadlines says in a few words what an obstacle of a kind is.
var kindHeadlines = map[model.ObstacleKind]string{
	model.KindPermission:   "a permission is missing",
	model.KindAccess:       "access is missing",
	model.KindCredentials:  "credentials are missing",
	model.KindMissingInput: "input is missing",
	model.KindDecision:     "it asks for a decision",
	model.KindDependency:   "it waits for something else",
	model.KindRateLimit:    "rate limited",
	model.KindBudget:       "budget exhausted",
	model.KindTool:         "a tool is missing or fails",
	model.KindEnvironment:  "the environment does not allow it",
	model.KindNetwork:      "something cannot be reached",
	model.KindPolicy:       "declined, citing a policy",
}

// some reports whether a count is known to be above 0.
func some(count *int) bool { return count != nil && *count > 0 }

// zero reports whether a count is known to be 0.
func zero(count *int) bool { return count != nil && *count == 0 }

// finalWords returns the message in plain words, bounded.
func finalWords(in *Input) string {
	said, _ := in.Message()
	return plainWords(said)
}

// maxWords bounds in bytes how much of a text is searched for claims.
const maxWords = 16 << 10

// plainWords returns a text in lower case with plain apostrophes, bounded.
func plainWords(s string) string {
	return strings.ToLower(strings.ReplaceAll(s[:min(len(s), maxWords)], "’", "'"))
}

// quoteClaim returns the sentence of the message that holds an offset in bytes of
// finalWords.
func quoteClaim(in *Input, at int) model.Evidence {
	said, _ := in.Message()
	return quoteSentence(in, unplain(said, at))
}

// quoteSentence returns the sentence of the message that holds an offset in bytes of it.
func quoteSentence(in *Input, at int) model.Evidence {
	said, where := in.Message()
	from, to := sentence(said, at)
	return quote(where, said[from:to])
}

// unplain maps an offset in plainWords(s) to one in s. Both are in bytes.
func unplain(s string, at int) int {
	for i, r := range s {
		if at <= 0 {
			return i
		}
		if at--; r != '’' {
			at -= utf8.RuneLen(unicode.ToLower(r)) - 1
		}
	}
	return len(s)
}

// sentence returns the bounds of the sentence around a position.
func sentence(s string, at int) (from, to int) {
	at = min(at, len(s))
	from = strings.LastIndexAny(s[:at], "\n!?")
	if dot := strings.LastIndex(s[:at], ". "); dot > from {
		from = dot
	}
	from++
	to = len(s)
	if n := strings.IndexAny(s[at:], "\n!?"); n >= 0 {
		to = at + n
	}
	if n := strings.Index(s[at:to], ". "); n >= 0 {
		to = at + n + 1
	}
	return from, to
}

// closingQuestion returns the question that the message ends with, or "".
func closingQuestion(in *Input) string {
	said, _ := in.Message()
	said = strings.TrimRight(said, " \t\r\n*_`")
	if !strings.HasSuffix(said, "?") {
		return ""
	}
	from, _ := sentence(said, len(said)-1)
	return strings.TrimSpace(said[from:])
}
