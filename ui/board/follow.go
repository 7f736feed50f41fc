package board

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"notdone/source"
	"notdone/source/watch"
)

// watchFolder waits for a queue that is not there.
func (f *feed) watchFolder() error {
	return f.setTargets([]watch.Target{{Path: filepath.Dir(filepath.Clean(f.queue))}})
}

// rewatch watches what the source says is to be watched now. Whatever changed
// before the watch began is caught by one more Refresh.
func (f *feed) rewatch(ctx context.Context) error {
	if f.watch != nil && f.walk != nil && f.targets != nil {
		return nil
	}
	var targets []watch.Target
	err := f.with(ctx, func(src source.Source) error {
		targets = src.Targets()
		return nil
	})
	if err != nil {
		return err
	}
	return f.setTargets(targets)
}

func (f *feed) setTargets(targets []watch.Target) error {
	if f.targets != nil && slices.Equal(targets, f.targets) {
		return nil
	}
	if f.watch != nil {
		if err := f.watch.Set(targets); err != nil {
			return err
		}
	} else {
		w, err := f.b.newWatch(targets, watch.Options{ForcePoll: f.b.o.Poll})
		if err != nil {
			return err
		}
		f.watch, f.signals = w, w.C()
	}
	f.targets = append(make([]watch.Target, 0, len(targets)), targets...)
	f.mustRefresh(watch.Signal{})
	f.b.setStatus(f.index, func(s *Status) { s.How = f.watch.How() })
	return nil
}

// listen takes a signal that is waiting, without waiting for one.
func (f *feed) listen() {
	select {
	case s, ok := <-f.signals:
		f.heard(s, ok)
	default:
	}
}

// mustRefresh has the next round refresh the source, which is told what changed.
func (f *feed) mustRefresh(changed watch.Signal) {
	if f.stale {
		changed = f.changed.Merge(changed)
	}
	f.stale, f.changed = true, changed
}

func (f *feed) heard(s watch.Signal, ok bool) {
	if !ok {
		f.signals = nil
		return
	}
	f.mustRefresh(s)
	if slices.ContainsFunc(f.targets, func(t watch.Target) bool { return t.Database }) {
		f.recheck.begin(time.Now())
	}
	how := f.watch.How()
	f.b.setStatus(f.index, func(s *Status) { s.How = how })
}

// wait returns when there is something to do. After a failure that is soon, and
// later the longer it goes on.
func (f *feed) wait(ctx context.Context, err error) {
	var timer <-chan time.Time
	if d, ok := f.patience(err); ok {
		t := time.NewTimer(d)
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-ctx.Done():
	case s, ok := <-f.signals:
		f.heard(s, ok)
	case <-f.poked(err):
	case <-timer:
		if err != nil || time.Since(f.asked) >= lookEvery {
			f.mustRefresh(watch.Signal{})
		}
	}
}

// poked is the channel of pokes, which cannot hurry a source that has failed.
func (f *feed) poked(err error) <-chan struct{} {
	if err != nil {
		return nil
	}
	return f.poke
}

func (f *feed) patience(err error) (time.Duration, bool) {
	if err != nil {
		f.pause = min(max(2*f.pause, backoffMin), backoffMax)
		return f.pause, true
	}
	f.pause = 0
	d, some := f.retryIn()
	sooner := func(other time.Duration, ok bool) {
		if ok && (!some || other < d) {
			d, some = other, true
		}
	}
	sooner(f.openIn())
	sooner(f.recheck.in(time.Now()))
	sooner(lookEvery-time.Since(f.asked), true)
	if at, ok := f.wakes.next(); ok && !f.b.o.Frozen {
		sooner(at.Sub(f.b.o.Now()), true)
	}
	return d, some
}
