package cycle

import (
	"slices"
	"time"

	"notdone/model"
)

// Cycle is a repetition inside the history of one task.
type Cycle struct {
	Count int       // rounds; 0: there is no repetition
	First time.Time // of the oldest round counted; zero when Count is 0
	Last  time.Time // of the newest
	// Expires is when the oldest round leaves the window; zero when Count is 0
	// or the window has no end.
	Expires time.Time
	Seqs    []int64 // the events that closed the rounds, in order of arrival
}

// BlockUnblock counts how often a task was blocked again after it had been
// released, in order of arrival, among the blocks that are younger than window
// at now. Comments, edits, claims and the releases themselves never reset the
// count; a completion does. A window of 0 or less has no end. An event without
// a time counts as old as the one before it.
func BlockUnblock(events []model.Event, window time.Duration, now time.Time) Cycle {
	var rounds []model.Event
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
			if released {
				rounds = append(rounds, e)
			}
			released = false
		case model.EventFinished:
			rounds, released = nil, false
		default:
		}
	}
	return within(rounds, window, now)
}

// inOrder returns the events in order of arrival.
func inOrder(events []model.Event) []model.Event {
	bySeq := func(a, b model.Event) int {
		switch {
		case a.Seq < b.Seq:
			return -1
		case a.Seq > b.Seq:
			return 1
		}
		return 0
	}
	if slices.IsSortedFunc(events, bySeq) {
		return events
	}
	events = slices.Clone(events)
	slices.SortStableFunc(events, bySeq)
	return events
}

// within keeps the rounds that are younger than window.
func within(rounds []model.Event, window time.Duration, now time.Time) Cycle {
	var c Cycle
	for i := range rounds {
		at := rounds[i].At
		if at.IsZero() || window > 0 && now.Sub(at) >= window {
			continue
		}
		if c.Count == 0 || at.Before(c.First) {
			c.First = at
		}
		if at.After(c.Last) {
			c.Last = at
		}
		c.Count++
		c.Seqs = append(c.Seqs, rounds[i].Seq)
	}
	if c.Count > 0 && window > 0 {
		c.Expires = c.First.Add(window)
	}
	return c
}

// Meeting is one obstacle that a requeued task met again.
type Meeting struct {
	Cycle
	Key string // the obstacle's key; empty when Count is 0
}

// Requeues counts how often a task was requeued and then met the same obstacle
// again, in order of arrival. keyOf returns the obstacle's key of an
// event that ended an attempt, or "" where it has none; it is asked for events
// of the kinds blocked, block loop, finished and failed. Another obstacle, or
// an end without one, resets the count.
func Requeues(events []model.Event, keyOf func(e model.Event) string) Meeting {
	var met []model.Event
	var key string
	var requeued bool
	for _, e := range inOrder(events) {
		switch e.Kind {
		case model.EventRequeued:
			requeued = true
		case model.EventBlocked, model.EventBlockLoop, model.EventFinished, model.EventFailed:
			k := keyOf(e)
			switch {
			case k != key || k == "":
				met = met[:0]
			case requeued:
				met = append(met, e)
			}
			key, requeued = k, false
		default:
		}
	}
	m := Meeting{Key: key}
	for _, e := range met {
		if m.Count == 0 {
			m.First = e.At
		}
		m.Last = e.At
		m.Count++
		m.Seqs = append(m.Seqs, e.Seq)
	}
	if m.Count == 0 {
		m.Key = ""
	}
	return m
}
