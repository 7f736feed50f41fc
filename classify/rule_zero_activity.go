package classify

import "notdone/model"

// checkZeroActivity sees a completed run of which it is known that it called no
// tool. Some work needs none, so this supports other observations and decides
// nothing. That no file changed is not worth showing alone.
func checkZeroActivity(in *Input) []Observation {
	r := in.lastEnded()
	if r == nil || !in.claimsDone() || some(r.ToolCalls) && !zero(r.FilesChanged) || some(r.FilesChanged) {
		return nil
	}
	o := Opinion{Rank: RankSupport, State: model.StateFalseDone, Grade: model.GradeStrong, Confidence: 0.5}
	switch {
	case zero(r.ToolCalls):
		what := "its last run called no tool"
		if zero(r.FilesChanged) {
			what = "its last run called no tool and changed no file"
		}
		return both(model.Finding{
			Severity: model.SeverityWarning, Message: "it counts as done, but " + what, First: r.Ended, Last: r.Ended,
			Clears: clearsByRun, Actions: answerRequeue, Evidence: []model.Evidence{{Where: or(r.Where, "run "+r.ID)}},
		}, o)
	case zero(r.FilesChanged):
		return opinion(o)
	}
	return nil
}
