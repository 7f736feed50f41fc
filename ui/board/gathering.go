package board

import (
	"time"

	"notdone/model"
)

// Gathering collects the rows of a Scan, and tells what repeats among them and what asks for
// somebody first. Of each group it holds one row.
type Gathering struct {
	panes [model.NumPanes]*pane
	pasts pasts
	names map[uint64]*model.Row
}

// NewGathering returns one without rows.
func NewGathering() *Gathering {
	return &Gathering{panes: newPanes(newRowCache(0, nil)), pasts: newPasts(), names: map[uint64]*model.Row{}}
}

// Add adds a row, which must not change any more.
func (g *Gathering) Add(r *model.Row) {
	k := newKey(&r.Queue, r, r)
	g.pasts.follow(nil, k, nil, r)
	if p := k.state.Pane(); p.Grouped() && k.cause != Loose {
		g.panes[p].add(k)
		if known := g.names[k.cause]; known == nil || r.Since().After(known.Since()) {
			g.names[k.cause] = r
		}
	}
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

// Newest returns the newest row of a loop.
func (g *Gathering) Newest(l *Loop) *model.Row {
	if r := g.names[l.ID]; r != nil {
		return r
	}
	return l.Stood
}
