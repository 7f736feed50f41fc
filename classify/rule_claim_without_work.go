package classify

import (
	"notdone/classify/text"
	"notdone/model"
)

// checkClaimWithoutWork sees a task that counts as done, whose message claims
// tests that ran or changes that were made, and whose run called no tool at all.
func checkClaimWithoutWork(in *Input) []Observation {
	r := in.lastEnded()
	if r == nil || !in.claimsDone() || !zero(r.ToolCalls) || some(r.FilesChanged) {
		return nil
	}
	c := in.claims()
	what := ""
	switch {
	case in.Reading().Label != text.LabelDone:
		return nil
	case c.tests:
		what = "claims tests that passed"
	case c.change && !c.needless:
		what = "claims a change"
	default:
		return nil
	}
	return in.against(signalClaimWithoutWork, r, model.SeverityWarning, "its last message "+what+", but its run called no tool", "claimed, but not done")
}

// against is what a signal of a run shows and weighs where its task counts as
// done.
func (in *Input) against(s signal, r *model.Run, severity model.Severity, message, headline string) []Observation {
	at := in.finishedAt()
	return both(model.Finding{
		Severity: severity, Message: message, First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: []model.Evidence{{Where: or(r.Where, "run "+r.ID)}},
	}, s.opine(Opinion{Rank: RankSupport, State: model.StateFalseDone, Grade: model.GradeStrong, Headline: headline}))
}
