package board

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
	"notdone/ui/query"
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

	nanoUSD       int64 // what the tasks cost, in billionths
	againUSD      int64 // the share of nanoUSD that attempts cost after the first one at their task
	priced        int   // tasks whose cost is known
	met           int   // attempts that ended there, as near as the keys tell
	first, newest *Key
	oldest        *Key
	latest        *Key           // as newest, of whatever pane
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

// Loose reports whether the tasks share nothing.
func (g *Group) Loose() bool { return g.ID == Loose }

// First returns the row that the list of the tasks begins with, or its outline.
func (g *Group) First() *model.Row { return g.row(g.first) }

// Newest returns the row of the task that changed last, or its outline; of active tasks
// the first one.
func (g *Group) Newest() *model.Row { return g.row(g.newest) }

// row returns the row of a key, or its outline where the task has left the group since.
func (g *Group) row(k *Key) *model.Row {
	if r := g.rows.row(k); r.Outline || g.Loose() || GroupID(r) == g.ID {
		return r
	}
	return k.outline()
}

// Since returns when the newest of the tasks changed; zero when that is not known.
func (g *Group) Since() time.Time { return g.newest.since() }

// Loose is the ID of the group of those tasks of a pane that share nothing with others: no
// finding of warning or above counts. They are shown one by one.
const Loose = 1

// GroupID returns the ID of the group that the row belongs to, a hash of its key or Loose.
func GroupID(r *model.Row) uint64 {
	key := groupKey(r)
	if key == "" {
		return Loose
	}
	return hashText(key)
}

// CauseKey returns the text by which tasks of one pane are known to share a cause: the key of the
// obstacle where there is one. It is hostile, the same in any run, and empty where the row shares
// nothing with others: it is of no pane that is grouped, or its group is Loose.
func CauseKey(r *model.Row) string {
	if !r.State.Pane().Grouped() {
		return ""
	}
	return strings.ReplaceAll(groupKey(r), "\x00", " ")
}

// unsaid is the ID of the group of the tasks that are blocked for no recorded reason.
var unsaid = hashText(unsaidKey)

const unsaidKey = "unsaid"

// groupKey returns the key of the obstacle, or where no obstacle is known another text that
// tasks share: of failed ones the headline, of active ones what is found about them or that
// nobody tends their queue, of others the rule of the worst finding. It is empty for a task of
// no group.
func groupKey(r *model.Row) string {
	loud, pane := r.Weight() > int(model.SeverityWarning), r.State.Pane()
	switch {
	case pane == model.PaneActive && !loud:
		return ""
	case pane == model.PaneActive && Untended(r):
		return "untended:" + r.Queue
	case pane == model.PaneActive:
		return factKey(r)
	case pane == model.PaneBlocked && r.Obstacle != nil && r.Obstacle.Name != "" && r.Obstacle.Text == "":
		return unsaidKey
	case r.Obstacle != nil:
		return r.Obstacle.Key
	case pane == model.PaneFailed && (r.Headline == "" || r.State == model.StateUnknown && !loud):
		return ""
	case pane == model.PaneFailed:
		said, _, _ := strings.Cut(r.Headline, "(")
		return "headline:" + cycle.NormalError(said)
	}
	rule, worst := "none", -1
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Counts() && int(f.Severity) > worst {
			rule, worst = f.Rule, int(f.Severity)
		}
	}
	return "rule:" + rule
}

// untendedRules see a task that nobody tends. That nobody takes one is told by what would
// clear the finding, whatever the rule is.
var untendedRules = []string{"stale-heartbeat", "claim-expired", "orphan-claim", "dead-worker"}

// Untended reports whether the worst that is found about a task is that nobody takes or
// tends it.
func Untended(r *model.Row) bool {
	worst, _ := model.Worst(r.Findings)
	return slices.ContainsFunc(r.Findings, func(f model.Finding) bool {
		return f.Counts() && f.Severity == worst && (slices.Contains(untendedRules, f.Rule) || f.Clears == classify.ClearedByClaim)
	})
}

// factKey returns the key of what is found about an active task: of the fact, or where only
// other tasks tell something about it, that it waits in a ring.
func factKey(r *model.Row) string {
	key := "found:" + r.Queue + "\x00"
	f := shareable(r)
	switch {
	case f == nil:
		return key + r.ID
	case f.Rule == classify.RuleRing:
		return key + f.Rule
	}
	return key + f.Rule + "\x00" + Fact(r)
}

// shareable returns the finding of an active task that others may share: the worst one of its
// own, which does not change with other tasks, or else that it waits in a ring; or nil.
func shareable(r *model.Row) (ring *model.Finding) {
	for i := range r.Findings {
		switch f := &r.Findings[i]; {
		case !f.Counts() || f.Severity < model.SeverityWarning || f.Rule == ruleRequeueLoop:
		case f.Rule != classify.RuleRing:
			return f
		default:
			ring = f
		}
	}
	return ring
}

// Fact returns what is found about an active task that may be true of several: a message
// without what follows a colon or stands in brackets at its end. It is empty where nothing is.
func Fact(r *model.Row) string {
	f := shareable(r)
	if f == nil {
		return ""
	}
	fact, _, _ := strings.Cut(f.Message, ": ")
	if at := strings.LastIndex(fact, " ("); at > 0 && strings.HasSuffix(fact, ")") {
		fact = fact[:at]
	}
	return fact
}

// compareGroups orders the groups of a pane as Snapshot.Groups says.
func compareGroups(a, b *Group) int {
	return cmp.Or(
		trueLast(a.Loose(), b.Loose()),
		trueLast(a.Worded, b.Worded),
		cmp.Compare(b.Worst, a.Worst),
		cmp.Compare(b.Tasks, a.Tasks),
		b.Since().Compare(a.Since()),
		compareRefs(a.newest, b.newest),
		compareGroupIDs(a, b), // of a task that changes its cause both groups are there for a moment
	)
}

// trueLast orders false before true.
func trueLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func compareGroupIDs(a, b *Group) int { return cmp.Compare(a.ID, b.ID) }

// pane holds the listed tasks of one pane and their groups. It changes; its view does not.
type pane struct {
	id      model.Pane
	keys    *tree[*Key]
	rows    *rowCache
	changed map[uint64]*Group // with the sums of now; a pane that is not grouped has none
	groups  *tree[*Group]
	byID    *tree[*Group]
	again   amount    // of the groups as they are shown
	priced  int       // tasks whose cost is known
	shown   *paneView // as it was viewed last; nil: it is another one since

	order  query.Order
	sorted *tree[*Key] // by the order; nil: it is the usual one
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
	p.shown = nil
	p.keys.Set(k)
	if p.sorted != nil {
		p.sorted.Set(k)
	}
	p.count(k, 1)
}

// addAll adds tasks, which it sorts.
func (p *pane) addAll(keys []*Key) {
	p.shown = nil
	compare := compareKeys
	if p.id.Grouped() {
		compare = compareCauses
	}
	slices.SortFunc(keys, compare)
	p.keys = withKeys(p.keys, keys, compare)
	for _, k := range keys {
		if p.sorted != nil {
			p.sorted.Set(k)
		}
		p.count(k, 1)
	}
}

func (p *pane) remove(k *Key) {
	p.shown = nil
	p.keys.Delete(k)
	if p.sorted != nil {
		p.sorted.Delete(k)
	}
	p.count(k, -1)
}

// sort sorts the tasks by a key, one by one; by the zero order it groups them again.
func (p *pane) sort(by query.Order) {
	p.order, p.sorted, p.shown = by, nil, nil
	if by == (query.Order{}) {
		return
	}
	p.sorted = newTree(func(a, b *Key) int {
		factsA, factsB := a.Facts(), b.Facts()
		return cmp.Or(by.Compare(&factsA, &factsB), compareKeys(a, b))
	})
	p.keys.Scan(func(k *Key) bool {
		p.sorted.Set(k)
		return true
	})
}

// count moves the sums of the pane and of a group on by a task.
func (p *pane) count(k *Key, by int) {
	if k.is(isPriced) {
		p.priced += by
	}
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
	g.againUSD += int64(by) * k.againUSD()
	g.met += by * k.met()
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

// view returns the pane as it is now: with the same lists as before where nothing has changed.
func (p *pane) view() paneView {
	if p.shown != nil {
		return *p.shown
	}
	for id, g := range p.changed {
		if shown, ok := p.byID.Get(g); ok {
			p.groups.Delete(shown)
			p.byID.Delete(shown)
			p.again.add(shown, -1)
		}
		if g.Tasks > 0 {
			p.sum(g)
			p.groups.Set(g)
			p.byID.Set(g)
			p.again.add(g, 1)
		}
		delete(p.changed, id)
	}
	v := paneView{keys: p.keys.Copy(), groups: Groups{p.groups.Copy()}, byID: p.byID.Copy(), again: p.again, priced: p.priced}
	if p.sorted != nil {
		v.order, v.sorted = p.order, p.sorted.Copy()
	}
	p.shown = &v
	return v
}

// sum works out what the order of a group's tasks says about it: of each rank the newest
// task is the first.
func (p *pane) sum(g *Group) {
	g.first, g.newest, g.oldest, g.latest, g.Worst = nil, nil, nil, nil, 0
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
		if best.changed() > g.newest.changed() && p.id != model.PaneActive {
			g.newest = best
		}
		if best.weight > uint8(model.SeverityWarning) {
			g.Worst = max(g.Worst, int(best.weight))
		}
		from = firstOf(g.ID, best.rank+1)
		p.keys.Descend(from, func(last *Key) bool {
			for _, k := range []*Key{best, last} {
				if g.oldest == nil || k.changed() < g.oldest.changed() {
					g.oldest = k
				}
				if g.latest == nil || k.changed() > g.latest.changed() {
					g.latest = k
				}
			}
			return false
		})
	}
	g.Worded = p.id == model.PaneFalseDone && g.first.grade < model.GradeStrong
	g.Sources = max(len(g.queues), 1)
}

// firstOf returns a key that compareCauses puts before the tasks of a group that have this rank or
// a greater one, and behind those with a smaller one.
func firstOf(group uint64, rank uint8) *Key {
	k := &Key{queue: new(string)}
	k.cause, k.rank, k.first, k.then = group, rank, -never, -never
	return k
}
