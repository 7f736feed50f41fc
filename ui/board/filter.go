package board

import (
	"context"
	"errors"

	"notdone/model"
	"notdone/source"
)

// filterLook is how many rows are looked at before a filtering asks whether it
// is still wanted.
const filterLook = 512

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
			return looked%filterLook != 0 || ctx.Err() == nil
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
			groups.settle(s.partial[p])
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

// Find returns the tasks that are called by this name, held or not, read and
// judged afresh: those of that id, and where no source has one, what Resolve of
// the sources finds. Sources that fail are left out; the error tells of one when
// nothing was found.
func (b *Board) Find(ctx context.Context, name string) (rows []*model.Row, err error) {
	b.recall(ctx)
	for _, deep := range []bool{false, true} {
		for _, f := range b.feeds {
			row, failed := f.find(ctx, name, deep)
			if row != nil {
				rows = append(rows, row)
			}
			if failed != nil {
				err = failed
			}
		}
		if len(rows) > 0 {
			return b.withShared(rows), nil
		}
	}
	return nil, err
}

// find reads the task of that id, or the one that is called so; nil when there
// is none.
func (f *feed) find(ctx context.Context, name string, deep bool) (row *model.Row, err error) {
	err = contain(func() error {
		return f.with(ctx, func(src source.Source) error {
			id := name
			if deep {
				var err error
				if id, err = src.Resolve(ctx, name); err != nil {
					return err
				}
			}
			c, err := one(ctx, src, id)
			if err != nil {
				return err
			}
			row = f.judgeOne(c, f.b.o.Now())
			return nil
		})
	})
	if errors.Is(err, source.ErrNotFound) || errors.Is(err, errNotOpen) {
		err = nil
	}
	return row, err
}

// withShared gives rows what the board knows beside their own case: the findings
// that need other tasks, and since when they were judged so.
func (b *Board) withShared(rows []*model.Row) []*model.Row {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, r := range rows {
		if shown, held := b.x.refs.Get(r); held && sameVerdict(shown, r) {
			r.FirstJudged = shown.FirstJudged
		}
		rows[i] = b.x.cross.wear(r)
	}
	return rows
}
