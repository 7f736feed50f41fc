package filewrite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"notdone/model"
	"notdone/source"
)

// Situation is what the possible actions on one task depend on. A list and a plan
// read it in the same way, so that what is listed and what is planned are one
// decision.
type Situation interface {
	// Decide works an action out. It is pure.
	Decide(r source.Request) Decision
	// Undo says whether an action may be taken back. It is pure. The kit adds the
	// edits, and refuses it when a file is not as the action left it.
	Undo(record *source.Record) Decision
}

// Decision is what an action does, or why it cannot be done. The fields that a
// source.Plan has as well mean the same.
type Decision struct {
	Refused  string
	Missing  string
	Now      string // the recorded status afterwards; empty: it stays
	Edits    []Edit // in this order
	Guards   []string
	Effects  []string
	Undo     string
	FollowUp []string

	TakesAnswer, AgentSees bool
}

// Refuse returns the decision that an action cannot be done, with the reason.
func Refuse(format string, args ...any) Decision {
	return Decision{Refused: fmt.Sprintf(format, args...)}
}

// Seen is a task as it was read now.
type Seen struct {
	Status string // as recorded
	// Facts must be the same when a plan is applied, in this order.
	Facts     []source.Fact
	Situation Situation
}

// Actor plans and applies actions. Its methods are those that source.Actor adds to a
// source.Source.
type Actor struct {
	Queue string // the path of the source, as the operator gave it
	Root  string // the folder beneath which all paths lie, absolute
	// See reads a task anew. The error wraps source.ErrNotFound when there is none.
	See func(ctx context.Context, id string) (Seen, error)
}

// planned is what a plan was made of.
type planned struct {
	seen   Seen
	writes []*write
	record *source.Record // of an undo
}

// Plan works an action out and writes nothing.
func (a *Actor) Plan(ctx context.Context, r source.Request) (source.Plan, error) {
	return a.plan(ctx, r, nil)
}

// PlanUndo works out how to take a recorded action back. The request of the plan
// is the record's, signed by the actor.
func (a *Actor) PlanUndo(ctx context.Context, record source.Record, actor string) (source.Plan, error) {
	r := record.Request
	r.Task, r.Actor = record.Task.ID, actor
	return a.plan(ctx, r, &record)
}

func (a *Actor) plan(ctx context.Context, r source.Request, undo *source.Record) (source.Plan, error) {
	r.Answer, r.Reason, r.Actor = strings.TrimSpace(r.Answer), strings.TrimSpace(r.Reason), strings.TrimSpace(r.Actor)
	p := source.Plan{Task: model.Ref{Queue: a.Queue, ID: r.Task}, Action: r.Action, Request: r}
	n := &planned{record: undo}
	d, err := a.decide(ctx, r, n)
	switch {
	case errors.Is(err, source.ErrNotFound) && undo != nil:
		d = Refuse("it was deleted since")
	case err != nil:
		return source.Plan{}, err
	}
	p.Was, p.Refused = n.seen.Status, d.Refused
	if d.Refused != "" {
		return p, nil
	}
	p.Now, p.Guards, p.Effects, p.Undo, p.FollowUp = cmp.Or(d.Now, p.Was), d.Guards, d.Effects, d.Undo, d.FollowUp
	p.TakesAnswer, p.AgentSees = d.TakesAnswer, d.AgentSees
	if p.Missing = d.Missing; p.Missing != "" {
		return p, nil
	}
	p.Changes, p.Native = changes(n.writes), n
	for _, w := range n.writes {
		if w.was != nil && w.Append == nil {
			p.Guards = append(p.Guards, w.name()+" is still the same file with the same content")
		}
	}
	return p, nil
}

// decide reads the task and its files anew and works the action out. What it has
// read is in n.
func (a *Actor) decide(ctx context.Context, r source.Request, n *planned) (d Decision, err error) {
	if n.seen, err = a.See(ctx, r.Task); err != nil {
		return d, err
	}
	if n.record == nil {
		d = n.seen.Situation.Decide(r)
	} else if d = n.seen.Situation.Undo(n.record); n.record.Undo == "" {
		d = Refuse("what was done cannot be undone")
	} else if d.Refused == "" {
		d.Edits, err = restore(a.Root, n.record.Images)
	}
	if err == nil && d.Refused == "" && d.Missing == "" {
		n.writes, err = resolve(a.Root, d.Edits)
	}
	var refusal *source.Refusal
	if errors.As(err, &refusal) {
		return Decision{Refused: refusal.Why}, nil
	}
	return d, err
}

// Apply does what the plan says. A crash at any moment leaves each file as it was or
// as it should be. An action that a crash interrupted between two files counts as done,
// and its undo puts the first back; an undo counts as not done, and can be done again.
func (a *Actor) Apply(ctx context.Context, p source.Plan, intent func([]source.Image) error) error {
	was, ok := p.Native.(*planned)
	if !ok || p.Refused != "" {
		return fmt.Errorf("%s: %q: not a plan of this source: %w", a.Queue, p.Task.ID, source.ErrUnsupported)
	}
	now := &planned{record: was.record}
	d, err := a.decide(ctx, p.Request, now)
	if errors.Is(err, source.ErrNotFound) {
		return &source.Changed{Was: p.Was, Now: "deleted"}
	}
	if err != nil {
		return err
	}
	if c := was.changed(now, &d); c != nil {
		return c
	}
	return apply(ctx, a.Root, now.writes, was.record != nil, intent)
}

// Current reads the files of the images as they are now.
func (a *Actor) Current(ctx context.Context, was []source.Image) ([]source.Image, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return current(a.Root, was)
}

// changed says what is no longer as the operator saw it; nil when all is.
func (n *planned) changed(now *planned, d *Decision) *source.Changed {
	if n.seen.Status != now.seen.Status {
		return &source.Changed{Was: n.seen.Status, Now: now.seen.Status}
	}
	for i, f := range n.seen.Facts {
		if i >= len(now.seen.Facts) || now.seen.Facts[i].Name != f.Name {
			return &source.Changed{Was: f.Name + " " + f.Value, Now: "something else"}
		}
		if is := now.seen.Facts[i].Value; is != f.Value {
			return &source.Changed{Was: f.Name + " " + f.Value, Now: is}
		}
	}
	switch {
	case d.Refused != "":
		return &source.Changed{Was: n.seen.Status, Now: now.seen.Status + ", and " + d.Refused}
	case len(n.writes) != len(now.writes):
		return &source.Changed{Was: n.seen.Status + " as it was planned", Now: "another plan"}
	}
	for i, w := range n.writes {
		is := now.writes[i]
		if w.Append == nil && ((w.was == nil) != (is.was == nil) || w.was != nil && !same(&w.was.stat, &is.was.stat)) {
			return changed(w.Path)
		}
	}
	return nil
}

// Offers returns what an adapter's Actions is: a list of all actions of these names
// for each case whose Native is a Situation. A case that is ReadOnly allows none.
func Offers(names []model.ActionName) func(*model.Case, *model.Verdict) []model.Action {
	return func(c *model.Case, _ *model.Verdict) []model.Action {
		n, ok := c.Native.(Situation)
		if !ok {
			return nil
		}
		list := make([]model.Action, len(names))
		for i, name := range names {
			why := c.ReadOnly
			if why == "" {
				why = n.Decide(source.Request{Action: name, Actor: "somebody", Reason: "a reason"}).Refused
			}
			list[i] = model.Action{Name: name, Allowed: why == "", Reason: why}
		}
		return list
	}
}
