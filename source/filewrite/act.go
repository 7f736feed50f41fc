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

// Situation is the state of one task that decides which actions are possible. A listing and
// a plan read it in the same way, so that both decide alike.
type Situation interface {
	// Decide returns the decision about an action. It is pure.
	Decide(r source.Request) Decision
	// Undo returns the decision about undoing an action. It is pure. The kit adds the edits,
	// and refuses if a file is not as the action left it.
	Undo(record *source.Record) Decision
}

// Decision is the effect of an action, or the reason why it is refused. The fields have the
// same meaning as those of source.Plan.
type Decision struct {
	Refused  string
	Missing  string
	Now      string // the recorded status after the action; empty: unchanged
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

// Seen is the current state of a task.
type Seen struct {
	Status string // as recorded
	// Facts are further conditions of a plan: it is applied only while the task has the same
	// facts in the same order.
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

// planned is the Native of a plan: the state that it was made from, and its writes.
type planned struct {
	seen   Seen
	writes []*write
	record *source.Record // the action that is undone; nil: the plan is no undo
}

// Plan plans an action and writes nothing.
func (a *Actor) Plan(ctx context.Context, r source.Request) (source.Plan, error) {
	return a.plan(ctx, r, nil)
}

// PlanUndo plans the undo of a recorded action. The request of the plan is that of the record,
// with the actor as its Actor.
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

// decide reads the task and its files and returns the decision about the request. It sets the
// seen and writes of n.
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

// Apply executes a plan. A crash at any moment leaves each file either old or new. An action
// that a crash interrupted between two files counts as done, and its undo restores the first
// file; such an undo counts as not done, and can be done again.
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

// changed returns what has changed since the operator saw the plan; nil if nothing has.
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
	if more := now.seen.Facts[len(n.seen.Facts):]; len(more) > 0 {
		return &source.Changed{Was: "no " + more[0].Name, Now: more[0].Name + " " + more[0].Value}
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

// Offers returns a function for an adapter's Actions: it lists the named actions for a case
// whose Native is a Situation. A case that is ReadOnly allows none.
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
