package board

import (
	"iter"
	"slices"
	"time"

	"notdone/classify"
	"notdone/model"
)

// index is everything that a snapshot shows, updated task by task. Only one
// goroutine may use it.
type index struct {
	keys    *tree[*Key] // of the tasks that are listed, by compareRefs
	rows    *rowCache
	panes   [model.NumPanes]*pane
	shelves [numClasses]*shelf // of the classes whose tasks ask for no operator; nil for the others
	parts   map[string]*part   // by queue
	shared  *shared
	charges charges
	living  living
	pasts   pasts        // of tasks at work again after attempts that ended
	came    recentAlarms // the latest keys that may alarm somebody
	changed bool         // since the last snapshot
	arrived bool         // a task came that was not known
	// unrecorded is what memory was not told of yet; nil without one.
	unrecorded map[model.Ref]judgement
	searches   []*Search
	ringless   bool // it does not look for tasks that wait for each other
}

// part is what of the index belongs to one source.
type part struct {
	queue  *string
	census census
	counts counts
	listed [numClasses]int // how many of the tasks are listed
	deps   *deps
	prior  prior
	stored bool // the file of the queue (see recall.go) says the same
	// priced says that the cost of a task that was judged is known, listed or not, or may be
	// that of one which is stored and not listed.
	priced   bool
	progress // of the first listing
}

// counts is how many tasks there are of each class, and of each severity, and how the
// finished ones turned out.
type counts struct {
	classes    [numClasses]int
	severities [model.NumSeverities]int
	tally      classify.Tally
	tended     int // tasks that are worked on and have no finding of warning or above
}

func (c *counts) add(s standing, by int) {
	c.tally.Add(s.tally(), by)
	c.classes[s.class()] += by
	if w := s.weight(); w > 0 { // a weight is the worst severity plus one; 0: no finding counts
		c.severities[w-1] += by
	}
	if s.class().state() == model.StateActive && s.weight() <= int(model.SeverityWarning) {
		c.tended += by
	}
}

func newIndex(keep room, minLoop int, marks *marks, ask func(model.Ref)) *index {
	x := &index{keys: newTree(compareRefs), rows: newRowCache(keep.whole, ask), parts: map[string]*part{}, charges: newCharges(), living: newLiving(), pasts: newPasts()}
	x.panes, x.came.of = newPanes(x.rows), x
	x.shared = &shared{loops: newLoops(minLoop), marks: marks, parts: x.parts}
	for c := range x.shelves {
		if !class(c).loud() {
			x.shelves[c] = &shelf{keys: newTree(compareKeys), keep: keep.quiet}
		}
	}
	return x
}

// part returns the part of a queue.
func (x *index) part(queue string) *part {
	p := x.parts[queue]
	if p == nil {
		p = &part{queue: &queue, deps: newDeps(queue)}
		x.parts[queue] = p
	}
	return p
}

// count notes the standing of a task and returns the one before, if any.
func (p *part) count(id string, s standing) (was standing, known bool) {
	if was, known = p.census.set(id, s); known {
		p.counts.add(was, -1)
	}
	p.counts.add(s, 1)
	return was, known
}

// total returns the classes and severities of all queues together. A tally and tended are of
// one queue, and left zero.
func (x *index) total() (all counts) {
	for _, p := range x.parts {
		for c, n := range p.counts.classes {
			all.classes[c] += n
		}
		for s, n := range p.counts.severities {
			all.severities[s] += n
		}
	}
	return all
}

// counts returns how many tasks there are of each state, those included that the first
// listing has yet to come to.
func (x *index) counts(total *counts) [model.NumStates]int {
	all := total.states()
	for _, p := range x.parts {
		for s, n := range p.unread() {
			all[s] += n
		}
	}
	return all
}

// states returns how many tasks there are of each state.
func (c *counts) states() (states [model.NumStates]int) {
	for of, n := range c.classes {
		states[class(of).state()] += n
	}
	return states
}

// key returns the key of a task; nil when it is not listed.
func (x *index) key(ref model.Ref) *Key {
	k, _ := x.keys.Get(pivot(ref))
	return k
}

// judge returns how a task is shown that was judged so by itself, and its key without
// the sum.
func (x *index) judge(alone *model.Row) (*Key, *model.Row) {
	inQueue, loop := x.shared.withPrior(alone), loopOf(alone)
	shown := x.shared.withFindings(inQueue, loop)
	k := newKey(x.part(alone.Queue).queue, alone, shown)
	k.own, k.loop = uint8(inQueue.Weight()), loop
	return k, shown
}

// putRow takes a task in as it was judged by itself.
func (x *index) putRow(alone *model.Row, now time.Time) {
	ref, p := alone.Ref(), x.part(alone.Queue)
	var old *Key
	if _, known := p.census.get(alone.ID); known {
		old = x.key(ref)
	} else {
		p.judged[alone.RecordedState]++
	}
	if !x.ringless {
		p.deps.set(alone)
	}
	x.changed = x.charges.set(ref, alone.Spending.Charges, now) || x.changed
	x.changed = x.living.set(ref, alone.Manned, alone.Alive) || x.changed
	k, shown := x.judge(alone)
	p.priced = p.priced || k.is(isPriced)
	held := x.rows.held(ref)
	if old == nil && held == nil && x.isBehind(k) && !x.rows.wants(ref) && len(x.searches) == 0 {
		x.show(nil, k, x.shared.standingOf(shown), nil, nil)
		return
	}
	k.sum = sumRow(alone)
	same := held != nil && held.key.facts == k.facts
	if old != nil && old.facts == k.facts && (same || !x.rows.wants(ref)) {
		x.seen(old, shown)
		return
	}
	if same {
		alone, shown = held.alone, held.shown
	} else {
		x.date(alone, shown, held, now)
	}
	if x.show(old, k, x.shared.standingOf(shown), alone, shown) {
		x.record(alone, now)
	}
}

// date gives a row the time since when its task has been judged so, as far as the row
// before tells.
func (x *index) date(alone, shown *model.Row, before *cachedRow, now time.Time) {
	switch {
	case before == nil:
		return
	case sameVerdict(before.alone, alone):
		alone.FirstJudged = before.alone.FirstJudged
	case x.unrecorded != nil:
		alone.FirstJudged = now
	}
	shown.FirstJudged = alone.FirstJudged
}

// show replaces the old key of a task, which is nil when it is not listed, and its row,
// where that is known. It reports whether the task is listed.
func (x *index) show(old, k *Key, s standing, alone, shown *model.Row) (listed bool) {
	p := x.part(*k.queue)
	was, known := p.count(k.id, s)
	p.stored = false
	if old != nil {
		x.unlist(old)
	}
	var before *model.Row
	if held := x.rows.held(k.ref()); held != nil {
		before = held.shown
	}
	x.pasts.follow(old, k, before, alone)
	listed = x.list(k)
	if listed {
		x.shared.loops.move(old, k)
	} else {
		x.shared.loops.move(old, nil)
	}
	found := x.seen(k, shown)
	held := alone != nil && x.rows.put(k, alone, shown, listed || found)
	x.changed = x.changed || listed || held || old != nil || !known || was != s
	x.arrived = x.arrived || !known
	return listed
}

// dropTask removes a task that no longer exists.
func (x *index) dropTask(ref model.Ref) {
	x.rows.drop(ref)
	p := x.part(ref.Queue)
	was, known := p.census.remove(ref.ID)
	if !known {
		return
	}
	x.changed, p.stored = true, false
	x.charges.set(ref, nil, time.Time{})
	x.living.set(ref, "", false)
	x.pasts.set(pivot(ref), nil)
	p.counts.add(was, -1)
	p.deps.remove(ref.ID)
	if k := x.key(ref); k != nil {
		x.evict(k)
	}
	x.dropFromSearches(ref)
}

// dropFromSearches takes a task that no longer exists out of what the searches list.
func (x *index) dropFromSearches(ref model.Ref) {
	for _, s := range x.searches {
		s.drop(ref)
	}
}

// seen tells the searches of a task, whose row is nil where only its key is new, and
// reports whether one of them lists it.
func (x *index) seen(k *Key, shown *model.Row) (found bool) {
	for _, s := range x.searches {
		found = s.see(k, shown) || found
	}
	return found
}

// showAnew shows a listed task with the findings that depend on other tasks as they are
// now. It reports whether that is possible without reading the task: where its row is not
// held whole, only the weight of those findings is brought up to date.
func (x *index) showAnew(ref model.Ref) bool {
	old, held := x.key(ref), x.rows.held(ref)
	switch {
	case old == nil:
		return true
	case held != nil:
		k, shown := x.judge(held.alone)
		k.sum = old.sum
		x.show(old, k, x.shared.standingOf(shown), held.alone, shown)
		return true
	case x.shared.marked(ref):
		return false
	}
	k, more := x.shared.weighed(old)
	s := x.part(ref.Queue).standingByKey(k, more)
	if k != old {
		x.show(old, k, s, nil, nil)
	}
	return true
}

// list lists a task if there is a place for it.
func (x *index) list(k *Key) bool {
	if k.is(isQuiet) {
		taken, out := x.shelves[k.class()].offer(k)
		if out != nil {
			x.evict(out)
		}
		if !taken {
			return false
		}
	}
	x.keys.Set(k)
	x.part(*k.queue).listed[k.class()]++
	x.panes[k.state.Pane()].add(k)
	x.came.add(k)
	return true
}

// isBehind reports whether a task is quiet and not before the horizon of its shelf, so that
// it cannot be listed.
func (x *index) isBehind(k *Key) bool {
	if !k.is(isQuiet) {
		return false
	}
	horizon := x.shelves[k.class()].horizon
	return horizon != nil && compareKeys(k, horizon) >= 0
}

// unlist takes a task out of the lists, which it may enter again with another key.
func (x *index) unlist(k *Key) {
	if k.is(isQuiet) {
		x.shelves[k.class()].keys.Delete(k)
	}
	x.keys.Delete(k)
	x.part(*k.queue).listed[k.class()]--
	x.panes[k.state.Pane()].remove(k)
}

// evict takes out a task that is listed no more.
func (x *index) evict(k *Key) {
	x.unlist(k)
	x.shared.loops.move(k, nil)
	for _, s := range x.searches {
		if s.query.Empty() { // it lists what the board lists
			s.drop(k.ref())
		}
	}
}

// short reports whether fewer than half of the tasks that a quiet class may list are
// listed although more exist, because tasks that were listed have left it.
func (x *index) short(c class, exist int) bool {
	if c.loud() {
		return false
	}
	shelf := x.shelves[c]
	return shelf.keys.Len() < (shelf.keep+1)/2 && exist > shelf.keys.Len()
}

// replaceQueue replaces everything of one source by a new listing of it, which
// lies in an index of its own. A task that both list with the same sum keeps its key and row.
func (x *index) replaceQueue(queue string, fresh *index, now time.Time) {
	next := fresh.part(queue)
	next.deps.follow(x.part(queue).deps)
	next.listed = x.part(queue).listed // those tasks leave the lists and others enter them below
	x.parts[queue] = next
	x.charges.replace(queue, &fresh.charges)
	x.living.replace(queue, &fresh.living)
	for _, old := range x.keysOf(queue) {
		switch k, stays := fresh.keys.Get(old); {
		case !stays:
			x.rows.drop(old.ref())
			x.pasts.set(old, nil)
			x.evict(old)
			x.dropFromSearches(old.ref())
		case k.sum != old.sum:
			x.evict(old)
		}
	}
	x.moveHorizons(fresh)
	fresh.keys.Scan(func(k *Key) bool {
		if x.key(k.ref()) == nil {
			x.adopt(k, fresh.rows.held(k.ref()), now)
		}
		return true
	})
	x.changed, x.arrived = true, true
}

// keysOf returns the keys of a queue.
func (x *index) keysOf(queue string) []*Key { return slices.Collect(keysIn(x.keys, queue)) }

// keysIn gives the keys of a queue among all keys, which must stay as they are meanwhile.
func keysIn(all *tree[*Key], queue string) iter.Seq[*Key] {
	return func(yield func(*Key) bool) {
		all.Ascend(pivot(model.Ref{Queue: queue}), func(k *Key) bool { return *k.queue == queue && yield(k) })
	}
}

// moveHorizons takes over the horizons of a new listing, and leaves out what is
// behind them.
func (x *index) moveHorizons(fresh *index) {
	for c, shelf := range x.shelves {
		if shelf == nil {
			continue
		}
		if h := fresh.shelves[c].horizon; shelf.horizon == nil || h != nil && compareKeys(h, shelf.horizon) < 0 {
			shelf.horizon = h
		}
		for last, ok := shelf.keys.Max(); ok && shelf.horizon != nil && compareKeys(last, shelf.horizon) > 0; last, ok = shelf.keys.Max() {
			x.evict(last)
		}
	}
}

// sameVerdict reports whether two rows are the same verdict for memory.
func sameVerdict(a, b *model.Row) bool {
	if a.Obstacle == nil || b.Obstacle == nil {
		return a.State == b.State && a.Obstacle == b.Obstacle
	}
	return a.State == b.State && a.Obstacle.Key == b.Obstacle.Key
}
