package anvil

import (
	"context"
	"fmt"
	"io"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/tail"
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
	ctx, done := s.alive(ctx)
	defer done()
	cases, err := s.Get(ctx, []string{id})
	if err != nil {
		return source.History{}, err
	}
	if len(cases) == 0 {
		return source.History{}, fmt.Errorf("%.80q in %s: %w", id, s.path, source.ErrNotFound)
	}
	h := source.History{Case: cases[0]}
	for _, f := range s.runs[id].files {
		if f.spot.role == roleSession {
			if err := s.atLength(f, &h.Case); err != nil {
				return source.History{}, fmt.Errorf("%s in %s: %w", f.rel, s.path, plain(err))
			}
		}
	}
	if f := s.runs[id].timeline(); f != nil {
		if h.Case.Events, err = s.timeline(ctx, f); err != nil {
			return source.History{}, fmt.Errorf("%s in %s: %w", f.rel, s.path, plain(err))
		}
	}
	return h, nil
}

// timeline is the file whose lines tell most of what the runtime did.
func (r *run) timeline() *file {
	var best *file
	for _, f := range r.files {
		switch {
		case f.view != nil:
			if best == nil || best.view == nil || better(f.view, best.view) {
				best = f
			}
		case f.recV != nil && (best == nil || best.view == nil):
			best = f
		}
	}
	return best
}

// atLength reads the prompt and the last message whole.
func (s *sessions) atLength(f *file, c *model.Case) error {
	return f.whole(s.dir, func(r io.Reader) error {
		facts, err := readSession(r, f.rel, maxWhole)
		if err != nil {
			return err
		}
		if len(facts.prompt) > len(c.Body) {
			c.Body = facts.prompt
		}
		if c.ResultWhere == facts.lastWhere && len(facts.last) > len(c.Result) {
			c.Result = facts.last
		}
		return nil
	})
}

func (s *sessions) timeline(ctx context.Context, f *file) ([]model.Event, error) {
	var all []happening
	note := func(h happening) {
		h.text = keepText([]byte(h.text), maxNote)
		if all = append(all, h); len(all) == 2*maxEvents {
			all = slices.Clone(all[maxEvents:])
		}
	}
	take := func(tail.Line) {}
	switch f.spot.role {
	case roleEval, roleEvents:
		r := &lineReader{name: f.rel, note: note}
		take = r.Line
	default:
		r := newLogReader(f.rel)
		r.note = note
		take = r.Line
	}
	lines := tail.NewReader(s.dir, f.rel, tail.Options{})
	each := func(l tail.Line) error { take(l); return nil }
	if _, err := lines.Next(ctx, each); err != nil {
		return nil, err
	}
	if err := lines.Flush(each); err != nil {
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
			Seq: int64(i) + 1, Where: fmt.Sprintf("%s:%d", f.rel, h.line), Kind: kind, Name: h.name, Note: h.text, At: h.at,
		})
	}
	return events, nil
}
