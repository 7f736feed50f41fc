package classify

import "notdone/model"

// checkWorkSeen agrees with a task that counts as done when its newest run is
// recorded to have completed and is not known to have been idle.
func checkWorkSeen(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || !countsAsDone(in) || r.Outcome != model.OutcomeCompleted || zero(r.ToolCalls) || r.ExitCode != nil && *r.ExitCode != 0 {
		return nil
	}
	s := signalCompleted
	if some(r.FilesChanged) {
		s = signalChanged
	}
	return opinion(s.opinion(Opinion{Grade: model.GradeStrong}))
}
