package cli

import (
	"context"
	"sync/atomic"
	"time"
)

// A call on a file system that hangs does not return, and cannot be broken off. So
// each queue is opened by a goroutine of its own, and no waiting for one is
// without an end.
const (
	firstFrame = 500 * time.Millisecond // how long the screen waits for its queues
	mute       = 5 * time.Second        // after that a file system does not answer
	endPause   = time.Second            // how long the end waits for what is being read
	actPause   = 10 * time.Second       // and for an action that is being done
)

// expired is the time of what is over already.
var expired = func() chan time.Time { c := make(chan time.Time); close(c); return c }()

// answered returns what work returns; false when that takes longer.
func answered[T any](patience time.Duration, work func() T) (said T, ok bool) {
	done := make(chan T, 1)
	go func() { done <- work() }()
	select {
	case said = <-done:
		return said, true
	case <-time.After(patience):
		return said, false
	}
}

// underWay counts the commands that are reading queues, and the actions that are
// being done.
var underWay struct{ readings, actions atomic.Int64 }

// end returns what comes of work that ends with the context; false when it does
// not end soon although it only reads, because a file system hangs. While an
// action is being done it is given longer.
func end(ctx context.Context, done <-chan error, onlyReads func() bool) (ended bool, err error) {
	select {
	case err = <-done:
		return true, err
	case <-ctx.Done():
	}
	const look = 10 * time.Millisecond
	for waited := time.Duration(0); ; waited += look {
		select {
		case err = <-done:
			return true, err
		case <-time.After(look):
		}
		patience := endPause
		if underWay.actions.Load() > 0 {
			patience = actPause
		}
		if waited > patience && onlyReads() {
			return false, ctx.Err()
		}
	}
}
