// Package nanoclaw reads the queues of NanoClaw: of version 2 the sessions that its
// central database lists, each a pair of databases that its host and its container
// share, and of version 1 the one store of schedules.
//
// A row of a session says pending, paused, completed or failed, and completed
// whatever became of it: the container acknowledges a task in outbound.db at the
// first result, of any kind, or at the moment at which it is pushed into a
// conversation that is open. What really happened is read from what was sent in the
// turn of the task, from the acknowledgement, the heartbeat, and where nothing was
// sent at all from the agent's own transcript.
package nanoclaw

import (
	"context"
	"path/filepath"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// Kind is the name of this system in --as and in a task's source.
const Kind = "nanoclaw"

// Adapter returns the adapter for NanoClaw. A session that cannot be read does not
// stop the others.
func Adapter() source.Adapter {
	return source.Adapter{
		Kind:    Kind,
		Detect:  detect,
		Open:    open,
		Usual:   func(env source.Env) []string { return []string{filepath.Join(env.Home, "nanoclaw")} },
		Rules:   rules(),
		State:   state,
		Actions: sqlsource.Offers(offered(), situationOf),
	}
}

// states are what recorded statuses stand for: those of messages_in, of questions
// that wait, and of the schedules of version 1, whose "active" says that a schedule
// is on and not that anything runs.
var states = map[string]model.State{
	stPending: model.StateQueued, stPaused: model.StateBlocked, stCompleted: model.StateDone, stFailed: model.StateFailed,
	stCancelled: model.StateCancelled, stWaiting: model.StateBlocked, stActive: model.StateScheduled,
}

// Recorded statuses.
const (
	stPending   = "pending"
	stPaused    = "paused"
	stCompleted = "completed"
	stFailed    = "failed"
	stCancelled = "cancelled" // in releases after 2.1.54; before them a cancelled task was completed
	stWaiting   = "waiting"
	stActive    = "active"
)

func state(recorded string) model.State { return states[recorded] }

// Names inside a NanoClaw checkout.
const (
	centralName    = "v2.db"
	sessionsFolder = "v2-sessions"
	dataFolder     = "data"
	storeFolder    = "store"
	storeName      = "messages.db"
	groupsFolder   = "groups"
)

// detect claims a checkout of NanoClaw, its folder of data, and the central database
// or the store itself.
func detect(_ context.Context, p *source.Probe) (bool, error) {
	if p.Info == nil || !p.Info.IsDir() {
		return isCentral(p.Tables) || isStore(p.Tables), nil
	}
	return p.Holds(centralName) && p.Holds(sessionsFolder) || p.Holds(filepath.Join(dataFolder, centralName)) ||
		p.Holds(filepath.Join(storeFolder, storeName)) && p.Holds(groupsFolder), nil
}

func isCentral(tables map[string][]string) bool {
	return tables["agent_groups"] != nil && slices.Contains(tables["sessions"], "agent_group_id") &&
		slices.Contains(tables["sessions"], "container_status")
}

func isStore(tables map[string][]string) bool {
	return slices.Contains(tables["scheduled_tasks"], "schedule_value") && slices.Contains(tables["scheduled_tasks"], "group_folder") &&
		slices.Contains(tables["task_run_logs"], "run_at")
}
