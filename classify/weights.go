package classify

import (
	"math"

	"notdone/model"
)

// signal is one thing outside the message that speaks for or against done. The table
// signals says what it weighs; nothing else does.
type signal uint8

// The signals.
const (
	signalOpenRun signal = iota
	signalNoCompletion
	signalNeverRun
	signalNoOutput
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

// topic is what a signal tells of. Signals about one topic are not independent: a
// run that called no tool changed no file either, and took no time. So only the
// heaviest signal about a topic counts.
type topic uint8

// The topics. Opinions about topicOwn, as those of adapters, are independent.
const (
	topicOwn      topic = iota
	topicRecord         // what the queue itself keeps of the task
	topicSpeech         // that something was said at all
	topicEnd            // how the newest run ended
	topicObstacle       // what stood in the way
	topicActivity       // what the run did
	numTopics
)

// signalRow is what is concluded from a signal.
type signalRow struct {
	about topic
	rank  Rank
	state model.State
	// times is the signal's likelihood ratio: how many times as often it is seen where
	// the work is not done as where it is, or the other way round for a signal for
	// done. A ratio of 1 says nothing. The ratios are set by the reason above each row,
	// not fitted: in every collection of labelled runs the signals depend on the systems
	// that the runs come from.
	times float64
	// grade is text-only where the signal depends on how a request or a message is read,
	// or does not contradict the claim by itself.
	grade    model.Grade
	severity model.Severity // of its finding
	headline string         // of its opinion; empty where the rule words it
}

// signals is the table of all signals.
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

		// Work that is going on is not done; left over is a run that nobody closed after a crash of the queue.
		signalOpenRun: {topicRecord, contradicts, not, 20, proven, severe, "done while a run is open"},
		// A whole history without a completion: somebody else set the status; at times a person who had done the work by hand.
		signalNoCompletion: {topicRecord, contradicts, not, 6, proven, severe, "no completion was recorded"},
		// Nothing worked on it; a person closes a task that has become needless in the same way.
		signalNeverRun: {topicRecord, contradicts, not, 3, strong, severe, "done without a run"},
		// An agent that worked says what it did; those that may be silent are rare and known to their operator.
		signalNoOutput: {topicSpeech, contradicts, not, 9, proven, severe, "done without any output"},
		// As no output, and this very task has shown that it does speak.
		signalSilentRuns: {topicSpeech, contradicts, not, 12, proven, severe, ""},
		// Whoever ran it calls the run failed; about one in ten of those had finished before it failed.
		signalFailedRun: {topicEnd, contradicts, not, 10, strong, severe, ""},
		// As a failed run, but scripts also exit so for a warning or for a step after the work.
		signalExitCode: {topicEnd, contradicts, not, 6, strong, severe, ""},
		// As a failed run, but which run a log belongs to is a guess by its name.
		signalLogFailed: {topicEnd, contradicts, not, 4, strong, severe, ""},
		// An obstacle is in the task's own field; a queue can have left it there after it was overcome.
		signalObstacleOnRecord: {topicObstacle, contradicts, not, 6, strong, severe, "an obstacle is on record"},
		// An id that is invented goes with work that is; or it is a slip in a sentence about something else.
		signalPhantomRefs: {topicOwn, contradicts, not, 2, words, warning, ""},
		// Tests and deployments take a tool, and no run called one; left over are tools that nobody counts.
		signalClaimWithoutWork: {topicActivity, contradicts, not, 12, strong, severe, "claimed, but not done"},
		// The log shows everything, and it shows nothing.
		signalLogNothing: {topicActivity, contradicts, not, 20, proven, severe, "ended without doing anything"},
		// A call was not permitted and nothing equivalent worked later; now and then it was not needed after all.
		signalLogDenied: {topicObstacle, contradicts, not, 6, strong, severe, kindHeadlines[model.KindPermission]},
		// What was to be written was not; left over is a change that turned out not to be needed.
		signalLogEditsFailed: {topicObstacle, contradicts, not, 20, strong, severe, "every edit failed"},
		// Changes were asked for and are reported, and no call could have made one; a reader can mistake a command.
		signalLogNoChange: {topicActivity, contradicts, not, 6, strong, severe, "changes claimed, none made"},
		// Tests are said to pass and none were run; an agent also says so of tests that ran elsewhere.
		signalLogNoTests: {topicActivity, contradicts, not, 4, strong, severe, "tests claimed, none run"},
		// Tests are said to pass, and they failed when they ran last.
		signalLogTestsFailed: {topicEnd, contradicts, not, 6, strong, severe, "tests claimed to pass, and failed"},
		// A file is named as written that no call wrote; names in prose are easily misread.
		signalLogNoFile: {topicActivity, contradicts, not, 4, strong, severe, "a file it names was never written"},
		// As before, and the name is only known from what was asked.
		signalLogNoFileAsked: {topicActivity, contradicts, not, 3, words, warning, "the file asked for was never written"},
		// It says that it waits for what it left running, and the log ends before that did.
		signalLogLeftRunning: {topicEnd, contradicts, not, 6, words, warning, "waits for what it left running"},
		// It says of the act that was asked for that it did not do it; now and then the rules of the place demand that.
		signalLogNotAsked: {topicSpeech, contradicts, not, 6, words, warning, "did not do what was asked"},
		// The last command failed and is not spoken of; some commands fail without meaning it.
		signalLogLastCommand: {topicEnd, contradicts, not, 3, words, warning, "the last command failed"},

		// Signals that decide nothing alone and add up with the words.

		// It claims a change and called no tool; a text that it was to change can stand in the answer itself.
		signalClaimWithoutCall: {topicActivity, supports, not, 5, strong, warning, "claimed, but not done"},
		// It was asked for an action, which takes a tool, and it called none; the verb can mislead.
		signalIdleAction: {topicActivity, supports, not, 10, words, warning, "nothing was done"},
		// No tool was called, but an answer or a summary may need none.
		signalIdle: {topicActivity, supports, not, 2, words, info, "nothing was done"},
		// It claims a change where nothing changed; files outside of what is watched change too.
		signalClaimedNoChange: {topicActivity, supports, not, 8, strong, info, "no change made"},
		// It was asked for a change and nothing changed; at times all was right already.
		signalNoChange: {topicActivity, supports, not, 4, words, info, "no change made"},
		// No file changed, but nobody said that one should.
		signalNoFiles: {topicActivity, supports, not, 2, words, info, ""},
		// No model reads, changes and checks in so few seconds; the clock of a queue can be coarse.
		signalShortRun: {topicActivity, supports, not, 3, words, info, "over too soon"},
		// An error that is on record with a completed run often is the last of several tries, or a warning.
		signalRunError: {topicEnd, supports, not, 3, words, info, "an error is on record"},
		// Something was denied to it; of agents that were denied a thing most found another way.
		signalDenied: {topicObstacle, supports, not, 3, words, info, kindHeadlines[model.KindPermission]},

		// Signals for done.

		// A run completes as well when its agent gave up politely: it adds no weight, but agrees.
		signalCompleted: {topicEnd, supports, done, 1, strong, info, ""},
		// Files changed; so they do where half of the work is done.
		signalChanged: {topicActivity, supports, done, 1.5, strong, info, ""},
	}
}()

// confidence returns the probability after the signal alone, from an even chance.
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

// logOdds returns the weight of a confidence: 0 at an even chance.
func logOdds(confidence float64) float64 { return math.Log(confidence / (1 - confidence)) }

// probability returns the inverse of logOdds.
func probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }
