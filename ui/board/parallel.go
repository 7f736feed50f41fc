package board

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// share is how many calls in a row one goroutine makes in inParallel.
const share = 16

// inParallel calls do with each number below n, on all processors, and returns when
// all calls have. A panic of a call is passed on to the caller.
func inParallel(n int, do func(i int)) { inShares(n, share, do) }

// oneByOne is inParallel for calls that take long.
func oneByOne(n int, do func(i int)) { inShares(n, 1, do) }

func inShares(n, share int, do func(i int)) {
	var next atomic.Int64
	var panicked atomic.Pointer[any]
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				panicked.Store(&p)
			}
		}()
		for from := int(next.Add(int64(share))) - share; from < n; from = int(next.Add(int64(share))) - share {
			for i := from; i < min(from+share, n); i++ {
				do(i)
			}
			runtime.Gosched() // a key press need not wait for the end of a page
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+share-1)/share) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if p := panicked.Load(); p != nil {
		panic(*p)
	}
}
