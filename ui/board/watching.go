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
func (f *feed) watchFolder(ctx context.Context) error {
	return f.setTargets(ctx, []watch.Target{{Path: filepath.Dir(filepath.Clean(f.queue))}})
}

// updateWatch watches what the source says is to be watched now. Whatever
// changed before the watch began is caught by one more Refresh.
func (f *feed) updateWatch(ctx context.Context) error {
	if f.watch != nil && f.listing != nil && f.targets != nil {
		return nil
	}
	targets, err := read(ctx, f, func(src source.Source) ([]watch.Target, error) { return src.Targets(), nil })
	if err != nil {
		return err
	}
	return f.setTargets(ctx, targets)
}

func (f *feed) setTargets(ctx context.Context, targets []watch.Target) error {
	if f.once || f.targets != nil && slices.Equal(targets, f.targets) {
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
	how := f.watch.How()
	f.setStatus(ctx, func(s *Status) { s.How = how })
	return nil
}

// receiveSignal receives a signal that is there, without waiting for one.
func (f *feed) receiveSignal(ctx context.Context) {
	select {
	case s, ok := <-f.signals:
		f.handleSignal(ctx, s, ok)
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

// handleSignal notes that something may have changed; ok is false when no further
// signal will come.
func (f *feed) handleSignal(ctx context.Context, s watch.Signal, ok bool) {
	if !ok {
		f.signals = nil
		return
	}
	f.mustRefresh(s)
	if slices.ContainsFunc(f.targets, func(t watch.Target) bool { return t.Database }) {
		f.recheck.begin(time.Now())
	}
	how := f.watch.How()
	f.setStatus(ctx, func(s *Status) { s.How = how })
}

// wait returns when there is something to do. After a failure that is soon, and
// later the longer it goes on.
func (f *feed) wait(ctx context.Context, err error) {
	var timer <-chan time.Time
	if d, ok := f.nextRoundIn(err); ok {
		t := time.NewTimer(d)
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-ctx.Done():
	case s, ok := <-f.signals:
		f.handleSignal(ctx, s, ok)
	case <-f.pokes(err):
	case <-timer:
		if err != nil || time.Since(f.refreshed) >= f.pollPause {
			f.mustRefresh(watch.Signal{})
		}
	}
}

// pokes tells that something was asked; nothing hurries a source that has failed.
func (f *feed) pokes(err error) <-chan struct{} {
	if err != nil {
		return nil
	}
	return f.requests.poke
}

// nextRoundIn returns after how long the next round begins by itself; false when
// nothing makes it begin.
func (f *feed) nextRoundIn(err error) (time.Duration, bool) {
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
	sooner(f.openLogsIn())
	sooner(f.recheck.in(time.Now()))
	sooner(f.pollPause-time.Since(f.refreshed), true)
	if at, ok := f.wakes.next(); ok && !f.b.o.Frozen {
		sooner(at.Sub(f.b.o.Now()), true)
	}
	return d, some
}
