package board

import (
	"context"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// refresh reads what changed since the last time, if anything may have.
func (f *feed) refresh(ctx context.Context) error {
	if !f.stale {
		return nil
	}
	var d source.Delta
	changed := f.changed
	if changed.Paths == nil {
		f.asked = time.Now()
	}
	err := f.with(ctx, func(src source.Source) (err error) {
		d, err = src.Refresh(ctx, changed)
		return err
	})
	if err != nil {
		return err
	}
	if f.stale = false; d.More {
		f.mustRefresh(watch.Nothing())
	}
	if d.Reset {
		f.relist()
		return nil
	}
	f.takeNew(f.judgeAll(d.Cases))
	f.drop(d.Removed)
	return nil
}

// reread reads again the tasks whose moment has come and those that somebody
// asked for.
func (f *feed) reread(ctx context.Context) error {
	ids := f.wants.take(getAtOnce)
	if !f.b.o.Frozen {
		ids = append(ids, f.wakes.due(f.b.o.Now(), getAtOnce-len(ids))...)
	}
	if len(ids) == 0 {
		return nil
	}
	var cases []model.Case
	err := contain(func() error {
		return f.with(ctx, func(src source.Source) (err error) {
			cases, err = src.Get(ctx, ids)
			return err
		})
	})
	if err != nil {
		f.wants.add(ids...)
		return err
	}
	f.takeNew(f.judgeAll(cases))
	there := make(map[string]bool, len(cases))
	for i := range cases {
		there[cases[i].Task.ID] = true
	}
	var gone []string
	for _, id := range ids {
		if !there[id] {
			gone = append(gone, id)
		}
	}
	f.drop(gone)
	return nil
}

// judgeAll judges cases for the list, with texts as a list shows them, and notes
// when they have to be judged again.
func (f *feed) judgeAll(cases []model.Case) []*model.Row {
	now := f.b.o.Now()
	rows := make([]*model.Row, len(cases))
	for i := range cases {
		rows[i] = f.judgeOne(&cases[i], now)
		shorten(rows[i], listed)
		f.wakes.set(rows[i].ID, f.wakeAt(&cases[i], rows[i], now))
	}
	return rows
}

func (f *feed) judgeOne(c *model.Case, now time.Time) *model.Row {
	c.Task.Queue = f.queue
	f.b.attached.dress(c)
	a, j := f.of(c)
	recorded := model.StateUnknown
	if a.State != nil {
		recorded = a.State(c.Task.Recorded)
	}
	r := &model.Row{Task: c.Task, Verdict: f.judgeCase(j, c, recorded, now), RecordedState: recorded}
	if a.Actions != nil {
		r.Actions = a.Actions(c, &r.Verdict)
	}
	return r
}

// wakeAt returns when the task has to be judged again by itself: at its until,
// and soon while it depends on a process being alive. A moment that has passed
// already is put off a little, so that no rule can keep a feed busy.
func (f *feed) wakeAt(c *model.Case, r *model.Row, now time.Time) time.Time {
	if f.b.o.Frozen {
		return time.Time{}
	}
	at := r.Until
	if !at.IsZero() && !at.After(now) {
		at = now.Add(time.Second)
	}
	if soon := now.Add(aliveWindow); c.Facts.Worker == model.LivenessAlive && (at.IsZero() || at.After(soon)) {
		at = soon
	}
	return at
}

// chunk is how many rows are taken in before others get at the index.
const chunk = 256

// take moves the index on by judged rows.
func (f *feed) take(rows []*model.Row) {
	arrived := false
	for len(rows) > 0 {
		n := min(chunk, len(rows))
		arrived = f.takeChunk(rows[:n]) || arrived
		rows = rows[n:]
	}
	if arrived {
		f.b.arrivals()
	}
}

func (f *feed) takeChunk(rows []*model.Row) (arrived bool) {
	now := f.b.o.Now()
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	census := &f.b.x.parts[f.queue].census
	for _, r := range rows {
		arrived = arrived || !census.has(r.ID)
		shown, changed := f.b.x.put(r, now)
		if changed && shown != nil && f.b.rows != nil {
			f.b.rows.add(shown)
		}
	}
	f.b.moved()
	return arrived
}

// takeNew takes in rows that are newer than the listing, during one too.
func (f *feed) takeNew(rows []*model.Row) {
	if f.walk != nil && f.walk.fresh != nil {
		for _, r := range rows {
			f.walk.fresh.put(r, f.b.o.Now())
		}
	}
	f.take(rows)
}

// drop takes out tasks that are gone.
func (f *feed) drop(ids []string) {
	if len(ids) == 0 {
		return
	}
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	for _, id := range ids {
		ref := model.Ref{Queue: f.queue, ID: id}
		f.wakes.set(id, time.Time{})
		f.b.x.drop(ref)
		if f.walk != nil && f.walk.fresh != nil {
			f.walk.fresh.drop(ref)
		}
	}
	f.b.moved()
}

// moved has a snapshot made if the index changed or is about to; mu is held.
func (b *Board) moved() {
	if b.x.changed || b.x.unsettled() {
		notify(b.changed)
	}
}
