package board

import (
	"cmp"
	"math"

	"notdone/model"
)

// grouping is the groups of one pane while they change.
type grouping struct {
	pane    model.Pane
	bundles map[string]*bundle
	changed map[*bundle]struct{}
	order   *tree[*Group]
	keys    *tree[*Group]
	partial bool // not all rows of the pane are held
}

// bundle is one group while it changes: its rows and what is summed up over
// them, moved on row by row.
type bundle struct {
	key     string
	rows    *tree[*model.Row]
	newest  *tree[*model.Row] // the same rows, the one that changed last first
	runs    int
	nanoUSD int64
	priced  int // rows whose cost is known
	weights [model.NumSeverities + 1]int
	shown   *Group // as in the newest snapshot; nil before the first
}

func newGrouping(p model.Pane) *grouping {
	return &grouping{
		pane:    p,
		bundles: map[string]*bundle{},
		changed: map[*bundle]struct{}{},
		order:   newTree(compareGroups),
		keys:    newTree(compareGroupKeys),
	}
}

func (g *grouping) add(r *model.Row) {
	key := GroupKey(r)
	b := g.bundles[key]
	if b == nil {
		b = &bundle{key: key, rows: newTree(model.Compare), newest: newTree(compareNewest)}
		g.bundles[key] = b
	}
	b.rows.Set(r)
	b.newest.Set(r)
	b.count(r, 1)
	g.changed[b] = struct{}{}
}

func (g *grouping) remove(r *model.Row) {
	b := g.bundles[GroupKey(r)]
	if b == nil {
		return
	}
	if _, ok := b.rows.Delete(r); ok {
		b.newest.Delete(r)
		b.count(r, -1)
		g.changed[b] = struct{}{}
	}
}

func (b *bundle) count(r *model.Row, by int) {
	b.runs += by * r.Attempts
	b.weights[r.Weight()] += by
	if r.CostUSD != nil && !math.IsNaN(*r.CostUSD) {
		b.priced += by
		b.nanoUSD += int64(by) * int64(1e9*min(max(*r.CostUSD, 0), 1e5))
	}
}

// update brings the ordered groups up to date with the bundles that changed.
// Partial says that the pane has rows that are not held.
func (g *grouping) update(partial bool) {
	if partial != g.partial {
		g.partial = partial
		for _, b := range g.bundles {
			g.changed[b] = struct{}{}
		}
	}
	for b := range g.changed {
		if b.shown != nil {
			g.order.Delete(b.shown)
			g.keys.Delete(b.shown)
			b.shown = nil
		}
		if b.rows.Len() == 0 {
			delete(g.bundles, b.key)
			continue
		}
		b.shown = b.group(g.pane)
		b.shown.Partial = partial
		g.order.Set(b.shown)
		g.keys.Set(b.shown)
	}
	clear(g.changed)
}

func (b *bundle) group(p model.Pane) *Group {
	g := &Group{Key: b.key, Tasks: b.rows.Len(), Runs: b.runs, rows: b.rows.Copy()}
	if b.priced > 0 {
		usd := float64(b.nanoUSD) / 1e9
		g.CostUSD = &usd
	}
	for w, n := range b.weights {
		if n > 0 {
			g.Worst = w
		}
	}
	if first, ok := b.rows.Min(); ok {
		g.Worded = p == model.PaneFalseDone && !first.Corroborated()
	}
	if newest, ok := b.newest.Min(); ok {
		g.Newest = newest.Since()
		if newest.Obstacle != nil {
			g.Obstacle = *newest.Obstacle
		}
	}
	g.Obstacle.Key = b.key
	return g
}

// compareNewest orders rows from the one that changed last on.
func compareNewest(a, b *model.Row) int {
	return cmp.Or(b.Since().Compare(a.Since()), model.Compare(a, b))
}
