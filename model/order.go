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

// Corroborated reports whether the verdict rests on more than the agent's words.
// The false-done pane lists these rows first, because many tasks that only their
// words accuse are done.
func (r *Row) Corroborated() bool { return r.Grade >= GradeStrong }

// Compare orders two rows of one pane. The active pane lists rows with a finding
// of at least warning severity first, then running tasks, then queued and
// scheduled ones. The other panes list the worst findings first, then the newest
// rows; the false-done pane lists corroborated rows before all others. Ties are
// broken by Ref, so the order is total.
func Compare(a, b *Row) int {
	if a.State == StateFalseDone && b.State == StateFalseDone && a.Corroborated() != b.Corroborated() {
		if a.Corroborated() {
			return -1
		}
		return 1
	}
	if c := cmp.Compare(b.AlertWeight(), a.AlertWeight()); c != 0 {
		return c
	}
	if a.State.Pane() == PaneActive && b.State.Pane() == PaneActive {
		if c := cmp.Compare(activeRank(a.State), activeRank(b.State)); c != 0 {
			return c
		}
		if a.State == StateScheduled {
			if c := compareTime(a.Due, b.Due); c != 0 {
				return c
			}
		}
		if c := cmp.Compare(b.Priority, a.Priority); c != 0 && a.State == StateQueued {
			return c
		}
		if c := compareTime(a.Since(), b.Since()); c != 0 {
			return c
		}
	} else if c := newestFirst(a.Since(), b.Since()); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Queue, b.Queue); c != 0 {
		return c
	}
	return cmp.Compare(a.ID, b.ID)
}

// AlertWeight returns Weight where it stands for at least a warning, otherwise 0.
func (r *Row) AlertWeight() int {
	if w := r.Weight(); w > int(SeverityWarning) {
		return w
	}
	return 0
}

// activeRank orders the states within the active pane.
func activeRank(s State) int {
	switch s {
	case StateActive:
		return 0
	case StateQueued:
		return 1
	case StateScheduled:
		return 2
	default:
		return 3
	}
}

// compareTime orders times from the oldest to the newest, zero times last.
func compareTime(a, b time.Time) int {
	switch {
	case a.IsZero() && b.IsZero():
		return 0
	case a.IsZero():
		return 1
	case b.IsZero():
		return -1
	}
	return a.Compare(b)
}

// newestFirst orders times from the newest to the oldest, zero times last.
func newestFirst(a, b time.Time) int {
	if a.IsZero() || b.IsZero() {
		return compareTime(a, b)
	}
	return b.Compare(a)
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
