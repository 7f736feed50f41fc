package runlog

import (
	"time"

	"notdone/model"
	"notdone/source/tail"
)

// Bounds of what a reader keeps, in bytes. Longer texts are cut in the middle.
const (
	MaxTitle  = 240
	MaxPrompt = 2 << 10
	MaxFinal  = 8 << 10
	maxRecent = 1 << 10 // the final message of a run that is not the newest
	maxRuns   = 16      // runs that are kept of one log, the newest ones
)

// Quiet is how long a log without a terminal record may be silent before it is
// no longer taken for one that is still being written.
const Quiet = 2 * time.Minute

// Kind is what an entry of a log is.
type Kind uint8

// The kinds of entry.
const (
	KindOther      Kind = iota // anything without a meaning of its own here
	KindPrompt                 // what the agent was asked
	KindSaid                   // what the agent said
	KindToolCall               // what the agent did
	KindToolResult             // what came of it
	KindError                  // an error that is not the end
	KindEnd                    // a terminal record
)

var kindNames = [...]string{"other", "prompt", "said", "tool call", "tool result", "error", "end"}

// String returns the kind in words.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// Entry is one thing that was said or done.
type Entry struct {
	Kind    Kind
	Name    string // the log's own word for it: a type, a tool, a status; may be empty
	Text    string // hostile; at most MaxFinal bytes, or Options.Whole
	At      time.Time
	Line    int64         // counted from 1
	Failed  bool          // it says that something went wrong
	Outcome model.Outcome // of a KindEnd or a final KindError
}

// Reader reads one log. It is not safe for concurrent use.
type Reader interface {
	// Line takes the next line. It never fails: a line that cannot be read is
	// counted and left out.
	Line(l tail.Line)
	// Ending is what the log said last. Its Open is true while no terminal
	// record was read; see Summary.Open for whether it is still being written.
	Ending() model.Ending
	// Summary is what is known of the whole log so far. Its slices are the
	// caller's.
	Summary() Summary
	// Peek returns a reader that has read l too, for a last line that has not
	// ended yet, and leaves this one as it is. A line that cannot be read yet
	// makes no difference.
	Peek(l tail.Line) Reader
}

// Options are what a reader is told about its log.
type Options struct {
	// Name is how evidence names the log, such as "B1.log".
	Name string
	// Entry receives every entry as it is read; nil when only the ending matters.
	Entry func(Entry)
	// Whole is how many bytes of a prompt and of a message are kept, for
	// somebody who wants to see them; 0: MaxPrompt and MaxFinal.
	Whole int
	// Zone is that of the machine that wrote the log, for times that name none,
	// such as "resets 2pm"; nil: UTC.
	Zone *time.Location
	// Now returns the time; what lies more than a day after it is not taken for
	// the time of a line. nil: any plausible time is.
	Now func() time.Time
}

// Summary is what a log says, taken together.
type Summary struct {
	Title   string // the first line of the first prompt, or the first line that means something; may be empty
	Prompt  string // the first prompt; empty where none was seen
	Asked   string // the first prompt of the newest run; empty where none was seen
	Session string // the newest session id inside
	Model   string
	Agent   string
	Cwd     string
	Branch  string

	Started time.Time // the earliest time in the log; zero: it has none
	Last    time.Time // the newest time in the log
	// Stamped says that the newest entry carried a time with a zone of its own,
	// so that Last tells when the log was written, whatever the file's own time.
	Stamped bool
	// Paced says the same of a log whose last lines have no time, where the times
	// before them name their zone and stand as far from each other.
	Paced bool

	Word      string        // the log's own word for how it ended; empty without a terminal record
	Outcome   model.Outcome // of the newest run
	Terminal  bool          // the newest run has a terminal record
	Final     string        // the final message of the newest run
	FinalLine int64
	Error     string // the newest error of the newest run
	ErrorLine int64
	Reason    string // the text of a terminal record that says blocked
	LastKind  Kind   // of the newest entry that is not KindOther
	// Closes says that the newest run is of a kind that writes a record when it is
	// over, so that a log that stops without one was cut short, whatever was said.
	Closes bool

	// Idle says that nothing was asked of the agent: only commands of its terminal
	// were used.
	Idle bool

	// Kind is the agent that wrote the log, "claude" or "codex"; empty where the
	// log is read by what most logs share. What follows is known for these alone.
	Kind   string
	Parent string // the session id of the run that this one was a part of, in a subagent's log
	Human  bool   // a person sits in front of it; false: it runs headless
	// Waiting is the question or the plan that the run waits for an answer to;
	// empty: it waits for none. WaitingLine is where it was asked.
	Waiting     string
	WaitingLine int64
	// Pending is the newest tool call without a result, in words: it is running,
	// or it waits for a permission, or the run died in it; empty: there is none.
	Pending     string
	PendingLine int64
	Denied      []Denial  // permission denials that no later equivalent action made good, the newest maxDenied
	Recovered   int       // denials that were made good
	Resumes     time.Time // when a usage limit ends; zero: unknown, or there was none
	Activity    Activity  // of the newest run
	Loops       []Loop    // of the newest run, at most maxLoops, oldest first
	Version     string    // of the agent's program; may be empty
	Effort      string    // how hard the model was told to think; may be empty

	CostUSD *float64 // of all runs
	Tokens  *int64
	Lines   int64
	Invalid int64 // lines that could not be read
	// Runs are the newest runs in the log, oldest first; NumRuns is how many
	// there were.
	Runs    []model.Run
	NumRuns int
}

// How much later than the newest time in a log its file may have been written
// for that to be a sign of life, where the last lines of the log have no time:
// one whose lines have times now and then, and any other, which may name none
// but its beginning, or none with a zone.
const (
	slackPaced = 15 * time.Minute
	slackLoose = 24 * time.Hour
)

// Heartbeat returns the newest sign of life of the log, given when its file was last
// written. Times inside the log outrank the file's own, which a copy changes;
// grew says that the file was seen to grow, which no copy does.
func (s *Summary) Heartbeat(written time.Time, grew bool) time.Time {
	slack := slackLoose
	switch {
	case s.Last.IsZero() || grew && written.After(s.Last):
		return written
	case s.Stamped:
		return s.Last
	case s.Paced:
		slack = slackPaced
	}
	if written.Sub(s.Last) > slack {
		return s.Last
	}
	return written
}

// Open reports whether the log is still being written: it has no terminal
// record and its newest sign of life, beat, is within Quiet of now. A beat
// further in the future says nothing about life.
func (s *Summary) Open(beat, now time.Time) bool {
	return !s.Terminal && !beat.IsZero() && now.Sub(beat).Abs() < Quiet
}
