package board

import (
	"reflect"
	"time"

	"notdone/classify"
	"notdone/model"
)

// index is everything that a snapshot shows, updated task by task. Only one
// goroutine may use it.
type index struct {
	refs    *tree[*model.Row]
	panes   [model.NumPanes]*pane
	shelves [numClasses]*shelf
	parts   map[string]*part // by queue
	shared  *shared
	changed bool // since the last snapshot
	arrived bool // a task came that was not known
	// unrecorded are the rows held that memory was not told of yet; nil without one.
	unrecorded map[model.Ref]*model.Row
}

// part is what of the index belongs to one source.
type part struct {
	census census
	counts counts
	deps   *deps
	prior  prior
}

// counts is how many tasks there are of each class, and of each severity, and how the
// finished ones turned out.
type counts struct {
	classes    [numClasses]int
	severities [model.NumSeverities]int
	tally      classify.Tally
}

func (c *counts) add(s standing, by int) {
	c.tally.Add(s.tally(), by)
	c.classes[s.class()] += by
	if w := s.weight(); w > 0 {
		c.severities[w-1] += by
	}
}

func newIndex(keep room, minLoop int, marks *marks) *index {
	x := &index{refs: newTree(compareRef), panes: newPanes(), parts: map[string]*part{}}
	x.shared = &shared{loops: newLoops(minLoop), alone: map[model.Ref]*model.Row{}, marks: marks, parts: x.parts}
	for c := range x.shelves {
		x.shelves[c] = &shelf{rows: newTree(model.Compare), keep: keep.of(class(c))}
	}
	return x
}

// part returns the part of a queue.
func (x *index) part(queue string) *part {
	p := x.parts[queue]
	if p == nil {
		p = &part{deps: newDeps(queue)}
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

// total returns the counts of all queues together.
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

// states returns how many tasks there are of each state.
func (c *counts) states() (states [model.NumStates]int) {
	for of, n := range c.classes {
		states[class(of).state()] += n
	}
	return states
}

// held returns the row that is shown for a task; nil when it is not held.
func (x *index) held(ref model.Ref) *model.Row {
	r, _ := x.refs.Get(pivot(ref))
	return r
}

// putRow takes a task in as it was judged by itself.
func (x *index) putRow(r *model.Row, now time.Time) {
	p := x.part(r.Queue)
	known := p.census.has(r.ID)
	var old *model.Row
	if known {
		old, _ = x.refs.Get(r)
	}
	if old != nil && !x.succeeds(r, old, now) {
		return
	}
	p.deps.set(r)
	x.insert(old, r)
}

// succeeds reports whether a row says something else than the one that is shown for
// its task, and gives it the time since when the task has been judged so.
func (x *index) succeeds(r, shown *model.Row, now time.Time) bool {
	old := x.shared.judgedAlone(shown)
	if same(old, r, now) {
		return false
	}
	switch {
	case sameVerdict(old, r):
		r.FirstJudged = old.FirstJudged
	case x.unrecorded != nil:
		r.FirstJudged = now
	}
	return true
}

// insert shows a row that was judged by itself in place of the old one of its task,
// which is nil when none is listed.
func (x *index) insert(old, r *model.Row) {
	x.shared.loops.add(r)
	if x.show(old, x.shared.addTo(r)) && x.unrecorded != nil {
		x.unrecorded[r.Ref()] = r
	}
}

// show replaces the row shown for a task, and reports whether the new one is held.
func (x *index) show(old, r *model.Row) bool {
	s := x.shared.standingOf(r)
	was, known := x.part(r.Queue).count(r.ID, s)
	if old != nil {
		x.unlist(old)
	}
	listed := x.list(r)
	x.changed = x.changed || listed || old != nil || !known || was != s
	x.arrived = x.arrived || !known
	if !listed {
		x.shared.forget(r.Ref())
	}
	return listed
}

// dropTask removes a task that no longer exists.
func (x *index) dropTask(ref model.Ref) {
	p := x.part(ref.Queue)
	was, known := p.census.remove(ref.ID)
	if !known {
		return
	}
	x.changed = true
	p.counts.add(was, -1)
	p.deps.remove(ref.ID)
	if old := x.held(ref); old != nil {
		x.evict(old)
	}
}

// refindShared shows a row with the findings that depend on other tasks as they
// are now. It reports whether the row is held.
func (x *index) refindShared(ref model.Ref) bool {
	shown := x.held(ref)
	if shown != nil {
		x.show(shown, x.shared.addTo(x.shared.judgedAlone(shown)))
	}
	return shown != nil
}

// list holds the row if there is a place for it.
func (x *index) list(r *model.Row) bool {
	taken, out := x.shelves[classOf(r)].offer(r)
	if out != nil {
		x.evict(out)
	}
	if taken {
		x.refs.Set(r)
		x.panes[r.State.Pane()].add(r)
	}
	return taken
}

// unlist takes a row out of the lists, which another one of its task may enter.
func (x *index) unlist(r *model.Row) {
	x.shelves[classOf(r)].rows.Delete(r)
	x.refs.Delete(r)
	x.panes[r.State.Pane()].remove(r)
}

// evict takes out a row whose task is held no more.
func (x *index) evict(r *model.Row) {
	x.unlist(r)
	x.shared.forget(r.Ref())
}

// short reports whether fewer than half of the rows that the class may hold are
// held although more exist, because rows that were held have left it.
func (x *index) short(c class, exist int) bool {
	shelf := x.shelves[c]
	return shelf.rows.Len() < (shelf.keep+1)/2 && exist > shelf.rows.Len()
}

// partial reports whether not all tasks of the pane that ask for an operator
// are held.
func (x *index) partial(p model.Pane, all *counts) bool {
	for c, shelf := range x.shelves {
		if class(c).loud() && class(c).state().Pane() == p && all.classes[c] > shelf.rows.Len() {
			return true
		}
	}
	return false
}

// replaceQueue replaces everything of one source by a new listing of it, which
// lies in an index of its own.
func (x *index) replaceQueue(queue string, fresh *index, now time.Time) {
	next := fresh.part(queue)
	next.deps.follow(x.part(queue).deps)
	next.prior.shown = x.part(queue).prior.shown
	x.parts[queue] = next
	for _, old := range x.rowsOf(queue) {
		switch r, stays := fresh.refs.Get(old); {
		case !stays:
			x.evict(old)
		case x.succeeds(r, old, now):
			x.unlist(old)
		}
	}
	x.moveHorizons(fresh)
	fresh.refs.Scan(func(r *model.Row) bool {
		if x.held(r.Ref()) == nil {
			x.insert(nil, r)
		}
		return true
	})
	x.changed, x.arrived = true, true
}

// rowsOf returns the rows of a queue that are held.
func (x *index) rowsOf(queue string) (rows []*model.Row) {
	x.refs.Ascend(pivot(model.Ref{Queue: queue}), func(r *model.Row) bool {
		if r.Queue == queue {
			rows = append(rows, r)
		}
		return r.Queue == queue
	})
	return rows
}

// moveHorizons takes over the horizons of a new listing, and leaves out what is
// behind them.
func (x *index) moveHorizons(fresh *index) {
	for c, shelf := range x.shelves {
		if h := fresh.shelves[c].horizon; shelf.horizon == nil || h != nil && model.Compare(h, shelf.horizon) < 0 {
			shelf.horizon = h
		}
		for last, ok := shelf.rows.Max(); ok && shelf.horizon != nil && model.Compare(last, shelf.horizon) > 0; last, ok = shelf.rows.Max() {
			x.evict(last)
		}
	}
}

// same reports whether a row that was judged again says the same as the old one. A
// new Until is no difference once the old one has passed.
func same(old, r *model.Row, now time.Time) bool {
	if !old.Until.Equal(r.Until) && old.Until.After(now) {
		return false
	}
	again := *r
	again.Until, again.FirstJudged = old.Until, old.FirstJudged
	return reflect.DeepEqual(old, &again)
}

// sameVerdict reports whether two rows are the same verdict for memory.
func sameVerdict(a, b *model.Row) bool {
	if a.Obstacle == nil || b.Obstacle == nil {
		return a.State == b.State && a.Obstacle == b.Obstacle
	}
	return a.State == b.State && a.Obstacle.Key == b.Obstacle.Key
}
