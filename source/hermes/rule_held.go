package hermes

import (
	"strings"

	"notdone/classify"
	"notdone/model"
)

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
	why := holds[g.reason]
	severity := model.SeverityInfo
	if g.reason == heldByError {
		severity = model.SeverityWarning // the only one that time does not mend
	}
	if why == "" {
		why = "the reason given is " + firstLine(g.reason)
	}
	return one(model.Finding{
		Severity: severity, First: g.at, Last: g.at,
		Message:  r.status + ", but the dispatcher holds it back: " + why,
		Evidence: []model.Evidence{{Where: g.where, Quote: g.reason}},
		Clears:   "the dispatcher starts a worker",
	})
}

// freshGuard is the dispatcher's refusal to start a worker unless a claim, or
// whatever made the task ready anew, came after it.
func (r *record) freshGuard(events []model.Event) *guard {
	if r.guard == nil {
		return nil
	}
	for i := len(events) - 1; i >= 0 && events[i].At.After(r.guard.at); i-- {
		name := events[i].Name
		if name == evClaimed || ownersReady[name] || alsoReady[name] {
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
		Evidence: []model.Evidence{{Where: "tasks#" + r.id + ".last_failure_error", Quote: firstLine(r.lastError)}},
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
		Evidence: []model.Evidence{{Where: "tasks#" + r.id + ".assignee", Quote: firstLine(r.idle)}},
		Clears:   "another assignee, a profile of that name, or a worker of another kind claims it",
	})
}
