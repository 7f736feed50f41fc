package cycle

import (
	"math"
	"time"

	"notdone/model"
)

const (
	maxAffected = 256     // refs that one change reports
	maxRefs     = 32      // refs that a loop names
	maxEntries  = 200_000 // tasks that a ledger remembers unless told otherwise
	nano        = 1e9
	maxCost     = 10_000 // USD; more for one task is taken for a mistake, and as unknown
)

// Loop is one wish that met one obstacle in several tasks.
type Loop struct {
	Wish    string
	Key     string // the obstacle's
	Count   int    // tasks; at least 2
	Runs    int    // their attempts, at least one each
	First   time.Time
	Last    time.Time
	CostUSD *float64    // of those whose cost is known; nil when none is
	Refs    []model.Ref // the newest of them first, at most 32
}

// Ledger remembers which wish met which obstacle, to find the same wish asked
// again and failing the same way. Its memory is bounded: beyond its capacity the
// task that is oldest is forgotten. It is not safe for concurrent use.
type Ledger struct {
	capacity int
	entries  map[model.Ref]*entry
	groups   map[groupKey]*group
	ages     heap
	age      uint64
}

type groupKey struct{ wish, key string }

type entry struct {
	ref   model.Ref
	at    time.Time
	age   uint64 // order of arrival, for entries of the same time
	runs  int
	cost  int64 // in billionths of a USD, so that sums are exact
	paid  bool  // cost is known
	group *group
	place [numOrders]int
}

type group struct {
	id     groupKey
	oldest heap
	newest heap
	runs   int
	cost   int64
	paid   int // entries whose cost is known
}

// NewLedger returns an empty ledger that remembers at most capacity tasks;
// 200,000 when capacity is 0 or less.
func NewLedger(capacity int) *Ledger {
	if capacity <= 0 {
		capacity = maxEntries
	}
	return &Ledger{
		capacity: capacity, entries: map[model.Ref]*entry{}, groups: map[groupKey]*group{},
		ages: heap{order: evicted},
	}
}

// Put records that a task with this wish last met the obstacle of this key at a
// time, after so many attempts and at a cost in USD that is nil when unknown. It
// returns the tasks whose Loop may have changed by it, at most 256 and the task
// itself first; none when nothing changed. A blank
// wish or key is the same as Remove.
func (l *Ledger) Put(ref model.Ref, wish, key string, at time.Time, attempts int, cost *float64) (affected []model.Ref) {
	if wish == "" || key == "" {
		return l.Remove(ref)
	}
	e := &entry{ref: ref, at: at, runs: max(attempts, 1)}
	if cost != nil && math.Abs(*cost) < maxCost {
		e.cost, e.paid = int64(math.Round(*cost*nano)), true
	}
	id := groupKey{wish, key}
	if old, ok := l.entries[ref]; ok {
		if old.group.id == id && old.at.Equal(at) && old.runs == e.runs && old.cost == e.cost && old.paid == e.paid {
			return nil
		}
		affected = l.drop(old, old.group.id != id)
	} else if len(l.entries) >= l.capacity {
		forgotten := l.ages.items[0]
		affected = append(l.drop(forgotten, true), forgotten.ref)
	}
	g := l.groups[id]
	if g == nil {
		g = &group{id: id, oldest: heap{order: oldest}, newest: heap{order: newest}}
		l.groups[id] = g
	}
	l.age++
	e.age, e.group = l.age, g
	l.entries[ref] = e
	l.ages.push(e)
	g.add(e)
	return merge(ref, g.affected(), affected)
}

// Remove forgets a task. It returns the tasks whose Loop may have changed by
// it, at most 256, and not the task itself.
func (l *Ledger) Remove(ref model.Ref) (affected []model.Ref) {
	e, ok := l.entries[ref]
	if !ok {
		return nil
	}
	return l.drop(e, true)
}

// drop takes an entry out and reports who is affected, if that is asked.
func (l *Ledger) drop(e *entry, report bool) []model.Ref {
	delete(l.entries, e.ref)
	l.ages.remove(e)
	g := e.group
	g.remove(e)
	if len(g.newest.items) == 0 {
		delete(l.groups, g.id)
		return nil
	}
	if !report {
		return nil
	}
	return g.affected()
}

// merge puts the changed task, the members of its group and those of the group
// that it left into one list without repetition, up to the bound.
func merge(self model.Ref, now, left []model.Ref) []model.Ref {
	out := make([]model.Ref, 0, min(1+len(now)+len(left), maxAffected))
	out = append(out, self)
	var seen map[model.Ref]bool
	if len(left) > 0 {
		seen = make(map[model.Ref]bool, len(now))
	}
	for _, r := range now {
		if seen != nil {
			seen[r] = true
		}
		if r != self && len(out) < maxAffected {
			out = append(out, r)
		}
	}
	for _, r := range left {
		if r != self && !seen[r] && len(out) < maxAffected {
			out = append(out, r)
		}
	}
	return out
}

// Loop returns the repetition that a task is part of; false when no other task
// had the same wish and met the same obstacle.
func (l *Ledger) Loop(ref model.Ref) (Loop, bool) {
	e, ok := l.entries[ref]
	if !ok || len(e.group.newest.items) < 2 {
		return Loop{}, false
	}
	g := e.group
	loop := Loop{
		Wish: g.id.wish, Key: g.id.key, Count: len(g.newest.items), Runs: g.runs,
		First: g.oldest.top(), Last: g.newest.top(), Refs: refs(g.newest.first(maxRefs)),
	}
	if g.paid > 0 {
		usd := float64(g.cost) / nano
		loop.CostUSD = &usd
	}
	return loop, true
}

// Len returns how many tasks are remembered.
func (l *Ledger) Len() int { return len(l.entries) }

func (g *group) add(e *entry) {
	g.oldest.push(e)
	g.newest.push(e)
	g.runs += e.runs
	g.cost += e.cost
	if e.paid {
		g.paid++
	}
}

func (g *group) remove(e *entry) {
	g.oldest.remove(e)
	g.newest.remove(e)
	g.runs -= e.runs
	g.cost -= e.cost
	if e.paid {
		g.paid--
	}
}

// affected returns members, as many as a change reports. They stand in the
// order of the heap, which is that of time only roughly.
func (g *group) affected() []model.Ref {
	return refs(g.newest.items[:min(maxAffected, len(g.newest.items))])
}

func refs(entries []*entry) []model.Ref {
	out := make([]model.Ref, len(entries))
	for i, e := range entries {
		out[i] = e.ref
	}
	return out
}
