package query

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"notdone/model"
)

// Answer tells whether a task matches, as far as that is known.
type Answer uint8

// The answers. Maybe stands for a task of which more has to be known.
const (
	No Answer = iota
	Maybe
	Yes
)

func answer(matches bool) Answer {
	if matches {
		return Yes
	}
	return No
}

// Facts is what is held of every task that is listed, whether or not its row is read.
type Facts struct {
	Queue, ID string
	State     model.State
	Grade     model.Grade
	Weight    int // as model.Row.Weight
	Attempts  int
	NanoUSD   int64 // the cost, in billionths of a dollar
	Priced    bool  // the cost is known
	Since     time.Time
	Cause     uint64 // the group of the task; 0: unknown
	// Several says that the facts are those of several tasks, of which only state, weight and
	// perhaps the queue are known.
	Several bool
}

// test decides one condition about a task.
type test func(s *subject) Answer

// subject is a task that is looked at.
type subject struct {
	facts *Facts
	row   *model.Row // nil: it is not known
	now   time.Time
	flat  string // all that the row shows, in lower case and with single blanks; empty: it is not made yet
}

// FactsOf returns the facts of a row, but for its cause.
func FactsOf(r *model.Row) Facts {
	f := Facts{
		Queue: r.Queue, ID: r.ID, State: r.State, Grade: r.Grade, Weight: r.Weight(),
		Attempts: min(max(r.Attempts, 0), math.MaxUint16), Since: r.Since(),
	}
	f.NanoUSD, f.Priced = NanoUSD(r.CostUSD)
	return f
}

// NanoUSD returns a cost in billionths of a dollar, at most 100,000 dollars, and whether it is
// known.
func NanoUSD(usd *float64) (n int64, known bool) {
	if usd == nil || math.IsNaN(*usd) {
		return 0, false
	}
	return int64(math.Round(nano * min(max(*usd, 0), 1e5))), true
}

// Match reports whether the query selects a row.
func (q *Query) Match(r *model.Row, now time.Time) bool {
	f := FactsOf(r)
	return q.MatchBoth(&f, r, now)
}

// MatchBoth reports whether the query selects a task, of which the facts are those of the row.
func (q *Query) MatchBoth(f *Facts, r *model.Row, now time.Time) bool {
	return q.judge(subject{facts: f, row: r, now: now}) == Yes
}

// MatchFacts tells whether the query selects a task of which only the facts are known.
func (q *Query) MatchFacts(f *Facts, now time.Time) Answer {
	return q.judge(subject{facts: f, now: now})
}

// subjects are used again: a search looks at every task.
var subjects = sync.Pool{New: func() any { return new(subject) }}

func (q *Query) judge(of subject) Answer {
	s := subjects.Get().(*subject) //nolint:forcetypeassert // nothing else is in it
	*s = of
	defer func() {
		*s = subject{}
		subjects.Put(s)
	}()
	all := Yes
	for i := range q.terms {
		t, some := &q.terms[i], No
		for _, test := range t.tests {
			if some = max(some, test(s)); some == Yes {
				break
			}
		}
		if t.not {
			some = Yes - some
		}
		if all = min(all, some); all == No {
			break
		}
	}
	return all
}

// screenWords are what the screen says in place of the names of some states.
var screenWords = [model.NumStates]string{model.StateActive: "running", model.StateFalseDone: "suspected", model.StateUnknown: "cannot tell"}

// word makes the test of a word or phrase, in lower case, that a task shows.
func word(text string) test {
	attempts, err := strconv.Atoi(strings.TrimPrefix(text, "#"))
	isAttempts := err == nil && strings.HasPrefix(text, "#")
	sign := strings.TrimPrefix(strings.TrimPrefix(text, "↻"), "@")
	rounds, err := strconv.Atoi(sign)
	isRounds := sign != text && (err == nil || sign == "")
	return func(s *subject) Answer {
		f := s.facts
		switch {
		case strings.Contains(f.State.String(), text), strings.Contains(screenWords[f.State], text) && text != "",
			f.Weight > 0 && strings.Contains(model.Severity(f.Weight-1).String(), text):
			return Yes
		case f.Several:
			return Maybe
		case contains(f.ID, text),
			isAttempts && f.Attempts == attempts,
			f.State == model.StateFalseDone && strings.Contains(f.Grade.String(), text):
			return Yes
		case s.row == nil:
			return Maybe
		case isRounds && s.row.Rounds() > 0 && (sign == "" || s.row.Rounds() == rounds):
			return Yes
		}
		return answer(s.shows(text))
	}
}

// shows reports whether the row shows a word or a phrase, in lower case. In a phrase any blanks of
// the row are one.
func (s *subject) shows(text string) bool {
	if !strings.Contains(text, " ") {
		return !eachShown(s.row, func(shown string) bool { return !contains(shown, text) })
	}
	if s.flat == "" {
		var all []string
		eachShown(s.row, func(shown string) bool {
			all = append(all, shown)
			return true
		})
		s.flat = Fold(strings.Join(all, "\x00"))
	}
	return strings.Contains(s.flat, text)
}

// eachShown calls yield with all that a row shows until that is false, and reports whether it never was.
func eachShown(r *model.Row, yield func(text string) bool) bool {
	for _, text := range [...]string{r.Title, r.Recorded, r.Headline, r.Group, r.Profile, r.Worker, r.Agent, r.Repo} {
		if !yield(text) {
			return false
		}
	}
	if o := r.Obstacle; o != nil && (!yield(o.Text) || !yield(o.Key) || !yield(o.Name)) {
		return false
	}
	for i := range r.Findings {
		if !yield(r.Findings[i].Message) || !yield(r.Findings[i].Rule) {
			return false
		}
	}
	return true
}
