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
	out := &Snapshot{
		Generation: s.Generation, At: s.At, Counts: s.Counts, Severities: s.Severities, Sources: s.Sources,
		refs: newTree(compareRef), filtered: true,
	}
	looked := 0
	for p := range out.panes {
		pane := model.Pane(p)
		rows, groups := newTree(model.Compare), newGrouping(pane)
		add := func(r *model.Row) {
			rows.Set(r)
			out.refs.Set(r)
			if pane.Grouped() {
				groups.add(r)
			}
		}
		s.panes[p].Scan(func(r *model.Row) bool {
			if match(r) {
				add(r)
			}
			looked++
			return looked%filterCheck != 0 || ctx.Err() == nil
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, r := range extra {
			if _, held := s.refs.Get(r); !held && r.State.Pane() == pane {
				add(r)
			}
		}
		out.panes[p] = rows
		out.partial[p], out.unsearched[p] = s.partial[p], max(s.Total(pane)-s.Len(pane), 0)
		if pane.Grouped() {
			groups.update(s.partial[p])
			out.groups[p], out.keys[p] = groups.order, groups.keys
		}
	}
	return out, nil
}

// Filtered reports whether only matching rows are listed.
func (s *Snapshot) Filtered() bool { return s.filtered }

// Unsearched returns how many tasks of the pane a filter could not look at,
// because they are counted and not held; 0 for a snapshot that is not filtered.
func (s *Snapshot) Unsearched(p model.Pane) int { return s.unsearched[p] }
