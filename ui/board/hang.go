package board

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"

	"notdone/source"
)

// A call on a file system that hangs never returns and cannot be cancelled. A source that is read
// once gives up a call after hangAfter in which the process used less than working of the
// processor in each second. A slow disk does not end a call, because reading it takes processor
// time. hangAfter is longer than the copying of a large database, which another process does.
// serverHangsAfter is longer still: a server works while the process waits, and statements have
// limits of their own, so that it ends only calls to a server that is out of reach.
const (
	hangAfter        = 30 * time.Second
	serverHangsAfter = 5 * time.Minute
	working          = time.Millisecond
)

// The errors of calls that were given up.
var (
	errHangs       = errors.New("its file system does not answer")
	errServerHangs = errors.New("its server does not answer")
)

// hanging returns after how long a call of the source is given up, and the error of such a call.
func (f *feed) hanging() (after time.Duration, err error) {
	if source.OnServer(f.queue) {
		return serverHangsAfter, errServerHangs
	}
	return hangAfter, errHangs
}

// answer is what a call has returned.
type answer[T any] struct {
	said T
	err  error
}

// awaitAnswer returns what the call returns, or the error of one that hangs. After that the feed
// makes no further call.
func awaitAnswer[T any](f *feed, call func() (T, error)) (said T, err error) {
	answers := make(chan answer[T], 1)
	go func() {
		said, err := call()
		answers <- answer[T]{said, err}
	}()
	second := time.NewTicker(time.Second)
	defer second.Stop()
	used := processorTime()
	after, hangs := f.hanging()
	for idle := time.Duration(0); idle < after; idle += time.Second {
		select {
		case a := <-answers:
			return a.said, a.err
		case <-second.C:
		}
		now := processorTime()
		if now-used >= working {
			idle = 0
		}
		used = now
	}
	f.mute.Store(true)
	return said, hangs
}

// processorTime returns how much of the processor the process has used.
func processorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return time.Duration(time.Now().UnixNano()) // nothing hangs where that is not known
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
