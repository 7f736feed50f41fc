// Package classify decides what really became of a task: the Rule type, the
// registry, precedence and fusion. Its functions are pure: a verdict follows
// from the case, the time and the configuration that are passed in.
//
// It names no system. Rules that hold for one system alone live in that
// system's adapter and are handed in; what a message says is read by
// classify/text, repetition is found by classify/cycle.
package classify

import (
	"time"

	"notdone/classify/text"
	"notdone/model"
)

// Rank orders opinions about a task's state: a higher rank outweighs every
// lower one, and within a rank the higher confidence decides. The opinions of
// notdone's own rules at RankLive have a confidence of 0.9, so that an
// adapter's rule that knows better says so with more.
type Rank uint8

// The ranks, weakest first.
const (
	RankNone          Rank = iota // no opinion
	RankSupport                   // weighed together with words
	RankRecorded                  // what the queue recorded
	RankText                      // what a message says
	RankContradiction             // the structure contradicts the record
	RankExplicit                  // the agent's own terminal state, in a field
	RankAbort                     // it was stopped from outside
	RankHardError                 // it ended in an error
	RankLive                      // it runs, or waits for a person
)

// Opinion is what a rule believes the state to be.
type Opinion struct {
	Rank  Rank
	State model.State
	Grade model.Grade
	// Confidence is the probability of the state's side after this opinion alone,
	// from an even chance: 0.5 to 1.
	Confidence float64
	Headline   string // the reason in a few words
	Obstacle   *model.Obstacle
	about      topic // of opinions about one topic only the heaviest counts
	finding    int   // which of the findings it came with, from 1; 0: none
}

// Observation is a rule's answer: a finding, an opinion, or both.
type Observation struct {
	Finding *model.Finding // nil: nothing to show
	Opinion Opinion        // RankNone: no opinion
	// Until is the earliest moment after Now at which the rule could observe
	// something else without new data; zero: never.
	Until time.Time
}

// Input is the case that a rule judges. Rules must not change it.
type Input struct {
	*model.Case
	Recorded model.State // the state that the recorded status stands for, by the adapter's table
	Now      time.Time
	Config   *Config
	message  *message
	reading  *text.Reading
	words    *text.Reading
	denials  *int // permissions that the run was denied, where only their number is known
	// verdictOnly says that nobody asks which obstacle the words state.
	verdictOnly bool
}

// Rule is one pure observation, and what lists say of it.
type Rule struct {
	Name string
	// Doc says in one line what the rule sees; empty: it speaks for itself.
	Doc string
	// Severity is that of its gravest finding; info where it only has an opinion.
	Severity model.Severity
	// Origin says whose rule it is.
	Origin model.Origin
	// States are the recorded states of the tasks that it looks at; it is not asked
	// about others.
	States States
	// Check returns nil when there is nothing to say; it must not keep or change its
	// input. An adapter's rule replaces notdone's own rule of the same name; one
	// without a Check takes it away.
	Check func(in *Input) []Observation
}

// Config holds the thresholds of notdone's own rules. The zero value is not
// useful; see DefaultConfig.
type Config struct {
	HeartbeatLimit time.Duration // a running task without a sign of life for longer is stale; 0: the owner's limit, or an hour
	ClaimGrace     time.Duration // a claim that ran out for longer is a finding
	WaitingLimit   time.Duration // a task that waits for longer, with nobody claiming it, has waited too long
	BlockedLimit   time.Duration // a block that lasts for longer has lasted too long
	CycleWindow    time.Duration // how far back cycles are counted
	CycleMin       int           // rounds from which a cycle is a finding
	RetryMin       int           // failed attempts in a row, ending the same way, from which they are a loop
	RequeueMin     int           // meetings of one wish with one obstacle from which they are a loop
	// ShortRun is a time in which no agent reads, changes and checks anything.
	ShortRun time.Duration
	// A task is a recurring one that fell silent when it completed MinSpoke runs with something
	// to say, and then MinSilent without.
	MinSpoke, MinSilent int
	// EndlessCalls is how often the same call is repeated before it is an error that nobody
	// stops it.
	EndlessCalls int
	// Off names the rules that are not asked.
	Off []string
	// Corrected reads messages as the operator's own examples correct them; nil: nothing is
	// corrected. It is heard where words alone decide, never where structure does.
	Corrected *text.Weights
}

// DefaultConfig returns the thresholds in use when the operator sets none.
func DefaultConfig() Config {
	return Config{
		WaitingLimit: 30 * time.Minute,
		BlockedLimit: 24 * time.Hour,
		CycleWindow:  24 * time.Hour,
		CycleMin:     3,
		RetryMin:     3,
		RequeueMin:   2,
		ShortRun:     4 * time.Second,
		MinSpoke:     3,
		MinSilent:    2,
		EndlessCalls: 15,
	}
}
