package board

import (
	"time"

	"notdone/model"
)

// index is everything that a snapshot shows, updated task by task. Only one
// goroutine may use it.
type index struct {
	refs       *tree[*model.Row]
	panes      [model.NumPanes]*tree[*model.Row]
	shelves    [numClasses]*shelf
	groups     [model.NumPanes]*grouping
	counts     [numClasses]int
	severities [model.NumSeverities]int
	parts      map[string]*part // by queue
	shared     *shared
	changed    bool // since the last snapshot
	arrived    bool // a task came that was not known
	remembers  bool // there is a memory of when a task was first judged so
}

// part is what of the index belongs to one source.
type part struct {
	queue      string
	census     census
	counts     [numClasses]int
	severities [model.NumSeverities]int
	deps       *deps
}

func newPart(queue string) *part { return &part{queue: queue, deps: newDeps()} }

func newIndex(keep room, minLoop int, marks *marks) *index {
	x := &index{refs: newTree(compareRef), parts: map[string]*part{}, shared: newShared(minLoop, marks)}
	for p := range x.panes {
		x.panes[p] = newTree(model.Compare)
		if pane := model.Pane(p); pane.Grouped() {
			x.groups[p] = newGrouping(pane)
		}
	}
	for c := range x.shelves {
		x.shelves[c] = newShelf(keep.of(class(c)))
	}
	return x
}

// putRow takes a task in as it was judged by itself. It returns the row that is
// shown for it, nil when it is not held, and whether anything changed.
func (x *index) putRow(r *model.Row, now time.Time) (shown *model.Row, changed bool) {
	p := x.parts[r.Queue]
	var old *model.Row
	known, held := p.census.has(r.ID), false
	if known {
		old, held = x.refs.Get(r)
	}
	if held {
		alone := x.shared.judgedAlone(old)
		if same(alone, r, now) {
			return old, false
		}
		x.keepFirstJudged(alone, r, now)
	}
	p.deps.set(r)
	if known || r.Obstacle != nil {
		x.shared.loops.add(r)
	}
	return x.show(p, old, x.shared.addTo(r)), true
}

// keepFirstJudged gives a row that replaces another one the time since when its
// task has been judged so.
func (x *index) keepFirstJudged(old, r *model.Row, now time.Time) {
	switch {
	case sameVerdict(old, r):
		r.FirstJudged = old.FirstJudged
	case x.remembers:
		r.FirstJudged = now
	}
}

// show replaces the row shown for a task. The result is nil when the new one is
// not held.
func (x *index) show(p *part, old, r *model.Row) *model.Row {
	s := standingOf(r)
	was, known := p.census.set(r.ID, s)
	if known {
		x.count(p, was, -1)
	}
	x.count(p, s, 1)
	if old != nil {
		x.unlist(old)
	}
	listed := x.list(r)
	x.changed = x.changed || listed || old != nil || !known || was != s
	x.arrived = x.arrived || !known
	if !listed {
		x.shared.forget(r)
		return nil
	}
	return r
}

// dropTask removes a task that no longer exists.
func (x *index) dropTask(ref model.Ref) {
	p := x.parts[ref.Queue]
	was, known := p.census.remove(ref.ID)
	if !known {
		return
	}
	x.changed = true
	x.count(p, was, -1)
	p.deps.remove(ref.ID)
	if old, held := x.refs.Get(pivot(ref)); held {
		x.unlist(old)
		x.shared.forget(old)
	}
}

// refindShared shows a row with the findings that depend on other tasks as they
// are now.
func (x *index) refindShared(ref model.Ref) (held bool) {
	shown, held := x.refs.Get(pivot(ref))
	if held {
		x.show(x.parts[ref.Queue], shown, x.shared.addTo(x.shared.judgedAlone(shown)))
	}
	return held
}

func (x *index) count(p *part, s standing, by int) {
	x.counts[s.class()] += by
	p.counts[s.class()] += by
	if w := s.weight(); w > 0 {
		x.severities[w-1] += by
		p.severities[w-1] += by
	}
}

// states returns how many tasks there are of each state.
func (x *index) states() (counts [model.NumStates]int) {
	for c, n := range x.counts {
		counts[class(c).state()] += n
	}
	return counts
}

// list holds the row if there is a place for it.
func (x *index) list(r *model.Row) bool {
	taken, out := x.shelves[classOf(r)].offer(r)
	if out != nil {
		x.delete(out)
		x.shared.forget(out)
	}
	if !taken {
		return false
	}
	x.refs.Set(r)
	x.panes[r.State.Pane()].Set(r)
	if g := x.groups[r.State.Pane()]; g != nil {
		g.add(r)
	}
	return true
}

func (x *index) unlist(r *model.Row) {
	x.shelves[classOf(r)].rows.Delete(r)
	x.delete(r)
}

func (x *index) delete(r *model.Row) {
	x.refs.Delete(r)
	x.panes[r.State.Pane()].Delete(r)
	if g := x.groups[r.State.Pane()]; g != nil {
		g.remove(r)
	}
}

// short reports whether fewer than half of the rows that the class may hold are
// held although more exist, because rows that were held have left it.
func (x *index) short(c class) bool {
	shelf := x.shelves[c]
	return shelf.rows.Len() < (shelf.keep+1)/2 && x.counts[c] > shelf.rows.Len()
}

// partial reports whether not all tasks of the pane that ask for an operator
// are held.
func (x *index) partial(p model.Pane) bool {
	for c, shelf := range x.shelves {
		if class(c).loud() && class(c).state().Pane() == p && x.counts[c] > shelf.rows.Len() {
			return true
		}
	}
	return false
}

// replaceQueue replaces everything of one source by a new listing of it, which
// lies in an index of its own. It returns the rows held that are not what they
// were.
func (x *index) replaceQueue(queue string, fresh *index, now time.Time) (news []*model.Row) {
	olds := x.takeOut(queue, fresh)
	if old := x.parts[queue]; old != nil {
		x.addCounts(old, -1)
		x.shared.forgetRings(queue)
	}
	next := fresh.parts[queue]
	x.parts[queue] = next
	x.addCounts(next, 1)
	x.moveHorizons(fresh)
	fresh.refs.Scan(func(r *model.Row) bool {
		old := olds[r.ID]
		if old != nil {
			if alone := x.shared.judgedAlone(old); same(alone, r, now) {
				r = alone
			} else {
				x.keepFirstJudged(alone, r, now)
			}
		}
		x.shared.loops.add(r)
		if shown := x.show(next, nil, x.shared.addTo(r)); shown != nil && shown != old {
			news = append(news, shown)
		}
		return true
	})
	x.changed, x.arrived = true, true
	return news
}

// takeOut takes all rows of a queue out of the lists and returns, by id, those
// that a new listing has too.
func (x *index) takeOut(queue string, fresh *index) map[string]*model.Row {
	var all []*model.Row
	x.refs.Ascend(pivot(model.Ref{Queue: queue}), func(r *model.Row) bool {
		if r.Queue == queue {
			all = append(all, r)
		}
		return r.Queue == queue
	})
	stay := map[string]*model.Row{}
	for _, r := range all {
		x.unlist(r)
		if _, ok := fresh.refs.Get(r); ok {
			stay[r.ID] = r
		} else {
			x.shared.forget(r)
		}
	}
	return stay
}

// moveHorizons takes over the horizons of a new listing, and leaves out what
// other sources have behind them. Where it is the only source, what was left out
// of the old one no longer matters.
func (x *index) moveHorizons(fresh *index) {
	for c, shelf := range x.shelves {
		horizon := fresh.shelves[c].horizon
		if len(x.parts) == 1 || shelf.horizon == nil || horizon != nil && model.Compare(horizon, shelf.horizon) < 0 {
			shelf.horizon = horizon
		}
		for last, ok := shelf.rows.Max(); ok && shelf.horizon != nil && model.Compare(last, shelf.horizon) > 0; last, ok = shelf.rows.Max() {
			x.unlist(last)
			x.shared.forget(last)
		}
	}
}

func (x *index) addCounts(p *part, by int) {
	for c, n := range p.counts {
		x.counts[c] += by * n
	}
	for s, n := range p.severities {
		x.severities[s] += by * n
	}
}
