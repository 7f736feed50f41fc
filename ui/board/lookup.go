package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"notdone/classify/cycle"
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
func (b *Board) History(ctx context.Context, ref model.Ref) (d Detail, err error) {
	f := b.feedOf(ref.Queue)
	if f == nil {
		return Detail{}, fmt.Errorf("%s: %w", ref.ID, source.ErrNotFound)
	}
	b.recallMarks(ctx)
	d.History, err = read(ctx, f, func(src source.Source) (source.History, error) {
		h, err := src.History(ctx, ref.ID)
		if err == nil {
			d.Row = f.judgeCase(ctx, &h.Case, b.o.Now())
			d.Row.Wish = cycle.WishOf(&h.Case)
		}
		return h, err
	})
	if err != nil {
		return Detail{}, err
	}
	if b.o.Memory != nil {
		d.Before, _ = b.o.Memory.History(ctx, ref)
	}
	d.Row = b.withShared(ctx, []*model.Row{d.Row})[0]
	d.Right = b.marks.right(ref, d.Row.Findings)
	return d, nil
}

// Judge judges a case that the source of its queue has just read, by itself:
// without the findings that need other tasks. It is nil for a queue that is none
// of the board's.
func (b *Board) Judge(ctx context.Context, c *model.Case) *model.Row {
	f := b.feedOf(c.Task.Queue)
	if f == nil {
		return nil
	}
	return f.judgeCase(ctx, c, b.o.Now())
}

// Resolve finds the task that an operator or a log calls by this name, in any
// source but folders of logs. It is false when there is none, and when the name
// fits tasks of several sources.
func (b *Board) Resolve(ctx context.Context, name string) (model.Ref, bool) {
	var found []model.Ref
	for _, f := range b.feeds {
		if f.in.Logs {
			continue
		}
		id, err := askSource(ctx, f, func(src source.Source) (string, error) { return src.Resolve(ctx, name) })
		if err == nil && id != "" { // a source that fails shows so by itself
			found = append(found, model.Ref{Queue: f.queue, ID: id})
		}
	}
	if len(found) != 1 {
		return model.Ref{}, false
	}
	return found[0], true
}

// Find returns the tasks that are called by this name, held or not, read and
// judged afresh: those of that id, and where no source has one, what Resolve of
// the sources finds. Sources that fail are left out; the error tells of one when
// nothing was found.
func (b *Board) Find(ctx context.Context, name string) (rows []*model.Row, err error) {
	b.recallMarks(ctx)
	for _, resolve := range []bool{false, true} {
		for _, f := range b.feeds {
			row, failed := askSource(ctx, f, func(src source.Source) (*model.Row, error) {
				return f.find(ctx, src, name, resolve)
			})
			switch {
			case failed == nil:
				rows = append(rows, row)
			case !errors.Is(failed, source.ErrNotFound) && !errors.Is(failed, errNotOpen):
				err = failed
			}
		}
		if len(rows) > 0 {
			return b.withShared(ctx, rows), nil
		}
	}
	return nil, err
}

// Rows reads and judges tasks afresh, a few at a time, and hands their rows to yield, whose
// error ends it. Tasks that are gone are left out.
func (b *Board) Rows(ctx context.Context, refs []model.Ref, yield func(*model.Row) error) error {
	byQueue, queues := map[string][]string{}, []string{}
	for _, ref := range refs {
		if byQueue[ref.Queue] == nil {
			queues = append(queues, ref.Queue)
		}
		byQueue[ref.Queue] = append(byQueue[ref.Queue], ref.ID)
	}
	for _, queue := range queues {
		f := b.feedOf(queue)
		if f == nil {
			continue
		}
		for some := range slices.Chunk(byQueue[queue], getAtOnce) {
			read := map[string]*model.Row{}
			cases, err := askSource(ctx, f, func(src source.Source) ([]model.Case, error) { return src.Get(ctx, some) })
			if err != nil {
				return fmt.Errorf("%s: %w", queue, err)
			}
			var rows []*model.Row
			for i := range cases {
				r := f.judge(ctx, &cases[i], b.o.Now(), len(refs) > fewCases)
				r.Wish = cycle.WishOf(&cases[i]) // of what is done, too
				rows = append(rows, r)
			}
			for _, r := range b.withShared(ctx, rows) {
				read[r.ID] = r
			}
			for _, id := range some {
				if r := read[id]; r != nil {
					if err := yield(r); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// find reads the task of that id, or the one that the name resolves to.
func (f *feed) find(ctx context.Context, src source.Source, id string, resolve bool) (_ *model.Row, err error) {
	if resolve {
		if id, err = src.Resolve(ctx, id); err != nil {
			return nil, err
		}
	}
	c, err := getOne(ctx, src, id)
	if err != nil {
		return nil, err
	}
	return f.judgeCase(ctx, c, f.b.o.Now()), nil
}

// withShared returns the rows with what a running board knows beside their own
// cases: the findings that need other tasks, and since when they were judged so.
func (b *Board) withShared(ctx context.Context, rows []*model.Row) []*model.Row {
	full, ok := ask(ctx, b, func(ix *indexer) (full []*model.Row) {
		for _, r := range rows {
			now := *r
			if held := ix.x.rows.held(r.Ref()); held != nil && sameVerdict(held.alone, r) {
				now.FirstJudged = held.alone.FirstJudged
			}
			full = append(full, ix.x.shared.complete(&now))
		}
		return full
	})
	if !ok {
		return rows
	}
	return full
}

// askSource asks a source for something beside its feed. A source that does not
// answer for lateAfter, as on a file system that hangs, is left to itself and
// asked nothing more until it has: whoever asks several sources goes on to the
// next one. A source that is only read once is given up later, by read.
func askSource[T any](ctx context.Context, f *feed, do func(source.Source) (T, error)) (said T, err error) {
	if f.once {
		return read(ctx, f, do)
	}
	if f.mute.Load() {
		return said, errSlow
	}
	var given T
	var failed error
	answered := make(chan struct{})
	go func() {
		given, failed = read(ctx, f, do)
		close(answered)
		if f.mute.Swap(false) {
			f.b.tellArrivals() // logs may have missed a task of it
		}
	}()
	patience := time.NewTimer(lateAfter)
	defer patience.Stop()
	select {
	case <-answered:
		return given, failed
	case <-patience.C:
		f.mute.Store(true)
		select {
		case <-answered:
			f.mute.Store(false)
		default:
		}
		return said, errSlow
	}
}
