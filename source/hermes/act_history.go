package hermes

// history is the event that ends an undo, in Hermes' own words, by which its
// dispatcher leaves the task where it is put (hermes kanban_db.py,
// recompute_ready). past is the task's history as it was before the action. The
// status is changed where the old one would not last for a tick.
func (j *job) history(d *draft, t *trace, now, past *scene, status *string) (kind string, payload any) {
	switch *status {
	case stBlocked:
		return j.blockedAgain(d, t, now, past)
	case stTriage:
		if past.why.kind == evBlockLoop {
			return evBlockLoop, orNone(past.why.payload)
		}
	case stScheduled:
		if past.why.kind == evScheduled {
			return evScheduled, orNone(past.why.payload)
		}
		return evScheduled, pyObject(pair{"reason", nil})
	case stArchived:
		return evArchived, nil
	case stReady, stTodo:
		if text(t.after["status"]) == stBlocked || text(t.after["status"]) == stTriage || text(t.after["status"]) == stScheduled {
			return past.released(status)
		}
	case stReview, stDone:
		j.unstick(d, t)
	default:
		d.refuse("%s was %s, and that cannot be given back", t.id, *status)
	}
	if *status == stReview && now.rel.phases {
		return evStatus, now.rel.moved(*status, pair{"resume_status", stReview})
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
func (j *job) unstick(d *draft, t *trace) {
	if text(t.after["status"]) == stBlocked {
		d.event(t.id, evUnblocked, nil, nil)
	}
}

// blockedAgain tells a block anew, with its old reason, so that it holds as it
// did. When Hermes had given up, that is told again as well and last, for the
// newest of them says why the task stands still. What was held by neither, and
// would have been made ready by the next tick, is now held.
func (j *job) blockedAgain(d *draft, t *trace, now, past *scene) (kind string, payload any) {
	gaveUp := past.why.kind == evGaveUp
	if gaveUp && !past.sticky() && j.counted(t, now) {
		return evGaveUp, orNone(past.why.payload)
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
	pairs := []pair{{"reason", orNone(said)}}
	if now.rel.typed {
		pairs = append(pairs, pair{"kind", orNone(text(t.before["block_kind"]))}, pair{"recurrences", number(t.before["block_recurrences"])})
	}
	if now.rel.phases {
		pairs = append(pairs, pair{"source_status", past.resume})
	}
	block := pyObject(pairs...)
	if !gaveUp {
		return evBlocked, block
	}
	d.event(t.id, evBlocked, nil, block)
	return evGaveUp, orNone(past.why.payload)
}

// payloadText holds what an event gives as the reason.
type payloadText struct {
	Reason string `json:"reason"`
	Error  string `json:"error"`
}

// counted reports whether the failures that are restored hold the task by
// themselves, whatever the dispatcher's own limit is.
func (j *job) counted(t *trace, now *scene) bool {
	failures := max(number(t.before["consecutive_failures"]), number(t.before["spawn_failures"]))
	limit := max(int64(defaultFailureLimit), int64(j.env.limits.breaker))
	if own := now.task["max_retries"]; own != nil {
		limit = number(own)
	}
	return failures >= limit
}
