package board

import (
	"context"
	"fmt"

	"notdone/model"
	"notdone/source"
	"notdone/ui/memory"
)

// Detail is everything that is known of one task.
type Detail struct {
	Row     *model.Row     // judged afresh, with the findings that need other tasks
	History source.History // with the whole text
	// Before is what the task was judged to be earlier, the newest first; empty
	// without a memory, and when it cannot be read, of which its Err tells.
	Before []memory.Change
	// Right tells of each finding of Row whether the operator found it right.
	Right []bool
}

// History reads everything about one task afresh and judges it. The error is
// source.ErrNotFound when there is no such task.
func (b *Board) History(ctx context.Context, ref model.Ref) (Detail, error) {
	f := b.feed(ref.Queue)
	if f == nil {
		return Detail{}, fmt.Errorf("%s: %w", ref.ID, source.ErrNotFound)
	}
	b.recall(ctx)
	var d Detail
	err := contain(func() error {
		err := f.with(ctx, func(src source.Source) (err error) {
			d.History, err = src.History(ctx, ref.ID)
			return err
		})
		if err != nil {
			return err
		}
		d.Row = f.judgeOne(&d.History.Case, b.o.Now())
		return nil
	})
	if err != nil {
		return Detail{}, err
	}
	if b.o.Memory != nil {
		d.Before, _ = b.o.Memory.History(ctx, ref)
	}
	d.Row = b.withShared([]*model.Row{d.Row})[0]
	d.Right = b.opinions.right(ref, d.Row.Findings)
	return d, nil
}

// Judge judges a case that the source of its queue has just read, by itself:
// without the findings that need other tasks. It is nil for a queue that is none
// of the board's.
func (b *Board) Judge(c *model.Case) *model.Row {
	f := b.feed(c.Task.Queue)
	if f == nil {
		return nil
	}
	return f.judgeOne(c, b.o.Now())
}

// Resolve finds the task that an operator or a log calls by this name, in any
// source but folders of logs. It is false when there is none, and when the name
// fits tasks of several sources.
func (b *Board) Resolve(ctx context.Context, name string) (model.Ref, bool) {
	var found model.Ref
	for _, f := range b.feeds {
		if f.in.Logs {
			continue
		}
		var id string
		err := contain(func() error {
			return f.with(ctx, func(src source.Source) (err error) {
				id, err = src.Resolve(ctx, name)
				return err
			})
		})
		if err != nil || id == "" {
			continue // a source that fails shows so by itself
		}
		if found != (model.Ref{}) {
			return model.Ref{}, false
		}
		found = model.Ref{Queue: f.queue, ID: id}
	}
	return found, found != model.Ref{}
}
