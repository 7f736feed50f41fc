package board

import (
	"cmp"
	"time"

	"notdone/model"
)

// Group is the tasks of one pane that meet the same obstacle. It never changes
// and may be read from any goroutine.
type Group struct {
	ID      uint64 // see GroupID
	Tasks   int    // at least 1
	Runs    int    // attempts of all of them together
	Sources int    // of which the tasks are; at least 1
	Worst   int    // the greatest Weight of its rows, where that is a warning at least
	Worded  bool   // a false-done group in which nothing but words speaks against done

	nanoUSD       int64
	priced        int // tasks whose cost is known
	first, newest *Key
	queues        map[string]int // how many of the tasks each queue has; nil before the second queue
	rows          *rowCache
}

// CostUSD returns what the tasks cost together; nil when no cost is known.
func (g *Group) CostUSD() *float64 {
	if g.priced == 0 {
		return nil
	}
	usd := float64(g.nanoUSD) / nano
	return &usd
}

// First returns the row that the list of the tasks begins with, or its outline.
func (g *Group) First() *model.Row { return g.row(g.first) }

// Newest returns the row of the task that changed last, or its outline.
func (g *Group) Newest() *model.Row { return g.row(g.newest) }

// row returns the row of a key, or its outline where the task has left the group since.
func (g *Group) row(k *Key) *model.Row {
	if r := g.rows.row(k); r.Outline || GroupID(r) == g.ID {
		return r
	}
	return k.outline()
}

// Since returns when the newest of the tasks changed; zero when that is not known.
func (g *Group) Since() time.Time { return g.newest.since() }

// GroupID returns the ID of the group that the row belongs to, a hash of its key.
func GroupID(r *model.Row) uint64 { return hashText(groupKey(r)) }

// groupKey returns the key of the obstacle, or "rule:" and the rule of the worst finding
// where no obstacle is known.
func groupKey(r *model.Row) string {
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
		b.Since().Compare(a.Since()),
		compareRefs(a.newest, b.newest),
	)
}

func compareGroupIDs(a, b *Group) int { return cmp.Compare(a.ID, b.ID) }

// pane is the tasks of one pane that are listed, and their groups, while they change.
type pane struct {
	id      model.Pane
	keys    *tree[*Key]
	rows    *rowCache
	changed map[uint64]*Group // with the sums of now; a pane that is not grouped has none
	groups  *tree[*Group]
	byID    *tree[*Group]
}

func newPanes(rows *rowCache) (panes [model.NumPanes]*pane) {
	for i := range panes {
		p := &pane{id: model.Pane(i), rows: rows, changed: map[uint64]*Group{}}
		p.keys, p.groups, p.byID = newTree(compareKeys), newTree(compareGroups), newTree(compareGroupIDs)
		if p.id.Grouped() {
			p.keys = newTree(compareCauses)
		}
		panes[i] = p
	}
	return panes
}

func (p *pane) add(k *Key) {
	p.keys.Set(k)
	p.count(k, 1)
}

func (p *pane) remove(k *Key) {
	p.keys.Delete(k)
	p.count(k, -1)
}

// count moves the sums of a group on by a task.
func (p *pane) count(k *Key, by int) {
	if !p.id.Grouped() {
		return
	}
	g := p.change(k.cause)
	if g.Tasks == 0 {
		g.newest, g.queues = k, nil
	}
	if g.queues == nil && *g.newest.queue != *k.queue {
		g.queues = map[string]int{*g.newest.queue: g.Tasks}
	}
	if g.queues != nil {
		if g.queues[*k.queue] += by; g.queues[*k.queue] == 0 {
			delete(g.queues, *k.queue)
		}
	}
	g.Tasks += by
	g.Runs += by * int(k.attempts)
	g.nanoUSD += int64(by) * k.nanoUSD
	if k.is(isPriced) {
		g.priced += by
	}
}

// change returns a group to be changed before the next snapshot.
func (p *pane) change(id uint64) *Group {
	g := p.changed[id]
	if g == nil {
		g = &Group{ID: id, rows: p.rows}
		if shown, ok := p.byID.Get(g); ok {
			*g = *shown
		}
		p.changed[id] = g
	}
	return g
}

// view returns the pane as it is now.
func (p *pane) view() paneView {
	for id, g := range p.changed {
		if shown, ok := p.byID.Get(g); ok {
			p.groups.Delete(shown)
			p.byID.Delete(shown)
		}
		if g.Tasks > 0 {
			p.sum(g)
			p.groups.Set(g)
			p.byID.Set(g)
		}
		delete(p.changed, id)
	}
	return paneView{keys: p.keys.Copy(), groups: Groups{p.groups.Copy()}, byID: p.byID.Copy()}
}

// sum works out what the order of a group's tasks says about it: of each rank the newest
// task is the first.
func (p *pane) sum(g *Group) {
	g.first, g.newest, g.Worst = nil, nil, 0
	for from := firstOf(g.ID, 0); from != nil; {
		var best *Key
		p.keys.Ascend(from, func(k *Key) bool {
			best = k
			return false
		})
		if best == nil || best.cause != g.ID {
			break
		}
		if g.first == nil {
			g.first, g.newest = best, best
		}
		if best.then < g.newest.then {
			g.newest = best
		}
		if best.weight > uint8(model.SeverityWarning) {
			g.Worst = max(g.Worst, int(best.weight))
		}
		from = firstOf(g.ID, best.rank+1)
	}
	g.Worded = p.id == model.PaneFalseDone && g.first.grade < model.GradeStrong
	g.Sources = max(len(g.queues), 1)
}

// firstOf returns what stands before all tasks of a group that have a rank or a greater
// one, among keys ordered by compareCauses.
func firstOf(group uint64, rank uint8) *Key {
	k := &Key{queue: new(string)}
	k.cause, k.rank, k.first, k.then = group, rank, -never, -never
	return k
}
