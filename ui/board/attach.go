package board

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// Attacher is what a source of run logs has beside Source: logs that belong to
// tasks of other sources. Its methods are called like those of Source, from one
// goroutine at a time.
type Attacher interface {
	// TakeAttached returns the tasks whose logs have changed since it was last
	// called.
	TakeAttached() []model.Ref
	// Attachments returns what the logs of a task say last, in order of time, and
	// the logs, the newest first.
	Attachments(ref model.Ref) ([]model.Ending, []model.LogRef)
	// Retry looks again for the tasks of logs that belong to none so far.
	Retry(ctx context.Context) error
}

// attachments is what the logs of tasks say. Any goroutine may use it.
type attachments struct {
	mu sync.RWMutex
	of map[model.Ref][]attachment
}

// attachment is what the logs of one feed say about one task.
type attachment struct {
	from    *feed
	endings []model.Ending
	logs    []model.LogRef
}

// set replaces what the logs of one feed say and reports whether that changed.
func (a *attachments) set(ref model.Ref, one attachment) (news bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, old := range a.of[ref] {
		if old.from == one.from && slices.Equal(old.endings, one.endings) && slices.Equal(old.logs, one.logs) {
			return false
		}
	}
	if a.of == nil {
		a.of = map[model.Ref][]attachment{}
	}
	rest := slices.DeleteFunc(slices.Clone(a.of[ref]), func(o attachment) bool { return o.from == one.from })
	if len(one.endings) > 0 || len(one.logs) > 0 {
		rest = append(rest, one)
	}
	if len(rest) == 0 {
		delete(a.of, ref)
	} else {
		a.of[ref] = rest
	}
	return true
}

// dress adds to a case the logs of its task and what they say.
func (a *attachments) dress(c *model.Case) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if len(a.of) == 0 {
		return
	}
	for _, one := range a.of[c.Task.Ref()] {
		c.Facts.Endings = append(slices.Clip(c.Facts.Endings), one.endings...)
		for _, log := range one.logs {
			if !slices.Contains(c.Task.Logs, log) {
				c.Task.Logs = append(slices.Clip(c.Task.Logs), log)
			}
		}
	}
	slices.SortStableFunc(c.Facts.Endings, func(x, y model.Ending) int { return x.At.Compare(y.At) })
}

// retryPause is the shortest time between two looks for the tasks of logs, and
// retryShare how many times as long as such a look takes the pause after it is:
// logs of no task may be many, and new tasks come all the time.
const (
	retryPause = 500 * time.Millisecond
	retryShare = 20
)

// attach passes on what a folder of logs says about tasks of other sources, and
// lets the folder look for tasks again when new ones have come. It may wait for
// other sources. They never wait for it, because they never ask it anything.
func (f *feed) attach(ctx context.Context) error {
	if !f.in.Logs {
		return nil
	}
	var refs []model.Ref
	err := f.with(ctx, func(src source.Source) error {
		a, ok := src.(Attacher)
		if !ok {
			return nil
		}
		if in, ok := f.retryIn(); ok && in <= 0 {
			f.arrived.Store(false)
			f.mustRefresh(watch.Nothing()) // what became of the logs is for Refresh to tell
			began := time.Now()
			err := a.Retry(ctx)
			f.retried = time.Now()
			f.rest = max(retryPause, retryShare*f.retried.Sub(began))
			if err != nil {
				return err
			}
		}
		refs = f.takeAttached(a)
		return nil
	})
	f.b.want(refs)
	return err
}

// takeAttached takes over what logs say of tasks and returns the tasks for which
// that changed. A log that is being written is looked at again after a while,
// because only time tells that its writer has stopped.
func (f *feed) takeAttached(a Attacher) (refs []model.Ref) {
	look := a.TakeAttached()
	if in, ok := f.openIn(); ok && in <= 0 {
		look = slices.AppendSeq(look, maps.Keys(f.writing))
		f.looked = f.b.o.Now()
	}
	for _, ref := range look {
		one := attachment{from: f}
		one.endings, one.logs = a.Attachments(ref)
		if f.b.attached.set(ref, one) {
			refs = append(refs, ref)
		}
		delete(f.writing, ref)
		if slices.ContainsFunc(one.endings, func(e model.Ending) bool { return e.Open }) {
			f.writing[ref] = struct{}{}
		}
	}
	return refs
}

// openIn returns how long it is until logs that are being written have to be
// looked at; false when there are none.
func (f *feed) openIn() (time.Duration, bool) {
	if len(f.writing) == 0 || f.b.o.Frozen {
		return 0, false
	}
	return f.looked.Add(aliveWindow).Sub(f.b.o.Now()), true
}

// retryIn returns how long it is until logs have to look for tasks again; false
// when no task is new.
func (f *feed) retryIn() (time.Duration, bool) {
	if !f.in.Logs || !f.arrived.Load() {
		return 0, false
	}
	return f.rest - time.Since(f.retried), true
}

// arrivals tells folders of logs that tasks are new.
func (b *Board) arrivals() {
	for _, f := range b.feeds {
		if f.in.Logs {
			f.arrived.Store(true)
			notify(f.poke)
		}
	}
}
