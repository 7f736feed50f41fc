package classify

import (
	"math"

	"notdone/model"
)

// signal is one thing outside the message that speaks for or against done. Its
// weight stands in signalWeights, and nowhere else.
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

// weight is a signal's likelihood ratio: how many times as often it is seen where
// the work is not done as where it is, or the other way round for a signal for
// done. A ratio of 1 says nothing. The ratios are set by the reason beside each,
// not fitted: in every collection of labelled runs the signals depend on the
// systems that the runs come from.
type weight struct {
	about topic
	rank  Rank
	state model.State
	times float64
	why   string
	// reads says that the signal depends on how a request or a message is read, or
	// does not contradict the claim by itself: its grade is at most text-only.
	reads bool
}

// signalWeights is the table of all weights.
var signalWeights = [numSignals]weight{
	// Signals that contradict the record by themselves.
	signalOpenRun:          {topicRecord, RankContradiction, model.StateFalseDone, 20, "work that is going on is not done; left over is a run that nobody closed after a crash of the queue", false},
	signalNoCompletion:     {topicRecord, RankContradiction, model.StateFalseDone, 6, "a whole history without a completion: somebody else set the status; at times a person who had done the work by hand", false},
	signalNeverRun:         {topicRecord, RankContradiction, model.StateFalseDone, 3, "nothing worked on it; a person closes a task that has become needless in the same way", false},
	signalNoOutput:         {topicSpeech, RankContradiction, model.StateFalseDone, 9, "an agent that worked says what it did; those that may be silent are rare and known to their operator", false},
	signalSilentRuns:       {topicSpeech, RankContradiction, model.StateFalseDone, 12, "as no output, and this very task has shown that it does speak", false},
	signalFailedRun:        {topicEnd, RankContradiction, model.StateFalseDone, 10, "whoever ran it calls the run failed; about one in ten of those had finished before it failed", false},
	signalExitCode:         {topicEnd, RankContradiction, model.StateFalseDone, 6, "as a failed run, but scripts also exit so for a warning or for a step after the work", false},
	signalLogFailed:        {topicEnd, RankContradiction, model.StateFalseDone, 4, "as a failed run, but which run a log belongs to is a guess by its name", false},
	signalObstacleOnRecord: {topicObstacle, RankContradiction, model.StateFalseDone, 6, "an obstacle is in the task's own field; a queue can have left it there after it was overcome", false},
	signalPhantomRefs:      {topicOwn, RankContradiction, model.StateFalseDone, 2, "an id that is invented goes with work that is; or it is a slip in a sentence about something else", true},
	signalClaimWithoutWork: {topicActivity, RankContradiction, model.StateFalseDone, 12, "tests and deployments take a tool, and no run called one; left over are tools that nobody counts", false},
	signalLogNothing:       {topicActivity, RankContradiction, model.StateFalseDone, 20, "the log shows everything, and it shows nothing", false},
	signalLogDenied:        {topicObstacle, RankContradiction, model.StateFalseDone, 6, "a call was not permitted and nothing equivalent worked later; now and then it was not needed after all", false},
	signalLogEditsFailed:   {topicObstacle, RankContradiction, model.StateFalseDone, 20, "what was to be written was not; left over is a change that turned out not to be needed", false},
	signalLogNoChange:      {topicActivity, RankContradiction, model.StateFalseDone, 6, "changes were asked for and are reported, and no call could have made one; a reader can mistake a command", false},
	signalLogNoTests:       {topicActivity, RankContradiction, model.StateFalseDone, 4, "tests are said to pass and none were run; an agent also says so of tests that ran elsewhere", false},
	signalLogTestsFailed:   {topicEnd, RankContradiction, model.StateFalseDone, 6, "tests are said to pass, and they failed when they ran last", false},
	signalLogNoFile:        {topicActivity, RankContradiction, model.StateFalseDone, 4, "a file is named as written that no call wrote; names in prose are easily misread", false},
	signalLogNoFileAsked:   {topicActivity, RankContradiction, model.StateFalseDone, 3, "as before, and the name is only known from what was asked", true},
	signalLogLeftRunning:   {topicEnd, RankContradiction, model.StateFalseDone, 6, "it says that it waits for what it left running, and the log ends before that did", true},
	signalLogNotAsked:      {topicSpeech, RankContradiction, model.StateFalseDone, 6, "it says of the very act that was asked for that it did not do it; now and then that is what the rules of the place demand", true},
	signalLogLastCommand:   {topicEnd, RankContradiction, model.StateFalseDone, 3, "the last command failed and is not spoken of; some commands fail without meaning it", true},

	// Signals that decide nothing alone and add up with the words.
	signalClaimWithoutCall: {topicActivity, RankSupport, model.StateFalseDone, 5, "it claims a change and called no tool; a text that it was to change can stand in the answer itself", false},
	signalIdleAction:       {topicActivity, RankSupport, model.StateFalseDone, 10, "it was asked for an action, which takes a tool, and it called none; the verb can mislead", true},
	signalIdle:             {topicActivity, RankSupport, model.StateFalseDone, 2, "no tool was called, but an answer or a summary may need none", true},
	signalClaimedNoChange:  {topicActivity, RankSupport, model.StateFalseDone, 8, "it claims a change where nothing changed; files outside of what is watched change too", false},
	signalNoChange:         {topicActivity, RankSupport, model.StateFalseDone, 4, "it was asked for a change and nothing changed; at times all was right already", true},
	signalNoFiles:          {topicActivity, RankSupport, model.StateFalseDone, 2, "no file changed, but nobody said that one should", true},
	signalShortRun:         {topicActivity, RankSupport, model.StateFalseDone, 3, "no model reads, changes and checks in so few seconds; the clock of a queue can be coarse", true},
	signalRunError:         {topicEnd, RankSupport, model.StateFalseDone, 3, "an error that is on record with a completed run often is the last of several tries, or a warning", true},
	signalDenied:           {topicObstacle, RankSupport, model.StateFalseDone, 3, "something was denied to it; of agents that were denied a thing most found another way", true},

	// Signals for done.
	signalCompleted: {topicEnd, RankSupport, model.StateDone, 1, "a run completes as well when its agent gave up politely: it adds no weight, but agrees", false},
	signalChanged:   {topicActivity, RankSupport, model.StateDone, 1.5, "files changed; so they do where half of the work is done", false},
}

// confidence is the probability after the signal alone, from an even chance.
func (s signal) confidence() float64 {
	times := signalWeights[s].times
	return times / (1 + times)
}

// opinion completes an opinion with what the table says of the signal.
func (s signal) opinion(o Opinion) Opinion {
	w := &signalWeights[s]
	o.Rank, o.State, o.Confidence, o.about = w.rank, w.state, s.confidence(), w.about
	if w.reads {
		o.Grade = min(o.Grade, model.GradeTextOnly)
	}
	return o
}

// logOdds is the weight of a confidence: 0 at an even chance.
func logOdds(confidence float64) float64 { return math.Log(confidence / (1 - confidence)) }

// probability is the inverse of logOdds.
func probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }
