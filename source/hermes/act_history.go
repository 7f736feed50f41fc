package hermes

import "notdone/source/sqlsource"

// history is the event that ends an undo, in Hermes' own words, by which its
// dispatcher leaves the task where it is put (hermes kanban_db.py,
// recompute_ready). past is the task's history as it was before the action. The
// status is changed where the old one would not last for a tick.
func (a *action) history(t *trace, now, past *scene, status *string) (kind string, payload any) {
	switch *status {
	case stBlocked:
		return a.blockedAgain(t, now, past)
	case stTriage:
		if past.why.kind == evBlockLoop {
			return evBlockLoop, sqlsource.OrNull(past.why.payload)
		}
	case stScheduled:
		if past.why.kind == evScheduled {
			return evScheduled, sqlsource.OrNull(past.why.payload)
		}
		return evScheduled, pyObject("reason", nil)
	case stArchived:
		return evArchived, nil
	case stReady, stTodo:
		if text(t.after["status"]) == stBlocked || text(t.after["status"]) == stTriage || text(t.after["status"]) == stScheduled {
			return past.released(status)
		}
	case stReview, stDone:
		a.unstick(t)
	default:
		a.refuse("%s was %s, and that cannot be given back", t.id, *status)
	}
	if *status == stReview && now.rel.phases {
		return evStatus, now.rel.moved(*status, "resume_status", stReview)
	}
	return evStatus, now.rel.moved(*status)
}

// released is how a hold or a block is lifted. A task that waited for nobody is
// put where the next tick would have put it, so that it stays there.
func (s *scene) released(status *string) (kind string, payload any) {
	if *status == stTodo && len(s.open) == 0 {
		*status = s.resume
	}
	return evUnblocked, s.rel.unblocked(*status, s.resume)
}

// unstick lifts the block that an action laid on a task that goes back to done:
// else the block would hold it if it ever failed again.
func (a *action) unstick(t *trace) {
	if text(t.after["status"]) == stBlocked {
		a.event(t.id, evUnblocked, nil, nil)
	}
}

// blockedAgain tells a block anew, with its old reason, so that it holds as it
// did. When Hermes had given up, that is told again as well and last, for the
// newest of them says why the task stands still. What was held by neither, and
// would have been made ready by the next tick, is now held.
func (a *action) blockedAgain(t *trace, now, past *scene) (kind string, payload any) {
	gaveUp := past.why.kind == evGaveUp
	if gaveUp && !past.sticky() && t.counted(now) {
		return evGaveUp, sqlsource.OrNull(past.why.payload)
	}
	told := payloadText{}
	decode(past.hold.payload, &told)
	if !past.sticky() {
		told = payloadText{}
		if gaveUp {
			decode(past.why.payload, &told)
		}
	}
	said := told.Reason
	if said == "" {
		said = told.Error
	}
	pairs := []any{"reason", sqlsource.OrNull(said)}
	if now.rel.typed {
		pairs = append(pairs, "kind", sqlsource.OrNull(text(t.before["block_kind"])), "recurrences", number(t.before["block_recurrences"]))
	}
	if now.rel.phases {
		pairs = append(pairs, "source_status", past.resume)
	}
	block := pyObject(pairs...)
	if !gaveUp {
		return evBlocked, block
	}
	a.event(t.id, evBlocked, nil, block)
	return evGaveUp, sqlsource.OrNull(past.why.payload)
}

// payloadText holds what an event gives as the reason.
type payloadText struct {
	Reason string `json:"reason"`
	Error  string `json:"error"`
}

// counted reports whether the failures that are restored hold the task by
// themselves, whatever the dispatcher's own limit is.
func (t *trace) counted(now *scene) bool {
	failures := max(number(t.before["consecutive_failures"]), number(t.before["spawn_failures"]))
	limit := max(int64(defaultFailureLimit), int64(now.env.limits.breaker))
	if own := now.task["max_retries"]; own != nil {
		limit = number(own)
	}
	return failures >= limit
}
