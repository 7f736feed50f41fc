package classify

import "notdone/model"

// Rules returns notdone's own rules, those that look at what was recorded
// first. The slice is the caller's.
func Rules() []Rule {
	return []Rule{
		{"recorded", "what the queue itself says", checkRecorded},
		{"block-reason", "why a task that is recorded as blocked is so", checkBlockReason},
		{"hard-error", "a task that is recorded as failed, or a log that ends in an error", checkHardError},
		{"explicit-outcome", "the end that the agent declared in a field of its own", checkExplicit},
		{"unrecorded-log", "how a log ends that belongs to no queue", checkUnrecorded},
		{"no-output", "marked done, with no result and no last message", checkNoOutput},
		{"no-run", "marked done, and nothing ever worked on it or no completion is on record", checkNoRun},
		{"open-run", "marked done while a run of it is still open", checkOpenRun},
		{"failed-run", "marked done although its newest run failed or exited with an error", checkFailedRun},
		{"obstacle-in-result", "marked done, and its own words report an obstacle, a refusal or a failure", checkObstacleInResult},
		{"promise-in-result", "marked done, and its own words announce the work instead of reporting it", checkPromiseInResult},
		{"result-says-done", "its own words report the work", checkResultSaysDone},
		{"zero-activity", "marked done, and the run called no tool, or neither said nor did anything", checkZeroActivity},
		{"claim-without-work", "it claims tests or changes, and no run of it called a tool", checkClaimWithoutWork},
		{"no-file-changed", "it claims or was asked for a change, and its run changed no file", checkNoFiles},
		{"short-run", "its run was over too soon for what it reports", checkShortRun},
		{"run-error", "an error is on record with a completed run", checkRunError},
		{"work-seen", "its newest run completed and is not known to have been idle", checkWorkSeen},
		{"permission-denied", "a call was not permitted and never made good", checkPermissionDenied},
		{"denials", "its run was denied permissions of which only the number is known", checkDenials},
		{"obstacle-on-record", "marked done although its obstacle field is filled", checkObstacleOnRecord},
		{"phantom-refs", "it cites tasks that do not exist", checkPhantomRefs},
		{"every-edit-failed", "every change of a file that it tried failed, and it found no way round", checkEveryEditFailed},
		{"no-change", "it reports changes, and its log shows none", checkNoChange},
		{"test-claim", "it says that tests pass, and its log shows that none ran or that they failed", checkTestClaim},
		{"missing-file", "it names a file as written that its log never shows being written", checkMissingFile},
		{"last-command", "the last thing that it did was a command that failed, of which it says nothing", checkLastCommand},
		{"awaiting-answer", "it asked a person something and waits", checkAwaitingAnswer},
		{"usage-limit", "it met a usage limit", checkUsageLimit},
		{"tool-loop", "the same call with the same result again and again, with nothing changed between", checkToolLoop},
		{"log-ending", "the end of the log that is attached to a task marked done", checkLogEnding},
		{"silent-recurrence", "it used to say something on every run and no longer does", checkSilentRecurrence},
		{"stale-heartbeat", "it is recorded as running and gives no sign of life", checkStaleHeartbeat},
		{"claim-expired", "it is recorded as running and its claim ran out", checkClaimExpired},
		{"orphan-claim", "it is recorded as running and nobody holds it", checkOrphanClaim},
		{"dead-worker", "it is recorded as running and its process is gone", checkDeadWorker},
		{"block-loop", "blocked again and again after it was released", checkBlockLoop},
		{"requeue-loop", "sent back, and it met the same obstacle again", checkRequeueLoop},
		{"retry-loop", "the last attempts failed in the same way", checkRetryLoop},
		{"waiting-too-long", "it could be worked on and nobody takes it, or a block lasts", checkWaiting},
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
