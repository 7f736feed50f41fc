package model

import "time"

// Work is what an agent did in the newest run of a log: its tool calls, not its
// messages. Counts include subagents. Texts come from the agent and are hostile.
type Work struct {
	Turns     int    // runs in the log, the newest included
	Asked     string // the prompt of the newest run; empty when the log does not record it
	Messages  int
	Calls     int // tool calls
	Edits     int // file edits that succeeded
	Mutations int // commands and other calls that succeeded and may have changed something
	Commands  int
	Tests     int // commands that run tests
	Scripts   int // commands that run a program whose effect is unknown
	// LostEdits counts file edits that failed and were not repeated: no edit and no
	// command that writes files succeeded after them. LostEdit is the newest one.
	LostEdits int
	LostEdit  Step
	Written   int  // commands that succeeded and write files outside of temporary folders
	Settled   bool // tests passed, or the work was committed or pushed, after the newest file edit
	Partial   bool // the log omits some of the calls, or the work before it
	Delegated int  // calls that hand work to an agent whose log is unknown

	Edited  []string // files that were edited by name; bounded
	Command Step     // the newest command; its Text is empty when there was none
	Test    Step     // the newest command that runs tests
	// CommandReadOnly says that Command changes nothing, and CommandLast that no
	// tool was called after it.
	CommandReadOnly, CommandLast bool

	Waiting Evidence // the question or plan that awaits an answer; an empty Quote means none
	Left    Evidence // the newest call whose work goes on in the background, unseen; an empty Quote means none
	Pending Evidence // the newest call without a result; an empty Quote means none
	// Denied are the denied calls for which no equivalent call succeeded later,
	// oldest first. Recovered counts the other denied calls.
	Denied    []Denial
	Recovered int
	Loops     []ToolLoop // oldest first
	Resumes   time.Time  // the end of the usage limit that stopped the run; zero: unknown or none
}

// Step is one command that was run.
type Step struct {
	Text   string
	Where  string // the place of its result, such as "B1.jsonl:40"
	Failed bool
}

// Denial is one tool call that was denied.
type Denial struct {
	Tool     string
	What     string // the path, the command or the arguments
	Where    string
	At       time.Time // zero: unknown
	ReadOnly bool      // the call would have changed nothing
	// Proves says that the call would only have checked the work: a build, a linter
	// or tests.
	Proves bool
	Asks   bool // the call was a question, and the run is not interactive
	// Person says that a person denied the call and that the run did not continue.
	Person bool
}

// ToolLoop is a call that was repeated with the same arguments and the same
// result while nothing else changed.
type ToolLoop struct {
	Tool   string
	Args   string
	Result string
	Count  int
	First  time.Time // zero: unknown
	Last   time.Time
	From   string // the place of the first call
	To     string // the place of the newest result
	Ended  bool   // something changed after the newest call
}
