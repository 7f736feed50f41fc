package classify

import (
	"cmp"

	"notdone/classify/cycle"
	"notdone/model"
)

// checkNothingHappened sees a run whose complete log is empty: the agent neither said
// nor did anything, so it never really started.
func checkNothingHappened(in *Input) []Observation {
	w, own := workInLog(in)
	if w == nil || w.Messages+w.Calls+w.Delegated > 0 || !countsAsDone(in) {
		return nil
	}
	r := newestEndedRun(in)
	if own && (r == nil || !zero(r.Messages) || !zero(r.ToolCalls)) {
		return nil
	}
	if said, _ := in.Message(); !cycle.Blank(said) {
		return nil
	}
	where := in.ResultWhere
	if r != nil {
		where = cmp.Or(r.Where, where)
	}
	if e := newestEnding(in); !own && e != nil {
		where = e.Where
	}
	what := "the agent ended without saying or doing anything"
	o := signalLogNothing.opinion(Opinion{
		Grade:    model.GradeProven,
		Headline: "ended without doing anything", Obstacle: readObstacle(what, model.KindEnvironment, where),
	})
	if own {
		o.Rank, o.State = RankHardError, model.StateFailed
	}
	at := finishTime(in)
	return both(model.Finding{
		Severity: model.SeverityError, Message: "marked done, but " + what, First: at, Last: at, Clears: clearsByRun,
		Actions: answerRequeue, Evidence: []model.Evidence{{Where: where}},
	}, o)
}
