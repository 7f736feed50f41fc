package hermes

import (
	"time"

	"notdone/classify"
	"notdone/model"
)

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
	f := model.Finding{
		Severity: model.SeverityWarning, First: late, Last: late,
		Message: said + " for " + classify.Span(in.Now.Sub(since)), Clears: answer,
	}
	if r.status == stBlocked {
		f.Actions = []model.ActionName{model.ActionUnblock}
	}
	return []classify.Observation{{Finding: &f, Until: tick(since, in.Now)}}
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
		if r.stand.cause != causeGaveUp && len(stuckFindings(in, r)) == 0 {
			return in.Facts.BlockedAt, longWait, "blocked", "an unblock"
		}
	}
	return since, 0, "", ""
}

// readySince is the newest event that can have brought the task where it is.
func readySince(in *classify.Input, r *record) time.Time {
	since := moment(r.created)
	for i := range in.Events {
		name := in.Events[i].Name
		if _, decides := deciding[name]; decides || ownersReady[name] || alsoReady[name] || name == evReviewRequested {
			since = later(since, in.Events[i].At)
		}
	}
	return since
}

// stuckFindings are what Hermes' own rule says of the block, if anything.
func stuckFindings(in *classify.Input, r *record) []classify.Observation {
	all := stuckInBlocked(in, r)
	if len(all) == 1 && all[0].Finding == nil {
		return nil
	}
	return all
}
