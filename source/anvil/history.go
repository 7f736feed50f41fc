package anvil

import (
	"context"
	"fmt"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/logsource"
	"notdone/source/runlog"
)

// Bounds of what the detail of one session shows.
const (
	maxEvents = 300     // the newest happenings
	maxWhole  = 1 << 20 // bytes of the prompt and of the final message
	maxNote   = 2 << 10 // bytes of one happening
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
			return source.History{}, fmt.Errorf("%s in %s: %w", f.Rel, s.Path, logsource.Plain(err))
		}
	}
	if best != nil {
		if c.Events, err = s.timeline(ctx, best); err != nil {
			return source.History{}, fmt.Errorf("%s in %s: %w", best.Rel, s.Path, logsource.Plain(err))
		}
	}
	return source.History{Case: c}, nil
}

// atLength reads the prompt and the last message whole.
func (s *sessions) atLength(f *file, c *model.Case) error {
	facts, err := s.readSession(f, maxWhole)
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
	var all []happening
	r := newLogReader(f.Rel)
	r.note = func(h happening) {
		h.text = runlog.Cut(h.text, maxNote)
		if all = append(all, h); len(all) == 2*maxEvents {
			all = slices.Clone(all[maxEvents:])
		}
	}
	if _, err := logsource.ReadAll(ctx, s.Dir, f.Rel, r); err != nil {
		return nil, err
	}
	all = all[max(len(all)-maxEvents, 0):]
	events := make([]model.Event, 0, len(all))
	for i, h := range all {
		kind := model.EventOther
		switch {
		case h.end > 0:
			kind = model.EventFinished
		case h.end < 0:
			kind = model.EventFailed
		}
		events = append(events, model.Event{
			Seq: int64(i) + 1, Where: fmt.Sprintf("%s:%d", f.Rel, h.line), Kind: kind, Name: h.name, Note: h.text, At: h.at,
		})
	}
	return events, nil
}
