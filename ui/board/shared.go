package board

import (
	"slices"
	"time"

	"notdone/classify"
	"notdone/model"
)

// shared is what depends on other tasks: findings, and whether doubtful words count.
type shared struct {
	loops loops
	parts map[string]*part // of the index, for the rings of its queues
	// marks are the operator's; nil where no finding is shown.
	marks *marks
	until time.Time // the earliest time of the next update
}

// perTask is how long the findings over many tasks stay as they are, for each task
// of the last update: about ten times what it takes to bring one up to date.
const perTask = 20 * time.Microsecond

// findings returns what is found about a task because of other tasks.
func (s *shared) findings(ref model.Ref, loop uint64) (more []model.Finding) {
	if f := s.loops.finding(ref, loop); f != nil {
		more = append(more, *f)
	}
	if p := s.parts[ref.Queue]; p != nil {
		if f := p.deps.finding(ref.ID); f != nil {
			more = append(more, *f)
		}
	}
	if s.marks != nil {
		s.marks.dismiss(ref, more)
	}
	return more
}

// withFindings returns a copy of a row, which has this loopOf, with the findings that depend on
// other tasks, or the row itself when there are none.
func (s *shared) withFindings(r *model.Row, loop uint64) *model.Row {
	more := s.findings(r.Ref(), loop)
	if len(more) == 0 {
		return r
	}
	shown := *r
	shown.Findings = slices.Concat(r.Findings, more)
	classify.SortFindings(shown.Findings)
	return &shown
}

// complete returns a row as it is shown: judged by the prior of its queue and with the
// findings that depend on other tasks.
func (s *shared) complete(alone *model.Row) *model.Row {
	return s.withFindings(s.withPrior(alone), loopOf(alone))
}

// weighed returns the key of a task with the weight of the findings that depend on other
// tasks as they are now, or the key itself when it is the same, and whether there is one.
// The operator said nothing of findings about the task.
func (s *shared) weighed(k *Key) (now *Key, more bool) {
	weight := k.own
	severity, more := s.loops.severity(k.loop)
	if p := s.parts[*k.queue]; p != nil && p.deps.rings[k.id] != nil {
		severity, more = ringSeverity, true
	}
	if more {
		weight = max(weight, uint8(severity)+1)
	}
	if weight == k.weight {
		return k, more
	}
	other := *k
	return other.weighing(weight), more
}

// marked reports whether the operator said anything of a finding about a task.
func (s *shared) marked(ref model.Ref) bool { return s.marks != nil && len(s.marks.on(ref)) > 0 }

// standingByKey returns the standing of a task whose row is not known, by its key and the standing
// that it had. more says that a finding that depends on other tasks counts, so that it is not words
// alone that are found against the task.
func (p *part) standingByKey(k *Key, more bool) standing {
	was, _ := p.census.get(k.id)
	adds := was.tally()
	if k.is(isDoubtful) {
		adds.NotDone = 0
		if more && k.state == model.StateFalseDone {
			adds.NotDone = 1
		}
	}
	return newStanding(k.class(), int(k.weight), adds)
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
// tasks that have to be read for that, and after how long it has to be called again:
// findings about many tasks are updated less often.
func (x *index) updateShared(now time.Time) (wanted []model.Ref, again time.Duration) {
	if !x.sharedChanged() {
		return nil, idle
	}
	if wait := x.shared.until.Sub(now); wait > 0 {
		return nil, wait
	}
	refs, cost := x.shared.loops.update(), 0
	for _, ref := range refs {
		if !x.showAnew(ref) {
			wanted = append(wanted, ref)
		}
	}
	cost += len(refs)
	for queue, p := range x.parts {
		moved, looked := p.deps.update()
		if p.priorMoved() {
			shift := p.prior.shown.Shift()
			p.prior.shown = p.counts.tally
			doubtful := x.doubtful(queue, p.prior.shown.Shift() != shift)
			cost += len(doubtful)
			moved = append(moved, slices.DeleteFunc(doubtful, x.showByPrior)...)
		}
		for _, ref := range moved {
			switch {
			case x.key(ref) != nil && x.rows.held(ref) != nil:
				x.showAnew(ref)
			case x.key(ref) != nil || p.deps.rings[ref.ID] != nil:
				wanted = append(wanted, ref)
			}
		}
		cost += looked + len(moved)
	}
	x.shared.until = now.Add(time.Duration(cost) * perTask)
	return wanted, idle
}
