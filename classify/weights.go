package classify

import (
	"math"

	"notdone/model"
)

// signal is one thing outside the words that tells for or against done. What it
// weighs stands in signalWeights, and nowhere else.
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

// subject is what a signal tells of. Signals about one subject are not
// independent: a run that called no tool changed no file either, and took no
// time. So the weightiest about a subject counts, and the others add nothing.
type subject uint8

// The subjects; subjectOwn is each opinion's own, as are those of adapters.
const (
	subjectOwn      subject = iota
	subjectRecord           // what the queue itself keeps of the task
	subjectSpeech           // that something was said at all
	subjectEnd              // how the newest run ended
	subjectObstacle         // what stood in the way
	subjectActivity         // what the run did
	numSubjects
)

// weight says what a signal is worth: how many times likelier it is met where
// the work is not done than where it is, or for a signal that speaks for done
// the other way round. 1 is worth nothing, and twice is worth a remark. They are
// set by the reason that stands beside each, not fitted: in every collection of
// labelled runs the signals follow the systems that the runs come from.
type weight struct {
	about subject
	rank  Rank
	state model.State
	times float64
	why   string
	// reads says that the signal rests on how a request or a message is read, or
	// on something that does not contradict the claim by itself: it bears no more
	// than a verdict by the text.
	reads bool
}

// signalWeights is the one table of what signals weigh.
var signalWeights = [numSignals]weight{
	// Signals that contradict the record by themselves.
	signalOpenRun:          {subjectRecord, RankContradiction, model.StateFalseDone, 20, "work that is going on is not done; left over is a run that nobody closed after a crash of the queue", false},
	signalNoCompletion:     {subjectRecord, RankContradiction, model.StateFalseDone, 6, "a whole history without a completion: somebody else set the status; at times a person who had done the work by hand", false},
	signalNeverRun:         {subjectRecord, RankContradiction, model.StateFalseDone, 3, "nothing worked on it; a person closes a task that has become needless in the same way", false},
	signalNoOutput:         {subjectSpeech, RankContradiction, model.StateFalseDone, 9, "an agent that worked says what it did; those that may be silent are rare and known to their operator", false},
	signalSilentRuns:       {subjectSpeech, RankContradiction, model.StateFalseDone, 12, "as no output, and this very task has shown that it does speak", false},
	signalFailedRun:        {subjectEnd, RankContradiction, model.StateFalseDone, 10, "whoever ran it calls the run failed; about one in ten of those had finished before it failed", false},
	signalExitCode:         {subjectEnd, RankContradiction, model.StateFalseDone, 6, "as a failed run, but scripts also exit so for a warning or for a step after the work", false},
	signalLogFailed:        {subjectEnd, RankContradiction, model.StateFalseDone, 4, "as a failed run, but which run a log belongs to is a guess by its name", false},
	signalObstacleOnRecord: {subjectObstacle, RankContradiction, model.StateFalseDone, 6, "an obstacle is in the task's own field; a queue can have left it there after it was overcome", false},
	signalPhantomRefs:      {subjectOwn, RankContradiction, model.StateFalseDone, 2, "an id that is invented goes with work that is; or it is a slip in a sentence about something else", true},
	signalClaimWithoutWork: {subjectActivity, RankContradiction, model.StateFalseDone, 12, "tests and deployments take a tool, and no run called one; left over are tools that nobody counts", false},
	signalLogNothing:       {subjectActivity, RankContradiction, model.StateFalseDone, 20, "the log shows everything, and it shows nothing", false},
	signalLogDenied:        {subjectObstacle, RankContradiction, model.StateFalseDone, 6, "a call was not permitted and nothing equivalent worked later; now and then it was not needed after all", false},
	signalLogEditsFailed:   {subjectObstacle, RankContradiction, model.StateFalseDone, 20, "what was to be written was not; left over is a change that turned out not to be needed", false},
	signalLogNoChange:      {subjectActivity, RankContradiction, model.StateFalseDone, 6, "changes were asked for and are reported, and no call could have made one; a reader can mistake a command", false},
	signalLogNoTests:       {subjectActivity, RankContradiction, model.StateFalseDone, 4, "tests are said to pass and none were run; an agent also says so of tests that ran elsewhere", false},
	signalLogTestsFailed:   {subjectEnd, RankContradiction, model.StateFalseDone, 6, "tests are said to pass, and they failed when they ran last", false},
	signalLogNoFile:        {subjectActivity, RankContradiction, model.StateFalseDone, 4, "a file is named as written that no call wrote; names in prose are easily misread", false},
	signalLogNoFileAsked:   {subjectActivity, RankContradiction, model.StateFalseDone, 3, "as before, and the name is only known from what was asked", true},
	signalLogLastCommand:   {subjectEnd, RankContradiction, model.StateFalseDone, 3, "the last command failed and is not spoken of; some commands fail without meaning it", true},

	// Signals that decide nothing alone and add up with the words.
	signalClaimWithoutCall: {subjectActivity, RankSupport, model.StateFalseDone, 5, "it claims a change and called no tool; a text that it was to change can stand in the answer itself", false},
	signalIdleAction:       {subjectActivity, RankSupport, model.StateFalseDone, 10, "it was asked for an action, which takes a tool, and it called none; the verb can mislead", true},
	signalIdle:             {subjectActivity, RankSupport, model.StateFalseDone, 2, "no tool was called, but an answer or a summary may need none", true},
	signalClaimedNoChange:  {subjectActivity, RankSupport, model.StateFalseDone, 8, "it claims a change where nothing changed; files outside of what is watched change too", false},
	signalNoChange:         {subjectActivity, RankSupport, model.StateFalseDone, 4, "it was asked for a change and nothing changed; at times all was right already", true},
	signalNoFiles:          {subjectActivity, RankSupport, model.StateFalseDone, 2, "no file changed, but nobody said that one should", true},
	signalShortRun:         {subjectActivity, RankSupport, model.StateFalseDone, 3, "no model reads, changes and checks in so few seconds; the clock of a queue can be coarse", true},
	signalRunError:         {subjectEnd, RankSupport, model.StateFalseDone, 3, "an error that is on record with a completed run often is the last of several tries, or a warning", true},
	signalDenied:           {subjectObstacle, RankSupport, model.StateFalseDone, 3, "something was denied to it; of agents that were denied a thing most found another way", true},

	// Signals for done.
	signalCompleted: {subjectEnd, RankSupport, model.StateDone, 1, "a run completes as well when its agent gave up politely: it adds no weight, but agrees", false},
	signalChanged:   {subjectActivity, RankSupport, model.StateDone, 1.5, "files changed; so they do where half of the work is done", false},
}

// confidence is the probability that the signal alone makes of an even chance.
func (s signal) confidence() float64 {
	times := signalWeights[s].times
	return times / (1 + times)
}

// opine fills in what the table says of the signal. Only a fact that contradicts
// the claim keeps a grade above that of a text.
func (s signal) opine(o Opinion) Opinion {
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
