package watch

import (
	"maps"
	"slices"
)

// maxPaths bounds the names that one signal carries; more than that and the
// reader does better to look at everything.
const maxPaths = 1024

// Signal says what changed since the signal before.
type Signal struct {
	// Paths are the things known to have changed, sorted, each once: for a file
	// target its path as it was given, for a folder the paths inside it, written
	// as continuations of the path that was given. A subfolder that went stands
	// for all that was in it. Nil means that it is not known what changed: events
	// were lost, a file was replaced, or too much changed at once.
	Paths []string
}

// Nothing returns the signal of no change. Merged with another one it is that.
func Nothing() Signal { return Signal{Paths: []string{}} }

// Merge returns one signal that says what both say.
func (s Signal) Merge(o Signal) Signal {
	if s.Paths == nil || o.Paths == nil {
		return Signal{}
	}
	paths := slices.Concat(s.Paths, o.Paths)
	slices.Sort(paths)
	if paths = slices.Compact(paths); len(paths) > maxPaths {
		return Signal{}
	}
	return Signal{Paths: paths}
}

// outbox is a mailbox of one signal with one sender.
type outbox struct{ c chan Signal }

func newOutbox() *outbox { return &outbox{c: make(chan Signal, 1)} }

// put delivers a signal, merged with the one that still waits, if any. It never
// blocks: there is no other sender, so the place it empties stays empty.
func (o *outbox) put(s Signal) {
	select {
	case old := <-o.c:
		s = old.Merge(s)
	default:
	}
	o.c <- s
}

// pending gathers what changed until it is delivered.
type pending struct {
	dirty   bool
	unknown bool // what changed is not known
	paths   map[string]struct{}
}

func (p *pending) path(name string) {
	p.dirty = true
	if p.unknown = p.unknown || len(p.paths) >= maxPaths; p.unknown {
		return
	}
	if p.paths == nil {
		p.paths = map[string]struct{}{}
	}
	p.paths[name] = struct{}{}
}

func (p *pending) all() { p.dirty, p.unknown = true, true }

// take returns the gathered signal and forgets it.
func (p *pending) take() (Signal, bool) {
	if !p.dirty {
		return Signal{}, false
	}
	paths := p.paths
	unknown := p.unknown
	*p = pending{}
	if unknown {
		return Signal{}, true
	}
	return Signal{Paths: slices.Sorted(maps.Keys(paths))}, true
}
