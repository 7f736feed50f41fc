package classify

import (
	"notdone/classify/cycle"
	"notdone/model"
)

// checkRunError sees a task that counts as done and whose newest run is not
// recorded to have failed, but to have met an error.
func checkRunError(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || !countsAsDone(in) || cycle.Blank(r.Error) || r.Outcome != model.OutcomeCompleted && r.Outcome != model.OutcomeUnknown {
		return nil
	}
	seen := supportNotDone(in, signalRunError, r, model.SeverityInfo, "marked done, but an error is on record with its last run", "an error is on record")
	seen[0].Finding.Evidence[0].Quote = quote("", firstLine(r.Error)).Quote
	return seen
}
