package watch

import (
	"maps"
	"slices"
)

// maxPaths is the largest number of paths in a signal. With more of them it is
// cheaper to check all paths.
const maxPaths = 1024

// Signal says which paths have changed since the previous signal.
type Signal struct {
	// Paths are the changed paths, sorted and without duplicates. A file target is
	// given by Target.Path; entries of a folder target are given by continuations of
	// Target.Path. A deleted subfolder stands for all files in it. Nil means that any
	// path may have changed: events were lost, a file was replaced, or more than 1,024
	// paths have changed.
	Paths []string
}

// Nothing returns the signal without changes, the neutral element of Merge.
func Nothing() Signal { return Signal{Paths: []string{}} }

// Merge returns the signal with the changes of both signals.
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

// mailbox is a channel that holds at most one signal. It has a single sender.
type mailbox struct{ signals chan Signal }

func newOutbox() *mailbox { return &mailbox{signals: make(chan Signal, 1)} }

// put sends a signal, merged with a waiting one. It never blocks, because no other
// sender can fill the channel after put has emptied it.
func (o *mailbox) put(s Signal) {
	select {
	case old := <-o.signals:
		s = old.Merge(s)
	default:
	}
	o.signals <- s
}

// pendingChanges collects changes until they are signalled.
type pendingChanges struct {
	unknown bool // any path may have changed
	paths   map[string]struct{}
}

func (p *pendingChanges) addPath(name string) {
	if p.paths == nil {
		p.paths = map[string]struct{}{}
	}
	if len(p.paths) < maxPaths {
		p.paths[name] = struct{}{}
	} else {
		p.unknown = true
	}
}

func (p *pendingChanges) addUnknown() { p.unknown = true }

// take returns the collected changes and resets p. It reports false when there are
// none.
func (p *pendingChanges) take() (s Signal, some bool) {
	some = p.unknown || len(p.paths) > 0
	if !p.unknown {
		s.Paths = slices.Sorted(maps.Keys(p.paths))
	}
	*p = pendingChanges{}
	return s, some
}
