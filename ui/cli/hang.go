package cli

import (
	"context"
	"sync/atomic"
	"time"
)

// A call on a file system that hangs does not return and cannot be interrupted. So each queue
// is opened by a goroutine of its own, and no wait for one is unbounded.
const (
	openTimeout   = 500 * time.Millisecond // how long the screen waits for its queues
	answerTimeout = 5 * time.Second        // after that a file system does not answer
	endTimeout    = time.Second            // how long the end waits for what is being read
	leaveTimeout  = 200 * time.Millisecond // the same of a screen that was left: that is felt to be at once
	stopTimeout   = time.Second            // how long ctrl+z waits for what holds a lock
	actionTimeout = 10 * time.Second       // and for an action that is being done
)

// waitFor returns the result of work; false when it takes longer than the timeout.
func waitFor[T any](patience time.Duration, work func() T) (said T, ok bool) {
	done := make(chan T, 1)
	go func() { done <- work() }()
	select {
	case said = <-done:
		return said, true
	case <-time.After(patience):
		return said, false
	}
}

// inProgress counts the commands that read queues, and the actions that are applied.
var inProgress struct{ readings, actions atomic.Int64 }

// awaitEnd returns the result of work that ends with the context. It returns false when the
// work only reads and does not end within the timeout after the context, because it is busy or
// a file system hangs. An action in progress gets more time.
func awaitEnd(ctx context.Context, done <-chan error, timeout time.Duration, onlyReads func() bool) (ended bool, err error) {
	select {
	case err = <-done:
		return true, err
	case <-ctx.Done():
	}
	const look = 10 * time.Millisecond
	for began := time.Now(); ; {
		select {
		case err = <-done:
			return true, err
		case <-time.After(look):
		}
		patience := timeout
		if inProgress.actions.Load() > 0 {
			patience = actionTimeout
		}
		if time.Since(began) > patience && onlyReads() {
			return false, ctx.Err()
		}
	}
}
