package classify

import "notdone/model"

// checkZeroActivity sees a completed run of which it is known that it called no
// tool. Some work needs none, so this adds to other observations, and weighs
// more where an action was asked for.
func checkZeroActivity(in *Input) []Observation {
	if seen := checkNothingHappened(in); seen != nil {
		return seen
	}
	r := newestEndedRun(in)
	if r == nil || !countsAsDone(in) || !zero(r.ToolCalls) || some(r.FilesChanged) {
		return nil
	}
	s, what := signalIdle, "marked done, but its last run called no tool"
	if zero(r.FilesChanged) {
		what += " and changed no file"
	}
	severity := model.SeverityInfo // an answer needs no tool
	if requestOf(in) != requestUnknown {
		s, severity = signalIdleAction, model.SeverityWarning
	}
	return supportNotDone(in, s, r, severity, what, "nothing was done")
}
