package queue

import "notdone/model"

// offered are the actions of a queue file, in the order in which they are
// shown.
var offered = []model.ActionName{
	model.ActionUnblock, model.ActionRequeue, model.ActionResume, model.ActionReclaim,
	model.ActionCancel, model.ActionHold, model.ActionBlock,
}

// situation is what of a task decides which actions make sense, without
// looking at the file.
type situation struct {
	state  model.State
	held   bool
	worker model.Liveness // of an active task
	lease  bool
}

// situations are the lists of actions that there are, made once.
var situations = func() map[situation][]model.Action {
	all := map[situation][]model.Action{}
	for state := range model.NumStates {
		for _, worker := range []model.Liveness{model.LivenessUnknown, model.LivenessAlive, model.LivenessDead} {
			for _, held := range []bool{false, true} {
				for _, lease := range []bool{false, true} {
					s := situation{state: model.State(state), held: held, worker: worker, lease: lease}
					all[s] = s.actions()
				}
			}
		}
	}
	return all
}()

// actions says what an operator can do with a task. A plan may still refuse.
func actions(c *model.Case, _ *model.Verdict) []model.Action {
	s := situation{state: state(c.Task.Recorded)}
	switch s.state {
	case model.StateScheduled:
		s.held = c.Task.Due.IsZero()
	case model.StateActive:
		s.worker, s.lease = c.Facts.Worker, !c.Facts.ClaimExpires.IsZero()
	default: // nothing more decides
	}
	return situations[s]
}

func (s situation) actions() []model.Action {
	list := make([]model.Action, 0, len(offered))
	for _, name := range offered {
		why := s.prevents(name)
		list = append(list, model.Action{Name: name, Allowed: why == "", Reason: why})
	}
	return list
}

// prevents says why an action makes no sense; empty when it may.
func (s situation) prevents(name model.ActionName) string {
	is := "it is " + s.state.String()
	waiting := s.state == model.StateQueued || s.state == model.StateScheduled
	over := s.state == model.StateDone || s.state == model.StateFailed
	running := s.state == model.StateActive
	switch name {
	case model.ActionUnblock:
		if s.state != model.StateBlocked && !s.held {
			return is + ", not blocked"
		}
	case model.ActionResume:
		if !s.held {
			return is + " and not on hold"
		}
	case model.ActionRequeue:
		switch {
		case running:
			return "a worker has it: reclaim it when the worker is gone"
		case !over:
			return is
		}
	case model.ActionReclaim:
		switch {
		case !running:
			return is + ": no worker has it"
		case s.worker == model.LivenessAlive:
			return "its worker is alive: cancel it to stop it"
		case s.worker == model.LivenessUnknown && !s.lease:
			return "it has no lease, and its worker cannot be seen from here"
		}
	case model.ActionCancel:
		if !waiting && !running && s.state != model.StateBlocked {
			return is
		}
	case model.ActionHold:
		switch {
		case s.held:
			return "it is on hold already"
		case running:
			return "a worker has it: cancel it, or reclaim it when the worker is gone"
		case !waiting:
			return is + ", so nobody starts it"
		}
	case model.ActionBlock:
		switch {
		case running:
			return "a worker has it: cancel it, or reclaim it when the worker is gone"
		case !waiting && !over:
			return is
		}
	default:
		return "a queue file has no " + string(name)
	}
	return ""
}
