package cycle

import "time"

// order is one of the orders in which entries are kept.
type order uint8

const (
	oldest  order = iota // of a group, unknown times last
	newest               // of a group, unknown times last
	evicted              // of all entries, the one to give up first on top
	numOrders
)

// before reports whether a stands above b.
func (o order) before(a, b *entry) bool {
	ua, ub := a.at.IsZero(), b.at.IsZero()
	if ua || ub {
		if ua && ub {
			return a.age < b.age
		}
		if o == evicted {
			return ua
		}
		return ub
	}
	if !a.at.Equal(b.at) {
		return a.at.Before(b.at) != (o == newest)
	}
	return a.age < b.age != (o == newest)
}

// heap is a binary heap of entries that know their own place in it, so that any
// of them can be taken out in logarithmic time.
type heap struct {
	order order
	items []*entry
}

func (h *heap) push(e *entry) {
	h.items = append(h.items, e)
	e.place[h.order] = len(h.items) - 1
	h.up(len(h.items) - 1)
}

func (h *heap) remove(e *entry) {
	i, last := e.place[h.order], len(h.items)-1
	h.swap(i, last)
	h.items[last] = nil
	h.items = h.items[:last]
	if i < last {
		h.down(i)
		h.up(i)
	}
}

func (h *heap) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !h.order.before(h.items[i], h.items[parent]) {
			return
		}
		h.swap(i, parent)
		i = parent
	}
}

func (h *heap) down(i int) {
	for {
		best := i
		for _, child := range [2]int{2*i + 1, 2*i + 2} {
			if child < len(h.items) && h.order.before(h.items[child], h.items[best]) {
				best = child
			}
		}
		if best == i {
			return
		}
		h.swap(i, best)
		i = best
	}
}

func (h *heap) swap(i, j int) {
	h.items[i], h.items[j] = h.items[j], h.items[i]
	h.items[i].place[h.order] = i
	h.items[j].place[h.order] = j
}

// top returns the time of the topmost entry; zero when that is unknown.
func (h *heap) top() time.Time {
	if len(h.items) == 0 {
		return time.Time{}
	}
	return h.items[0].at
}

// first returns the n topmost entries, best first, in O(n²) for a small n whatever the
// size of the heap.
func (h *heap) first(n int) []*entry {
	if len(h.items) == 0 {
		return nil
	}
	out := make([]*entry, 0, min(n, len(h.items)))
	open := []int{0} // places whose parents are all in out
	for len(open) > 0 && len(out) < n {
		best := 0
		for i := range open {
			if h.order.before(h.items[open[i]], h.items[open[best]]) {
				best = i
			}
		}
		place := open[best]
		open[best] = open[len(open)-1]
		open = open[:len(open)-1]
		out = append(out, h.items[place])
		for _, child := range [2]int{2*place + 1, 2*place + 2} {
			if child < len(h.items) {
				open = append(open, child)
			}
		}
	}
	return out
}
