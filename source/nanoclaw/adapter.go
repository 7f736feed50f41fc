// Package nanoclaw reads NanoClaw's queues: of version 2 the sessions that its central
// database lists, each a pair of databases that its host and its container share, and
// of version 1 its store of schedules.
//
// The container acknowledges a task at the first result of any kind, or when the task
// is pushed into a conversation that is open, and the host then records it as
// completed. What became of it is read from what its turn sent, from the
// acknowledgement, the heartbeat, and the agent's own transcript.
//
// Actions write inbound.db alone, as the host does: what is to be done again is a new
// row, because a row that was acknowledged is never taken again.
package nanoclaw

import (
	"context"
	"path/filepath"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// Kind is the name of this system in --as and in a task's source; KindStore is the
// source of the tasks of version 1.
const (
	Kind      = "nanoclaw"
	KindStore = "nanoclaw-v1"
)

// Adapter returns the adapter for NanoClaw. A session that cannot be read does not
// stop the others.
func Adapter() source.Adapter {
	return source.Adapter{
		Kind: Kind, Detect: detect, Open: open, Rules: rules(), State: state,
		Usual:   func(env source.Env) []string { return []string{filepath.Join(env.Home, "nanoclaw")} },
		Actions: sqlsource.Offers(offered(), situationOf),
		Other:   &source.Adapter{Kind: KindStore, State: state, Rules: storeRules()},
	}
}

// Recorded statuses. Since 2.1.54 a cancelled task is cancelled, and not completed. An
// active one is of version 1: its schedule is on, which does not say that it runs.
const (
	stPending   = "pending"
	stPaused    = "paused"
	stCompleted = "completed"
	stFailed    = "failed"
	stCancelled = "cancelled"
	stWaiting   = "waiting" // what waits for a person
	stActive    = "active"
)

var states = map[string]model.State{
	stPending: model.StateQueued, stPaused: model.StateBlocked, stCompleted: model.StateDone, stFailed: model.StateFailed,
	stCancelled: model.StateCancelled, stWaiting: model.StateBlocked, stActive: model.StateScheduled,
}

func state(recorded string) model.State { return states[recorded] }

// detect recognises a checkout of NanoClaw, its folder of data or of version 1's store,
// and the database itself.
func detect(_ context.Context, p *source.Probe) (bool, error) {
	if p.Info == nil || !p.Info.IsDir() {
		return p.Has("sessions", "agent_group_id", "container_status") || p.Has(tabTasks, "schedule_value", "group_folder") && p.Has(tabRuns, "run_at"), nil
	}
	return p.Holds(centralName) && p.Holds(sessionsFolder) || p.Holds(filepath.Join(dataFolder, centralName)) ||
		p.Holds(filepath.Join(storeFolder, storeName)) && p.Holds(groupsFolder) ||
		p.Holds(storeName) && p.Holds(filepath.Join("..", groupsFolder)), nil
}
