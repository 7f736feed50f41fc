package board

import (
	"cmp"
	"math"
	"time"

	"notdone/model"
)

// Group is the tasks of one pane that meet the same obstacle. It never changes
// and may be read from any goroutine.
type Group struct {
	Key      string         // the obstacle's key, or "rule:" and a rule's name where no obstacle is known
	Obstacle model.Obstacle // of the group's newest row; its Key is the group's
	Tasks    int            // rows in the group; at least 1
	Partial  bool           // tasks of the pane are not held, and some may belong to the group
	Sources  int            // of which the rows are; at least 1
	Runs     int            // attempts of all of them together
	CostUSD  *float64       // what they cost together; nil when no cost is known
	Newest   time.Time      // the newest Since of its rows; zero when none is known
	Worst    int            // the greatest Weight of its rows
	Worded   bool           // a false-done group in which nothing but words speaks against done
	Rows     List[model.Row]
}

// GroupKey returns the key of the group that the row belongs to.
func GroupKey(r *model.Row) string {
	if r.Obstacle != nil {
		return r.Obstacle.Key
	}
	rule, worst := "none", -1
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Counts() && int(f.Severity) > worst {
			rule, worst = f.Rule, int(f.Severity)
		}
	}
	return "rule:" + rule
}

func compareGroups(a, b *Group) int {
	if a.Worded != b.Worded {
		if b.Worded {
			return -1
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(b.Worst, a.Worst),
		cmp.Compare(b.Tasks, a.Tasks),
		b.Newest.Compare(a.Newest),
		cmp.Compare(a.Key, b.Key),
	)
}

func compareGroupKeys(a, b *Group) int { return cmp.Compare(a.Key, b.Key) }

// pane is the rows of one pane that are held, and their groups, while they change.
type pane struct {
	id      model.Pane
	rows    *tree[*model.Row]
	bundles map[string]*bundle // empty in a pane that is not grouped
	changed map[*bundle]struct{}
	groups  *tree[*Group]
	keys    *tree[*Group]
	partial bool // not all rows of the pane are held
}

// bundle is one group while it changes: its rows and what is summed up over
// them, moved on row by row.
type bundle struct {
	key     string
	rows    *tree[*model.Row]
	newest  *tree[*model.Row] // the same rows, the one that changed last first
	queues  map[string]int    // how many of the rows each queue has
	runs    int
	nanoUSD int64
	priced  int // rows whose cost is known
	weights [model.NumSeverities + 1]int
	shown   *Group // as in the newest snapshot; nil before the first
}

func newPanes() (panes [model.NumPanes]*pane) {
	for id := range panes {
		panes[id] = &pane{
			id:      model.Pane(id),
			rows:    newTree(model.Compare),
			bundles: map[string]*bundle{},
			changed: map[*bundle]struct{}{},
			groups:  newTree(compareGroups),
			keys:    newTree(compareGroupKeys),
		}
	}
	return panes
}

func (p *pane) add(r *model.Row) {
	p.rows.Set(r)
	if !p.id.Grouped() {
		return
	}
	key := GroupKey(r)
	b := p.bundles[key]
	if b == nil {
		b = &bundle{key: key, rows: newTree(model.Compare), newest: newTree(compareNewest), queues: map[string]int{}}
		p.bundles[key] = b
	}
	b.rows.Set(r)
	b.newest.Set(r)
	p.count(b, r, 1)
}

func (p *pane) remove(r *model.Row) {
	p.rows.Delete(r)
	if !p.id.Grouped() {
		return
	}
	b := p.bundles[GroupKey(r)]
	b.rows.Delete(r)
	b.newest.Delete(r)
	p.count(b, r, -1)
}

// count moves the sums of a bundle on by a row.
func (p *pane) count(b *bundle, r *model.Row, by int) {
	p.changed[b] = struct{}{}
	if b.queues[r.Queue] += by; b.queues[r.Queue] == 0 {
		delete(b.queues, r.Queue)
	}
	b.runs += by * r.Attempts
	b.weights[r.Weight()] += by
	if r.CostUSD != nil && !math.IsNaN(*r.CostUSD) {
		b.priced += by
		b.nanoUSD += int64(by) * int64(nano*min(max(*r.CostUSD, 0), 1e5))
	}
}

// view returns the pane as it is now. Partial says that it has rows that are not
// held.
func (p *pane) view(partial bool) paneView {
	if partial != p.partial {
		p.partial = partial
		for _, b := range p.bundles {
			p.changed[b] = struct{}{}
		}
	}
	for b := range p.changed {
		if b.shown != nil {
			p.groups.Delete(b.shown)
			p.keys.Delete(b.shown)
		}
		if b.rows.Len() == 0 {
			delete(p.bundles, b.key)
			continue
		}
		b.shown = p.group(b)
		p.groups.Set(b.shown)
		p.keys.Set(b.shown)
	}
	clear(p.changed)
	return paneView{
		rows: List[model.Row]{p.rows.Copy()}, groups: List[Group]{p.groups.Copy()}, keys: p.keys.Copy(),
		partial: partial,
	}
}

// group returns the group that a bundle, which has rows, is now.
func (p *pane) group(b *bundle) *Group {
	g := &Group{
		Key: b.key, Tasks: b.rows.Len(), Sources: len(b.queues), Partial: p.partial, Runs: b.runs,
		Rows: List[model.Row]{b.rows.Copy()},
	}
	if b.priced > 0 {
		usd := float64(b.nanoUSD) / nano
		g.CostUSD = &usd
	}
	for w, n := range b.weights {
		if n > 0 {
			g.Worst = w
		}
	}
	first, _ := b.rows.Min()
	g.Worded = p.id == model.PaneFalseDone && !first.Corroborated()
	newest, _ := b.newest.Min()
	g.Newest = newest.Since()
	if newest.Obstacle != nil {
		g.Obstacle = *newest.Obstacle
	}
	g.Obstacle.Key = b.key
	return g
}

// compareNewest orders rows from the one that changed last on.
func compareNewest(a, b *model.Row) int {
	return cmp.Or(b.Since().Compare(a.Since()), model.Compare(a, b))
}
