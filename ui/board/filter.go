package board

import (
	"context"

	"notdone/model"
)

// filterCheck is how many rows are looked at before a filtering asks whether it
// is still wanted.
const filterCheck = 512

// Filter returns a snapshot with only those rows that match, and with the extra
// ones, which need not match nor be held. Counts, severities and sources stay
// those of the whole board. It looks at every row that is held, so callers keep
// it off the path of a key press; Unsearched tells of the tasks that are not
// held. It ends early with the error of ctx.
func (s *Snapshot) Filter(ctx context.Context, match func(*model.Row) bool, extra ...*model.Row) (*Snapshot, error) {
	out := *s
	out.refs, out.filtered = newTree(compareRef), true
	panes := newPanes()
	add := func(r *model.Row) {
		panes[r.State.Pane()].add(r)
		out.refs.Set(r)
	}
	looked := 0
	s.refs.Scan(func(r *model.Row) bool {
		if match(r) {
			add(r)
		}
		looked++
		return looked%filterCheck != 0 || ctx.Err() == nil
	})
	for _, r := range extra {
		if _, held := s.refs.Get(r); !held {
			add(r)
		}
	}
	for id, p := range panes {
		pane := model.Pane(id)
		out.panes[id] = p.view(s.panes[id].partial)
		out.panes[id].unsearched = max(s.Total(pane)-s.Rows(pane).Len(), 0)
	}
	return &out, ctx.Err()
}

// Filtered reports whether only matching rows are listed.
func (s *Snapshot) Filtered() bool { return s.filtered }

// Unsearched returns how many tasks of the pane a filter could not look at,
// because they are counted and not held; 0 for a snapshot that is not filtered.
func (s *Snapshot) Unsearched(p model.Pane) int { return s.panes[p].unsearched }
