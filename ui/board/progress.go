package board

import (
	"context"

	"notdone/model"
	"notdone/source"
)

// progress is how far the first listing of a queue has come, by the states that the queue
// has recorded.
type progress struct {
	there  [model.NumStates]int // tasks that the queue has counted; zero: it has not
	judged [model.NumStates]int // tasks that the index has met
}

// unread returns how many tasks the listing has yet to come to. They are counted as what
// is recorded of them until they are judged.
func (p *progress) unread() (left [model.NumStates]int) {
	for s := range left {
		left[s] = max(p.there[s]-p.judged[s], 0)
	}
	return left
}

// countTasks has the source count its tasks when the first page of the first listing is
// shown, where it can: the listing of a large queue takes much longer.
func (f *feed) countTasks(ctx context.Context) error {
	l := f.listing
	if f.once || l == nil || l.pages == 0 || l.counted || l.fresh != nil || l.missing != nil || l.search.of != nil {
		return nil
	}
	counts, err := f.countStatuses(ctx)
	if err != nil {
		return err
	}
	l.counted = true
	var there [model.NumStates]int
	total := 0
	for status, n := range counts {
		total += n
		if f.in.Adapter.State != nil {
			there[f.in.Adapter.State(status)] += n
		}
	}
	f.b.send(ctx, func(ix *indexer) {
		p := ix.x.part(f.queue)
		p.there = there
		p.census.reserve(total)
	})
	f.setStatus(ctx, func(s *Status) { s.Total = total })
	return nil
}

// countStatuses has the source count its tasks by status; nil where it cannot.
func (f *feed) countStatuses(ctx context.Context) (map[string]int, error) {
	return read(ctx, f, func(src source.Source) (map[string]int, error) {
		if c, ok := src.(source.Counter); ok {
			return c.CountStatuses(ctx)
		}
		return nil, nil
	})
}

// Progress returns how many tasks of the sources that are being listed for the first time
// were judged, and how many there are; 0 while that is not known of each of them.
func (s *Snapshot) Progress() (judged, total int) {
	known := true
	for i := range s.Sources {
		if of := &s.Sources[i]; of.Loading {
			judged, total, known = judged+of.Listed, total+of.Total, known && of.Total > 0
		}
	}
	if !known {
		total = 0
	}
	return judged, total
}
