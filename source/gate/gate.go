// Package gate keeps the process from being stopped, as by ctrl+z, while it holds a lock of
// a queue or of the journal: a stopped process would keep its lock until it is continued.
//
// What takes such a lock enters a gate before and leaves it after. Who stops the process
// closes the gates first. The package knows nothing of signals and terminals.
package gate

import (
	"context"
	"sync"
	"time"
)

var (
	// Actions is the gate of actions: of what is done while the journal is locked.
	Actions Gate
	// Transactions is the gate of transactions of a queue. An action enters it too, after
	// that of actions.
	Transactions Gate
)

// Close closes both gates and returns when nobody is inside, or after the wait. Until open
// is called, whoever enters waits. The gate of actions is closed first, because an action
// may wait for who waits at the gate of transactions. A process has one caller at a time.
func Close(wait time.Duration) (open func()) {
	limit, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	Actions.close(limit)
	Transactions.close(limit)
	return func() {
		Transactions.open()
		Actions.open()
	}
}

// Gate counts who is inside. The zero value is open and empty. Its methods may be called
// from any goroutine.
type Gate struct {
	mu     sync.Mutex
	inside int
	opened chan struct{} // closed when the gate opens; nil: it is open
	empty  chan struct{} // closed when nobody is inside any more; nil: nobody waits for that
}

// Enter waits until the gate is open, or the context ends, whose error it returns. The
// caller calls leave, and passes the context inside to what it calls: who enters again with
// that one is inside already.
func (g *Gate) Enter(ctx context.Context) (inside context.Context, leave func(), err error) {
	if ctx.Value(g) != nil {
		return ctx, func() {}, nil
	}
	for opened := g.enter(); opened != nil; opened = g.enter() {
		select {
		case <-ctx.Done():
			return ctx, func() {}, ctx.Err()
		case <-opened:
		}
	}
	return context.WithValue(ctx, g, true), g.leave, nil
}

// enter enters an open gate. For a closed one it returns what is closed when it opens.
func (g *Gate) enter() (opened <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened != nil {
		return g.opened
	}
	g.inside++
	return nil
}

func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.inside--; g.inside == 0 && g.empty != nil {
		close(g.empty)
		g.empty = nil
	}
}

// close closes the gate and returns when nobody is inside, or the limit ends.
func (g *Gate) close(limit context.Context) {
	g.mu.Lock()
	g.opened = make(chan struct{})
	empty := make(chan struct{})
	if g.inside == 0 {
		close(empty)
	} else {
		g.empty = empty
	}
	g.mu.Unlock()
	select {
	case <-empty:
	case <-limit.Done():
	}
}

func (g *Gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.opened)
	g.opened, g.empty = nil, nil
}
