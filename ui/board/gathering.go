package board

import (
	"strings"
	"time"

	"notdone/model"
)

// Gathering collects the rows of a Scan, and tells what repeats among them and what asks for
// somebody first. Of a row it holds the key.
type Gathering struct {
	queues map[string]*string
	panes  [model.NumPanes]*pane
	pasts  pasts
	names  map[uint64]*model.Row // of each group one row; nil: they are not asked for
}

// NewGathering returns one without rows. With named set it holds a row of each group too, for
// Newest.
func NewGathering(named bool) *Gathering {
	g := &Gathering{queues: map[string]*string{}, panes: newPanes(newRowCache(0, nil)), pasts: newPasts()}
	if named {
		g.names = map[uint64]*model.Row{}
	}
	return g
}

// Add adds a row, which must not change any more, and returns its key.
func (g *Gathering) Add(r *model.Row) *Key {
	if g.queues[r.Queue] == nil {
		queue := strings.Clone(r.Queue)
		g.queues[queue] = &queue
	}
	k := newKey(g.queues[r.Queue], r, r)
	g.pasts.follow(nil, k, nil, r)
	if p := k.state.Pane(); p.Grouped() && k.cause != Loose {
		g.panes[p].add(k)
		if known := g.names[k.cause]; g.names != nil && (known == nil || r.Since().After(known.Since())) {
			g.names[k.cause] = r
		}
	}
	return k
}

// Loops returns what repeats, in this order or the other way round.
func (g *Gathering) Loops(now time.Time, order LoopOrder, reversed bool) []Loop {
	return g.snapshot().Loops(now, order, reversed)
}

// Asks returns what asks for somebody, what matters most first.
func (g *Gathering) Asks() []Ask { return g.snapshot().Asks() }

func (g *Gathering) snapshot() *Snapshot {
	s := &Snapshot{again: g.pasts}
	for i, p := range g.panes {
		s.panes[i] = p.view()
	}
	return s
}

// Newest returns the newest row of a loop; of a Gathering without names nil, unless all its
// tasks are at work again.
func (g *Gathering) Newest(l *Loop) *model.Row {
	if r := g.names[l.ID]; r != nil {
		return r
	}
	return l.Stood
}
