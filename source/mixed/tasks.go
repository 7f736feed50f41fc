package mixed

import (
	"context"
	"errors"

	"notdone/model"
	"notdone/source"
)

// Get reads the tasks with the ids, each from the source that lists it.
func (p *pair) Get(ctx context.Context, ids []string) ([]model.Case, error) {
	cases, err := p.first.Get(ctx, ids)
	if err != nil {
		return nil, err
	}
	got := make(map[string]bool, len(cases))
	for i := range cases {
		got[cases[i].Task.ID] = true
	}
	var rest []string
	for _, id := range ids {
		if !got[id] {
			rest = append(rest, id)
		}
	}
	if len(rest) == 0 {
		return cases, nil
	}
	others, err := p.second.Get(ctx, rest)
	return append(cases, others...), err
}

// History reads the full text of one task.
func (p *pair) History(ctx context.Context, id string) (source.History, error) {
	h, err := p.first.History(ctx, id)
	if errors.Is(err, source.ErrNotFound) {
		return p.second.History(ctx, id)
	}
	return h, err
}

// Plan plans an action on a task of the first source. The second source has no
// actions.
func (p *actingPair) Plan(ctx context.Context, r source.Request) (source.Plan, error) {
	return p.actor.Plan(ctx, r)
}

// PlanUndo plans the undo of an action on a task of the first source.
func (p *actingPair) PlanUndo(ctx context.Context, r source.Record, actor string) (source.Plan, error) {
	return p.actor.PlanUndo(ctx, r, actor)
}

// Apply executes a plan of the first source.
func (p *actingPair) Apply(ctx context.Context, plan source.Plan, intent func([]source.Image) error) error {
	return p.actor.Apply(ctx, plan, intent)
}

// Current reads the current rows of images of the first source.
func (p *actingPair) Current(ctx context.Context, images []source.Image) ([]source.Image, error) {
	return p.actor.Current(ctx, images)
}
