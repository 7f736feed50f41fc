// Package cycle finds repetition: the same thing again without progress. It
// says when two wishes are the same wish and two obstacles the same obstacle,
// counts rounds in the events and runs of one task, and finds rings of
// dependencies. The same failure in several tasks is found by ui/board, which
// knows all of them.
//
// Everything here is pure and knows plain model types only. What a repetition
// means for a task's state is decided in classify; which system wrote the
// events is never known here.
package cycle

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"notdone/model"
)

// Cycle is a repetition inside the history of one task.
type Cycle struct {
	Count int       // rounds; 0: there is no repetition
	First time.Time // of the oldest round counted; zero when Count is 0
	Last  time.Time // of the newest
	// Expires is when the oldest round leaves the window; zero when Count is 0
	// or there is no window.
	Expires time.Time
	Seqs    []int64 // the events that closed the rounds, in order of arrival
}

// add counts a round that an event closed.
func (c *Cycle) add(e *model.Event) {
	if c.Count == 0 || e.At.Before(c.First) {
		c.First = e.At
	}
	if c.Count == 0 || e.At.After(c.Last) {
		c.Last = e.At
	}
	c.Count++
	c.Seqs = append(c.Seqs, e.Seq)
}

// BlockUnblock counts how often a task was blocked again after it had been
// released, in order of arrival, among the blocks that are younger than window
// at now. Comments, edits, claims and the releases themselves never reset the
// count; a completion does. A window of 0 or less has no end. An event without
// a time counts as old as the one before it.
func BlockUnblock(events []model.Event, window time.Duration, now time.Time) Cycle {
	var c Cycle
	var released bool
	var at time.Time
	for _, e := range inOrder(events) {
		if e.At.IsZero() {
			e.At = at
		}
		at = e.At
		switch e.Kind {
		case model.EventUnblocked, model.EventRequeued:
			released = true
		case model.EventBlocked, model.EventBlockLoop:
			if released && !at.IsZero() && (window <= 0 || now.Sub(at) < window) {
				c.add(&e)
			}
			released = false
		case model.EventFinished:
			c, released = Cycle{}, false
		default:
		}
	}
	if c.Count > 0 && window > 0 {
		c.Expires = c.First.Add(window)
	}
	return c
}

func inOrder(events []model.Event) []model.Event {
	bySeq := func(a, b model.Event) int { return cmp.Compare(a.Seq, b.Seq) }
	if slices.IsSortedFunc(events, bySeq) {
		return events
	}
	events = slices.Clone(events)
	slices.SortStableFunc(events, bySeq)
	return events
}

// Requeues counts how often a task was requeued and then met the same obstacle
// again, in order of arrival. keyOf returns the obstacle's key of an
// event that ended an attempt, or "" where it has none; it is asked for events
// of the kinds blocked, block loop, finished and failed. Another obstacle, or
// an end without one, resets the count.
func Requeues(events []model.Event, keyOf func(e model.Event) string) Cycle {
	var c Cycle
	var key string
	var requeued bool
	for _, e := range inOrder(events) {
		switch e.Kind {
		case model.EventRequeued:
			requeued = true
		case model.EventBlocked, model.EventBlockLoop, model.EventFinished, model.EventFailed:
			before := key
			key = keyOf(e)
			switch {
			case key != before || key == "":
				c = Cycle{}
			case requeued:
				c.add(&e)
			}
			requeued = false
		default:
		}
	}
	return c
}

// Streak is consecutive attempts that failed in the same way.
type Streak struct {
	Count   int // attempts; 0: the newest one did not fail
	First   time.Time
	Last    time.Time
	Outcome model.Outcome
}

// Retry counts the newest consecutive attempts that failed with the same outcome
// and the same error. The runs are given oldest first. Attempts that are open, were
// released or met a rate limit are skipped; any other end breaks the streak.
func Retry(runs []model.Run) Streak {
	var s Streak
	var sameError string
	for i := len(runs) - 1; i >= 0; i-- {
		r := &runs[i]
		if isSkipped(r) {
			continue
		}
		if !r.Outcome.Failure() {
			break
		}
		e := NormalError(r.Error)
		if s.Count == 0 {
			s.Outcome, s.Last, sameError = r.Outcome, ended(r), e
		} else if r.Outcome != s.Outcome || e != sameError {
			break
		}
		s.Count++
		s.First = ended(r)
	}
	return s
}

func isSkipped(r *model.Run) bool {
	return r.Outcome == model.OutcomeReleased || r.Outcome == model.OutcomeRateLimited ||
		r.Outcome == model.OutcomeUnknown && r.Open()
}

// ended returns when a run ended, or started where that is not known.
func ended(r *model.Run) time.Time {
	if r.Ended.IsZero() {
		return r.Started
	}
	return r.Ended
}

// Silence is consecutive runs that completed without output, after runs that had
// some.
type Silence struct {
	Spoke  int // completed runs with output before the silence
	Silent int // newest completed runs in a row without output
	First  time.Time
	Last   time.Time
}

// SilentTail counts the newest completed runs without output. The runs are given
// oldest first. Runs that did not complete are skipped: they are silent for another
// reason.
func SilentTail(runs []model.Run) Silence {
	var s Silence
	for i := len(runs) - 1; i >= 0; i-- {
		r := &runs[i]
		if r.Open() || r.Outcome != model.OutcomeCompleted && r.Outcome != model.OutcomeUnknown {
			continue
		}
		switch {
		case !Blank(r.Output):
			s.Spoke++
		case s.Spoke == 0:
			if s.Silent == 0 {
				s.Last = ended(r)
			}
			s.Silent++
			s.First = ended(r)
		}
	}
	return s
}

// Blank reports whether a text shows nothing: it is empty or holds white space,
// controls and invisible characters only.
func Blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsSpace(r) && unicode.IsPrint(r) })
}
