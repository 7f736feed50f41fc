package model

import (
	"cmp"
	"slices"
	"time"
)

// Weight returns the severity that orders the row: 0 when no finding counts,
// otherwise the worst severity plus one.
func (r *Row) Weight() int {
	if s, ok := Worst(r.Findings); ok {
		return int(s) + 1
	}
	return 0
}

// Loud reports whether a list must always contain the row, however long the list
// is: the row's state needs an operator's attention, or a finding of at least
// warning severity counts.
func (r *Row) Loud() bool {
	switch r.State {
	case StateBlocked, StateFailed, StateFalseDone, StateUnknown, StateActive:
		return true
	default:
	}
	s, ok := Worst(r.Findings)
	return ok && s >= SeverityWarning
}

// Since returns when the row's state began, as far as it is known: Entered, or what the
// task's own times say of it. It is zero when none of these times is known.
func (r *Row) Since() time.Time {
	if !r.Entered.IsZero() {
		return r.Entered
	}
	switch r.State {
	case StateActive:
		return cmp.Or(r.Started, r.Updated, r.Created)
	case StateBlocked:
		return cmp.Or(r.Updated, r.Created)
	case StateQueued, StateScheduled:
		return cmp.Or(r.Created, r.Updated)
	default:
		return cmp.Or(r.Finished, r.Updated, r.Created)
	}
}

// Entered returns when the task entered the state, by its events and runs; zero when they
// do not tell.
func (c *Case) Entered(s State) (at time.Time) {
	later := func(t time.Time) {
		if t.After(at) {
			at = t
		}
	}
	switch s {
	case StateActive:
		if n := len(c.Runs); n > 0 && c.Runs[n-1].Ended.IsZero() {
			later(c.Runs[n-1].Started)
		}
	case StateBlocked:
		if later(c.Facts.BlockedAt); at.IsZero() {
			c.eachEvent(later, EventBlocked, EventGaveUp, EventBlockLoop)
		}
	case StateQueued, StateScheduled:
		later(c.Facts.WaitsSince)
		c.eachEvent(later, EventUnblocked, EventRequeued, EventReleased)
		for i := range c.Runs {
			later(c.Runs[i].Ended)
		}
	default:
	}
	return at
}

// eachEvent calls do with the time of each event of the kinds.
func (c *Case) eachEvent(do func(time.Time), kinds ...EventKind) {
	for i := range c.Events {
		if slices.Contains(kinds, c.Events[i].Kind) {
			do(c.Events[i].At)
		}
	}
}
