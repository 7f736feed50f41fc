package watch

import "sort"

// maxPaths bounds the names that one signal carries; more than that and the
// reader does better to look at everything.
const maxPaths = 1024

// Signal says that at least one target changed.
type Signal struct {
	// Rescan says that names and cursors cannot be trusted: events were lost, a
	// file was replaced, a folder came or went. Paths is nil then.
	Rescan bool
	// Paths are the things known to have changed, sorted: for a file target its
	// path as it was given, for a folder the paths inside it, written as
	// continuations of the path that was given. A subfolder that went stands
	// for all that was in it. Nil means unknown.
	Paths []string
}

// merge returns one signal that says what both said.
func (s Signal) merge(o Signal) Signal {
	if s.Rescan || o.Rescan {
		return Signal{Rescan: true}
	}
	if s.Paths == nil || o.Paths == nil {
		return Signal{}
	}
	set := map[string]struct{}{}
	for _, p := range s.Paths {
		set[p] = struct{}{}
	}
	for _, p := range o.Paths {
		set[p] = struct{}{}
	}
	return Signal{Paths: sorted(set)}
}

// sorted returns the names of the set, or nil if they are too many.
func sorted(set map[string]struct{}) []string {
	if len(set) > maxPaths {
		return nil
	}
	paths := make([]string, 0, len(set))
	for p := range set {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	return paths
}

// outbox is a mailbox of one signal with one sender.
type outbox struct{ c chan Signal }

func newOutbox() *outbox { return &outbox{c: make(chan Signal, 1)} }

// put delivers a signal, merged with the one that still waits, if any. It never
// blocks: there is no other sender, so the place it empties stays empty.
func (o *outbox) put(s Signal) {
	select {
	case old := <-o.c:
		s = old.merge(s)
	default:
	}
	o.c <- s
}

// pending gathers what changed until it is delivered.
type pending struct {
	dirty  bool
	rescan bool
	paths  map[string]struct{}
}

func (p *pending) path(name string) {
	p.dirty = true
	if len(p.paths) > maxPaths {
		return
	}
	if p.paths == nil {
		p.paths = map[string]struct{}{}
	}
	p.paths[name] = struct{}{}
}

func (p *pending) all() { p.dirty, p.rescan = true, true }

// take returns the gathered signal and forgets it.
func (p *pending) take() (Signal, bool) {
	if !p.dirty {
		return Signal{}, false
	}
	s := Signal{Rescan: p.rescan}
	if !p.rescan {
		s.Paths = sorted(p.paths)
	}
	*p = pending{}
	return s, true
}
