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

// attached holds what logs say of tasks of other sources. It is safe for concurrent use.
type attached struct {
	mu sync.RWMutex
	of map[model.Ref][]attachment // the slices never change
}

// attachment is what the logs of one feed say about one task.
type attachment struct {
	from    *feed
	endings []model.Ending
	logs    []model.LogRef
}

// set replaces what the logs of one feed say about a task and reports whether that
// is something else now.
func (a *attached) set(ref model.Ref, said attachment) (changed bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := slices.Clone(a.of[ref])
	if at := slices.IndexFunc(all, func(o attachment) bool { return o.from == said.from }); at >= 0 {
		if slices.Equal(all[at].endings, said.endings) && slices.Equal(all[at].logs, said.logs) {
			return false
		}
		all = slices.Delete(all, at, at+1)
	}
	if len(said.endings) > 0 || len(said.logs) > 0 {
		all = append(all, said)
	}
	if a.of == nil {
		a.of = map[model.Ref][]attachment{}
	}
	a.of[ref] = all
	if len(all) == 0 {
		delete(a.of, ref)
	}
	return true
}

// addTo adds to a case the logs of its task and what they say.
func (a *attached) addTo(c *model.Case) {
	a.mu.RLock()
	all := a.of[c.Task.Ref()]
	a.mu.RUnlock()
	if len(all) == 0 {
		return
	}
	for _, one := range all {
		c.Facts.Endings = append(slices.Clip(c.Facts.Endings), one.endings...)
		for _, log := range one.logs {
			if !slices.Contains(c.Task.Logs, log) {
				c.Task.Logs = append(slices.Clip(c.Task.Logs), log)
			}
		}
	}
	slices.SortStableFunc(c.Facts.Endings, func(x, y model.Ending) int { return x.At.Compare(y.At) })
}

// retryPause is the shortest time between two searches for the tasks of logs, and
// retryShare how many times as long as such a search takes the pause after it is:
// logs of no task may be many, and new tasks come all the time.
const (
	retryPause = 500 * time.Millisecond
	retryShare = 20
)

// attachLogs passes on what a folder of logs says about tasks of other sources,
// and lets the folder look for tasks again when new ones have come. It may wait
// for other sources to answer. They never wait for a folder of logs: what it
// finds is left for them.
func (f *feed) attachLogs(ctx context.Context) error {
	if !f.in.Logs {
		return nil
	}
	return f.withSource(ctx, func(src source.Source) error {
		a, ok := src.(Attacher)
		if !ok {
			return nil
		}
		if f.retryIn() <= 0 {
			f.arrived.Store(false)
			f.mustRefresh(watch.Nothing()) // what became of the logs is for Refresh to tell
			began := time.Now()
			err := a.Retry(ctx)
			f.retried = time.Now()
			f.rest = max(retryPause, retryShare*f.retried.Sub(began))
			if err != nil {
				f.arrived.Store(true) // the logs still look for their tasks
				return err
			}
		}
		f.readAttached(a)
		return nil
	})
}

// readAttached reads what logs say of the tasks whose logs have changed, and has
// those tasks read again. A log that is being written is read again after a while,
// because only time tells that its writer has stopped.
func (f *feed) readAttached(a Attacher) {
	refs := a.TakeAttached()
	if f.openLogsIn() <= 0 {
		refs = slices.AppendSeq(refs, maps.Keys(f.writing))
		f.looked = f.b.o.Now()
	}
	for _, ref := range refs {
		said := attachment{from: f}
		said.endings, said.logs = a.Attachments(ref)
		delete(f.writing, ref)
		if slices.ContainsFunc(said.endings, func(e model.Ending) bool { return e.Open }) {
			f.writing[ref] = struct{}{}
		}
		if f.b.attached.set(ref, said) && !f.once {
			f.b.rereadTasks([]model.Ref{ref})
		}
	}
}

// openLogsIn returns how long it is until logs that are being written have to be
// read again.
func (f *feed) openLogsIn() time.Duration {
	if len(f.writing) == 0 || f.b.o.Frozen {
		return idle
	}
	return f.looked.Add(aliveWindow).Sub(f.b.o.Now())
}

// retryIn returns how long it is until logs have to look for tasks again.
func (f *feed) retryIn() time.Duration {
	if !f.in.Logs || !f.arrived.Load() {
		return idle
	}
	return f.rest - time.Since(f.retried)
}

// tellArrivals tells folders of logs that tasks are new.
func (b *Board) tellArrivals() {
	for _, f := range b.feeds {
		if f.in.Logs {
			f.arrived.Store(true)
			notify(f.requests.poke)
		}
	}
}
