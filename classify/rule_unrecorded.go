package classify

import (
	"cmp"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

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
	said, where := in.Message()
	if cycle.Blank(said) {
		return nil
	}
	r := in.Reading()
	o := Opinion{Rank: RankText, Grade: model.GradeTextOnly, Confidence: r.Score, State: model.StateFailed}
	o.Obstacle = quotedObstacle(r, where)
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
		f.Evidence = []model.Evidence{quote(obstacle.Where, obstacle.Text)}
	}
	return f
}
