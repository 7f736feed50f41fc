package gate

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A closed gate waits for who is inside, lets nobody in, and lets all in when it opens.
func TestAClosedGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, leave, err := Transactions.Enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, again, err := Transactions.Enter(ctx); err != nil {
			t.Fatal(err)
		} else {
			again()
		}
		var left, entered atomic.Bool
		go func() {
			time.Sleep(time.Millisecond)
			if _, again, err := Transactions.Enter(ctx); err != nil {
				t.Error(err)
			} else {
				again()
			}
			left.Store(true)
			leave()
		}()
		open := Close(time.Second)
		if !left.Load() {
			t.Error("it was closed with somebody inside")
		}
		go func() {
			_, leave, err := Transactions.Enter(t.Context())
			if err != nil {
				t.Error(err)
			}
			entered.Store(true)
			leave()
		}()
		brief, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, _, err := Actions.Enter(brief); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a closed gate: %v", err)
		}
		if synctest.Wait(); entered.Load() {
			t.Error("somebody entered a closed gate")
		}
		open()
		if synctest.Wait(); !entered.Load() {
			t.Error("an open gate lets nobody in")
		}
	})
}

// An action under way may wait for a read, and begin others, until it has ended.
func TestAnActionEndsBeforeReadsAreHeldUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, leave, err := Actions.Enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var done atomic.Bool
		go func() {
			defer leave()
			time.Sleep(time.Millisecond)
			for _, ctx := range []context.Context{ctx, t.Context()} {
				_, leave, err := Transactions.Enter(ctx)
				if err != nil {
					t.Error(err)
				}
				leave()
			}
			done.Store(true)
		}()
		open := Close(time.Second)
		if !done.Load() {
			t.Error("the action was held up")
		}
		open()
	})
}

// Who does not leave holds nobody up for longer than the wait.
func TestWhoDoesNotLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, stay, err := Actions.Enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		open := Close(time.Second)
		if waited := time.Since(began); waited != time.Second {
			t.Errorf("it waited for %s", waited)
		}
		open()
		stay()
		began = time.Now()
		if Close(time.Second)(); time.Since(began) != 0 {
			t.Error("it waits for somebody who has left")
		}
	})
}
