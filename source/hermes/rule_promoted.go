package hermes

import (
	"fmt"

	"notdone/classify"
	"notdone/model"
)

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
		Severity: model.SeverityWarning, First: e.At, Last: e.At,
		Message: fmt.Sprintf("promoted with %s still counted: the next failure opens the breaker at once",
			plural(r.failures, "failure")),
		Evidence: []model.Evidence{saidBy(e)},
		Clears:   "a completion, or another assignee",
	})
}
