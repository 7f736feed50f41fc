package hermes

import (
	"time"

	"notdone/classify"
	"notdone/model"
)

// ownersReady are the events from which Hermes counts how long a task is ready.
var ownersReady = map[string]bool{evCreated: true, evPromoted: true, evReclaimed: true, evUnblocked: true}

// alsoReady are events that make a task ready as well and that Hermes' rule
// does not look at, so that it counts from the task's creation (hermes
// kanban_diagnostics.py, _rule_stranded_in_ready; #94501).
var alsoReady = map[string]bool{
	evStatus: true, evReviewReopened: true, evChangesRequested: true, evPromotedManual: true,
	evCrashed: true, evProtocolViolation: true, evRateLimited: true, evTimedOut: true, evSpawnFailed: true,
	evStale: true, evReconciled: true, evSpecified: true, evDecomposed: true,
}

// strandedInReady is Hermes' rule of that name: ready, assigned and unclaimed
// for half an hour. Where its age is wrong and the true one is milder, it keeps
// its severity and does not count.
func strandedInReady(in *classify.Input, r *record) []classify.Observation {
	limit := r.limits.stranded
	if r.status != stReady || r.claimed() || blank(r.assignee) {
		return nil
	}
	var since, truly int64
	var by, trulyBy *model.Event
	for i := range in.Events {
		e := &in.Events[i]
		at := seconds(e.At)
		owners := ownersReady[e.Name]
		if owners && at > since {
			since, by = at, e
		}
		if (owners || alsoReady[e.Name]) && at >= truly {
			truly, trulyBy = at, e
		}
	}
	if since == 0 {
		since = r.created
	}
	if since == 0 {
		return nil
	}
	waited := clock(in) - since
	severity, next := strandedFor(float64(waited), limit)
	if float64(waited) < limit {
		return notYet(wholeSecond(since, limit))
	}
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
		correct(in, &f, &o, trulyBy, severity, limit)
	}
	return []classify.Observation{o}
}

// correct says the true age and withdraws the finding where that is milder.
func correct(in *classify.Input, f *model.Finding, o *classify.Observation, by *model.Event, severity model.Severity, limit float64) {
	truly := seconds(by.At)
	waited := clock(in) - truly
	f.Evidence = append(f.Evidence, model.Evidence{Where: by.Where})
	f.Message = "Hermes counts from an older event: it is ready for " + classify.Span(in.Now.Sub(by.At)) + ", since " + sentence(by.Name)
	o.Until = earlier(o.Until, tick(by.At, in.Now))
	milder, next := strandedFor(float64(waited), limit)
	if float64(waited) >= limit && milder == severity {
		return
	}
	f.Discounted = true
	o.Until = earlier(o.Until, wholeSecond(truly, next))
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

// sentence says in words what an event did.
func sentence(name string) string {
	if s, ok := sentences[name]; ok {
		return s
	}
	return "the event " + name
}

var sentences = map[string]string{
	evStatus: "it was moved on the dashboard", evReviewReopened: "its review was reopened",
	evChangesRequested: "a reviewer asked for changes", evPromotedManual: "somebody promoted it",
	evCrashed: "its worker crashed", evProtocolViolation: "its worker exited without reporting a result",
	evRateLimited: "it met a rate limit", evTimedOut: "it ran into a limit", evSpawnFailed: "its worker did not start",
	evStale: "its silent worker was stopped", evReconciled: "its broken claim was repaired",
	evSpecified: "it was specified", evDecomposed: "it was decomposed",
	evPromoted: "it was promoted", evReclaimed: "it was reclaimed", evUnblocked: "it was unblocked", evCreated: "it was created",
}
