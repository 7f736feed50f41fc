package hermes

import (
	"slices"

	"notdone/model"
)

// offered are the actions that Hermes' tasks know, in the order in which they
// are listed.
var offered = []model.ActionName{
	model.ActionUnblock, model.ActionRequeue, model.ActionReclaim, model.ActionBlock, model.ActionHold, model.ActionCancel,
}

// stance is a situation in which nobody holds the task and no other task plays a
// part, as nearly all are.
type stance struct {
	release release
	status  string
	looping bool
}

// offerTable holds the actions of every stance, worked out once: they are
// shared by all tasks.
type offerTable map[stance][]model.Action

func offers() offerTable {
	table := offerTable{}
	for _, r := range []release{{}, {parks: true}, {parks: true, typed: true}, {parks: true, typed: true, phases: true}} {
		for _, status := range []string{stTriage, stTodo, stScheduled, stReady, stRunning, stBlocked, stReview, stDone, stArchived} {
			for _, looping := range []bool{false, true} {
				table[stance{r, status, looping}] = (&situation{release: r, status: status, looping: looping}).offer()
			}
		}
	}
	return table
}

// actions implements source.Adapter.Actions. A task of another system has none.
func (o offerTable) actions(c *model.Case, _ *model.Verdict) []model.Action {
	r := recordOf(c)
	if r == nil {
		return nil
	}
	s := r.situation()
	if s.lock == "" && s.doubt == "" && len(s.open) == 0 && s.below <= descendantsMax && s.busy == "" && s.size <= hugeRow {
		if all, ok := o[stance{s.release, s.status, s.looping}]; ok {
			return all
		}
	}
	return s.offer()
}

// offer lists every action and why those that the situation does not allow are
// none for it.
func (s *situation) offer() []model.Action {
	all := make([]model.Action, len(offered))
	for i, name := range offered {
		why := s.rule(name).refused
		all[i] = model.Action{Name: name, Allowed: why == "", Reason: why}
	}
	return all
}

// situation is what decides which actions the task of a record allows.
func (r *record) situation() *situation {
	s := &situation{
		release: r.release, status: r.status, looping: r.stand.cause == causeLoop, lock: r.lock, open: r.open, below: r.below, size: r.size,
	}
	now := r.clock().Unix()
	s.claimOf(&r.holder, r.here, now)
	i := slices.IndexFunc(r.busy, func(b busy) bool { return b.holder.doubt(r.here, now) != "" })
	if i >= 0 {
		s.busy, s.busyDoubt = r.busy[i].id, r.busy[i].holder.doubt(r.here, now)
	}
	return s
}

// busy is a running task that was built on another one.
type busy struct {
	id     string
	holder *holding
}
