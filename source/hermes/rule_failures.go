package hermes

import (
	"fmt"

	"notdone/classify"
	"notdone/model"
)

// repeatedFailures is Hermes' rule of that name: the failure counter reached
// its threshold and no attempt is under way.
func repeatedFailures(in *classify.Input, r *record) []classify.Observation {
	threshold := r.limits.failures
	if !r.release.parks {
		threshold = r.limits.oldFailures
	}
	if r.status == stDone || r.status == stRunning || r.failures < threshold {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityError, Count: r.failures, First: in.Now, Last: in.Now,
		Message: fmt.Sprintf("failed %s in a row, the last time by %s", times(r.failures), lastFailure(in.Runs)),
		Clears:  "a completion, an unblock, a reclaim or another assignee",
	}
	if r.failures >= 2*threshold {
		f.Severity = model.SeverityCritical
	}
	if !blank(r.lastError) {
		f.Message += ": " + firstLine(r.lastError)
		f.Evidence = []model.Evidence{{Where: "tasks#" + r.id + ".last_failure_error", Quote: r.lastError}}
	}
	if r.status == stBlocked {
		f.Actions = []model.ActionName{model.ActionUnblock}
	}
	return one(f)
}

// lastFailure names how the newest failed run ended.
func lastFailure(runs []model.Run) string {
	for i := len(runs) - 1; i >= 0; i-- {
		switch runs[i].Recorded {
		case outSpawnFailed:
			return "a worker that did not start"
		case outTimedOut:
			return "a limit"
		case outCrashed:
			return "a crash"
		}
	}
	return "a failure"
}

// repeatedCrashes is Hermes' rule of that name: the newest runs crashed, with
// no completion or reclaim between them, and the failure counter is still
// below its own threshold.
func repeatedCrashes(in *classify.Input, r *record) []classify.Observation {
	l, gate := r.limits, r.limits.crashGate
	if !r.release.parks {
		gate = r.limits.oldCrashGate
	}
	if r.status == stDone || r.status == stRunning || float64(r.failures) >= gate {
		return nil
	}
	n, failure := 0, ""
	var evidence []model.Evidence
	for i := len(in.Runs) - 1; i >= 0; i-- {
		run := &in.Runs[i]
		if run.Recorded == outCompleted || run.Recorded == outReclaimed {
			break
		}
		if run.Recorded != outCrashed {
			continue
		}
		n++
		evidence = append(evidence, model.Evidence{Where: run.Where, Quote: run.Error})
		if failure == "" {
			failure = run.Error
		}
	}
	if float64(n) < l.crashes {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityError, Count: n, First: in.Now, Last: in.Now, Evidence: evidence,
		Message: fmt.Sprintf("crashed %s without a completion between", times(n)), Clears: "a completion or a reclaim",
	}
	if float64(n) >= 2*l.crashes {
		f.Severity = model.SeverityCritical
	}
	if !blank(failure) {
		f.Message += ": " + firstLine(failure)
	}
	if r.status == stBlocked {
		f.Actions = []model.ActionName{model.ActionUnblock}
	}
	return one(f)
}
