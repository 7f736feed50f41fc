package classify

import (
	"math"

	"notdone/model"
)

// signal is a fact outside of the message that supports or contradicts "done". Its weight is
// defined in the table signals alone.
type signal uint8

// The signals.
const (
	signalOpenRun signal = iota
	signalNoCompletion
	signalNeverRun
	signalNoOutput
	signalNoReturn
	signalSilentRuns
	signalFailedRun
	signalExitCode
	signalLogFailed
	signalRunError
	signalObstacleOnRecord
	signalDenied
	signalPhantomRefs
	signalClaimWithoutWork
	signalLogNothing
	signalLogDenied
	signalLogEditsFailed
	signalLogNoChange
	signalLogNoTests
	signalLogTestsFailed
	signalLogNoFile
	signalLogNoFileAsked
	signalLogLastCommand
	signalLogLeftRunning
	signalLogNotAsked
	signalClaimWithoutCall
	signalIdleAction
	signalIdle
	signalClaimedNoChange
	signalNoChange
	signalNoFiles
	signalShortRun
	signalCompleted
	signalChanged
	numSignals
)

// topic groups signals that are not independent: a run that called no tool changed no file
// either, and took no time. Only the signal with the largest weight counts in each topic.
type topic uint8

// The topics. Opinions with topicOwn, such as those of adapters, all count.
const (
	topicOwn      topic = iota
	topicRecord         // the queue's records of the task
	topicSpeech         // whether there is any output
	topicEnd            // how the newest run ended
	topicObstacle       // an obstacle outside of the message
	topicActivity       // tool calls, changes and duration of the run
	numTopics
)

// signalRow is the opinion and the finding that follow from a signal.
type signalRow struct {
	about topic
	rank  Rank
	state model.State
	// times is the signal's likelihood ratio: its frequency among tasks that are not done
	// divided by its frequency among tasks that are done, or the inverse for a signal for
	// done. A ratio of 1 has no weight. The ratios are estimates, with the reason above each
	// row. They are not fitted, because in every collection of labelled runs the signals
	// depend on the systems that the runs come from.
	times float64
	// grade is text-only where the signal depends on the reading of a request or a message,
	// or does not contradict the claim by itself.
	grade    model.Grade
	severity model.Severity // of the finding
	headline string         // of the opinion; empty: the rule sets it
}

// signals is the table of all signals. Each row's comment gives the reason for its likelihood
// ratio: first why the signal is seen where work is not done, then when it is seen although
// the work is done.
var signals = func() [numSignals]signalRow {
	const (
		contradicts = RankContradiction
		supports    = RankSupport
		not         = model.StateFalseDone
		done        = model.StateDone
		words       = model.GradeTextOnly
		strong      = model.GradeStrong
		proven      = model.GradeProven
		info        = model.SeverityInfo
		warning     = model.SeverityWarning
		severe      = model.SeverityError
	)
	return [...]signalRow{
		// Signals that contradict the record by themselves.

		// Work that is going on is not done. Exception: a run that nobody closed after a crash of the queue.
		signalOpenRun: {topicRecord, contradicts, not, 20, proven, severe, "done while a run is open"},
		// A complete history without a completion: the status was set by something else. Exception: a person did the work by hand.
		signalNoCompletion: {topicRecord, contradicts, not, 6, proven, severe, "no completion was recorded"},
		// Nothing worked on it. Exception: a person closed a task that was no longer needed.
		signalNeverRun: {topicRecord, contradicts, not, 3, strong, severe, "done without a run"},
		// An agent that worked says what it did. Exception: agents that may be silent, which are rare and known to the operator.
		signalNoOutput: {topicSpeech, contradicts, not, 9, proven, severe, "done without any output"},
		// A function returned nothing where others of the same name mostly do. Exception: what it did needs no words.
		signalNoReturn: {topicSpeech, contradicts, not, 3, strong, warning, "done without a result"},
		// As no output, and earlier runs of this task had output.
		signalSilentRuns: {topicSpeech, contradicts, not, 12, proven, severe, ""},
		// The worker recorded the run as failed. Exception: about one in ten such runs finished the work before it failed.
		signalFailedRun: {topicEnd, contradicts, not, 10, strong, severe, ""},
		// As a failed run. Exception: scripts also exit with a code for a warning or for a step after the work.
		signalExitCode: {topicEnd, contradicts, not, 6, strong, severe, ""},
		// As a failed run. Exception: the log belongs to another run, because logs are matched by name.
		signalLogFailed: {topicEnd, contradicts, not, 4, strong, severe, ""},
		// The task's own field holds an obstacle. Exception: the queue left it there after it was overcome.
		signalObstacleOnRecord: {topicObstacle, contradicts, not, 6, strong, severe, "an obstacle is on record"},
		// A message with invented ids often reports invented work. Exception: a typing error in an unrelated sentence.
		signalPhantomRefs: {topicOwn, contradicts, not, 2, words, warning, ""},
		// Tests and deployments need a tool, and no run called one. Exception: tools whose calls are not counted.
		signalClaimWithoutWork: {topicActivity, contradicts, not, 12, strong, severe, "claimed, but not done"},
		// The log is complete and shows no activity.
		signalLogNothing: {topicActivity, contradicts, not, 20, proven, severe, "ended without doing anything"},
		// A call was denied and no equivalent call succeeded later. Exception: the call was not needed.
		signalLogDenied: {topicObstacle, contradicts, not, 6, strong, severe, kindHeadlines[model.KindPermission]},
		// Nothing was written. Exception: the change turned out not to be needed.
		signalLogEditsFailed: {topicObstacle, contradicts, not, 20, strong, severe, "every edit failed"},
		// Changes were asked for and are reported, and no call could have made one. Exception: a command is misread.
		signalLogNoChange: {topicActivity, contradicts, not, 6, strong, severe, "changes claimed, none made"},
		// Tests are said to pass and none were run. Exception: tests that ran elsewhere.
		signalLogNoTests: {topicActivity, contradicts, not, 4, strong, severe, "tests claimed, none run"},
		// Tests are said to pass, and they failed when they ran last.
		signalLogTestsFailed: {topicEnd, contradicts, not, 6, strong, severe, "tests claimed to pass, and failed"},
		// A file is said to be written, and no call wrote it. Exception: names in prose are easily misread.
		signalLogNoFile: {topicActivity, contradicts, not, 4, strong, severe, "a file it names was never written"},
		// As before, but the name is known from the request alone.
		signalLogNoFileAsked: {topicActivity, contradicts, not, 3, words, warning, "the file asked for was never written"},
		// The message says that the agent waits for a background job, and the log ends before the job did.
		signalLogLeftRunning: {topicEnd, contradicts, not, 6, words, warning, "waits for what it left running"},
		// The message says that the requested act was not done. Exception: the rules of the repository forbid the act.
		signalLogNotAsked: {topicSpeech, contradicts, not, 6, words, warning, "did not do what was asked"},
		// The last command failed and is not mentioned. Exception: commands whose exit code does not mean a failure.
		signalLogLastCommand: {topicEnd, contradicts, not, 3, words, warning, "the last command failed"},

		// Signals that decide nothing alone: their weights are added to that of the words.

		// The message claims a change and the run called no tool. Exception: the changed text is part of the answer.
		signalClaimWithoutCall: {topicActivity, supports, not, 5, strong, warning, "claimed, but not done"},
		// The request needs a tool and the run called none. Exception: the verb of the request is misread.
		signalIdleAction: {topicActivity, supports, not, 10, words, warning, "nothing was done"},
		// No tool was called. Exception: an answer or a summary may need none.
		signalIdle: {topicActivity, supports, not, 2, words, info, "nothing was done"},
		// The message claims a change and no file changed. Exception: files outside of the watched folder.
		signalClaimedNoChange: {topicActivity, supports, not, 8, strong, info, "no change made"},
		// A change was asked for and no file changed. Exception: everything was right already.
		signalNoChange: {topicActivity, supports, not, 4, words, info, "no change made"},
		// No file changed, and the request does not say that one should.
		signalNoFiles: {topicActivity, supports, not, 2, words, info, ""},
		// No model can read, change and check in so few seconds. Exception: a queue with a coarse clock.
		signalShortRun: {topicActivity, supports, not, 3, words, info, "over too soon"},
		// An error is recorded with a completed run. Exception: often it is from an earlier try, or a warning.
		signalRunError: {topicEnd, supports, not, 3, words, info, "an error is on record"},
		// A call was denied. Exception: most agents find another way.
		signalDenied: {topicObstacle, supports, not, 3, words, info, kindHeadlines[model.KindPermission]},

		// Signals for done.

		// A run also completes when its agent gave up politely. So the signal has no weight of its own.
		signalCompleted: {topicEnd, supports, done, 1, strong, info, ""},
		// Files changed. They also change where half of the work is done.
		signalChanged: {topicActivity, supports, done, 1.5, strong, info, ""},
	}
}()

// confidence returns the probability of the signal's state after the signal alone, with a prior
// of 0.5.
func (s signal) confidence() float64 {
	times := signals[s].times
	return times / (1 + times)
}

// opinion returns what the table concludes from the signal.
func (s signal) opinion() Opinion {
	row := &signals[s]
	return Opinion{
		Rank: row.rank, State: row.state, Grade: row.grade, Confidence: s.confidence(), Headline: row.headline, about: row.about,
	}
}

// logOdds returns the log odds of a probability: 0 for 0.5.
func logOdds(confidence float64) float64 { return math.Log(confidence / (1 - confidence)) }

// probability returns the inverse of logOdds.
func probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }
