package hermes

import (
	"fmt"
	"strings"
	"time"

	"notdone/classify"
	"notdone/model"
)

// strandedInReady is Hermes' rule of that name: ready, assigned and unclaimed
// for half an hour. It counts from the newest event of those it looks at, not from
// all that make a task ready (#94501). Where its age is wrong and the true one is
// milder, it keeps its severity and does not count.
func strandedInReady(in *classify.Input, r *record) []classify.Observation {
	limit := r.limits.stranded
	if r.status != stReady || r.claimed() || blank(r.assignee) {
		return nil
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
		return nil
	}
	waited := float64(clock(in) - since)
	if waited < limit {
		return notYet(wholeSecond(since, limit))
	}
	severity, next := strandedFor(waited, limit)
	f := model.Finding{
		Severity: severity, First: moment(since), Last: moment(since),
		Message: "ready and claimed by nobody; assigned to " + firstLine(r.assignee),
		Clears:  "a worker claims it",
	}
	if by != nil {
		f.Evidence = []model.Evidence{{Where: by.Where}}
	}
	o := classify.Observation{Finding: &f, Until: wholeSecond(since, next)}
	if truly > since {
		f.Evidence = append(f.Evidence, model.Evidence{Where: trulyBy.Where})
		f.Message = "Hermes counts from an older event: it is ready for " + classify.Span(in.Now.Sub(trulyBy.At)) + ", since " + kinds[trulyBy.Name].words
		o.Until = earlier(o.Until, tick(trulyBy.At, in.Now))
		waited := float64(clock(in) - truly)
		if milder, next := strandedFor(waited, limit); waited < limit || milder != severity {
			f.Discounted = true
			o.Until = earlier(o.Until, wholeSecond(truly, next))
		}
	}
	return []classify.Observation{o}
}

// strandedFor grades a wait and says at how many seconds of it the grade
// changes next.
func strandedFor(waited, limit float64) (model.Severity, float64) {
	switch {
	case waited < limit:
		return model.SeverityInfo, limit
	case waited >= 6*limit:
		return model.SeverityCritical, lastSecond
	case waited >= 2*limit:
		return model.SeverityError, 6 * limit
	}
	return model.SeverityWarning, 2 * limit
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// tick is when the span since a moment is written differently.
func tick(since, now time.Time) time.Time {
	unit := time.Minute
	switch span := now.Sub(since); {
	case span >= 48*time.Hour:
		unit = 24 * time.Hour
	case span >= 2*time.Hour:
		unit = time.Hour
	}
	return since.Add(now.Sub(since).Truncate(unit) + unit)
}

// longWait is for how long a task may wait for a person before it is told.
const longWait = 24 * time.Hour

// waitingTooLong takes the place of classify's rule of the name: it tells only
// the waits for which Hermes has no rule, or of which its rule counts wrongly.
func waitingTooLong(in *classify.Input, r *record) []classify.Observation {
	since, limit, said, answer := waits(in, r)
	if said == "" || since.IsZero() || limit <= 0 {
		return nil
	}
	late := since.Add(limit)
	if in.Now.Before(late) {
		return notYet(late)
	}
	return []classify.Observation{{Until: tick(since, in.Now), Finding: &model.Finding{
		Severity: model.SeverityWarning, First: late, Last: late, Actions: r.unblocks(),
		Message: said + " for " + classify.Span(in.Now.Sub(since)), Clears: answer,
	}}}
}

// waits says since when a task waits for what, how long it may, and what would
// end it; nothing where it does not wait or Hermes' own rule tells it.
func waits(in *classify.Input, r *record) (since time.Time, limit time.Duration, said, answer string) {
	ready := readySince(in, r)
	switch r.status {
	case stReady:
		if r.claimed() || r.guard != nil {
			return since, 0, "", ""
		}
		if blank(r.assignee) {
			return ready, in.Config.WaitingLimit, "ready and assigned to nobody, so that no worker is started,", "it is assigned"
		}
		if stranded := strandedInReady(in, r); len(stranded) == 1 && stranded[0].Finding != nil && stranded[0].Finding.Discounted {
			return ready, span(r.limits.stranded), "ready and claimed by nobody", "a worker claims it"
		}
	case stTodo:
		if !r.parentsOpen && (len(in.Facts.Parents) == 0 || r.freed > 0) {
			return later(ready, moment(r.freed)), in.Config.WaitingLimit, "free to start and not promoted: no dispatcher seems to run,", "the dispatcher makes it ready"
		}
	case stReview:
		return ready, longWait, "waiting for a review", "a reviewer takes it"
	case stTriage:
		if r.stand.cause == causeNone {
			return ready, longWait, "in triage", "it is specified or decomposed"
		}
	case stBlocked:
		// Any comment silences Hermes' rule for ever, and a block without an
		// event never wakes it.
		if stuck := stuckInBlocked(in, r); r.stand.cause != causeGaveUp && (len(stuck) == 0 || stuck[0].Finding == nil) {
			return in.Facts.BlockedAt, longWait, "blocked", "an unblock"
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

// spawnHeld is about a ready task that the dispatcher passes over on purpose:
// it only writes an event that nobody is shown (#24329), and none before its
// first tick.
func spawnHeld(in *classify.Input, r *record) []classify.Observation {
	if r.status != stReady && r.status != stReview || r.claimed() {
		return nil
	}
	g := r.freshGuard(in.Events)
	if g == nil {
		return heldForGood(in, r)
	}
	f := model.Finding{
		First: g.at, Last: g.at, Evidence: []model.Evidence{{Where: g.where, Quote: g.reason}}, Clears: "the dispatcher starts a worker",
		Message: r.status + ", but the dispatcher holds it back: ",
	}
	if g.reason == heldByError {
		f.Severity = model.SeverityWarning // the only one that time does not mend
	}
	if why, known := holds[g.reason]; known {
		f.Message += why
	} else {
		f.Message += "the reason given is " + firstLine(g.reason)
	}
	return one(f)
}

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
func heldForGood(in *classify.Input, r *record) []classify.Observation {
	g := guardFacts{lastError: r.lastError}
	for i := range in.Runs {
		if run := &in.Runs[i]; !run.Ended.IsZero() && seconds(run.Ended) >= g.ended {
			g.ended, g.outcome = seconds(run.Ended), run.Recorded
		}
	}
	if reason, _ := g.holds(r.release, r.status, clock(in)); reason != heldByError {
		return nil
	}
	since := readySince(in, r)
	return one(model.Finding{
		Severity: model.SeverityWarning, First: since, Last: since,
		Message:  r.status + ", but the dispatcher holds it back: " + holds[heldByError],
		Evidence: []model.Evidence{r.cell("last_failure_error", firstLine(r.lastError))},
		Clears:   "a block and an unblock, or another assignee",
	})
}

// noProfile is about a task that is ready for an assignee for whom Hermes has no
// profile: its dispatcher starts no worker for such a one (hermes
// kanban_db.py, skipped_nonspawnable).
func noProfile(in *classify.Input, r *record) []classify.Observation {
	if r.idle == "" || r.claimed() {
		return nil
	}
	since := readySince(in, r)
	return one(model.Finding{
		Severity: model.SeverityWarning, First: since, Last: since,
		Message:  r.status + ", but Hermes starts no worker for it: " + firstLine(strings.TrimSpace(r.idle)) + " has no profile",
		Evidence: []model.Evidence{r.cell("assignee", firstLine(r.idle))},
		Clears:   "another assignee, a profile of that name, or a worker of another kind claims it",
	})
}

// promotedAtLimit is about a task that somebody promoted after Hermes had given
// up: promote keeps the failure counter, so that the next failure opens the
// breaker at once; unblock would have cleared it (hermes kanban_db.py,
// promote_task).
func promotedAtLimit(in *classify.Input, r *record) []classify.Observation {
	if r.status != stReady || r.failures < r.limit() {
		return nil
	}
	e := newest(in.Events, evPromotedManual, evUnblocked, evClaimed)
	if e == nil || e.Name != evPromotedManual {
		return nil
	}
	return one(model.Finding{
		Severity: model.SeverityWarning, First: e.At, Last: e.At, Evidence: []model.Evidence{saidBy(e)},
		Message: fmt.Sprintf("promoted with %s still counted: the next failure opens the breaker at once", plural(r.failures, "failure")),
		Clears:  "a completion, or another assignee",
	})
}
