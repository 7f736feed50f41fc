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

	Title string
	// Wish is title and body, normalised: tasks that ask for the same have equal wishes.
	// Empty in a Case: cycle.WishOf makes it from the Case's title and body.
	Wish      string
	Recorded  string // the queue's own status, verbatim
	Priority  int
	Attempts  int
	DependsOn []string
	Tags      []string      // the owner's labels
	Every     time.Duration // the interval of the recurring series that the task belongs to; zero: none

	Created  time.Time
	Started  time.Time
	Finished time.Time
	Updated  time.Time // the newest known change of the task
	Due      time.Time // the earliest start, for a scheduled task

	Worker  string // the worker that claims or claimed it, such as "host:4242"
	Agent   string
	Model   string
	Profile string
	Repo    string
	Branch  string

	CostUSD *float64
	Tokens  *int64
	// Logs are the task's log files, the one to follow first. Logs of the newest
	// run come before those of earlier runs. Within a run the session's log comes
	// before logs of subagents and telemetry. Logs that the owner names come
	// before logs that were attached by file name.
	Logs []LogRef
	// Resume is the command that resumes the agent's session, as argv, and Dir is
	// its working directory. Both are empty when the session cannot be resumed.
	Resume []string
	Dir    string
}

// Ref identifies a task across all sources.
type Ref struct{ Queue, ID string }

// Ref returns the task's identity.
func (t *Task) Ref() Ref { return Ref{Queue: t.Queue, ID: t.ID} }

// LogRef names a log file by a folder and a path that must stay beneath it.
type LogRef struct {
	Root string // absolute folder
	Path string // relative to Root
}

// File returns the log's path for display. To open a log use tail.OpenBeneath
// with Root and Path.
func (l LogRef) File() string { return path.Join(l.Root, l.Path) }

// Outcome is how a run ended, in notdone's words.
type Outcome uint8

// The outcomes; OutcomeUnknown also stands for a run that has not ended.
const (
	OutcomeUnknown Outcome = iota
	OutcomeCompleted
	OutcomeBlocked
	OutcomeRefused
	OutcomeFailed      // an error that no other outcome names
	OutcomeCrashed     // the worker died
	OutcomeTimedOut    // a time limit
	OutcomeBudget      // a turn, token or iteration budget
	OutcomeSpawnFailed // the worker never started
	OutcomeRateLimited
	OutcomeReleased // the claim ended without a result: reclaimed, stale, rescheduled
	OutcomeCancelled
)

var outcomeNames = []string{
	"unknown", "completed", "blocked", "refused", "failed", "crashed", "timed out", "budget exhausted",
	"spawn failed", "rate limited", "released", "cancelled",
}

// String returns the outcome in words.
func (o Outcome) String() string { return enumName(outcomeNames, o) }

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
	Where    string // its name in evidence, such as "task_runs#31"
	Attempt  int
	Worker   string
	Host     string
	PID      int
	Started  time.Time
	Ended    time.Time // zero while the run is open
	Outcome  Outcome
	Recorded string // the owner's own word for the outcome; empty when it has none
	Output   string // the final message; hostile, its middle may be cut out
	Error    string
	ErrorOwn bool // Error is notdone's description of how the run ended: nobody said it

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

// The kinds of event; EventOther covers all events that no rule reads.
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
	EventBlockLoop // the owner records that the task blocked again for the same reason
)

// Event is one entry of a task's history, in order of arrival.
type Event struct {
	Seq   int64  // the owner's order of arrival; unique within the source
	Where string // its name in evidence, such as "task_events#123"
	Kind  EventKind
	Name  string // the owner's own name of the event
	RunID string
	Note  string // the reason or the comment; hostile
	Actor string
	At    time.Time
}

// Liveness says whether a worker process is alive.
type Liveness uint8

// The values of Liveness; a process on another host is LivenessUnknown.
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
	Finished bool // the owner no longer waits for the task
	Failed   bool
}

// Ending is the last message of a log file that is attached to a task, and how
// the log ended.
type Ending struct {
	Where string // such as "B1.log:458"
	Text  string // the final message
	At    time.Time
	// Outcome is read from the log's terminal record; OutcomeUnknown for plain text.
	Outcome Outcome
	Open    bool // the log is still being written
	// Work is the activity that the log shows; nil when it shows none. It is shared
	// and must not be changed. Equal endings have the same pointer.
	Work *Work
}

// Process identifies a process of this machine. PIDs are reused, so it holds a time too.
type Process struct {
	PID       int
	Namespace string    // the pid namespace, as the text of the link /proc/PID/ns/pid; empty: not recorded
	Since     time.Time // a time at which it ran: a process that started later is another one
}

// Facts are observations about a task that are neither runs nor events. An
// adapter sets the fields that its system records; a zero field is unknown.
type Facts struct {
	Claimed        bool
	ClaimOwner     string // such as "host:4242"
	ClaimExpires   time.Time
	Heartbeat      time.Time     // the newest sign of life of the open run
	HeartbeatLimit time.Duration // the owner's own limit; zero: the owner has none
	Worker         Liveness
	WorkerPID      int
	WorkerHost     string
	// Process is the process that makes Worker LivenessAlive. Its end changes the case without
	// new data in the source, so a board must watch it. The zero value: there is no single
	// such process.
	Process Process
	// WaitsSince is when somebody changed how the task waits, as by a hold or the end of one, where
	// no event of a kind of its own tells that. Exhausted says that it waits and that no worker
	// claims it, because it has no attempt left.
	WaitsSince   time.Time
	Exhausted    bool
	OpenRun      bool // a run is open, whatever the task's status says
	AttemptLimit int  // equal failures in a row after which the owner gives up; zero: it does not, or unknown

	Explicit      Outcome // the terminal state that the agent declared in a dedicated field
	ExplicitWhere string

	ObstacleText  string // the recorded reason of the current block
	ObstacleOwn   bool   // ObstacleText is notdone's description of the block: nobody recorded it
	ObstacleKind  ObstacleKind
	ObstacleWhere string
	BlockedAt     time.Time

	Parents     []Link
	Children    []Link
	PhantomRefs []Evidence // references in the result to tasks that do not exist
	Endings     []Ending

	// NoHeartbeats says that the source keeps no signs of life, so that a missing one says little.
	NoHeartbeats bool
	// NoResults says that the source keeps no answers, so that a missing one says nothing.
	// NoRuns says that it does not record that somebody worked on a task.
	NoResults, NoRuns bool
	// Returned says that the result is what a function returned, so that a missing one proves nothing.
	Returned bool

	// Work is the activity that the task's own log shows, for a task that is a
	// log; nil: unknown.
	Work *Work
	// Chat says that the run is interactive: a person reads the agent's messages,
	// so an ending with a question or an obstacle is normal.
	Chat bool
}

// Case is the complete input of the rules for one task.
type Case struct {
	Task        Task
	Body        string // the request, may be cut; hostile
	Result      string // the newest result or final message, its middle may be cut out; hostile
	ResultWhere string
	// Answer is the operator's answer to the agent as the source keeps it; hostile. MaxAttempts is how
	// often the task is tried at most; 0: there is no limit, or it is unknown. The cases of a list
	// may lack both.
	Answer      string
	MaxAttempts int
	Runs        []Run   // oldest first
	Events      []Event // in order of arrival
	Facts       Facts
	// Stands is the state that the recorded status stands for in this task. It is set where
	// the status alone does not determine the state; StateUnknown: Adapter.State maps it.
	Stands State
	// StandsUntil is the earliest time at which Stands or the recorded status can change
	// without new data; zero: they cannot.
	StandsUntil time.Time
	// ReadOnly is the reason, in one line, why the source allows no action on the task
	// whatever its state; empty: it may allow some.
	ReadOnly string
	// Native is the adapter's own record of the task, for the adapter's own rules.
	// Other packages must not read it.
	Native any
}

// Verdict is what the rules conclude about a task from its case.
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

// Row is a task and its verdict, as lists show them.
type Row struct {
	Task
	Verdict
	RecordedState State     // the state that the recorded status stands for
	Entered       time.Time // when the task entered State, by Case.Entered; zero when that is not known
	FirstJudged   time.Time // when notdone first reached this verdict; zero when not remembered
	Actions       []Action  // all actions of the source; shared, never changed
	Spending      Spending
	// Manned names the worker of an active task; empty: unknown. Alive says that its heartbeat
	// or its process shows that it still runs.
	Manned string
	Alive  bool
	// CutHash is a hash of all text that was cut off the row's fields, and 0 when
	// nothing was cut. Rows whose texts differ only beyond the cut differ in it.
	CutHash uint64
	// Outline says that the row holds only what the order of a list needs: Queue, ID, State,
	// Grade, Attempts, Priority, Due, times that give the right result of Since, and one
	// finding of which only the severity is set.
	Outline bool
}

// Disagrees reports whether the verdict differs from what the queue recorded. That a
// waiting task is scheduled or queued follows from its time alone and is no difference.
func (r *Row) Disagrees() bool {
	waits := func(s State) bool { return s == StateQueued || s == StateScheduled }
	return r.State != r.RecordedState && (!waits(r.State) || !waits(r.RecordedState))
}

// Spending is the cost of repeated attempts that ended with the same result: the task's
// current obstacle or failure, or Stood. Costs are in US dollars, as far as they are recorded.
type Spending struct {
	Met      []time.Time // when these attempts ended, the oldest first; a zero time is unknown
	AgainUSD float64     // the cost of these attempts without the first one
	Charges  []Charge    // the newest attempts with a known cost
	// Stood is set for a task that is running or queued again after several attempts with one
	// result: the verdict on those attempts, without findings. Otherwise it is nil.
	Stood *Verdict
}

// Charge is the cost of one attempt.
type Charge struct {
	From, To time.Time // To is zero while the attempt runs
	USD      float64
}

// Rounds returns the number of rounds of the task's longest cycle; 0: it has no cycle.
func (r *Row) Rounds() int {
	if f := r.Cycle(); f != nil {
		return f.Count
	}
	return 0
}

// RuleOnHold is the name of the rule that finds a task which an operator put on hold.
const RuleOnHold = "on-hold"

// OnHold returns the finding that the task is on hold, with since when; nil when it is not.
func (r *Row) OnHold() *Finding {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Rule == RuleOnHold {
			return f
		}
	}
	return nil
}

// RuleFailedDependency is the name of the rule that finds a task which waits for one that is blocked,
// failed or was cancelled.
const RuleFailedDependency = "failed-dependency"

// Kept returns the finding that tells why nobody starts a waiting task for now: it is on hold, or
// waits for another one that cannot go on; nil when there is none.
func (r *Row) Kept() *Finding {
	if f := r.OnHold(); f != nil {
		return f
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Rule == RuleFailedDependency && f.Counts() {
			return f
		}
	}
	return nil
}

// Cycle returns the finding of a cycle with the most rounds, which are its Count; nil when
// there is none. The names are those of the rules of package classify and of one of Hermes'
// own diagnostics.
func (r *Row) Cycle() (most *Finding) {
	for i := range r.Findings {
		switch f := &r.Findings[i]; f.Rule {
		case "block-loop", "requeue-loop", "retry-loop", "tool-loop", "block-unblock-cycling":
			if most == nil || f.Count > most.Count {
				most = f
			}
		}
	}
	return most
}
