package board

import "notdone/model"

// Filter returns a snapshot with only those rows that match. Counts, severities
// and sources stay those of the whole board. It looks at every row that is
// held, so callers keep it off the path of a key press.
func (s *Snapshot) Filter(match func(*model.Row) bool) *Snapshot {
	out := &Snapshot{
		Generation: s.Generation, At: s.At, Counts: s.Counts, Severities: s.Severities, Sources: s.Sources,
		refs: newTree(compareRef),
	}
	for p := range out.panes {
		pane := model.Pane(p)
		rows := newTree(model.Compare)
		groups := newGrouping(pane)
		s.panes[p].Scan(func(r *model.Row) bool {
			if match(r) {
				rows.Load(r)
				out.refs.Set(r)
				if pane.Grouped() {
					groups.add(r)
				}
			}
			return true
		})
		out.panes[p] = rows
		if pane.Grouped() {
			groups.settle()
			out.groups[p], out.keys[p] = groups.order, groups.keys
		}
	}
	return out
}
