package board

import (
	"notdone/classify"
	"notdone/model"
)

// prior is how the finished tasks of one queue turned out: what doubtful words about one
// of them are weighed with.
type prior struct {
	known bool // the queue has been read to its end
	// shown is the tally that the rows of the queue are shown by.
	shown classify.Tally
}

// priorMoved reports whether the rows of the queue are to be shown by the tally of now:
// another one shifts doubtful words by something else, or is told of in numbers that are
// out of date by a tenth. What is shown so depends on the queue alone, never on the order
// in which its tasks came.
func (p *part) priorMoved() bool {
	if !p.prior.known {
		return false
	}
	now, shown := p.counts.tally, p.prior.shown
	old := outdated(now.Finished, shown.Finished) || outdated(now.NotDone, shown.NotDone)
	return now.Shift() != shown.Shift() || now.Shift() > 0 && old
}

// outdated reports whether a number that was told differs by more than a tenth.
func outdated(now, told int) bool { return max(now, told)-min(now, told) > told/10 }

// standingOf returns the standing of a task by its row.
func (s *shared) standingOf(r *model.Row) standing {
	confirmed := s.marks != nil && s.marks.confirmed(r)
	return newStanding(classOf(r), r.Weight(), classify.TallyOf(&r.Verdict, confirmed))
}

// withPrior returns the row as it is in its queue: a copy, or the row itself where the
// queue's prior changes nothing. What the operator found right stands everywhere.
func (s *shared) withPrior(alone *model.Row) *model.Row {
	p := s.parts[alone.Queue]
	if p == nil || s.marks != nil && s.marks.confirmed(alone) {
		return alone
	}
	verdict, differs := p.prior.shown.Judge(&alone.Verdict)
	if !differs {
		return alone
	}
	shown := *alone
	shown.Verdict = verdict
	return &shown
}

// doubtful returns the tasks of a queue that its prior can change, of which all says
// whether rows that are not held whole are meant too.
func (x *index) doubtful(queue string, all bool) (refs []model.Ref) {
	for k := range keysIn(x.keys, queue) {
		if k.is(isDoubtful) && (all || x.rows.held(k.ref()) != nil) {
			refs = append(refs, k.ref())
		}
	}
	return refs
}

// showByPrior shows a listed task of doubtful words as the prior of its queue has it now. It
// reports whether that is possible without reading the task.
func (x *index) showByPrior(ref model.Ref) bool {
	k := x.key(ref)
	switch {
	case x.rows.held(ref) != nil:
		return x.showAnew(ref)
	case k.state == model.StateFalseDone && k.is(isBare) && !x.shared.marked(ref):
		p, done := x.part(ref.Queue), k.overruled()
		if !p.prior.shown.Overrules(k.is(isFaint)) {
			return true
		}
		if _, more := x.shared.weighed(done); !more {
			x.show(k, done, p.standingByKey(done, false), nil, nil)
			return true
		}
	}
	return false
}

// overruled returns the key of a task of which nothing but doubtful words counted, and those
// count no more.
func (k *Key) overruled() *Key {
	done := *k
	done.state, done.cause, done.own = model.StateDone, causeOfNothing, 0
	return done.weighing(0)
}

// causeOfNothing is the group of done tasks about which nothing counts that is found.
var causeOfNothing = GroupID(&model.Row{Verdict: model.Verdict{State: model.StateDone}})
