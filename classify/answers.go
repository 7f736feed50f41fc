package classify

import (
	"cmp"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// opinion is the answer of a rule that only has an opinion.
func opinion(o Opinion) []Observation { return []Observation{{Opinion: o}} }

// finding is the answer of a rule that only has a finding.
func finding(f model.Finding) []Observation { return []Observation{{Finding: &f}} }

// both is the answer of a rule that has a finding and an opinion.
func both(f model.Finding, o Opinion) []Observation { return []Observation{{Finding: &f, Opinion: o}} }

// clearsByRun is what clears a finding against done.
const clearsByRun = "a later run that reports the work itself, once the task is requeued"

// supportNotDone is the answer of a rule that sees a signal against done in a run.
func supportNotDone(in *Input, s signal, r *model.Run, severity model.Severity, message, headline string) []Observation {
	at := finishTime(in)
	return both(model.Finding{
		Severity: severity, Message: message, First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: []model.Evidence{{Where: cmp.Or(r.Where, "run "+r.ID)}},
	}, s.opinion(Opinion{Grade: model.GradeStrong, Headline: headline}))
}

// contradictClaim is the answer of a rule that sees a claim which the log
// contradicts.
func contradictClaim(in *Input, s signal, headline, message, said string, evidence ...model.Evidence) []Observation {
	at := finishTime(in)
	o := s.opinion(Opinion{
		Grade: model.GradeStrong, Headline: headline,
		Obstacle: &model.Obstacle{Kind: model.KindUnknown, Text: said, Key: cycle.ObstacleKey(model.KindUnknown, said)},
	})
	if len(evidence) > 0 {
		o.Obstacle.Where = evidence[0].Where
	}
	severity := model.SeverityError
	if signalWeights[s].reads {
		severity = model.SeverityWarning
	}
	return both(model.Finding{
		Severity: severity, Message: message, First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: evidence,
	}, o)
}

// contradictByWords is the answer of a rule that reads a message against done. A
// message by itself is a warning: where the structure agrees, that has a finding
// of its own. A completion that the agent declared in a field outweighs its prose.
func contradictByWords(in *Input, r *text.Reading, what, headline string) []Observation {
	said, where := in.Message()
	at := finishTime(in)
	f := model.Finding{
		Severity: model.SeverityWarning, Message: "marked done, but its last message " + what,
		First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: []model.Evidence{quote(where, cmp.Or(r.Quote, said))},
	}
	if in.Facts.Explicit == model.OutcomeCompleted {
		f.Message = "the agent declared it completed, but its last message " + what
	}
	return both(f, Opinion{
		Rank: RankText, State: model.StateFalseDone, Grade: model.GradeTextOnly, Confidence: r.Score,
		Headline: headline, Obstacle: quotedObstacle(r, where),
	})
}

// checkRecordedObstacle sees an obstacle on record of a task that counts as done;
// one of an earlier run does not matter.
func checkRecordedObstacle(in *Input, what string) []Observation {
	if !countsAsDone(in) || cycle.Blank(in.Facts.ObstacleText) {
		return nil
	}
	at := in.Facts.BlockedAt
	if r := newestRun(in); r != nil && !at.IsZero() && r.Started.After(at) {
		return nil
	}
	if e := newestEvent(in, model.EventUnblocked, model.EventRequeued); e != nil && !at.IsZero() && !e.At.Before(at) {
		return nil
	}
	if at.IsZero() {
		at = finishTime(in)
	}
	o := readObstacle(in.Facts.ObstacleText, in.Facts.ObstacleKind, in.Facts.ObstacleWhere)
	return both(model.Finding{
		Severity: model.SeverityError, Message: "marked done, but " + what, First: at, Last: at,
		Clears: clearsByRun, Actions: answerRequeue, Evidence: []model.Evidence{quote(o.Where, o.Text)},
	}, signalObstacleOnRecord.opinion(Opinion{
		Grade:    model.GradeStrong,
		Headline: cmp.Or(kindHeadlines[o.Kind], "an obstacle is on record"), Obstacle: o,
	}))
}

// The actions that answer findings.
var (
	answerRequeue = []model.ActionName{model.ActionRequeue}
	answerReclaim = []model.ActionName{model.ActionReclaim}
	answerBlocked = []model.ActionName{model.ActionUnblock}
)
