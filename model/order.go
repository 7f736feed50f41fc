package model

import (
	"cmp"
	"time"
)

// Weight is the severity by which a row is ordered: 0 without a finding that
// counts, else one more than its worst severity.
func (r *Row) Weight() int {
	if s, ok := Worst(r.Findings); ok {
		return int(s) + 1
	}
	return 0
}

// Loud reports whether the row must never be left out of a list: its state asks
// for an operator, or a finding of warning or above counts.
func (r *Row) Loud() bool {
	switch r.State {
	case StateBlocked, StateFailed, StateFalseDone, StateUnknown, StateActive:
		return true
	default:
	}
	s, ok := Worst(r.Findings)
	return ok && s >= SeverityWarning
}

// Borne reports whether more than words bears a verdict out. In the false-done
// pane such rows come first: of those that only words accuse many are done.
func (r *Row) Borne() bool { return r.Grade >= GradeStrong }

// Compare orders the rows of one pane. In the active pane rows with a finding
// of warning or above come first, then running, then due ones; elsewhere the
// worst finding comes first, then the newest. In the false-done pane rows that
// are borne out come before all others. Equal rows are ordered by identity, so
// that the order is total.
func Compare(a, b *Row) int {
	if a.State == StateFalseDone && b.State == StateFalseDone && a.Borne() != b.Borne() {
		if a.Borne() {
			return -1
		}
		return 1
	}
	if c := cmp.Compare(b.alarm(), a.alarm()); c != 0 {
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

// alarm is the weight of findings of warning and above; below that it is 0.
func (r *Row) alarm() int {
	if w := r.Weight(); w > int(SeverityWarning) {
		return w
	}
	return 0
}

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

// compareTime orders times with unknown ones last.
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

// newestFirst orders times from the newest on, with unknown ones last.
func newestFirst(a, b time.Time) int {
	if a.IsZero() || b.IsZero() {
		return compareTime(a, b)
	}
	return b.Compare(a)
}

// Since returns the moment from which the row's age is counted: the end of a
// finished task, the start of a running one, else its newest change or its
// creation. It is zero when none of them is known.
func (r *Row) Since() time.Time {
	var order [3]time.Time
	switch r.State {
	case StateActive:
		order = [3]time.Time{r.Started, r.Updated, r.Created}
	case StateDone, StateCancelled, StateFalseDone, StateFailed, StateUnknown:
		order = [3]time.Time{r.Finished, r.Updated, r.Created}
	case StateBlocked:
		order = [3]time.Time{r.Updated, r.Created}
	case StateQueued, StateScheduled:
		order = [3]time.Time{r.Created, r.Updated}
	}
	for _, t := range order {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}
