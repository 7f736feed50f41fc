package classify

import "notdone/model"

// checkDeadWorker sees a running task whose worker process is known to be gone.
func checkDeadWorker(in *Input) []Observation {
	if in.Facts.Worker != model.LivenessDead {
		return nil
	}
	at := in.Facts.Heartbeat
	if r := newestOpenRun(in); r != nil && r.Started.After(at) {
		at = r.Started
	}
	return finding(model.Finding{
		Severity: model.SeverityError, First: at, Last: at, Actions: answerReclaim,
		Message: "recorded as running, but " + workerName(in) + " is gone",
		Clears:  "the end of the run, or another worker's claim",
	})
}
