package board

import "sync"

// subscribers are those who want to be told of new snapshots. Any goroutine may
// use it.
type subscribers struct {
	mu  sync.Mutex
	all map[chan struct{}]struct{}
}

// Subscribe returns a channel that receives a message after every new snapshot.
// A message that was not received yet stands for any number of snapshots, so a
// subscriber that is slow, or never receives, delays nobody. The caller calls
// cancel when it no longer listens; the channel is never closed.
func (b *Board) Subscribe() (updates <-chan struct{}, cancel func()) {
	c := make(chan struct{}, 1)
	s := &b.subscribers
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[chan struct{}]struct{}{}
	}
	s.all[c] = struct{}{}
	return c, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.all, c)
	}
}

// notifyAll tells every subscriber that there is a new snapshot.
func (s *subscribers) notifyAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.all {
		notify(c)
	}
}
