package hermes

import (
	"time"

	"notdone/model"
)

// Statuses of tasks as Hermes records them.
const (
	stTriage    = "triage"
	stTodo      = "todo"
	stScheduled = "scheduled"
	stReady     = "ready"
	stRunning   = "running"
	stBlocked   = "blocked"
	stReview    = "review"
	stDone      = "done"
	stArchived  = "archived"
)

// record is this adapter's own view of a task: what its rules need beyond the
// case. It travels as Case.Native and is never changed after it was built.
type record struct {
	id       string // as the board has it, without the group
	status   string
	assignee string
	lock     string // claim_lock
	release  release

	created, completed int64 // unix seconds; 0: unknown
	failures           int   // consecutive_failures, or its older name
	maxRetries         int   // the task's own failure limit; 0: none
	lastError          string
	blockKind          string // the owner's class of the last block

	parentsOpen bool     // a parent keeps the dispatcher from making it ready
	open        []string // parents that keep anybody else from it, by id
	freed       int64    // when the last of its parents was completed; 0: unknown or none
	waiting     []string // children in todo, at most childrenMax of them
	waits       int      // how many children are in todo

	stand    standing
	details  map[int64]*payload // by the event's Seq; only of kinds with detail
	invented bool               // ids that the owner called phantom still do not exist
	guard    *guard             // nil: the spawn is not held back
	approval bool               // completed by an approval that says nothing

	holder holding
	size   int64  // see sizeOf
	below  int    // how many tasks reopening would take back, at least
	busy   []busy // the running ones among them, by id
	here   string // this machine
	clock  func() time.Time
	idle   string // an assignee for whom the dispatcher starts no worker; empty: none

	limits *limits
}

// guard is the newest refusal of the dispatcher to spawn a ready task.
type guard struct {
	reason, where string
	at            time.Time
}

// cause says why a task stands still, by the newest event that decides it.
type cause uint8

const (
	causeNone   cause = iota
	causeBlock        // somebody blocked it
	causeLoop         // Hermes stopped a loop of equal blocks and sent it to triage
	causeGaveUp       // the failure breaker opened
)

// standing is what the events say about a task that stands still.
type standing struct {
	cause  cause
	event  int  // index of the deciding event in Case.Events; -1: none
	sticky bool // the dispatcher does not promote it: the newest of its blocked and unblocked events is blocked
}

// stand reads the standing of a task of the given status from its events.
func stand(status string, events []model.Event) standing {
	s := standing{event: -1}
	decided, stuck := false, false
	for i := len(events) - 1; i >= 0 && (!decided || !stuck); i-- {
		name := events[i].Name
		if !stuck && (name == evBlocked || name == evUnblocked) {
			stuck, s.sticky = true, name == evBlocked
		}
		if k := kinds[name]; k.has(decides) && !decided {
			decided = true
			if k.cause != causeNone && (status == stTriage) == (k.cause == causeLoop) && (status == stTriage || status == stBlocked) {
				s.cause, s.event = k.cause, i
			}
		}
	}
	return s
}

// limit is the number of failures in a row at which the breaker opens for the
// task (hermes kanban_db.py, _record_task_failure).
func (r *record) limit() int {
	if r.maxRetries > 0 {
		return r.maxRetries
	}
	return r.limits.breaker
}

// promotes reports whether the dispatcher's next tick makes the blocked task
// ready by itself (hermes kanban_db.py, recompute_ready; #39609, #78933).
func (r *record) promotes() bool {
	return r.release.parks && r.status == stBlocked && !r.stand.sticky && r.failures < r.limit() && !r.parentsOpen
}

// recordOf returns the record of a case, or nil when it is not Hermes' own.
func recordOf(c *model.Case) *record {
	r, _ := c.Native.(*record)
	return r
}
