package hermes

import (
	"notdone/classify"
	"notdone/model"
)

// holds says in words why the dispatcher does not spawn a ready task (hermes
// kanban_db.py, respawn guard).
var holds = map[string]string{
	"rate_limit_cooldown": "its last worker met a rate limit a short while ago",
	"blocker_auth":        "its last error speaks of a quota or of missing access, and stays until it is cleared",
	"recent_success":      "it completed less than an hour ago",
	"active_pr":           "a comment of the last day names a pull request",
}

// spawnHeld is about a ready task that the dispatcher passes over on purpose:
// it only writes an event that nobody is shown (#24329).
func spawnHeld(in *classify.Input, r *record) []classify.Observation {
	g := r.guard
	if r.status != stReady || r.claimed || g == nil {
		return nil
	}
	// A claim, or whatever made the task ready anew, came after the refusal.
	for i := len(in.Events) - 1; i >= 0 && in.Events[i].At.After(g.at); i-- {
		name := in.Events[i].Name
		if name == evClaimed || ownersReady[name] || alsoReady[name] {
			return nil
		}
	}
	why := holds[g.reason]
	severity := model.SeverityInfo
	if g.reason == "blocker_auth" {
		severity = model.SeverityWarning // the only one that time does not mend
	}
	if why == "" {
		why = "the reason given is " + firstLine(g.reason)
	}
	return one(model.Finding{
		Severity: severity, First: g.at, Last: g.at,
		Message:  "ready, but the dispatcher holds it back: " + why,
		Evidence: []model.Evidence{{Where: g.where, Quote: g.reason}},
		Clears:   "the dispatcher starts a worker",
	})
}
