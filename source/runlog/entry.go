package runlog

import (
	"strconv"
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

// Quiet is the time without new lines after which a log without a terminal record
// counts as no longer being written.
const Quiet = 2 * time.Minute

// Kind classifies the entries of a log.
type Kind uint8

// The kinds of entry.
const (
	KindOther      Kind = iota // an entry that is only shown
	KindPrompt                 // a prompt to the agent
	KindSaid                   // a message of the agent
	KindToolCall               // a tool call
	KindToolResult             // the result of a tool call
	KindError                  // an error that does not end the run, unless it has an outcome
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

// Entry is one message, tool call, result or event of a log.
type Entry struct {
	Kind    Kind
	Name    string // a type, a tool or a status in the log's own words; may be empty
	Text    string // hostile; at most MaxFinal bytes, or Options.Whole
	At      time.Time
	Line    int64         // counted from 1
	Failed  bool          // the entry reports a failure
	Call    string        // the id that a call and its result have in common; may be empty
	Outcome model.Outcome // of a KindEnd or a final KindError
}

// Reader reads one log. It is not safe for concurrent use.
type Reader interface {
	// Line reads the next line. It never fails: it counts an invalid line and
	// ignores it.
	Line(l tail.Line)
	// Summary returns what was read so far. The caller may change its slices.
	Summary() Summary
	// Peek returns a copy of the reader that has also read l, an incomplete last
	// line. It does not change this reader. An incomplete line that cannot be read is
	// ignored.
	Peek(l tail.Line) Reader
}

// Options are the settings of a reader.
type Options struct {
	// Name is how evidence names the log, such as "B1.log".
	Name string
	// Entry is called for every entry; nil: only the summary is needed.
	Entry func(Entry)
	// Whole is the number of bytes of a prompt and of a message that are kept for
	// display; 0: MaxPrompt and MaxFinal.
	Whole int
	// Output is the number of bytes of a tool's output that an entry holds; 0: a few
	// hundred to a few thousand.
	Output int
	// Lines passes on every line of plain text, and every record that no reader knows,
	// as an entry of its own, so that all of a log can be shown. A line with the level
	// of an error has Failed.
	Lines bool
	// Zone is the time zone of the machine that wrote the log. It applies to times
	// without a zone, such as "resets 2pm"; nil: UTC.
	Zone *time.Location
	// Now returns the current time. A time more than a day in the future is not
	// accepted as the time of a line. Nil: every plausible time is accepted.
	Now func() time.Time
}

// Summary is the summary of a log.
type Summary struct {
	Name    string // how evidence names the log
	Title   string // the first line of the first prompt, else the first significant line; may be empty
	Prompt  string // the first prompt; empty where none was seen
	Session string // the newest session id inside
	Model   string
	Agent   string
	Cwd     string
	Branch  string

	Started time.Time // the earliest time in the log; zero: it has none
	Last    time.Time // the newest time in the log
	// Stamped says that the newest entry has a time with a zone. Then Last, and not
	// the file's modification time, says when the log was last written.
	Stamped bool
	// Paced says that Last has a zone and is as close to the end of the log as times
	// in this log are to each other, although the last lines have no time.
	Paced bool

	Word      string        // the outcome in the log's own words; empty without a terminal record
	Outcome   model.Outcome // of the newest run
	Terminal  bool          // the newest run has a terminal record
	Final     string        // the final message of the newest run
	FinalLine int64
	Error     string // the newest error of the newest run
	ErrorLine int64
	Reason    string // the text of a terminal record that says blocked
	ReasonOwn bool   // the reader describes the reason so: no record says it
	LastKind  Kind   // of the newest entry that is not KindOther
	LastLine  int64  // of the newest message, tool call or result
	// Closes says that runs of this kind end with a terminal record. A log without one
	// is incomplete, whatever the last message says.
	Closes bool

	// Idle says that there was no prompt: the user only used commands of the agent's
	// terminal interface.
	Idle bool

	// Kind is the agent that wrote the log, "claude" or "codex"; empty where the
	// log is read by what most logs share. What follows is known for these alone.
	Kind   string
	Parent string     // the session id of the run that this one was a part of, in a subagent's log
	Human  bool       // the run is interactive; false: it is headless
	Work   model.Work // what the newest run did

	CostUSD *float64 // of all runs
	Tokens  *int64
	Lines   int64
	Invalid int64 // lines that could not be read
	// Runs are the newest runs in the log, oldest first; NumRuns is how many
	// there were.
	Runs    []model.Run
	NumRuns int
}

// Where returns the name of a line in evidence, such as "B1.log:458".
func (s *Summary) Where(line int64) string { return s.Name + ":" + strconv.FormatInt(line, 10) }

// Ending returns the final message of the log, or the error with which it failed. Its
// Open is true until a terminal record is read.
func (s *Summary) Ending() model.Ending {
	e := model.Ending{Where: s.Where(s.FinalLine), Text: s.Final, At: s.Last, Outcome: s.Outcome, Open: !s.Terminal}
	failed := s.Outcome.Failure() || s.Outcome == model.OutcomeRateLimited
	if s.Error != "" && (s.Final == "" || failed && s.ErrorLine >= s.FinalLine) {
		e.Text, e.Where = s.Error, s.Where(s.ErrorLine)
	}
	return e
}

// Limits for logs whose last lines have no time. A file's modification time counts as
// a sign of life only if it is at most this much later than the newest time in the
// log: slackPaced if times with a zone occur regularly, otherwise slackLoose.
const (
	slackPaced = 15 * time.Minute
	slackLoose = 24 * time.Hour
)

// Heartbeat returns the newest sign of life of the log. written is the file's
// modification time. Times inside the log take precedence over it, because copying a
// file changes it. grew says that the file was seen to grow, so it is not a copy.
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
