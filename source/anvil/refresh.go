package anvil

import (
	"context"
	"fmt"

	"notdone/source"
	"notdone/source/watch"
)

// most is how many sessions one Refresh reads.
const most = 128

// Refresh looks at every file and reads those that changed. A session that fell
// silent is reported too: that it did is what changed.
func (s *sessions) Refresh(ctx context.Context, _ watch.Signal) (source.Delta, error) {
	ctx, done := s.alive(ctx)
	defer done()
	look := len(s.queue) == 0
	if look {
		if err := s.scan(ctx); err != nil {
			return source.Delta{}, err
		}
		for _, r := range s.runs {
			if r.open && !s.live(r) {
				s.enqueue(r)
			}
		}
	}
	var d source.Delta
	n := min(len(s.queue), most)
	for _, r := range s.queue[:n] {
		if r.lost {
			continue
		}
		c, err := s.report(ctx, r)
		if err != nil {
			return source.Delta{}, fmt.Errorf("%s: %w", s.path, err)
		}
		r.due = false
		switch {
		case c != nil:
			d.Cases = append(d.Cases, *c)
		case r.shown:
			r.shown = false
			s.gone = append(s.gone, r.id)
		}
	}
	s.queue = s.queue[n:]
	for _, id := range s.gone {
		if r := s.runs[id]; r == nil || !r.shown {
			d.Removed = append(d.Removed, id)
		}
	}
	s.gone = nil
	// What was read without looking at the files first leaves out what changed
	// since they were looked at.
	d.More = len(s.queue) > 0 || !look
	return d, nil
}

// live reports whether a session still counts as live by what was read of it.
func (s *sessions) live(r *run) bool { return s.merge(r).live }
