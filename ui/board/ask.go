package board

import (
	"context"
	"time"

	"notdone/source"
)

// askSource asks a source for something beside its feed. A source that does not
// answer for lateAfter, as on a file system that hangs, is left to itself and
// asked nothing more until it has: whoever asks several sources goes on to the
// next one. A source that is only read once is waited for.
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
