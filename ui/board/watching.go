package board

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"notdone/source"
	"notdone/source/watch"
)

// watchFolder watches the folder of a queue that is not there, so that its creation is noticed.
func (f *feed) watchFolder() error {
	return f.setTargets([]watch.Target{{Path: filepath.Dir(filepath.Clean(f.queue))}})
}

// updateWatch watches what the source says is to be watched now. Whatever
// changed before the watch began is caught by one more Refresh. While a listing is under way
// a watch that there is stays as it is.
func (f *feed) updateWatch(ctx context.Context) error {
	if f.watch != nil && f.listing != nil && f.targets != nil {
		return nil
	}
	targets, err := read(ctx, f, func(src source.Source) ([]watch.Target, error) { return src.Targets(), nil })
	if err != nil {
		return err
	}
	return f.setTargets(targets)
}

// setTargets begins a watch, or has the one that there is watch other targets. It does nothing
// where they are the same, or for a feed that is read once.
func (f *feed) setTargets(targets []watch.Target) error {
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
	// Not nil even when empty: nil says that none were set.
	f.targets = append(make([]watch.Target, 0, len(targets)), targets...)
	f.mustRefresh(watch.Signal{})
	return nil
}

// receiveSignal receives a signal that is there, without waiting for one.
func (f *feed) receiveSignal() {
	select {
	case s := <-f.signals:
		f.handleSignal(s)
	case <-f.told():
		f.mustRefresh(watch.Signal{})
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

// handleSignal notes that something may have changed. A database may be written before its
// commit can be read, so it is looked at several times after a signal.
func (f *feed) handleSignal(s watch.Signal) {
	f.mustRefresh(s)
	if slices.ContainsFunc(f.targets, func(t watch.Target) bool { return t.Database }) {
		f.looks.afterSignal(time.Now())
	}
}

// wait returns when there is something to do.
func (f *feed) wait(ctx context.Context) {
	f.pause = 0
	t := time.NewTimer(f.nextRoundIn())
	defer t.Stop()
	select {
	case <-ctx.Done():
	case s := <-f.signals:
		f.handleSignal(s)
	case <-f.told():
		f.mustRefresh(watch.Signal{})
	case <-f.requests.poke:
	case <-t.C:
	}
}

// waitAfterFailure returns after a pause, which doubles while rounds fail. A signal of the watch
// cuts it down to its least length, and it grows from there again; a request and the source's own
// word of a change do not.
func (f *feed) waitAfterFailure(ctx context.Context) {
	f.pause = min(max(2*f.pause, backoffMin), backoffMax)
	begun := time.Now()
	t := time.NewTimer(f.pause)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-f.signals:
			f.handleSignal(s)
			f.pause = 0
			t.Reset(max(0, time.Until(begun.Add(backoffMin))))
		case <-t.C:
			return
		}
	}
}

// told returns the channel of a source that tells of its changes itself; nil: it does not.
func (f *feed) told() <-chan struct{} {
	if n, ok := f.src.(source.Notifier); ok {
		return n.Changes()
	}
	return nil
}

// nextRoundIn returns after how long the next round begins by itself.
func (f *feed) nextRoundIn() time.Duration {
	in := min(time.Until(f.looks.at), f.retryIn(), f.openLogsIn(), f.workers.lookIn())
	if at, ok := f.wakes.next(); ok && !f.b.o.Frozen {
		in = min(in, at.Sub(f.b.o.Now()))
	}
	return in
}
