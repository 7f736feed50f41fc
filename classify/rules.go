package classify

import "notdone/model"

// Rules returns notdone's own rules, those that look at what was recorded
// first. One without a Check looks at several tasks at once, and is not a judge's. The slice is the
// caller's.
func Rules() []Rule {
	const (
		own     = model.OriginNotdone
		info    = model.SeverityInfo
		warning = model.SeverityWarning
		errors  = model.SeverityError
	)
	return []Rule{
		{RuleRecorded, "what the queue itself says", info, own, always, checkRecorded},
		{"block-reason", "why a task that is recorded as blocked is so", info, own, whenBlocked, checkBlockReason},
		{"hard-error", "a task that is recorded as failed, or a log that ends in an error", errors, own, whenFailed, checkHardError},
		{"explicit-outcome", "the end that the agent declared in a field of its own", errors, own, whenFailed | whenDoneOrLog, checkExplicit},
		{"unrecorded-log", "how a log ends that belongs to no queue", errors, own, whenLog, checkUnrecorded},
		{"no-output", "marked done, with no result and no last message", errors, own, whenCountsAsDone, checkNoOutput},
		{"no-run", "marked done, and nothing ever worked on it or no completion is on record", errors, own, whenDone, checkNoRun},
		{"open-run", "marked done while a run of it is still open", errors, own, whenDone, checkOpenRun},
		{"failed-run", "marked done although its newest run failed or exited with an error", errors, own, whenCountsAsDone, checkFailedRun},
		{RuleObstacle, "marked done, and its own words report an obstacle, a refusal or a failure", warning, own, whenCountsAsDone, checkObstacleInResult},
		{RulePromise, "marked done, and its own words announce the work instead of reporting it", warning, own, whenCountsAsDone, checkPromiseInResult},
		{RuleReport, "its own words report the work", info, own, whenCountsAsDone, checkResultSaysDone},
		{"zero-activity", "marked done, and the run called no tool, or neither said nor did anything", errors, own, whenCountsAsDone, checkZeroActivity},
		{"claim-without-work", "it claims tests or changes, and no run of it called a tool", errors, own, whenCountsAsDone, checkClaimWithoutWork},
		{"no-file-changed", "it claims or was asked for a change, and its run changed no file", info, own, whenCountsAsDone, checkNoFiles},
		{"short-run", "its run was over too soon for what it reports", info, own, whenCountsAsDone, checkShortRun},
		{"run-error", "an error is on record with a completed run", info, own, whenCountsAsDone, checkRunError},
		{"work-seen", "its newest run completed and is not known to have been idle", info, own, whenCountsAsDone, checkWorkSeen},
		{"permission-denied", "a call was not permitted and never made good", errors, own, whenCountsAsDone, checkPermissionDenied},
		{"denials", "its run was denied permissions of which only the number is known", info, own, whenCountsAsDone, checkDenials},
		{"obstacle-on-record", "marked done although its obstacle field is filled", errors, own, whenCountsAsDone, checkObstacleOnRecord},
		{"phantom-refs", "it cites tasks that do not exist", warning, own, whenCountsAsDone, checkPhantomRefs},
		{"every-edit-failed", "every change of a file that it tried failed, and it found no way round", errors, own, whenCountsAsDone, checkEveryEditFailed},
		{"no-change", "it reports changes, and its log shows none", errors, own, whenCountsAsDone, checkNoChange},
		{"test-claim", "it says that tests pass, and its log shows that none ran or that they failed", errors, own, whenCountsAsDone, checkTestClaim},
		{"missing-file", "it names a file as written that its log never shows being written", errors, own, whenCountsAsDone, checkMissingFile},
		{"last-command", "the last thing that it did was a command that failed, of which it says nothing", warning, own, whenCountsAsDone, checkLastCommand},
		{"left-running", "it says that it waits for a command or an agent that it left running", warning, own, whenCountsAsDone, checkLeftRunning},
		{"not-as-asked", "it says that it did not do the very act that it was asked for", warning, own, whenCountsAsDone, checkNotAsAsked},
		{"awaiting-answer", "it asked a person something and waits", warning, own, always, checkAwaitingAnswer},
		{"usage-limit", "it met a usage limit", warning, own, whenFailed, checkUsageLimit},
		{"tool-loop", "the same call with the same result again and again, with nothing changed between", errors, own, always, checkToolLoop},
		{"log-ending", "the end of the log that is attached to a task marked done", errors, own, whenDone, checkLogEnding},
		{"silent-recurrence", "it used to say something on every run and no longer does", errors, own, always &^ whenCancelled, checkSilentRecurrence},
		{"stale-heartbeat", "it is recorded as running and gives no sign of life", errors, own, whenActive, checkStaleHeartbeat},
		{"claim-expired", "it is recorded as running and its claim ran out", warning, own, whenActive, checkClaimExpired},
		{"orphan-claim", "it is recorded as running and nobody holds it", errors, own, whenActive, checkOrphanClaim},
		{"dead-worker", "it is recorded as running and its process is gone", errors, own, whenActive, checkDeadWorker},
		{"block-loop", "blocked again and again after it was released", errors, own, always, checkBlockLoop},
		{"requeue-loop", "sent back, and it met the same obstacle again", errors, own, always &^ whenCancelled, checkRequeueLoop},
		{model.RuleFailedDependency, "it waits for a task that failed, is blocked or was cancelled", warning, own, whenWaiting, checkFailedDependency},
		{RuleRing, "it waits for itself, by way of other tasks or directly", errors, own, whenWaiting, nil},
		{"retry-loop", "the last attempts failed in the same way", errors, own, always &^ whenDone &^ whenCancelled, checkRetryLoop},
		{"waiting-too-long", "it could be worked on and nobody takes it, or a block lasts", warning, own, whenWaiting | whenBlocked, checkWaiting},
	}
}

// States is a set of recorded states. The zero value holds all of them, so that
// a rule without States is asked about every task.
type States uint16

// The sets that notdone's own rules look at.
const (
	always        States = 1<<model.NumStates - 1
	whenLog       States = 1 << model.StateUnknown // a log that belongs to no queue, or an unknown status
	whenWaiting   States = 1<<model.StateQueued | 1<<model.StateScheduled
	whenActive    States = 1 << model.StateActive
	whenBlocked   States = 1 << model.StateBlocked
	whenFailed    States = 1 << model.StateFailed
	whenDone      States = 1 << model.StateDone
	whenCancelled States = 1 << model.StateCancelled
	whenDoneOrLog        = whenDone | whenLog
	// whenCountsAsDone holds the same states, but only of tasks that count as done.
	whenCountsAsDone        = whenDoneOrLog | onlyAsDone
	onlyAsDone       States = 1 << 15
)

// has reports whether a rule with these states is asked about the task.
func (s States) has(in *Input) bool {
	return s == 0 || s&(1<<in.Recorded) != 0 && (s&onlyAsDone == 0 || countsAsDone(in))
}

// List returns the states of the set, in their order.
func (s States) List() []model.State {
	var list []model.State
	for state := range model.State(model.NumStates) {
		if s == 0 || s&(1<<state) != 0 {
			list = append(list, state)
		}
	}
	return list
}
