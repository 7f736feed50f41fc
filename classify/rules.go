package classify

import "notdone/model"

// Rules returns notdone's own rules, those that look at what was recorded
// first. The slice is the caller's.
func Rules() []Rule {
	return []Rule{
		{"recorded", checkRecorded},
		{"block-reason", checkBlockReason},
		{"hard-error", checkHardError},
		{"explicit-outcome", checkExplicit},
		{"unrecorded-log", checkUnrecorded},
		{"no-output", checkNoOutput},
		{"no-run", checkNoRun},
		{"open-run", checkOpenRun},
		{"failed-run", checkFailedRun},
		{"obstacle-in-result", checkObstacleInResult},
		{"promise-in-result", checkPromiseInResult},
		{"result-says-done", checkResultSaysDone},
		{"zero-activity", checkZeroActivity},
		{"claim-without-work", checkClaimWithoutWork},
		{"no-file-changed", checkNoFiles},
		{"short-run", checkShortRun},
		{"run-error", checkRunError},
		{"work-seen", checkWorkSeen},
		{"permission-denied", checkPermissionDenied},
		{"denials", checkDenials},
		{"obstacle-on-record", checkObstacleOnRecord},
		{"phantom-refs", checkPhantomRefs},
		{"every-edit-failed", checkEveryEditFailed},
		{"no-change", checkNoChange},
		{"test-claim", checkTestClaim},
		{"missing-file", checkMissingFile},
		{"last-command", checkLastCommand},
		{"awaiting-answer", checkAwaitingAnswer},
		{"usage-limit", checkUsageLimit},
		{"tool-loop", checkToolLoop},
		{"log-ending", checkLogEnding},
		{"silent-recurrence", checkSilentRecurrence},
		{"stale-heartbeat", checkStaleHeartbeat},
		{"claim-expired", checkClaimExpired},
		{"orphan-claim", checkOrphanClaim},
		{"dead-worker", checkDeadWorker},
		{"block-loop", checkBlockLoop},
		{"requeue-loop", checkRequeueLoop},
		{"retry-loop", checkRetryLoop},
		{"waiting-too-long", checkWaiting},
	}
}

// opinion makes the answer of a rule that only has an opinion.
func opinion(o Opinion) []Observation { return []Observation{{Opinion: o}} }

// finding makes the answer of a rule that only shows something.
func finding(f model.Finding) []Observation { return []Observation{{Finding: &f}} }

// both makes the answer of a rule that shows something and has an opinion.
func both(f model.Finding, o Opinion) []Observation { return []Observation{{Finding: &f, Opinion: o}} }

var (
	answerRequeue = []model.ActionName{model.ActionRequeue}
	answerReclaim = []model.ActionName{model.ActionReclaim}
	answerBlocked = []model.ActionName{model.ActionUnblock}
)

// clearsByRun is what clears a finding about a task that is done in name.
const clearsByRun = "a later run that reports the work itself, once the task is requeued"
