package source

import (
	"context"
	"time"

	"notdone/model"
)

// Request is what the operator asks for.
type Request struct {
	Task   string // the task's id as the source lists it
	Action model.ActionName
	Answer string // for the agent, where the owner has a place for it
	Reason string // why; where the owner keeps a reason it goes there too
	Actor  string // who signs it
	// Together is the same for all requests that one action of the operator makes
	// of several tasks; empty for a single one. They are undone together.
	Together string
	// Obstacle is what notdone found to keep the task from succeeding, for a task
	// that is to be marked as blocked without a reason of the operator's own. The
	// zero Obstacle is none.
	Obstacle model.Obstacle
}

// Plan is an action worked out and not yet done: what an operator is shown.
type Plan struct {
	Task   model.Ref
	Action model.ActionName // what would be done; a requeue of a task that gave up is planned as unblock
	// Refused says why the action cannot be done; empty when it can. Everything
	// below is empty then, but for Was and Command.
	Refused string
	Was     string // the recorded status now
	Now     string // the recorded status after it
	Changes []Change
	Guards  []string // what must still hold when it is applied, in words
	Effects []string // what else follows, in words
	// TakesAnswer says that the owner has a place for an answer to the agent, and
	// AgentSees that the agent will read the one that was given.
	TakesAnswer, AgentSees bool
	// Undo says until when it can be undone, such as "until a worker claims it";
	// empty when it cannot be undone at all.
	Undo string
	// Command is the owner's own command for it, as argv; nil where there is none.
	Command []string
	Request Request
	// Wait is how long one Apply waits for the owner to end a transaction of its
	// own before it fails with ErrBusy; zero: as long as the source sees fit.
	Wait time.Duration
	// Native is the adapter's own record of what was seen, for its Apply alone.
	Native any
}

// Change is one value that an action would write.
type Change struct {
	Table, Row, Column string
	Old, New           string // hostile where they come from the queue; "" and NULL are told apart by OldNull and NewNull
	OldNull, NewNull   bool
	Added              bool // the row is new
}

// Image is one row before and after it was written.
type Image struct {
	Table string
	Key   map[string]any // the columns that identify it, and their values
	// Before and After are whole rows by column, with the values that SQLite
	// gave: nil, int64, float64, string, []byte. A nil map is no row.
	Before, After map[string]any
}

// Record is an action as the journal keeps it.
type Record struct {
	ID       string    // unique and in order of time
	At       time.Time // when it was done
	Kind     string    // the kind of source
	Request  Request   // Action is what was done, after a plan's change of it
	Task     model.Ref
	Title    string // of the task; hostile
	Was, Now string // the recorded status before and after
	Undo     string // as in Plan
	Undoes   string // the ID of the record that it undoes; empty for an action
	Images   []Image
}

// Actor is a source that can act on its queue.
type Actor interface {
	Source
	// Plan works an action out and writes nothing. The error is ErrNotFound, or
	// about the queue; an action that makes no sense is a Plan with Refused.
	Plan(ctx context.Context, r Request) (Plan, error)
	// PlanUndo works out how to take back what the record tells, and writes
	// nothing. It is refused when something has happened to the task since.
	PlanUndo(ctx context.Context, r Record, actor string) (Plan, error)
	// Apply does what the plan says, whole or not at all. Within the transaction,
	// when everything is written and nothing committed, it calls intent with the
	// rows; an error of intent rolls everything back and is returned as it is.
	// A plan that no longer fits what is there is a *Changed. An error after which
	// it is not known whether the commit took place wraps ErrInDoubt. One that wraps
	// ErrBusy means that the owner was in a transaction; where intent was not called,
	// the same plan may be applied again.
	Apply(ctx context.Context, p Plan, intent func([]Image) error) error
	// Current reads the rows of the images as they are now, into After of images
	// with the same Table and Key; a nil After where there is no such row.
	Current(ctx context.Context, images []Image) ([]Image, error)
}

// Changed is the error of a plan that no longer fits: nothing was written. It
// is an ErrChanged.
type Changed struct {
	Was, Now string // the recorded status, or what else the operator saw, and what it is now
}

// Error says what changed in one line.
func (c *Changed) Error() string {
	return ErrChanged.Error() + ": was " + c.Was + ", now " + c.Now
}

// Is reports whether target is ErrChanged.
func (c *Changed) Is(target error) bool { return target == ErrChanged }
