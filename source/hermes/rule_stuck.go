package hermes

import (
	"time"

	"notdone/classify"
	"notdone/model"
)

// stuckInBlocked is Hermes' rule of that name: blocked for a day, and nobody
// has commented or unblocked since.
func stuckInBlocked(in *classify.Input, r *record) []classify.Observation {
	limit := r.limits.stuckHours
	if r.status != stBlocked {
		return nil
	}
	var last int64
	var by *model.Event
	for i := range in.Events {
		if e := &in.Events[i]; e.Name == evBlocked && seconds(e.At) >= last {
			last, by = seconds(e.At), e
		}
	}
	if last == 0 {
		return nil
	}
	for i := range in.Events {
		if e := &in.Events[i]; (e.Name == evCommented || e.Name == evUnblocked) && seconds(e.At) > last {
			return nil
		}
	}
	if float64(clock(in)-last)/3600 < limit {
		return notYet(wholeSecond(last, limit*3600))
	}
	return one(model.Finding{
		Severity: model.SeverityWarning, First: by.At, Last: by.At,
		Message:  "still blocked, and nobody has commented or unblocked since",
		Evidence: []model.Evidence{saidBy(by)},
		Actions:  []model.ActionName{model.ActionUnblock},
		Clears:   "an unblock, or any comment",
	})
}

// wholeSecond is the first whole second that is at least span seconds after
// from; zero when that is out of reach.
func wholeSecond(from int64, span float64) time.Time {
	at := float64(from) + span
	if at >= lastSecond {
		return time.Time{}
	}
	t := int64(at)
	if float64(t) < at {
		t++
	}
	return moment(t)
}
