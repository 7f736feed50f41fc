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
	w := componentSearch{parents: parents, index: make(map[string]int, len(parents)), low: map[string]int{}, on: map[string]bool{}}
	for _, id := range slices.Sorted(maps.Keys(parents)) {
		if _, seen := w.index[id]; !seen {
			w.from(id)
		}
	}
	slices.SortFunc(w.rings, func(a, b []string) int { return slices.Compare(a, b) })
	return w.rings
}

// componentSearch is Tarjan's search for strongly connected components. It keeps its
// own stack, because chains of dependencies can be long.
type componentSearch struct {
	parents map[string][]string
	index   map[string]int
	low     map[string]int
	on      map[string]bool // on the stack of open parts
	stack   []string
	rings   [][]string
}

type frame struct {
	id   string
	next int // the parent to look at next
}

func (w *componentSearch) enter(id string) frame {
	w.index[id] = len(w.index)
	w.low[id] = w.index[id]
	w.on[id] = true
	w.stack = append(w.stack, id)
	return frame{id: id}
}

func (w *componentSearch) from(id string) {
	frames := []frame{w.enter(id)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if ps := w.parents[f.id]; f.next < len(ps) {
			p := ps[f.next]
			f.next++
			if _, seen := w.index[p]; !seen {
				frames = append(frames, w.enter(p))
			} else if w.on[p] {
				w.low[f.id] = min(w.low[f.id], w.index[p])
			}
			continue
		}
		done := f.id
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			up := frames[len(frames)-1].id
			w.low[up] = min(w.low[up], w.low[done])
		}
		if w.low[done] == w.index[done] {
			w.close(done)
		}
	}
}

// close takes one component off the stack and keeps it when it is a ring.
func (w *componentSearch) close(id string) {
	i := len(w.stack) - 1
	for w.stack[i] != id {
		i--
	}
	part := slices.Clone(w.stack[i:])
	w.stack = w.stack[:i]
	in := make(map[string]bool, len(part))
	for _, m := range part {
		w.on[m] = false
		in[m] = true
	}
	if len(part) > 1 || slices.Contains(w.parents[id], id) {
		w.rings = append(w.rings, w.circle(part, in))
	}
}

// circle orders the members of a ring.
func (w *componentSearch) circle(part []string, in map[string]bool) []string {
	slices.Sort(part)
	out := []string{part[0]}
	for id := part[0]; ; {
		next, n := "", 0
		for _, p := range w.parents[id] {
			if in[p] && (n == 0 || p != next) {
				next = p
				n++
			}
		}
		if n != 1 {
			return part
		}
		if next == part[0] {
			return out
		}
		out = append(out, next)
		id = next
	}
}
