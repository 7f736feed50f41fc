package classify

import "notdone/model"

// checkWorkSeen supports a task that counts as done when its newest run is
// recorded to have completed and is not known to have been idle.
func checkWorkSeen(in *Input) []Observation {
	r := in.lastEnded()
	if r == nil || !in.claimsDone() || r.Outcome != model.OutcomeCompleted || zero(r.ToolCalls) || r.ExitCode != nil && *r.ExitCode != 0 {
		return nil
	}
	return opinion(Opinion{Rank: RankSupport, State: model.StateDone, Grade: model.GradeStrong, Confidence: 0.5})
}
