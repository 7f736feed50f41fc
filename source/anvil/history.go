package anvil

import (
	"context"
	"fmt"

	"notdone/model"
	"notdone/source"
	"notdone/source/logsource"
)

// History reads the log that tells most again from its beginning, as a timeline
// of what the runtime did: plans, retired items, gates, stagnation, repair, the
// end. The prompt and the last message come at length.
func (s *sessions) History(ctx context.Context, id string) (source.History, error) {
	ctx, done := s.Alive(ctx)
	defer done()
	r, c, err := s.Reread(ctx, id)
	if err != nil {
		return source.History{}, err
	}
	var best *file
	for _, f := range r.files {
		switch {
		case f.spot.role == roleSession:
			err = s.atLength(f, &c)
		case f.View != nil && (best == nil || better(f.View, best.View)):
			best = f
		}
		if err != nil {
			return source.History{}, fmt.Errorf("%s in %s: %w", f.Rel, s.Path, source.WithoutPath(err))
		}
	}
	if best != nil {
		if c.Events, err = s.timeline(ctx, best); err != nil {
			return source.History{}, fmt.Errorf("%s in %s: %w", best.Rel, s.Path, source.WithoutPath(err))
		}
	}
	return source.History{Case: c}, nil
}

// atLength reads the prompt and the last message whole.
func (s *sessions) atLength(f *file, c *model.Case) error {
	facts, err := s.readSession(f, logsource.MaxWhole)
	if facts == nil {
		return err
	}
	if len(facts.prompt) > len(c.Body) {
		c.Body = facts.prompt
	}
	if c.ResultWhere == facts.lastWhere && len(facts.last) > len(c.Result) {
		c.Result = facts.last
	}
	return nil
}

// timeline reads what the runtime did.
func (s *sessions) timeline(ctx context.Context, f *file) ([]model.Event, error) {
	var newest logsource.Newest
	r := newLogReader(f.Rel)
	r.note = newest.Add
	_, err := logsource.ReadAll(ctx, s.Dir, f.Rel, r)
	return newest.Events(), err
}
