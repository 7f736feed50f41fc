package hermes

import (
	"context"
	"fmt"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// Get implements source.Source. It does not move what Refresh will tell.
func (r *reader) Get(ctx context.Context, ids []string) ([]model.Case, error) {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var all []model.Case
	for _, b := range r.boards {
		var mine []string
		for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
			if owner, bare, ok := r.boardOf(id); ok && owner == b {
				mine = append(mine, bare)
			}
		}
		cases, err := b.get(ctx, r.env, mine, false)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", b.name(), err)
		}
		all = append(all, cases...)
	}
	return all, nil
}

// get reads tasks by their ids on the board, in parts.
func (b *board) get(ctx context.Context, env *env, ids []string, whole bool) ([]model.Case, error) {
	var all []model.Case
	for len(ids) > 0 {
		read := 0
		_, cases, err := b.part(ctx, env, whole, min(chunk, len(ids)), func(ctx context.Context, l *loader, most int) error {
			read = most
			return l.selectIDs(ctx, ids[:most])
		})
		if err != nil {
			return nil, err
		}
		all, ids = append(all, cases...), ids[read:]
	}
	return all, nil
}

// History implements source.Source. Every event is there, with what it says,
// and the comments with their text; each text is cut at 1 MiB.
func (r *reader) History(ctx context.Context, id string) (source.History, error) {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return source.History{}, err
	}
	defer leave()
	b, bare, ok := r.boardOf(id)
	if !ok {
		return source.History{}, fmt.Errorf("%s: %w", id, source.ErrNotFound)
	}
	b.lookForLogs()
	cases, err := b.get(ctx, r.env, []string{bare}, true)
	if err != nil {
		return source.History{}, fmt.Errorf("cannot read %s: %w", b.name(), err)
	}
	if len(cases) == 0 {
		return source.History{}, fmt.Errorf("%s: %w", id, source.ErrNotFound)
	}
	h := source.History{Case: cases[0]}
	if h.Comments, err = b.comments(ctx, bare); err != nil {
		return source.History{}, fmt.Errorf("cannot read the comments of %s: %w", id, err)
	}
	return h, nil
}

func (b *board) comments(ctx context.Context, id string) ([]model.Event, error) {
	if !b.schema.has(tabComments) {
		return nil, nil
	}
	var all []model.Event
	err := b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		all = nil
		return scanRows(ctx, q, 4, func(v []any) {
			all = append(all, model.Event{
				Seq: b.seq + number(v[0]), Where: tabComments + "#" + text(v[0]), Kind: model.EventCommented, Name: evCommented,
				Actor: text(v[1]), Note: text(v[2]), At: moment(number(v[3])),
			})
		}, "SELECT c.rowid, c.author, "+head("c.body", wholeMax)+", c.created_at FROM (SELECT ? AS id) t CROSS JOIN "+
			b.schema.indexes.Join(tabComments, "c", "task_id", "t.id")+" ORDER BY c.rowid", id)
	})
	return all, err
}
