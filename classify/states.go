package classify

import "notdone/model"

// States is a set of recorded states. The zero value holds all of them, so that
// a rule without States is asked about every task.
type States uint16

// The sets that notdone's own rules look at.
const (
	always        States = 1<<model.NumStates - 1
	whenLog       States = 1 << model.StateUnknown // a log that belongs to no queue, or an unknown status
	whenWaiting   States = 1<<model.StateQueued | 1<<model.StateScheduled
	whenActive    States = 1 << model.StateActive
	whenBlocked   States = 1 << model.StateBlocked
	whenFailed    States = 1 << model.StateFailed
	whenDone      States = 1 << model.StateDone
	whenCancelled States = 1 << model.StateCancelled
	whenDoneOrLog        = whenDone | whenLog
)

// Has reports whether the state is in the set.
func (s States) Has(state model.State) bool { return s == 0 || s&(1<<state) != 0 }

// All reports whether every state is in the set.
func (s States) All() bool { return s == 0 || s == always }

// List returns the states of the set, in their order.
func (s States) List() []model.State {
	var list []model.State
	for state := range model.State(model.NumStates) {
		if s.Has(state) {
			list = append(list, state)
		}
	}
	return list
}
