package cycle

import (
	"maps"
	"slices"
)

// Rings finds the tasks that depend on themselves through others, given the
// tasks on which each task depends. Every ring is one slice: in order of
// dependency from its smallest id on where it is a simple cycle, sorted where
// several cycles share tasks. Rings are sorted by their first id, so that the
// answer depends on the graph alone.
func Rings(parents map[string][]string) [][]string {
	search := componentSearch{parents: parents, nodes: make(map[string]*node, len(parents))}
	for _, id := range slices.Sorted(maps.Keys(parents)) {
		if search.nodes[id] == nil {
			search.searchFrom(id)
		}
	}
	slices.SortFunc(search.rings, func(a, b []string) int { return slices.Compare(a, b) })
	return search.rings
}

// componentSearch is Tarjan's search for strongly connected components. It keeps its
// own stack, because chains of dependencies can be long.
type componentSearch struct {
	parents map[string][]string
	nodes   map[string]*node
	open    []*node // whose component is not known yet
	rings   [][]string
}

type node struct {
	id         string
	index, low int
	next       int // the parent to look at next
	open       bool
}

func (s *componentSearch) enter(id string) *node {
	n := &node{id: id, index: len(s.nodes), low: len(s.nodes), open: true}
	s.nodes[id] = n
	s.open = append(s.open, n)
	return n
}

func (s *componentSearch) searchFrom(id string) {
	path := []*node{s.enter(id)}
	for len(path) > 0 {
		n := path[len(path)-1]
		if parents := s.parents[n.id]; n.next < len(parents) {
			parent := s.nodes[parents[n.next]]
			if parent == nil {
				path = append(path, s.enter(parents[n.next]))
			} else if parent.open {
				n.low = min(n.low, parent.index)
			}
			n.next++
			continue
		}
		path = path[:len(path)-1]
		if len(path) > 0 {
			below := path[len(path)-1]
			below.low = min(below.low, n.low)
		}
		if n.low == n.index {
			s.closeComponent(n)
		}
	}
}

// closeComponent takes the component that begins with a node off the stack, and keeps
// it when it is a ring.
func (s *componentSearch) closeComponent(first *node) {
	at := len(s.open) - 1
	for s.open[at] != first {
		at--
	}
	var members []string
	for _, n := range s.open[at:] {
		n.open = false
		members = append(members, n.id)
	}
	s.open = s.open[:at]
	if len(members) > 1 || slices.Contains(s.parents[first.id], first.id) {
		s.rings = append(s.rings, s.orderRing(members))
	}
}

func (s *componentSearch) orderRing(members []string) []string {
	slices.Sort(members)
	ring := members[:1:1]
	for {
		var next []string
		for _, parent := range s.parents[ring[len(ring)-1]] {
			if _, inside := slices.BinarySearch(members, parent); inside && !slices.Contains(next, parent) {
				next = append(next, parent)
			}
		}
		if len(next) != 1 {
			return members
		}
		if next[0] == members[0] {
			return ring
		}
		ring = append(ring, next[0])
	}
}
