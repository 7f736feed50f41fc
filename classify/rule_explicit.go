package classify

import (
	"cmp"

	"notdone/classify/text"
	"notdone/model"
)

// checkExplicit believes the terminal state that the agent declared in a field
// of its own, over its prose, and shows where the two or the queue disagree.
func checkExplicit(in *Input) []Observation {
	declared := in.Facts.Explicit
	if declared == model.OutcomeUnknown {
		return nil
	}
	at, where := finishTime(in), cmp.Or(in.Facts.ExplicitWhere, "the declared outcome")
	f := model.Finding{
		Severity: model.SeverityError, First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: []model.Evidence{quote(where, declared.String())},
	}
	switch {
	case in.Recorded == model.StateFailed && declared == model.OutcomeCompleted:
		f.Severity = model.SeverityWarning
		f.Message = "recorded as failed, but the agent itself declared it completed"
		return finding(f)
	case !countsAsDone(in) && !isOnlyLog(in):
		return nil
	case declared == model.OutcomeCompleted:
		return opinion(Opinion{Rank: RankExplicit, State: model.StateDone, Grade: model.GradeStrong, Confidence: 0.9})
	}
	o := Opinion{
		Rank: RankExplicit, State: model.StateFalseDone, Grade: model.GradeProven, Confidence: 0.95,
		Headline: "declared " + declared.String(), Obstacle: declaredObstacle(in),
	}
	if !countsAsDone(in) {
		o.State = declaredState(declared)
		return opinion(o)
	}
	f.Message = "recorded done, but the agent itself declared it " + declared.String()
	seen := both(f, o)
	if said, where := in.Message(); said != "" && in.Reading().Label == text.LabelDone {
		seen = append(seen, Observation{Finding: &model.Finding{
			Severity: model.SeverityWarning, Message: "its words report the work as done, against what it declared itself",
			First: at, Last: at, Clears: clearsByRun, Evidence: []model.Evidence{quote(where, cmp.Or(in.Reading().Quote, firstLine(said)))},
		}})
	}
	return seen
}
