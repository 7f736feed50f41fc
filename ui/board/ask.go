package board

import (
	"context"
	"time"

	"notdone/source"
)

// answer is what a source said.
type answer[T any] struct {
	said T
	err  error
}

// askSource asks a source for something beside its feed. A source that does not
// answer for lateAfter, as on a file system that hangs, is left to itself and
// asked nothing more until it has: whoever asks several sources goes on to the
// next one. A source that is only read once is waited for.
func askSource[T any](ctx context.Context, f *feed, do func(source.Source) (T, error)) (T, error) {
	ask := func() (a answer[T]) {
		a.err = contain(func() error {
			return f.withSource(ctx, func(src source.Source) (err error) {
				a.said, err = do(src)
				return err
			})
		})
		return a
	}
	var none T
	switch {
	case f.once:
		a := ask()
		return a.said, a.err
	case f.mute.Load():
		return none, errSlow
	}
	given := make(chan answer[T], 1)
	go func() {
		given <- ask()
		if f.mute.Swap(false) {
			f.b.tellArrivals() // logs may have missed a task of it
		}
	}()
	patience := time.NewTimer(lateAfter)
	defer patience.Stop()
	select {
	case a := <-given:
		return a.said, a.err
	case <-patience.C:
		f.mute.Store(true)
		return none, errSlow
	}
}
