package board

import (
	"context"
	"slices"
	"sync"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/verdicts"
)

// refresh reads what changed since the last time, if anything may have.
func (f *feed) refresh(ctx context.Context) error {
	if !f.stale || f.listing != nil && f.listing.first() {
		return nil
	}
	if err := f.takeAhead(ctx); err != nil {
		return err
	}
	changed, began := f.changed, time.Now()
	d, err := read(ctx, f, func(src source.Source) (source.Delta, error) { return src.Refresh(ctx, changed) })
	if changed.Paths == nil {
		f.looks.usual = min(max(pollEvery, pollShare*time.Since(began)), pollRarely)
	}
	if err != nil {
		return err
	}
	if f.stale = false; d.More {
		f.mustRefresh(watch.Nothing())
	}
	if d.Reset {
		f.relist(ctx)
		return nil
	}
	f.updateRows(ctx, f.judgeCases(ctx, d.Cases))
	f.dropTasks(ctx, d.Removed)
	return nil
}

// rereadDue rereads the tasks whose wake-up is due and those that were asked for.
func (f *feed) rereadDue(ctx context.Context) error {
	if f.listing == nil && f.wakes.takeShort() {
		f.relist(ctx)
	}
	if ended := f.workers.ended(); len(ended) > 0 {
		f.requests.addTasks(ended...)
	}
	ids := f.requests.takeTasks(getAtOnce)
	if !f.b.o.Frozen {
		ids = append(ids, f.wakes.due(f.b.o.Now(), getAtOnce-len(ids))...)
	}
	if len(ids) == 0 {
		return nil
	}
	if err := f.takeAhead(ctx); err != nil {
		f.requests.addTasks(ids...)
		return err
	}
	cases, err := f.get(ctx, ids)
	if err != nil {
		f.requests.addTasks(ids...)
		return err
	}
	f.updateRows(ctx, f.judgeCases(ctx, cases))
	f.dropTasks(ctx, missingFrom(cases, ids))
	return nil
}

// get reads tasks.
func (f *feed) get(ctx context.Context, ids []string) ([]model.Case, error) {
	return read(ctx, f, func(src source.Source) ([]model.Case, error) { return src.Get(ctx, ids) })
}

// judgeCases judges cases. On a board that runs, the rows have texts as a list
// shows them, and it is noted when the tasks have to be judged again.
func (f *feed) judgeCases(ctx context.Context, cases []model.Case) []*model.Row {
	return f.judgeAndKeep(ctx, cases, nil)
}

// judgeAndKeep is judgeCases, and also encodes the rows that ask for an operator into kept, which
// may be nil. With kept no case is passed over: it has an element for each.
func (f *feed) judgeAndKeep(ctx context.Context, cases []model.Case, kept []encodedRow) []*model.Row {
	if f.passOver != nil {
		cases = slices.DeleteFunc(cases, func(c model.Case) bool { return f.passOver(&c) })
	}
	now := f.b.o.Now()
	rows := make([]*model.Row, len(cases))
	inParallel(len(cases), func(i int) {
		rows[i] = f.judge(ctx, &cases[i], now, len(cases) > fewCases)
		if kept != nil && f.asksByNow(&rows[i].Verdict) {
			kept[i] = encodeRow(rows[i])
		}
		if !f.once {
			shorten(rows[i], listed)
		}
		if kept != nil && kept[i].text != nil {
			kept[i].number = sumRow(rows[i])
		}
	})
	if !f.once || f.stores() {
		for i, r := range rows {
			f.wakes.set(r.ID, f.wakeAt(&cases[i], r, now))
		}
	}
	return rows
}

// judgeCase judges one case by itself, with the logs that are attached to its
// task and what the operator dismissed. A panic is a finding about this task: the others of its queue
// are judged.
func (f *feed) judgeCase(ctx context.Context, c *model.Case, now time.Time) *model.Row {
	return f.judge(ctx, c, now, false)
}

// judge is judgeCase, also for one of many cases.
func (f *feed) judge(ctx context.Context, c *model.Case, now time.Time, ofMany bool) (r *model.Row) {
	c.Task.Queue = f.queue
	f.b.attached.addTo(c)
	of := f.kindOf(c)
	r = &model.Row{Task: c.Task, RecordedState: of.adapter.StateOf(c)}
	defer func() {
		if p := recover(); p != nil {
			r.Verdict, r.Entered = classify.FailedVerdict(r.RecordedState, p), c.Entered(r.RecordedState)
		}
	}()
	if of.adapter.NamesLogs && r.RecordedState == model.StateDone {
		f.b.ownLogs.addTo(ctx, f.b, c, ofMany)
	}
	r.Verdict = of.judge.JudgeExcept(c, r.RecordedState, now, f.b.marks.dismissed(r.Ref()))
	r.Entered = c.Entered(r.State)
	if r.Obstacle != nil || (f.once || f.newRows != nil) && r.State != model.StateDone {
		r.Wish = cycle.WishOf(c) // of what met no obstacle a board that runs shows it with the history alone
	}
	r.Spending = spendingOf(c, &r.Verdict)
	r.Manned, r.Alive = workerOf(c, &r.Verdict, now)
	if of.adapter.Actions != nil {
		r.Actions = of.adapter.Actions(c, &r.Verdict)
	}
	if len(r.Actions) == 0 && c.ReadOnly != "" {
		r.Actions = refusedActions(c.ReadOnly)
	}
	return r
}

// refusals are the actions of tasks to which nothing can be done, by the reason.
var refusals sync.Map

// refusedActions returns what operators do most, refused with the reason. The list is shared.
func refusedActions(why string) []model.Action {
	list, known := refusals.Load(why)
	if !known {
		list, _ = refusals.LoadOrStore(why, []model.Action{
			{Name: model.ActionUnblock, Reason: why}, {Name: model.ActionRequeue, Reason: why},
		})
	}
	return list.([]model.Action) //nolint:forcetypeassert // nothing else is in it
}

// wakeAt returns when the task has to be judged again by itself: at its until, and
// soon while it depends on processes being alive that cannot be looked at alone. A moment that has passed
// already is put off a little, so that no rule can keep a feed busy.
func (f *feed) wakeAt(c *model.Case, r *model.Row, now time.Time) time.Time {
	if f.b.o.Frozen {
		return time.Time{}
	}
	at := r.Until
	if !at.IsZero() && !at.After(now) {
		at = now.Add(time.Second)
	}
	seen := f.workers.set(r.ID, &c.Facts)
	if soon := now.Add(aliveWindow); c.Facts.Worker == model.LivenessAlive && !seen && (at.IsZero() || at.After(soon)) {
		at = soon
	}
	return at
}

// chunk is how many rows one change brings, so that others get at the index
// between two of them.
const chunk = 256

// indexRows moves the index on by judged rows.
func (f *feed) indexRows(ctx context.Context, rows []*model.Row) {
	for some := range slices.Chunk(rows, chunk) {
		f.b.send(ctx, func(ix *indexer) { ix.putRows(ctx, some) })
	}
}

// updateRows moves the index on by rows that are newer than a listing that is
// under way, and that listing too.
func (f *feed) updateRows(ctx context.Context, rows []*model.Row) {
	if f.listing != nil && f.listing.fresh != nil {
		for _, r := range rows {
			mine := *r // the row itself is the indexer's from now on
			f.listing.fresh.putRow(&mine, f.b.o.Now())
		}
	}
	f.noteTitles(rows)
	f.indexRows(ctx, rows)
}

// dropTasks takes out tasks that are gone.
func (f *feed) dropTasks(ctx context.Context, ids []string) {
	if len(ids) == 0 {
		return
	}
	for _, id := range ids {
		f.wakes.set(id, time.Time{})
		f.noteTitle(verdicts.Title{ID: id})
		delete(f.workers.of, id)
		if f.listing != nil && f.listing.fresh != nil {
			f.listing.fresh.dropTask(model.Ref{Queue: f.queue, ID: id})
		}
	}
	f.b.send(ctx, func(ix *indexer) {
		for _, id := range ids {
			ix.x.dropTask(model.Ref{Queue: f.queue, ID: id})
		}
	})
}
