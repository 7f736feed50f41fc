package model

import (
	"path"
	"time"
)

// Task is one unit of queued work as its source describes it. A zero time is
// unknown; so is a nil pointer. All text comes from agents and is hostile.
type Task struct {
	Source string // the kind of source, such as "hermes"
	Queue  string // the path as the operator gave it
	Group  string // the board, session or project inside the queue; empty where there are none
	ID     string // unique within Queue; "group/id" where groups exist

	Title     string
	Wish      string // what was asked for, normalised: equal wishes are the same wish
	Recorded  string // the queue's own status, verbatim
	Priority  int
	Attempts  int
	DependsOn []string

	Created  time.Time
	Started  time.Time
	Finished time.Time
	Updated  time.Time // the newest thing known to have happened to the task
	Due      time.Time // when it may start, for scheduled work

	Worker  string // who holds or held it, such as "host:4242"
	Agent   string
	Model   string
	Profile string
	Repo    string
	Branch  string

	CostUSD *float64
	Tokens  *int64
	// Logs are the task's log files: those of its newest run before those of
	// earlier ones, and of one run the log of its session before logs of
	// subagents and telemetry. What the owner names comes before what was
	// attached to the task by name. The first is the one to follow.
	Logs []LogRef
	// Resume is the command that takes the agent's session up again, as argv, and
	// Dir where it is run; empty where there is no such thing.
	Resume []string
	Dir    string
}

// Ref is what identifies a task across all sources.
type Ref struct{ Queue, ID string }

// Ref returns the task's identity.
func (t *Task) Ref() Ref { return Ref{Queue: t.Queue, ID: t.ID} }

// LogRef is a log file: a path beneath a folder that must not be left.
type LogRef struct {
	Root string // absolute folder
	Path string // relative to Root
}

// File returns the log's path as people name it. It is for showing: a log is
// opened beneath its Root only.
func (l LogRef) File() string { return path.Join(l.Root, l.Path) }

// Outcome is how a run ended, in notdone's words.
type Outcome uint8

// The outcomes; OutcomeUnknown also stands for a run that has not ended.
const (
	OutcomeUnknown Outcome = iota
	OutcomeCompleted
	OutcomeBlocked
	OutcomeRefused
	OutcomeFailed      // an error without a closer name
	OutcomeCrashed     // the worker died
	OutcomeTimedOut    // a time limit
	OutcomeBudget      // a turn, token or iteration budget
	OutcomeSpawnFailed // the worker never started
	OutcomeRateLimited
	OutcomeReleased // taken back without being judged: reclaimed, stale, rescheduled
	OutcomeCancelled
)

var outcomeNames = []string{
	"unknown", "completed", "blocked", "refused", "failed", "crashed", "timed out", "budget exhausted",
	"spawn failed", "rate limited", "released", "cancelled",
}

// String returns the outcome in words.
func (o Outcome) String() string { return word(outcomeNames, o) }

// Failure reports whether the outcome is a failed attempt.
func (o Outcome) Failure() bool {
	switch o {
	case OutcomeFailed, OutcomeCrashed, OutcomeTimedOut, OutcomeBudget, OutcomeSpawnFailed:
		return true
	default:
		return false
	}
}

// Run is one attempt at a task.
type Run struct {
	ID       string // unique within the source
	Where    string // how evidence names it, such as "task_runs#31"
	Attempt  int
	Worker   string
	Host     string
	PID      int
	Started  time.Time
	Ended    time.Time // zero while the run is open
	Outcome  Outcome
	Recorded string // the owner's own word for the outcome; empty when it has none
	Output   string // the final message; hostile, may be cut in the middle
	Error    string

	ExitCode     *int
	ToolCalls    *int
	FilesChanged *int
	Messages     *int
	CostUSD      *float64
	Tokens       *int64
}

// Open reports whether the run has not ended.
func (r *Run) Open() bool { return r.Ended.IsZero() }

// EventKind is the class of an event, in notdone's words.
type EventKind uint8

// The kinds of event; EventOther is everything that no rule asks for.
const (
	EventOther EventKind = iota
	EventCreated
	EventClaimed
	EventBlocked
	EventUnblocked
	EventRequeued
	EventFinished
	EventFailed
	EventCancelled
	EventCommented
	EventEdited
	EventReleased
	EventGaveUp
	EventBlockLoop // the owner itself says that it blocked for the same reason again
)

// Event is one entry of a task's history, in order of arrival.
type Event struct {
	Seq   int64  // the owner's order of arrival; unique within the source
	Where string // how evidence names it, such as "task_events#123"
	Kind  EventKind
	Name  string // the owner's own name for it
	RunID string
	Note  string // its text: a reason, a comment; hostile
	Actor string
	At    time.Time
}

// Liveness says what is known of a worker process.
type Liveness uint8

// The livenesses; LivenessUnknown also stands for another host's process.
const (
	LivenessUnknown Liveness = iota
	LivenessAlive
	LivenessDead
)

// Link is the other end of a dependency.
type Link struct {
	ID       string
	Title    string
	Recorded string
	Finished bool // the owner regards it as done with
	Failed   bool
}

// Ending is what a log file said last, for logs that are attached to a task.
type Ending struct {
	Where string // such as "B1.log:458"
	Text  string // the final message
	At    time.Time
	// Outcome is what the log's structure says; OutcomeUnknown where it is plain text.
	Outcome Outcome
	Open    bool // it is still being written
	// Work is what the log shows of what was done; nil where it does not tell. It
	// is shared and must not be changed; equal endings have the same pointer.
	Work *Work
}

// Facts are observations about a task that are neither runs nor events. Each
// is filled by adapters that know it; its zero value means "not known".
type Facts struct {
	Claimed        bool
	ClaimOwner     string // such as "host:4242"
	ClaimExpires   time.Time
	Heartbeat      time.Time     // newest sign of life of the open run
	HeartbeatLimit time.Duration // the owner's own limit; zero: it has none
	Worker         Liveness
	WorkerPID      int
	WorkerHost     string
	OpenRun        bool // a run is open although the task may say otherwise

	Explicit      Outcome // the terminal state that the agent declared in a field of its own
	ExplicitWhere string

	ObstacleText  string // what the queue recorded as the reason of the present block
	ObstacleKind  ObstacleKind
	ObstacleWhere string
	BlockedAt     time.Time

	Parents     []Link
	Children    []Link
	PhantomRefs []Evidence // tasks that the result cites and that do not exist
	Endings     []Ending

	// Work is what the task's own log shows of what was done, for a task that is
	// a log; nil: unknown.
	Work *Work
	// Chat says that a person sits in front of the agent and reads what it says:
	// that it ends in a question or an obstacle is how it goes.
	Chat bool
}

// Case is everything that rules may look at about one task.
type Case struct {
	Task        Task
	Body        string // what was asked, may be cut; hostile
	Result      string // the newest result or final message, may be cut in the middle; hostile
	ResultWhere string
	Runs        []Run   // oldest first
	Events      []Event // in order of arrival
	Facts       Facts
	// Native is the adapter's own record of the task, for rules that hold for
	// its system alone. Other packages must not look inside.
	Native any
}

// Verdict is what is concluded about a task from its case.
type Verdict struct {
	State      State
	Grade      Grade
	Confidence float64 // of State, 0 to 1
	Headline   string  // the reason in a few words, such as "budget exhausted twice"; may be empty
	Obstacle   *Obstacle
	Findings   []Finding // worst first, discounted ones last
	// Until is the earliest moment at which the verdict can change without new
	// data; zero when it cannot.
	Until time.Time
}

// Row is a judged task as lists show it.
type Row struct {
	Task
	Verdict
	RecordedState State     // the state that the recorded status stands for
	FirstJudged   time.Time // when notdone first judged it so; zero when not remembered
	Actions       []Action  // what can be done with it; shared, never changed
	// Cut tells texts apart that are equal in a list, where long ones are cut: it
	// is made of all that was cut off, and 0 where nothing was.
	Cut uint64
}

// Disagrees reports whether the verdict differs from what the queue recorded.
func (r *Row) Disagrees() bool { return r.State != r.RecordedState }
