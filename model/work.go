package model

import "time"

// Work is what the log of a run shows of what its agent did, apart from what
// the agent said. Counts are of the newest run, subagents included. Texts are
// the agent's and hostile.
type Work struct {
	Turns     int    // runs in the log, the newest included; what was done in those before is not counted
	Asked     string // what the newest run was asked for; empty where the log does not tell
	Messages  int
	Calls     int // of tools
	Edits     int // of files, that succeeded
	Mutations int // commands and other calls that succeeded and may have changed something
	Commands  int
	Tests     int // commands that run tests
	Scripts   int // commands of which it cannot be told what they run
	// LostEdits are changes of files that failed and that nothing made good later:
	// no other change of a file succeeded after them, and no command that writes
	// files. LostEdit is the newest of them.
	LostEdits int
	LostEdit  Step
	Written   int  // commands that succeeded and write files that last by their own words
	Partial   bool // tools were called that the log does not show
	Delegated int  // pieces of work handed to agents whose own log is not known

	Edited  []string // the files that were changed by name, as far as that can be told; bounded
	Command Step     // the newest command; its Text is empty where there was none
	Test    Step     // the newest command that runs tests
	// CommandLooks says that Command only looks at something, and CommandLast that
	// nothing was called after it.
	CommandLooks, CommandLast bool

	Waiting Evidence // the question or plan that the run waits for an answer to; no Quote: none
	Pending Evidence // the newest call without a result; no Quote: none
	// Denied are the calls that were not permitted and that nothing equivalent
	// made good later, oldest first; Recovered is how many were made good.
	Denied    []Denial
	Recovered int
	Loops     []ToolLoop // oldest first
	Resumes   time.Time  // when the usage limit ends that the run met; zero: unknown or none
}

// Step is one command that was run.
type Step struct {
	Text   string
	Where  string // of its result, such as "B1.jsonl:40"
	Failed bool
}

// Denial is one tool call that was not permitted.
type Denial struct {
	Tool  string
	What  string // the path, the command or the arguments
	Where string
	At    time.Time // zero: unknown
	Looks bool      // it would only have looked at something
	// Proves says that it would only have looked for faults: a build, a lint, tests.
	Proves bool
	Asks   bool // it was a question to a person who was not there
	// Person says that a person refused it, and that no work went on after it.
	Person bool
}

// ToolLoop is one call made again and again with the same arguments and the
// same result, while nothing was changed between.
type ToolLoop struct {
	Tool   string
	Args   string
	Result string
	Count  int
	First  time.Time // zero: unknown
	Last   time.Time
	From   string // where the first of the calls stands
	To     string // where the newest result stands
	Over   bool   // something was changed since: the agent got out of it
}
