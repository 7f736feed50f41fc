package source

import (
	"context"
	"time"

	"notdone/model"
)

// Request is an action that an operator requests on one task.
type Request struct {
	Task   string // the task's id as the source lists it
	Action model.ActionName
	Answer string // a text for the agent, if the owner stores one
	Reason string // the operator's reason, for the journal and, if the owner stores one, for the queue
	Actor  string // the name that signs the action
	// Together is an id that all requests of one bulk action share, so that they
	// can be undone together; empty for an action on a single task.
	Together string
	// Obstacle is the obstacle that notdone found. Marking a task as blocked records
	// it when the operator gave no reason. The zero Obstacle is none.
	Obstacle model.Obstacle
}

// Plan is what an action would do. It is shown to the operator and then applied.
type Plan struct {
	Task   model.Ref
	Action model.ActionName // may differ from the request: a requeue of a task that gave up is planned as unblock
	// Refused says why the action cannot be done; empty when it can. In a refused
	// plan only Was and Command of the fields below are set.
	Refused string
	Was     string // the recorded status now
	Now     string // the recorded status after the action
	Adds    string // the id of a task that the action adds, which does the work; empty: none
	Changes []Change
	Guards  []string // the conditions that Apply checks again, for display
	Effects []string // the consequences beyond the changed rows, for display
	// Notices are those of the Effects that are told even where the plan is not shown, such as
	// what keeps the task from being started.
	Notices []string
	// Missing says what must be given before the plan can be applied: a text for the
	// agent where the plan takes an answer, else a reason; empty: nothing. Changes and Native are then not set.
	Missing string
	// TakesAnswer says that the owner stores an answer to the agent, and AgentSees
	// that the agent will read the given answer.
	TakesAnswer, AgentSees bool
	// Undo says until when the action can be undone, such as "until a worker claims
	// it"; empty when it cannot be undone at all.
	Undo string
	// Command is the owner's own command for the action, as argv; nil: there is none.
	Command []string
	// FollowUp is a command, as argv, that the operator may run after the action;
	// notdone does not run it. Nil: there is none.
	FollowUp []string
	Request  Request
	// Wait is how long Apply waits for a transaction of the owner before it fails
	// with ErrBusy; zero: the source's own timeout.
	Wait time.Duration
	// Native is the state that the adapter's Plan saw, for the adapter's Apply.
	Native any
}

// Change is one value that an action would write.
type Change struct {
	Table, Row, Column string
	Old, New           string // hostile when they come from the queue; empty for NULL
	OldNull, NewNull   bool
	Added              bool // the row is new
	Removed            bool // the row is deleted; Old is what it held, and New is NULL
	// Diff is what changes in a text file, as a unified diff without its two header
	// lines; Old and New are then empty. It is hostile.
	Diff string
}

// Image is one row before and after an action wrote it. A file is a row of the table
// "file" with the key "path".
type Image struct {
	Table string
	Key   map[string]any // the columns that identify the row, and their values
	// Before and After are whole rows by column. Values have the types of SQLite:
	// nil, int64, float64, string, []byte. A nil map means that there is no row.
	Before, After map[string]any
}

// Record is one applied action as the journal stores it.
type Record struct {
	ID       string    // unique; IDs sort by time
	At       time.Time // when the action was done
	Kind     string    // the kind of source
	Request  Request   // its Action is the planned one
	Task     model.Ref
	Title    string // the task's title; hostile
	Was, Now string // the recorded status before and after the action
	Adds     string // as in Plan
	Undo     string // as in Plan
	Undoes   string // the ID of the record that this one undoes; empty for an action
	Images   []Image
}

// Actor is a source that can act on its queue.
type Actor interface {
	Source
	// Plan returns the plan of an action and writes nothing. An action that is not
	// allowed is a Plan with Refused. The error wraps ErrNotFound, or says that the
	// queue cannot be read.
	Plan(ctx context.Context, r Request) (Plan, error)
	// PlanUndo returns the plan that undoes a recorded action, and writes nothing.
	// It is refused when the task has changed since that action.
	PlanUndo(ctx context.Context, r Record, actor string) (Plan, error)
	// Apply executes a plan in one transaction. After all writes and before COMMIT
	// it calls intent with the changed rows; an error of intent rolls the
	// transaction back and is returned unchanged. The error is a *Changed when the
	// plan no longer fits the queue. It wraps ErrInDoubt when the commit may or may
	// not have taken place, and ErrBusy when the owner was in a transaction. After
	// ErrBusy the same plan may be applied again, unless intent was called.
	Apply(ctx context.Context, p Plan, intent func([]Image) error) error
	// Current reads the current rows of the images. It returns them as After of
	// images with the same Table and Key; After is nil when the row does not exist.
	Current(ctx context.Context, images []Image) ([]Image, error)
}

// Refusal is the error for an action that cannot be done as things are. Nothing was
// written.
type Refusal struct{ Why string } // in one line

// Error returns the reason.
func (r *Refusal) Error() string { return r.Why }

// Changed is the error for a plan that no longer fits the queue. Nothing was
// written. errors.Is reports it as ErrChanged.
type Changed struct {
	Was, Now string // the recorded status, or another value that the operator saw, then and now
}

// Error describes the change in one line.
func (c *Changed) Error() string {
	return ErrChanged.Error() + ": was " + c.Was + ", now " + c.Now
}

// Is reports whether target is ErrChanged.
func (c *Changed) Is(target error) bool { return target == ErrChanged }
