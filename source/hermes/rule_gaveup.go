package hermes

import (
	"fmt"
	"strings"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

// gaveUp is about a task on which Hermes' failure breaker opened. It has the
// status blocked, but nobody blocked it: it failed. Yet where the counter is
// below the limit and nothing else holds it, the dispatcher's next tick makes
// it ready again (hermes kanban_db.py, recompute_ready).
func gaveUp(in *classify.Input, r *record) []classify.Observation {
	if r.status != stBlocked || r.stand.cause != causeGaveUp {
		return nil
	}
	e := &in.Events[r.stand.event]
	p := r.details[e.Seq]
	if p == nil {
		p = &payload{}
	}
	why := failedBy(in, r, p)
	f := model.Finding{
		Severity: model.SeverityError, Count: why.count, First: e.At, Last: e.At,
		Message: why.sentence, Evidence: []model.Evidence{saidBy(e)},
		Actions: []model.ActionName{model.ActionUnblock}, Clears: "an unblock, after what made it fail is mended",
	}
	o := classify.Opinion{
		Rank: classify.RankLive, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.97, Headline: why.headline,
		Obstacle: &model.Obstacle{
			Kind: in.Facts.ObstacleKind, Text: in.Facts.ObstacleText, Where: in.Facts.ObstacleWhere,
			Key: cycle.ObstacleKey(in.Facts.ObstacleKind, in.Facts.ObstacleText),
		},
	}
	if r.promotes() {
		f.Severity = model.SeverityWarning
		f.Message += fmt.Sprintf("; it is not held, %d of %s counted, so that the next tick of the dispatcher makes it ready again",
			r.failures, plural(r.limit(), "failure"))
		f.Clears = "the dispatcher makes it ready"
		o = classify.Opinion{
			Rank: classify.RankLive, State: model.StateQueued, Grade: model.GradeStrong, Confidence: 0.95,
			Headline: "gave up, and starts again with the next tick",
		}
	}
	return []classify.Observation{{Finding: &f, Opinion: o}}
}

// failure is the true cause of giving up, in words.
type failure struct {
	count              int
	headline, sentence string
}

// failedBy finds what made Hermes give up. The breaker's own run is recorded as
// gave_up and keeps the cause aside; on a crash or a time limit the runs keep
// their outcome.
func failedBy(in *classify.Input, r *record, p *payload) failure {
	outcome, n := model.OutcomeUnknown, 0
	for i := len(in.Runs) - 1; i >= 0; i-- {
		run := &in.Runs[i]
		if run.Open() || run.Outcome == model.OutcomeReleased || run.Outcome == model.OutcomeRateLimited {
			continue
		}
		if !run.Outcome.Failure() || n > 0 && run.Outcome != outcome {
			break
		}
		outcome, n = run.Outcome, n+1
	}
	if outcome == model.OutcomeUnknown {
		outcome = outcomeOf(p.TriggerOutcome, "", "", p.Error)
	}
	n = max(n, 1)
	if violated(in.Events, p) {
		return failure{
			n, "exited without reporting a result " + times(n) + ", then gave up",
			"the worker exited " + times(n) + " without reporting a result, and Hermes gave up",
		}
	}
	said := causeWords[outcome]
	if said.headline == "" {
		n = max(n, p.Failures, r.failures)
		said = causeWords[model.OutcomeFailed]
	}
	detail := ""
	if outcome == model.OutcomeBudget {
		detail = turns(in, p)
	}
	return failure{
		count:    n,
		headline: said.headline + " " + times(n) + ", then gave up" + detail,
		sentence: said.sentence + " " + times(n) + detail + ", and Hermes gave up",
	}
}

var causeWords = map[model.Outcome]struct{ headline, sentence string }{
	model.OutcomeBudget:      {"budget exhausted", "the turn budget was used up"},
	model.OutcomeTimedOut:    {"time limit hit", "the time limit was hit"},
	model.OutcomeCrashed:     {"crashed", "the worker crashed"},
	model.OutcomeSpawnFailed: {"could not start", "the worker could not be started"},
	model.OutcomeFailed:      {"failed", "it failed"},
}

// violated reports whether the breaker opened on clean exits without a result.
func violated(events []model.Event, p *payload) bool {
	e := newest(events, evProtocolViolation, evCrashed, evTimedOut, evSpawnFailed)
	return e != nil && e.Name == evProtocolViolation && p.TriggerOutcome != outTimedOut && p.TriggerOutcome != outSpawnFailed
}

// turns says how many turns were used of how many, from the payload or from
// the words in which Hermes reports it.
func turns(in *classify.Input, p *payload) string {
	used, most := p.BudgetUsed, p.BudgetMax
	if most == 0 {
		for i := len(in.Runs) - 1; i >= 0 && most == 0; i-- {
			used, most = budgetOf(in.Runs[i].Error)
		}
	}
	if most == 0 {
		used, most = budgetOf(p.Error)
	}
	if most == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d/%d turns)", used, most)
}

// budgetOf reads "Iteration budget exhausted (12/12)" (hermes kanban_db.py).
func budgetOf(said string) (used, most int) {
	if !isBudget(said) {
		return 0, 0
	}
	rest := strings.TrimSpace(strings.TrimSpace(said)[len(budgetWords):])
	if n, err := fmt.Sscanf(rest, "(%d/%d)", &used, &most); err != nil || n != 2 || most < 1 || used < 0 {
		return 0, 0
	}
	return used, most
}
