package hermes

import (
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source/sqlsource"
)

// strandedInReady is Hermes' rule of that name: ready, assigned and unclaimed
// for half an hour. It counts from the newest event of those it looks at, not from
// all that make a task ready (#94501). Where its age is wrong and the true one is
// milder, it keeps its severity and does not count.
func strandedInReady(in *classify.Input, r *record) (o classify.Observation) {
	limit := r.limits.stranded
	if r.status != stReady || r.lock != "" || blank(r.assignee) {
		return o
	}
	var since, truly int64
	var by, trulyBy *model.Event
	for i := range in.Events {
		e := &in.Events[i]
		k, at := kinds[e.Name], seconds(e.At)
		if k.has(readies) && at > since {
			since, by = at, e
		}
		if k.has(readies|alsoReady) && at >= truly {
			truly, trulyBy = at, e
		}
	}
	if since == 0 {
		since = r.created
	}
	if since == 0 {
		return o
	}
	severity, next := strandedFor(in.Now.Unix()-since, limit)
	if o.Until = wholeSecond(since, next); severity == model.SeverityInfo {
		return o
	}
	o.Finding = finding(severity, moment(since), "ready and claimed by nobody; assigned to "+firstLine(r.assignee), classify.ClearedByClaim)
	if by != nil {
		o.Finding.Evidence = []model.Evidence{{Where: by.Where}}
	}
	if truly <= since {
		return o
	}
	o.Finding.Evidence = append(o.Finding.Evidence, model.Evidence{Where: trulyBy.Where})
	o.Finding.Message = "Hermes counts from an older event: it is ready since " + kinds[trulyBy.Name].words
	if milder, _ := strandedFor(in.Now.Unix()-truly, limit); milder != severity {
		o.Finding.Discounted = true
		if at := wholeSecond(truly, strandedFrom(severity, limit)); o.Until.IsZero() || !at.IsZero() && at.Before(o.Until) {
			o.Until = at
		}
	}
	return o
}

// strandedFrom returns at how many seconds of a wait it has a grade.
func strandedFrom(s model.Severity, limit float64) float64 {
	switch s {
	case model.SeverityCritical:
		return 6 * limit
	case model.SeverityError:
		return 2 * limit
	default:
		return limit
	}
}

// strandedFor grades a wait and says at how many seconds of it the grade changes next.
func strandedFor(seconds int64, limit float64) (model.Severity, float64) {
	switch waited := float64(seconds); {
	case waited < limit:
		return model.SeverityInfo, limit
	case waited >= strandedFrom(model.SeverityCritical, limit):
		return model.SeverityCritical, sqlsource.LastSecond
	case waited >= strandedFrom(model.SeverityError, limit):
		return model.SeverityError, strandedFrom(model.SeverityCritical, limit)
	}
	return model.SeverityWarning, strandedFrom(model.SeverityError, limit)
}

// waitingTooLong takes the place of classify's rule of the name: it tells only
// the waits for which Hermes has no rule, or of which its rule counts wrongly.
func waitingTooLong(in *classify.Input, r *record) (o classify.Observation) {
	since, limit, said, answer := waits(in, r)
	if said == "" || since.IsZero() || limit <= 0 {
		return o
	}
	if late := since.Add(limit); in.Now.Before(late) {
		o.Until = late
		return o
	}
	if o.Finding = finding(model.SeverityWarning, since, said, answer); r.status == stBlocked {
		o.Finding.Actions = unblocks
	}
	return o
}

// waits says since when a task waits for what, how long it may, and what would
// end it; nothing where it does not wait or Hermes' own rule tells it.
func waits(in *classify.Input, r *record) (since time.Time, limit time.Duration, said, answer string) {
	ready := readySince(in, r)
	switch r.status {
	case stReady:
		if r.lock != "" || r.guard != nil {
			return since, 0, "", ""
		}
		if blank(r.assignee) {
			return ready, in.Config.WaitingLimit, "ready and assigned to nobody, so that no worker is started", "it is assigned"
		}
		if f := strandedInReady(in, r).Finding; f != nil && f.Discounted {
			return ready, span(r.limits.stranded), "ready and claimed by nobody", classify.ClearedByClaim
		}
	case stTodo:
		if !r.parentsOpen && (len(in.Facts.Parents) == 0 || r.freed > 0) {
			return later(ready, moment(r.freed)), in.Config.WaitingLimit, "free to start and not promoted: no dispatcher seems to run", "the dispatcher makes it ready"
		}
	case stReview:
		return ready, in.Config.BlockedLimit, "waiting for a review", "a reviewer takes it"
	case stTriage:
		if r.stand.cause == causeNone {
			return ready, in.Config.BlockedLimit, "in triage", "it is specified or decomposed"
		}
	case stBlocked:
		// Any comment silences Hermes' rule for ever, and a block without an
		// event never wakes it.
		if r.stand.cause != causeGaveUp && stuckInBlocked(in, r).Finding == nil {
			return in.Facts.BlockedAt, in.Config.BlockedLimit, "still blocked", "an unblock"
		}
	}
	return since, 0, "", ""
}

// readySince is the newest event that can have brought the task where it is.
func readySince(in *classify.Input, r *record) time.Time {
	since := moment(r.created)
	for i := range in.Events {
		if e := &in.Events[i]; kinds[e.Name].has(decides|readies|alsoReady) || e.Name == evReviewRequested {
			since = later(since, e.At)
		}
	}
	return since
}

// holds says in words why the dispatcher does not spawn a ready task (hermes
// kanban_db.py, respawn guard).
var holds = map[string]string{
	heldByRateLimit: "its last worker met a rate limit a short while ago",
	heldByError:     "its last error speaks of a quota or of missing access, and stays until it is cleared",
	heldBySuccess:   "it completed less than an hour ago",
	heldByPR:        "a comment of the last day names a pull request",
}

// spawnHeld is about a ready task that the dispatcher passes over on purpose: it only
// writes an event that nobody is shown (#24329), and none before its first tick.
func spawnHeld(in *classify.Input, r *record) (o classify.Observation) {
	if r.status != stReady && r.status != stReview || r.lock != "" {
		return o
	}
	g := r.freshGuard(in.Events)
	if g == nil {
		return heldForGood(in, r)
	}
	why, known := holds[g.reason]
	if !known {
		why = "the reason given is " + firstLine(g.reason)
	}
	o.Finding = finding(model.SeverityInfo, g.at, r.status+heldBack+why, "the dispatcher starts a worker",
		model.Evidence{Where: g.where, Quote: g.reason})
	if g.reason == heldByError {
		o.Finding.Severity = model.SeverityWarning // the only one that time does not mend
	}
	return o
}

const heldBack = ", but the dispatcher holds it back: "

// freshGuard is the dispatcher's refusal to start a worker unless a claim, or
// whatever made the task ready anew, came after it.
func (r *record) freshGuard(events []model.Event) *guard {
	if r.guard == nil {
		return nil
	}
	for i := len(events) - 1; i >= 0 && events[i].At.After(r.guard.at); i-- {
		if name := events[i].Name; name == evClaimed || kinds[name].has(readies|alsoReady) {
			return nil
		}
	}
	return r.guard
}

// heldForGood tells of a task that the dispatcher will not start until somebody
// clears its last error, though it did not come to say so yet.
func heldForGood(in *classify.Input, r *record) (o classify.Observation) {
	g := guardFacts{lastError: r.lastError}
	for i := range in.Runs {
		if run := &in.Runs[i]; !run.Ended.IsZero() && seconds(run.Ended) >= g.ended {
			g.ended, g.outcome = seconds(run.Ended), run.Recorded
		}
	}
	if reason, _ := g.holds(r.release, r.status, in.Now.Unix()); reason == heldByError {
		o.Finding = finding(model.SeverityWarning, readySince(in, r), r.status+heldBack+holds[heldByError],
			"a block and an unblock, or another assignee", r.cell("last_failure_error", firstLine(r.lastError)))
	}
	return o
}

// noProfile is about a task that is ready for an assignee for whom Hermes has no
// profile: its dispatcher starts no worker for such a one (hermes
// kanban_db.py, skipped_nonspawnable).
func noProfile(in *classify.Input, r *record) (o classify.Observation) {
	if r.idle != "" && r.lock == "" {
		o.Finding = finding(model.SeverityWarning, readySince(in, r),
			r.status+", but Hermes starts no worker for it: "+firstLine(r.idle)+" has no profile",
			"another assignee, a profile of that name, or a worker of another kind claims it", r.cell("assignee", firstLine(r.idle)))
	}
	return o
}

// promotedAtLimit is about a task that somebody promoted after Hermes had given up:
// promote keeps the failure counter, so that the next failure opens the breaker at
// once; unblock would have cleared it (hermes kanban_db.py, promote_task).
func promotedAtLimit(in *classify.Input, r *record) (o classify.Observation) {
	e := newest(in.Events, evPromotedManual, evUnblocked, evClaimed)
	if r.status == stReady && r.failures >= r.limit() && e != nil && e.Name == evPromotedManual {
		o.Finding = finding(model.SeverityWarning, e.At,
			"promoted with "+classify.Count(r.failures, "failure")+" still counted: the next failure opens the breaker at once",
			"a completion, or another assignee", saidBy(e))
	}
	return o
}
