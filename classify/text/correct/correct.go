// Package correct makes the correction of classify/text that one operator's own
// examples teach: a regularised logistic regression over hashed terms, on top of the
// score as shipped. The product fits it, so that nothing of classify/text/learn, which
// makes the shipped weights, is needed.
package correct

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"notdone/classify/text"
)

// Example is one message of which the operator knows whether the work was done.
type Example struct {
	Text    string
	Asked   text.Request // what was asked for
	NotDone bool
	Mark    bool // it is a mark on a finding
}

// What is learned from.
const (
	minExamples = 20
	minOfEach   = 5 // that are done, and that are not
	folds       = 5
)

// TooFewError says that the examples are too few to learn from.
type TooFewError struct{ Done, NotDone int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%d examples of work that is done and %d of work that is not: at least %d are needed, and %d of each",
		e.Done, e.NotDone, minExamples, minOfEach)
}

// Result is a correction and what it does to examples that it did not learn from.
type Result struct {
	*text.Correction
	Gained int // are read rightly and were not before
	Lost   int // were read rightly and are not now
}

// Helps reports whether more is gained than lost: two examples at least, and as many as
// chance alone seldom gains.
func (r *Result) Helps() bool {
	net := r.Gained - r.Lost
	return net >= 2 && net*net >= r.Gained+r.Lost
}

// Fit makes a correction of examples. Of those with one text the last counts. What is
// said of its effect is measured on each fifth of the examples with what the other four
// teach. The order of different texts does not matter. The error is a *TooFewError.
func Fit(examples []Example) (*Result, error) {
	samples := prepareSamples(examples)
	marks, ofEach := 0, [2]int{}
	for i := range samples {
		ofEach[samples[i].label()]++
		if samples[i].Mark {
			marks++
		}
	}
	if len(samples) < minExamples || min(ofEach[0], ofEach[1]) < minOfEach {
		return nil, &TooFewError{ofEach[0], ofEach[1]}
	}
	r := &Result{Correction: fit(samples)}
	r.Examples, r.Marks = len(samples), marks
	for k := range folds {
		var others, fold []sample
		for i := range samples {
			if samples[i].fold == k {
				fold = append(fold, samples[i])
			} else {
				others = append(others, samples[i])
			}
		}
		r.measure(fold, fit(others))
	}
	return r, nil
}

// measure counts how samples are read, without and with a correction by others.
func (r *Result) measure(samples []sample, taught *text.Correction) {
	for i := range samples {
		s := &samples[i]
		now := s.ReadsNotDone
		if !s.Fixed {
			now = s.Exponent+taught.Shift(s.Terms) > 0
		}
		r.Before.Add(s.NotDone, s.ReadsNotDone)
		r.After.Add(s.NotDone, now)
		switch now {
		case s.ReadsNotDone:
		case s.NotDone:
			r.Gained++
		default:
			r.Lost++
		}
	}
}

// sample is an example made ready.
type sample struct {
	*Example
	text.Basis
	fold int
}

// label returns the place of the label in a count of each.
func (e *Example) label() int {
	if e.NotDone {
		return 1
	}
	return 0
}

// prepareSamples reads the examples. They are put in an order that is theirs alone.
// Every fold has its share of both labels, and texts that begin alike are in one.
func prepareSamples(examples []Example) []sample {
	last := map[string]int{}
	for i := range examples {
		last[examples[i].Text] = i
	}
	samples := make([]sample, 0, len(last))
	for _, i := range last {
		samples = append(samples, sample{Example: &examples[i]})
	}
	slices.SortFunc(samples, func(a, b sample) int {
		return cmp.Or(a.label()-b.label(), strings.Compare(a.Text, b.Text))
	})
	notDone := slices.IndexFunc(samples, func(s sample) bool { return s.NotDone })
	if notDone < 0 {
		notDone = len(samples)
	}
	split := func(part []sample) {
		for i := range part {
			part[i].Basis = text.ReadBasis(part[i].Text, part[i].Asked)
			part[i].fold = i * folds / len(part)
		}
	}
	split(samples[:notDone])
	split(samples[notDone:])
	return samples
}
