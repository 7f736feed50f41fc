package board

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"notdone/model"
	"notdone/source"
)

// Planned is a plan as an operator is shown it, with what the board knows
// beside the plan itself.
type Planned struct {
	source.Plan
	Title string // of the task; hostile
	// Warning says that the action leads back to an obstacle that stands as it
	// did, such as "same obstacle 3 times, nothing changed since"; empty when
	// nothing speaks for that.
	Warning string
	undoes  string // the ID of the record that is taken back; empty for an action
}

// Plan works out what an action would do to a task, from what is there now, and
// writes nothing. What cannot be done is a plan that is refused, also where the
// source cannot act at all; the error is source.ErrNotFound, or about the queue.
func (b *Board) Plan(ctx context.Context, ref model.Ref, r source.Request) (Planned, error) {
	f := b.feedOf(ref.Queue)
	if f == nil {
		return Planned{}, fmt.Errorf("%s: %w", ref.ID, source.ErrNotFound)
	}
	b.recallMarks(ctx)
	r.Task = ref.ID
	return read(ctx, f, func(src source.Source) (Planned, error) {
		c, err := getOne(ctx, src, ref.ID)
		if err != nil {
			return Planned{}, err
		}
		row := f.judgeCase(ctx, c, b.o.Now())
		p := Planned{Title: row.Title}
		if row.Obstacle != nil {
			r.Obstacle = *row.Obstacle
		}
		p.Plan, err = f.plan(src, ref.ID, r.Action, func(a source.Actor) (source.Plan, error) {
			if why := unspeakable(r); why != "" {
				return source.Plan{Action: r.Action, Refused: why}, nil
			}
			return a.Plan(ctx, r)
		})
		if err != nil {
			return Planned{}, err
		}
		p.Was = cmp.Or(p.Was, c.Task.Recorded)
		if p.Request.Task == "" {
			p.Request = r
		}
		if r.Answer != "" && p.Refused == "" && !p.TakesAnswer {
			p.Plan = source.Plan{
				Task: p.Task, Action: p.Action, Was: p.Was, Command: p.Command, Request: p.Request,
				Refused: "its owner has no place for an answer to the agent here; it can go into the reason",
			}
		}
		p.Warning, err = b.warning(ctx, f, src, c, row, &p)
		return p, err
	})
}

// plan makes a plan for a task with what acts on the source. Where nothing does, it
// is a refusal.
func (f *feed) plan(src source.Source, id string, action model.ActionName, with func(source.Actor) (source.Plan, error)) (p source.Plan, err error) {
	if a, ok := src.(source.Actor); ok {
		p, err = with(a)
	} else {
		p = source.Plan{Action: action, Refused: f.unable()}
	}
	p.Task = model.Ref{Queue: f.queue, ID: id}
	return p, err
}

// unspeakable says why what the operator wrote cannot go into a queue; empty
// when it can. Owners read their columns as text: one that is not valid ends
// them (Python's sqlite3: "Could not decode to UTF-8"), or is cut at the NUL.
func unspeakable(r source.Request) string {
	for _, said := range []struct{ what, text string }{{"answer", r.Answer}, {"reason", r.Reason}, {"name that signs", r.Actor}} {
		switch {
		case !utf8.ValidString(said.text):
			return "the " + said.what + " is not valid UTF-8, which its owner could not read"
		case strings.ContainsRune(said.text, 0):
			return "the " + said.what + " has a NUL in it, at which its owner would stop reading"
		}
	}
	return ""
}

// getOne reads one task.
func getOne(ctx context.Context, src source.Source, id string) (*model.Case, error) {
	cases, err := src.Get(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s: %w", id, source.ErrNotFound)
	}
	return &cases[0], nil
}

// unable says why nothing can be done to any task of the source, which is open; empty when
// something may be. Only run changes what is open, and it calls it by itself or in its turn.
func (f *feed) unable() string {
	a, why := &f.in.Adapter, f.in.Adapter.ReadOnly
	_, acts := f.src.(source.Actor)
	if f.src == nil || acts && (a.Actions != nil || why == "") {
		return ""
	}
	said := cmp.Or(a.Kind, f.src.Describe().Kind) + " can only be read"
	if why != "" {
		said += ": " + why
	}
	return said
}

// PlanUndo works out how to take back what a record of the journal tells,
// signed by actor, and writes nothing. The queue of the record is named as the
// board names it; one that is not on the board is source.ErrNotFound.
func (b *Board) PlanUndo(ctx context.Context, r source.Record, actor string) (Planned, error) {
	f := b.feedOf(r.Task.Queue)
	if f == nil {
		return Planned{}, fmt.Errorf("%s: the queue is not open here: %w", r.Task.Queue, source.ErrNotFound)
	}
	return read(ctx, f, func(src source.Source) (Planned, error) {
		p, err := f.plan(src, r.Task.ID, r.Request.Action, func(a source.Actor) (source.Plan, error) {
			return a.PlanUndo(ctx, r, actor)
		})
		return Planned{Plan: p, Title: r.Title, undoes: r.ID}, err
	})
}

// Undoes returns the ID of the record that the plan takes back; empty for a plan
// that is no undo.
func (p *Planned) Undoes() string { return p.undoes }
