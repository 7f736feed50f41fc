package board

import (
	"slices"
	"time"

	"notdone/classify"
	"notdone/model"
)

// shared is what depends on other tasks: findings, and whether doubtful words count. A
// row of which it says anything is shown so and kept here as its task was judged by
// itself.
type shared struct {
	loops loops
	parts map[string]*part // of the index, for the rings of its queues
	alone map[model.Ref]*model.Row
	// marks are the operator's; nil where no finding is shown.
	marks *marks
	until time.Time // the earliest time of the next update
}

// perTask is how long the findings over many tasks stay as they are, for each task
// of the last update: about ten times what it takes to bring one up to date.
const perTask = 20 * time.Microsecond

// forget takes out a task whose row is not held any more.
func (s *shared) forget(ref model.Ref) {
	s.loops.remove(ref)
	delete(s.alone, ref)
}

// judgedAlone returns the row as its task was judged by itself.
func (s *shared) judgedAlone(shown *model.Row) *model.Row {
	if alone := s.alone[shown.Ref()]; alone != nil {
		return alone
	}
	return shown
}

// addTo returns the row with the findings that depend on other tasks, and
// remembers it without them.
func (s *shared) addTo(alone *model.Row) *model.Row {
	shown := s.withFindings(alone)
	if shown == alone {
		delete(s.alone, alone.Ref())
	} else {
		s.alone[alone.Ref()] = alone
	}
	return shown
}

// withFindings returns a copy of the row with the findings that depend on other
// tasks, judged by the prior of its queue, or the row itself when neither matters.
func (s *shared) withFindings(alone *model.Row) *model.Row {
	alone = s.withPrior(alone)
	ref := alone.Ref()
	var more []model.Finding
	if f := s.loops.finding(ref); f != nil {
		more = append(more, *f)
	}
	if p := s.parts[ref.Queue]; p != nil {
		if f := p.deps.finding(ref.ID); f != nil {
			more = append(more, *f)
		}
	}
	if len(more) == 0 {
		return alone
	}
	if s.marks != nil {
		s.marks.dismiss(ref, more)
	}
	shown := *alone
	shown.Findings = slices.Concat(alone.Findings, more)
	classify.SortFindings(shown.Findings)
	return &shown
}

// sharedChanged reports whether updateShared has something to do.
func (x *index) sharedChanged() bool {
	changed := len(x.shared.loops.dirty) > 0
	for _, p := range x.parts {
		changed = changed || len(p.deps.dirty) > 0 || p.priorMoved()
	}
	return changed
}

// updateShared brings the findings that depend on several tasks up to date. It returns
// tasks that are in a ring and not held, and after how long it has to be called
// again: findings about many tasks are updated less often.
func (x *index) updateShared(now time.Time) (wanted []model.Ref, again time.Duration) {
	if !x.sharedChanged() {
		return nil, idle
	}
	if wait := x.shared.until.Sub(now); wait > 0 {
		return nil, wait
	}
	refs, cost := x.shared.loops.update(), 0
	for queue, p := range x.parts {
		moved, looked := p.deps.update()
		refs = append(refs, moved...)
		cost += looked
		if p.priorMoved() {
			p.prior.shown = p.counts.tally
			refs = append(refs, x.doubtful(queue)...)
		}
	}
	for _, ref := range refs {
		if held := x.refindShared(ref); !held && x.parts[ref.Queue].deps.rings[ref.ID] != nil {
			wanted = append(wanted, ref)
		}
	}
	x.shared.until = now.Add(time.Duration(cost+len(refs)) * perTask)
	return wanted, idle
}
