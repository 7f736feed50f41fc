package queue

import (
	"context"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// Kind is the name of this kind of queue in --as and in the source field.
const Kind = "queue"

// Adapter returns what notdone needs to know to read a queue file of its own.
func Adapter() source.Adapter {
	return source.Adapter{
		Kind:      Kind,
		Detect:    detect,
		Open:      open,
		Usual:     func(source.Env) []string { return []string{"queue.db"} },
		Rules:     verdicts(),
		State:     state,
		NamesLogs: true,
		Actions:   sqlsource.Offers(offered(), nil),
	}
}

func detect(_ context.Context, p *source.Probe) (bool, error) {
	return p.Has("meta", "schema_version") && p.Has("tasks", "id", "state"), nil
}

// state returns what a word of tasks.state stands for: the words are notdone's own, but
// no client records that a task is done in name only. StateUnknown is for others.
func state(recorded string) model.State {
	s, err := model.ParseState(recorded)
	if err != nil || s == model.StateFalseDone {
		return model.StateUnknown
	}
	return s
}

// outcomes maps the words of tasks.outcome and runs.outcome.
var outcomes = map[string]model.Outcome{
	"done":         model.OutcomeCompleted,
	"blocked":      model.OutcomeBlocked,
	"refused":      model.OutcomeRefused,
	"failed":       model.OutcomeFailed,
	"crashed":      model.OutcomeCrashed,
	"timed_out":    model.OutcomeTimedOut,
	"budget":       model.OutcomeBudget,
	"spawn_failed": model.OutcomeSpawnFailed,
	"rate_limited": model.OutcomeRateLimited,
	"released":     model.OutcomeReleased,
	"cancelled":    model.OutcomeCancelled,
}

// eventKinds maps the words of events.kind.
var eventKinds = map[string]model.EventKind{
	"created":   model.EventCreated,
	"claimed":   model.EventClaimed,
	"blocked":   model.EventBlocked,
	"unblocked": model.EventUnblocked,
	"requeued":  model.EventRequeued,
	"finished":  model.EventFinished,
	"failed":    model.EventFailed,
	"cancelled": model.EventCancelled,
	"commented": model.EventCommented,
	"edited":    model.EventEdited,
}

// eventKind returns what an event is. A task that goes back into the queue
// without ever having ended was released, not asked for again.
func eventKind(kind, from string) model.EventKind {
	if kind == "requeued" && from == "active" {
		return model.EventReleased
	}
	return eventKinds[kind]
}
