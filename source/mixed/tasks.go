package mixed

import (
	"context"
	"errors"

	"notdone/model"
	"notdone/source"
)

// Get reads the named tasks again, each from the source that has it.
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

// History reads everything about one task.
func (p *pair) History(ctx context.Context, id string) (source.History, error) {
	h, err := p.first.History(ctx, id)
	if errors.Is(err, source.ErrNotFound) {
		return p.second.History(ctx, id)
	}
	return h, err
}

// Plan works out an action on a task of the first source. Tasks of the second
// source cannot be acted on.
func (p *actingPair) Plan(ctx context.Context, r source.Request) (source.Plan, error) {
	return p.actor.Plan(ctx, r)
}

// PlanUndo works out how to take back what was done to a task of the first
// source.
func (p *actingPair) PlanUndo(ctx context.Context, r source.Record, actor string) (source.Plan, error) {
	return p.actor.PlanUndo(ctx, r, actor)
}

// Apply does what a plan of the first source says.
func (p *actingPair) Apply(ctx context.Context, plan source.Plan, intent func([]source.Image) error) error {
	return p.actor.Apply(ctx, plan, intent)
}

// Current reads rows of the first source as they are now.
func (p *actingPair) Current(ctx context.Context, images []source.Image) ([]source.Image, error) {
	return p.actor.Current(ctx, images)
}
