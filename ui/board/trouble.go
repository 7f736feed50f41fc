package board

import (
	"time"

	"notdone/model"
)

// Trouble is a task that is blocked, failed, suspected to be done in name only, or in a loop.
type Trouble struct {
	model.Ref
	State    model.State
	Looping  bool      // attempts ended at the same more than once, or a finding says so
	Attempts int       // at most 65535
	Since    time.Time // when it came into its state; zero: not known
}

// Troubles hands over the tasks of all queues that are in trouble, in no order, until yield
// returns false. It walks over the keys of the tasks that may ask for somebody, and reads
// nothing.
func (s *Snapshot) Troubles(yield func(*Trouble) bool) {
	for _, p := range asksFirst {
		more := true
		s.panes[p].keys.Scan(func(k *Key) bool {
			alarm := Alarm{State: k.state}
			if !alarm.Needs() && k.state != model.StateFailed && !k.is(isLooping) {
				return true
			}
			more = yield(&Trouble{Ref: k.ref(), State: k.state, Looping: k.is(isLooping), Attempts: int(k.attempts), Since: k.since()})
			return more
		})
		if !more {
			return
		}
	}
}

// State returns the state of a task; false when it does not exist or is not listed. Its row is
// not asked for.
func (s *Snapshot) State(ref model.Ref) (model.State, bool) {
	k, listed := s.keys.Get(pivot(ref))
	if !listed {
		return model.StateUnknown, false
	}
	return k.state, true
}

// IsLooping reports whether attempts at a task ended at the same more than once, or a finding
// tells of a cycle. A task that only waits for nobody is in none.
func IsLooping(r *model.Row) bool {
	return len(r.Spending.Met) > 1 && r.Spending.Stood == nil || r.Rounds() > 0 && (r.State.Pane() != model.PaneActive || !Untended(r))
}
