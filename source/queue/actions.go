package queue

import (
	"time"

	"notdone/model"
	"notdone/source"
)

// offered are the actions of a queue file, in the order in which they are
// shown.
var offered = []model.ActionName{
	model.ActionUnblock, model.ActionRequeue, model.ActionResume, model.ActionReclaim,
	model.ActionCancel, model.ActionHold, model.ActionBlock,
}

// listed is a task's situation at the time at which it was read.
type listed struct {
	situation
	at time.Time
}

// actions says what an operator who gives a reason can do with a task.
func actions(c *model.Case, _ *model.Verdict) []model.Action {
	n, ok := c.Native.(*listed)
	if !ok {
		return nil
	}
	if shared, ok := usual[n.kind()]; ok && n.size <= huge {
		return shared
	}
	return n.actions()
}

func (n *listed) actions() []model.Action {
	list := make([]model.Action, 0, len(offered))
	for _, name := range offered {
		d := decide(source.Request{Action: name, Reason: "a reason"}, &n.situation, n.at)
		list = append(list, model.Action{Name: name, Allowed: d.refused == "", Reason: d.refused})
	}
	return list
}

// kind is the part of a situation on which the possible actions, and the reasons
// against the others, depend.
type kind struct {
	state         string
	held          bool
	worker        model.Liveness
	lease, lapsed bool
}

func (n *listed) kind() kind {
	k := kind{state: n.state, held: n.held}
	if n.state == "active" {
		k.worker, k.lease = n.worker, !n.lease.IsZero()
		k.lapsed = k.lease && !n.lease.After(n.at)
	}
	return k
}

// usual holds the lists of actions by kind, made once since most tasks share them.
// A task with a running lease is not among them, because the reason names when
// that lease ends.
var usual = func() map[kind][]model.Action {
	all := map[kind][]model.Action{}
	add := func(n listed) { all[n.kind()] = n.actions() }
	at := time.Unix(1, 0)
	for state := range states {
		add(listed{situation: situation{state: state}, at: at})
	}
	add(listed{situation: situation{state: "scheduled", held: true}, at: at})
	for _, worker := range []model.Liveness{model.LivenessUnknown, model.LivenessAlive, model.LivenessDead} {
		for _, lease := range []time.Time{{}, at} {
			add(listed{situation: situation{state: "active", worker: worker, lease: lease}, at: at})
		}
	}
	return all
}()
