package classify

import (
	"cmp"
	"strings"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// The rules in this file judge a failed task, and a task by how its log ends.

// checkHardError explains a task that its queue recorded as failed.
func checkHardError(in *Input) []Observation {
	o := Opinion{
		Rank: RankHardError, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.95,
		Headline: cmp.Or(FailureWords(in.Runs), stopHeadline(in)), Obstacle: failureObstacle(in),
	}
	unnamed := o.Headline == model.OutcomeFailed.String() || o.Headline == "" && saysWhyItFailed(in)
	if unnamed && o.Obstacle != nil && o.Obstacle.Text != "" {
		o.Headline = o.Obstacle.Name // that it failed is said by its state
	}
	f := findingAgainstDone(in, model.SeverityError, "recorded as failed: "+cmp.Or(o.Headline, "no run says why"))
	f.Clears = "a later run that completes" + OnceRequeued
	f.Actions = []model.ActionName{model.ActionRequeue, model.ActionRetry, model.ActionUnblock}
	if o.Obstacle != nil {
		f.Evidence = []model.Evidence{quoteObstacle(o.Obstacle)}
	}
	return both(f, o)
}

// saysWhyItFailed reports whether a failed task has a reason that can stand for it: a recorded one,
// an error of its newest ended run, or the words of one that ended otherwise than completed, such
// as a refusal. What the words say has no part in that, so that no correction of them changes it.
func saysWhyItFailed(in *Input) bool {
	r := newestEndedRun(in)
	switch {
	case r == nil, !cycle.Blank(in.Facts.ObstacleText), !cycle.Blank(r.Error):
		return true
	}
	return r.Outcome != model.OutcomeCompleted && r.Outcome != model.OutcomeUnknown
}

// stopHeadline says in a few words how a log's newest run ended where that was
// no failure of its own; empty otherwise.
func stopHeadline(in *Input) string {
	r := newestEndedRun(in)
	switch {
	case in.Facts.Work == nil || r == nil:
		return ""
	case r.Outcome == model.OutcomeCancelled:
		return "stopped from outside"
	case r.Outcome == model.OutcomeRateLimited:
		return r.Outcome.String()
	}
	return ""
}

// FailureWords says in a few words how the newest attempts ended, such as
// "budget exhausted twice". Attempts that were taken back unjudged or are open
// are passed over. It is empty when the newest one did not fail.
func FailureWords(runs []model.Run) string {
	outcome, n := model.OutcomeUnknown, 0
	for i := len(runs) - 1; i >= 0; i-- {
		o := runs[i].Outcome
		if runs[i].Open() || o == model.OutcomeReleased || o == model.OutcomeRateLimited {
			continue
		}
		if !o.Failure() || n > 0 && o != outcome {
			break
		}
		outcome = o
		n++
	}
	if n == 0 {
		return ""
	}
	return outcome.String() + Times(n)
}

// checkLogEnding weighs the end of the newest log attached to a task that is
// recorded done.
func checkLogEnding(in *Input) []Observation {
	e := currentEnding(in)
	if e == nil {
		return nil
	}
	seen := signalLogFailed.observe(in, "", quote(e.Where, e.Text))
	f, o := seen.Finding, &seen.Opinion
	f.First, f.Last = e.At, e.At
	switch {
	case e.Open:
		f.Severity, f.Message, f.Clears, f.Actions = model.SeverityInfo, "recorded done while its log is still being written", "the end of the log", nil
		return finding(*f)
	case e.Outcome.Failure(), e.Outcome == model.OutcomeBlocked, e.Outcome == model.OutcomeRefused:
		f.Message = "recorded done, but its log ended: " + e.Outcome.String()
		o.Headline = "its log ended: " + e.Outcome.String()
		if !cycle.Blank(e.Text) {
			o.Obstacle = NewObstacle(e.Text, e.Where)
		}
		return []Observation{seen}
	}
	said, _ := in.Message()
	if cycle.Blank(e.Text) || strings.Contains(said, strings.TrimSpace(e.Text)) {
		return nil // nothing that the result does not say itself
	}
	r := in.readWords(e.Text)
	o.Rank, o.Grade, o.Confidence = RankText, model.GradeTextOnly, r.Score
	if r.Label == text.LabelDone {
		o.State, o.Confidence = model.StateDone, 1-r.Score
		return opinion(*o)
	}
	f.Evidence = []model.Evidence{quote(e.Where, cmp.Or(r.Quote, e.Text))}
	f.Message, o.Headline = "recorded done, but its log ends with an obstacle", cmp.Or(kindHeadlines[r.Kind], "its log ends with an obstacle")
	if r.Promise {
		f.Message, o.Headline = "recorded done, but its log ends by announcing the work", "announced, not done"
	}
	o.Obstacle = quotedObstacle(&r, e.Text, e.Where)
	return []Observation{seen}
}

// checkUnrecorded judges a task that is nothing but a log by how the log ends,
// or where the log's reader made runs of it, by the newest run. That nobody
// took the work back after an interruption is a failure, not a cancellation.
func checkUnrecorded(in *Input) []Observation {
	if !isOnlyLog(in) {
		return nil
	}
	outcome, open := model.OutcomeUnknown, false
	switch e, r := newestEnding(in), newestRun(in); {
	case e != nil:
		outcome, open = e.Outcome, e.Open
	case r != nil:
		outcome, open = r.Outcome, r.Open()
	default:
		return nil
	}
	o := Opinion{State: declaredState(outcome), Grade: model.GradeStrong, Confidence: 0.85}
	switch {
	case open:
		o.State, o.Rank, o.Confidence = model.StateActive, RankLive, 0.8
	case outcome == model.OutcomeUnknown:
		return judgePlainLog(in)
	case o.State == model.StateUnknown:
		return nil
	case o.State == model.StateDone:
		o.Rank, o.Grade, o.Confidence = RankRecorded, model.GradeCannotTell, 0.6
	case outcome == model.OutcomeCancelled:
		o.Rank, o.Headline = RankAbort, "stopped from outside"
	case o.State == model.StateFailed:
		o.Rank, o.Headline = RankHardError, outcome.String()
		o.Obstacle = failureObstacle(in)
	default:
		o.Rank, o.Obstacle = RankExplicit, declaredObstacle(in)
		o.Headline = "ended " + outcome.String()
	}
	if o.State != model.StateFailed {
		return opinion(o)
	}
	return both(badEndFinding(in, "the log ends: "+o.Headline, o.Obstacle), o)
}

// judgePlainLog judges a log without structure by its last words alone.
func judgePlainLog(in *Input) []Observation {
	r := readMessage(in)
	if r == nil {
		return nil
	}
	said, where := in.Message()
	o := Opinion{
		Rank: RankText, Grade: model.GradeTextOnly, Confidence: r.Score, State: model.StateFailed,
		Obstacle: quotedObstacle(r, said, where),
	}
	switch r.Label {
	case text.LabelDone:
		o.State, o.Confidence, o.Obstacle = model.StateDone, 1-r.Score, nil
		return opinion(o)
	case text.LabelBlocked, text.LabelRefused:
		o.State = model.StateBlocked
		o.Headline = cmp.Or(kindHeadlines[r.Kind], "the log ends with an obstacle")
		return opinion(o)
	case text.LabelFailed:
		o.Headline = "the log ends with a failure"
		if r.Promise {
			o.Headline = "announced, not done"
		}
	}
	return both(badEndFinding(in, o.Headline, o.Obstacle), o)
}

func badEndFinding(in *Input, what string, obstacle *model.Obstacle) model.Finding {
	at := finishTime(in)
	if e := newestEnding(in); e != nil && !e.At.IsZero() {
		at = e.At
	}
	f := model.Finding{Severity: model.SeverityError, Message: what, First: at, Last: at, Clears: "more lines in the log"}
	if obstacle != nil {
		f.Evidence = []model.Evidence{quoteObstacle(obstacle)}
	}
	return f
}
