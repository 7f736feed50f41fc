package board

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// shortCalls is how many calls a goroutine of inParallel makes before it looks for more.
const shortCalls = 16

// inParallel calls do with each number below n, on all processors, and returns when
// all calls have. A panic of a call is passed on to the caller.
func inParallel(n int, do func(i int)) { inShares(n, shortCalls, do) }

// longInParallel is inParallel for calls that each take long.
func longInParallel(n int, do func(i int)) { inShares(n, 1, do) }

// inShares is inParallel with share calls in a row on one goroutine.
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
	for range min(runtime.GOMAXPROCS(0), (n+share-1)/share) - 1 { // beside this goroutine
		others.Go(work)
	}
	work()
	others.Wait()
	if p := panicked.Load(); p != nil {
		panic(*p)
	}
}
