package source

import (
	"context"

	"notdone/model"
)

// Plan is an action worked out and not yet done: what an operator is shown.
type Plan struct {
	Task        model.Ref
	Action      model.ActionName
	Changes     []Change
	Guards      []string // what must still hold when it is applied, in words
	SideEffects []string // what else follows, in words
	AgentSees   bool     // whether the answer reaches the agent
	Warning     string   // such as "same obstacle 3 times, nothing changed since"; may be empty
	// Refused says why the action cannot be done; empty when it can.
	Refused string
	// Command is the owner's own command for it, as argv; nil where there is none.
	Command []string
	// Native is the adapter's own record of the plan, for its Apply alone.
	Native any
}

// Change is one value that an action would write.
type Change struct {
	Table, Column string
	Old, New      string
}

// Request is what the operator asks for.
type Request struct {
	Task   model.Ref
	Action model.ActionName
	Answer string // for the agent, where the owner has a place for it
	Reason string // for the journal
	Actor  string // who signs it
}

// Actor is a source that can act on its queue.
type Actor interface {
	Source
	// Plan works an action out and writes nothing.
	Plan(ctx context.Context, r Request) (Plan, error)
	// Apply does what the plan says, or nothing; ErrChanged when a guard fails.
	Apply(ctx context.Context, p Plan) error
}
