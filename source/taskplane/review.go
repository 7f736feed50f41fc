package taskplane

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// verdict is what a review decides.
type verdict uint8

const (
	verdictUnknown verdict = iota
	verdictApprove
	verdictRevise
	verdictRethink
)

func (v verdict) String() string {
	return [...]string{"UNKNOWN", "APPROVE", "REVISE", "RETHINK"}[v]
}

// refuses reports whether the work has to be done again.
func (v verdict) refuses() bool { return v == verdictRevise || v == verdictRethink }

var verdicts = map[string]verdict{"approve": verdictApprove, "revise": verdictRevise, "rethink": verdictRethink}

var (
	// verdictWord is a verdict that stands where reviews have it: after the word, on the
	// same line or a later one, in whatever marks.
	verdictWord = regexp.MustCompile("(?im)(?:^[ \t>#*_-]*|##\\s*[*_]*)verdict[\\s:*_`\"'\\[(=–—-]*(approve|revise|rethink)")
	// choice follows a verdict in a form that nobody filled in: all of them are named.
	choice = regexp.MustCompile(`(?i)^[a-z]*[\s*_` + "`" + `]*[|/,][\s*_` + "`" + `]*(?:or\s+)?(approve|revise|rethink)`)
)

// verdictPhrases are looked for, in this order, in a review without a verdict in its
// place. That it holds the word for an approval says little: refusals hold it, too.
var verdictPhrases = []struct {
	of      verdict
	phrases []string
}{
	{verdictRevise, []string{
		"changes requested", "request changes", "requesting changes", "needs revision", "do not approve", "don't approve", "cannot approve",
		"can't approve", "can not approve", "not approved", "unable to approve",
	}},
	{verdictApprove, []string{"approve"}},
	{verdictRevise, []string{"revise"}},
	{verdictRethink, []string{"rethink", "re-think"}},
}

// parseVerdict reads the verdict of a review.
func parseVerdict(text string) verdict {
	for _, m := range verdictWord.FindAllStringSubmatchIndex(text, -1) {
		if !choice.MatchString(text[m[3]:min(m[3]+60, len(text))]) {
			return verdicts[strings.ToLower(text[m[2]:m[3]])]
		}
	}
	if verdictWord.MatchString(text) {
		return verdictUnknown // a form that was not filled in
	}
	lower := strings.ReplaceAll(strings.ToLower(text), "’", "'")
	for _, v := range verdictPhrases {
		for _, phrase := range v.phrases {
			if strings.Contains(lower, phrase) {
				return v.of
			}
		}
	}
	return verdictUnknown
}

// reviewFile is what a review says.
type reviewFile struct {
	Verdict verdict
	Summary string // what it asks for, in its own words
}

var summaryHead = regexp.MustCompile(`(?im)^#{2,4}[ \t]*(?:summary|issues found|issues)[ \t:]*\n`)

func parseReview(raw []byte) any {
	r := &reviewFile{Verdict: parseVerdict(string(raw))}
	for _, m := range summaryHead.FindAllIndex(raw, -1) {
		for line := range strings.Lines(string(raw[m[1]:])) {
			if strings.HasPrefix(line, "#") {
				break
			}
			if line = clean([]byte(line)); line != "" {
				r.Summary = line
				return r
			}
		}
	}
	return r
}

// review is one review of a step, by its file.
type review struct {
	Number int
	Code   bool // of the code, not of the plan
	Step   int
	Rel    string
	reviewFile
}

func (r *review) name() string { return strings.TrimSuffix(path.Base(r.Rel), ".md") }

var reviewName = regexp.MustCompile(`^R(\d{1,6})-(plan|code)-step(\d{1,6})\.md$`)

// parseReviewName reads the name of a review's file.
func parseReviewName(name string) (r review, ok bool) {
	m := reviewName.FindStringSubmatch(name)
	if m == nil {
		return r, false
	}
	r.Number, _ = strconv.Atoi(m[1]) // of at most six digits, both
	r.Step, _ = strconv.Atoi(m[3])
	r.Code = m[2] == "code"
	return r, true
}

func sortReviews(all []review) {
	slices.SortFunc(all, func(a, b review) int { return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Rel, b.Rel)) })
}

// newestOf returns the newest review of a step's code that has a verdict: one without
// approves of nothing, and so takes back nothing. Nil: there is none. The reviews are
// sorted.
func newestOf(all []review, step int) *review {
	for i := len(all) - 1; i >= 0; i-- {
		if r := &all[i]; r.Code && r.Step == step && r.Verdict != verdictUnknown {
			return r
		}
	}
	return nil
}
