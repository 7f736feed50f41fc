package hermes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"notdone/classify"
	"notdone/model"
)

// repeatedFailures is Hermes' rule of that name: the failure counter reached
// its threshold and no attempt is under way.
func repeatedFailures(in *classify.Input, r *record) (o classify.Observation) {
	threshold := positive(r.threshold(), fallbackFailures)
	if r.status == stDone || r.status == stRunning || r.failures < threshold {
		return o
	}
	o.Finding = r.repeated(in, r.failures, r.failures >= 2*threshold,
		"failed "+times(r.failures)+" in a row, the last time by "+lastFailure(in.Runs), r.lastError,
		"a completion, an unblock, a reclaim or another assignee")
	if !blank(r.lastError) {
		o.Finding.Evidence = []model.Evidence{r.cell("last_failure_error", r.lastError)}
	}
	return o
}

// threshold is how many failures in a row Hermes warns of.
func (r *record) threshold() float64 {
	if r.release.parks {
		return r.limits.threshold
	}
	return r.limits.oldThreshold
}

// repeated is a finding of failures in a row.
func (r *record) repeated(in *classify.Input, n int, critical bool, said, failure, clears string) *model.Finding {
	severity := model.SeverityError
	if critical {
		severity = model.SeverityCritical
	}
	if !blank(failure) {
		said += ": " + firstLine(failure)
	}
	f := finding(severity, r.failedAt(in), said, clears)
	if f.Count = n; r.status == stBlocked {
		f.Actions = unblocks
	}
	return f
}

// failedAt is when the task last failed, as far as that is on record. Hermes itself dates
// failures in a row at the present.
func (r *record) failedAt(in *classify.Input) (at time.Time) {
	for i := range in.Runs {
		if in.Runs[i].Outcome.Failure() {
			at = later(at, in.Runs[i].Ended)
		}
	}
	for i := range in.Events {
		if e := &in.Events[i]; kinds[e.Name].has(fails) {
			at = later(at, e.At)
		}
	}
	if at.IsZero() {
		return readySince(in, r)
	}
	return at
}

// lastFailure names how the newest failed run ended.
func lastFailure(runs []model.Run) string {
	for _, run := range slices.Backward(runs) {
		if name, known := failureNames[run.Recorded]; known {
			return name
		}
	}
	return "a failure"
}

var failureNames = map[string]string{outSpawnFailed: "a worker that did not start", outTimedOut: "a limit", outCrashed: "a crash"}

// repeatedCrashes is Hermes' rule of that name: the newest runs crashed, with
// no completion or reclaim between them, and the failure counter is still
// below its own threshold.
func repeatedCrashes(in *classify.Input, r *record) (o classify.Observation) {
	if r.status == stDone || r.status == stRunning || float64(r.failures) >= math.Trunc(r.threshold()) {
		return o
	}
	failure := ""
	var evidence []model.Evidence
	for i := len(in.Runs) - 1; i >= 0; i-- {
		run := &in.Runs[i]
		if run.Recorded == outCompleted || run.Recorded == outReclaimed {
			break
		}
		if run.Recorded == outCrashed {
			evidence = append(evidence, model.Evidence{Where: run.Where, Quote: run.Error})
			failure = cmp.Or(failure, run.Error)
		}
	}
	n := len(evidence)
	if float64(n) < r.limits.crashes {
		return o
	}
	o.Finding = r.repeated(in, n, float64(n) >= 2*r.limits.crashes,
		"crashed "+times(n)+" without a completion between", failure, "a completion or a reclaim")
	o.Finding.Evidence = evidence
	return o
}

// gaveUp is about a task on which Hermes' failure breaker opened. It has the
// status blocked, but nobody blocked it: it failed. Yet where the counter is
// below the limit and nothing else holds it, the dispatcher's next tick makes
// it ready again (hermes kanban_db.py, recompute_ready).
func gaveUp(in *classify.Input, r *record) (o classify.Observation) {
	if r.status != stBlocked || r.stand.cause != causeGaveUp {
		return o
	}
	e := &in.Events[r.stand.event]
	p := r.details[e.Seq]
	if p == nil {
		p = &payload{}
	}
	n, headline, said := failedBy(in, r, p)
	f := finding(model.SeverityError, e.At, said, "an unblock, after what made it fail is mended", saidBy(e))
	f.Count, f.Actions = n, unblocks
	o.Finding, o.Opinion = f, classify.Opinion{
		Rank: classify.RankLive, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.97, Headline: headline,
		Obstacle: classify.NewObstacle(in.Facts.ObstacleText, in.Facts.ObstacleWhere),
	}
	if r.promotes() {
		f.Severity = model.SeverityWarning
		f.Message += fmt.Sprintf("; it is not held, %d of %s counted, so that the next tick of the dispatcher makes it ready again",
			r.failures, classify.Count(r.limit(), "failure"))
		f.Clears = "the dispatcher makes it ready"
		o.Opinion = classify.Opinion{
			Rank: classify.RankLive, State: model.StateQueued, Grade: model.GradeStrong, Confidence: 0.95,
			Headline: "gave up, and starts again with the next tick",
		}
	}
	return o
}

// failedBy finds what made Hermes give up, how often, and says it in a headline
// and in a sentence. The breaker's own run is recorded as gave_up and keeps the
// cause aside; on a crash or a time limit the runs keep their outcome.
func failedBy(in *classify.Input, r *record, p *payload) (n int, headline, sentence string) {
	outcome := model.OutcomeUnknown
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
		return n, "exited without reporting a result " + times(n) + ", then gave up",
			"the worker exited " + times(n) + " without reporting a result, and Hermes gave up"
	}
	said, known := causeWords[outcome]
	if !known {
		n, said = max(n, p.Failures, r.failures), causeWords[model.OutcomeFailed]
	}
	detail := ""
	if outcome == model.OutcomeBudget {
		detail = turns(in, p)
	}
	return n, said.headline + " " + times(n) + ", then gave up" + detail, said.sentence + " " + times(n) + detail + ", and Hermes gave up"
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
	if p.BudgetMax > 0 {
		return fmt.Sprintf(" (%d/%d turns)", p.BudgetUsed, p.BudgetMax)
	}
	said := budgetOf(p.Error)
	for i := range in.Runs {
		said = cmp.Or(budgetOf(in.Runs[i].Error), said) // the newest counts
	}
	return said
}

// budgetOf reads "Iteration budget exhausted (12/12)" (hermes kanban_db.py).
func budgetOf(said string) string {
	if m := budgetError.FindStringSubmatch(said); m != nil && m[2] != "" {
		return " (" + m[1] + "/" + m[2] + " turns)"
	}
	return ""
}
