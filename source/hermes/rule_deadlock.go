package hermes

import (
	"fmt"
	"strings"

	"notdone/classify"
	"notdone/model"
)

// handoff begins the reason of an old worker that blocked its task for review.
const handoff = "review-required:"

// reviewDependencyDeadlock is Hermes' rule of that name: a task is blocked for
// review while the tasks that should review it wait for it to be done.
func reviewDependencyDeadlock(in *classify.Input, r *record) []classify.Observation {
	if r.status != stBlocked || r.waits == 0 {
		return nil
	}
	e := newest(in.Events, evBlocked)
	if e == nil || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(e.Note)), handoff) {
		return nil
	}
	at := e.At
	if at.IsZero() {
		at = in.Now
	}
	f := model.Finding{
		Severity: model.SeverityError, Count: r.waits, First: at, Last: at,
		Message: fmt.Sprintf("blocked for review, with %s waiting for it to be done: neither can go on", plural(r.waits, "dependent task")),
		Clears:  "the task is completed, or the reviewing task is unlinked",
		Actions: []model.ActionName{model.ActionUnblock},
	}
	f.Evidence = append(f.Evidence, saidBy(e))
	for _, id := range r.waiting {
		f.Evidence = append(f.Evidence, model.Evidence{Where: "task_links " + r.id + " → " + id})
	}
	return one(f)
}
