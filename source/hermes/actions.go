package hermes

import "notdone/model"

// hands says what a task's facts tell of the worker that holds it.
type hands uint8

const (
	handsFree    hands = iota // nobody holds it
	handsGone                 // the worker that held it is gone
	handsLive                 // a worker is alive
	handsUnknown              // that cannot be told from here
)

// stance is what decides which actions a task allows.
type stance struct {
	status  string
	hands   hands
	looping bool // sent to triage for looping
	waiting bool // a parent is open
}

// offerTable holds the actions of every stance, worked out once: they are
// shared by all tasks.
type offerTable map[stance][]model.Action

func offers() offerTable {
	table := offerTable{}
	for _, status := range []string{stTriage, stTodo, stScheduled, stReady, stRunning, stBlocked, stReview, stDone, stArchived, ""} {
		for h := handsFree; h <= handsUnknown; h++ {
			for _, looping := range []bool{false, true} {
				for _, waiting := range []bool{false, true} {
					s := stance{status, h, looping, waiting}
					table[s] = s.offer()
				}
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
	s := stance{status: r.status, looping: r.stand.cause == causeLoop, waiting: r.parentsOpen, hands: handsOn(c, r)}
	if all, ok := o[s]; ok {
		return all
	}
	s.status = ""
	return o[s]
}

func handsOn(c *model.Case, r *record) hands {
	if r.status != stRunning {
		if r.claimed {
			return handsUnknown
		}
		return handsFree
	}
	switch f := &c.Facts; {
	case f.Worker == model.LivenessDead, f.WorkerPID == 0:
		return handsGone
	case f.Worker == model.LivenessAlive:
		return handsLive
	}
	return handsUnknown
}

// offer lists every action that Hermes' tasks know, and why those that a task
// of the stance does not allow are none for it.
func (s stance) offer() []model.Action {
	all := []model.Action{
		{Name: model.ActionUnblock, Reason: s.whyNotUnblock()},
		{Name: model.ActionRequeue, Reason: s.whyNotRequeue()},
		{Name: model.ActionReclaim, Reason: s.whyNotReclaim()},
		{Name: model.ActionBlock, Reason: s.whyNotBlock()},
		{Name: model.ActionHold, Reason: s.whyNotHold()},
		{Name: model.ActionCancel, Reason: s.whyNotCancel()},
	}
	for i := range all {
		all[i].Allowed = all[i].Reason == ""
	}
	return all
}

func (s stance) whyNotUnblock() string {
	switch s.status {
	case stBlocked, stScheduled:
		return ""
	case stTriage:
		if s.looping {
			return ""
		}
		return "it is in triage and was never worked out: Hermes specifies it"
	case stDone, stArchived:
		return "it is " + s.status + " and not blocked: requeue it"
	case "":
		return unknownStatus
	}
	return "it is not blocked: it is " + s.status
}

const unknownStatus = "its status is unknown to this notdone"

func (s stance) whyNotRequeue() string {
	switch s.status {
	case stDone, stArchived:
		if s.waiting {
			return "Hermes requeues it only when its parents are done"
		}
		return ""
	case stRunning:
		return "it is running: reclaim it when its worker is gone"
	case stReady, stReview, stTodo:
		return "it is already queued: it is " + s.status
	}
	return s.whyNotUnblock()
}

func (s stance) whyNotReclaim() string {
	switch {
	case s.status == stRunning && s.hands == handsLive:
		return "its worker is alive: Hermes' own reclaim ends it"
	case s.status == stRunning && s.hands == handsUnknown:
		return "whether its worker is alive cannot be seen from here"
	case s.status == stRunning, s.status == stReady && s.hands != handsFree:
		return ""
	case s.status == stBlocked && s.hands != handsFree:
		return "it is blocked: unblock it, then reclaim"
	case s.status == "":
		return unknownStatus
	}
	return "nobody holds it: it is " + s.status
}

func (s stance) whyNotBlock() string {
	switch {
	case s.status == stDone && s.waiting:
		return "Hermes requeues it only when its parents are done"
	case s.status == stDone, s.status == stReady && s.hands == handsFree, s.status == stRunning && s.hands == handsGone:
		return ""
	case s.status == stReady:
		return "somebody holds it: reclaim it first"
	case s.status == stRunning:
		return signalsNobody
	case s.status == stBlocked:
		return "it is blocked already"
	case s.status == "":
		return unknownStatus
	}
	return "Hermes blocks only what is ready or running: it is " + s.status
}

const signalsNobody = "notdone signals no process: Hermes' own reclaim ends the worker"

func (s stance) whyNotHold() string {
	switch {
	case (s.status == stTodo || s.status == stReady || s.status == stBlocked) && s.hands == handsFree:
		return ""
	case s.status == stTodo, s.status == stReady, s.status == stBlocked:
		return "somebody holds it: reclaim it first"
	case s.status == stRunning && s.hands == handsGone:
		return "it is running and its worker is gone: reclaim it first"
	case s.status == stRunning:
		return signalsNobody
	case s.status == stScheduled:
		return "it is held already: it is scheduled"
	case s.status == "":
		return unknownStatus
	}
	return "Hermes holds only what is todo, ready or blocked: it is " + s.status
}

func (s stance) whyNotCancel() string {
	switch s.status {
	case stRunning:
		if s.hands == handsGone {
			return "its worker is gone: reclaim it first"
		}
		return signalsNobody
	case stDone:
		return "it is done: there is nothing to cancel"
	case stArchived:
		return "it is put away already: it is archived"
	case "":
		return unknownStatus
	}
	return "Hermes has no cancel: hold it, or put it away with Hermes' archive"
}
