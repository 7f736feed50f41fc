// Package hermes reads the kanban boards of Hermes Agent: a single kanban.db, or a
// Hermes root with all of its boards. It lists and follows their tasks, and holds
// the rules that are true of Hermes alone, among them Hermes' own diagnostics
// reproduced word for word in name, condition and severity. An action writes the
// rows that Hermes' own commands and its dashboard would leave, and nothing else; an
// undo the columns as they were, and an addition to the history by which Hermes'
// dispatcher leaves them so. No process is ever signalled from here.
package hermes

import (
	"context"
	"path/filepath"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// Kind is the name of this system in --as and in a task's source.
const Kind = "hermes"

// Adapter returns the adapter for Hermes Agent's kanban boards. A board of a
// root that cannot be read does not stop the others: it is among the facts of
// Describe and in Trouble for as long as that lasts.
func Adapter() source.Adapter {
	return source.Adapter{
		Kind:    Kind,
		Detect:  detect,
		Shares:  shares,
		Open:    open,
		Usual:   usual,
		Rules:   rules(),
		State:   state,
		Actions: sqlsource.Offers(offered, situationIn),
	}
}

// states are what recorded statuses stand for. Archived says that the card was
// put away; whether its work was done before is for a rule to see.
var states = map[string]model.State{
	stTriage: model.StateQueued, stTodo: model.StateQueued, stReady: model.StateQueued, stReview: model.StateQueued,
	stScheduled: model.StateScheduled, stRunning: model.StateActive, stBlocked: model.StateBlocked,
	stDone: model.StateDone, stArchived: model.StateCancelled,
}

// state is the state that a recorded status stands for.
func state(recorded string) model.State { return states[recorded] }

// shares reports whether logs of others may lie beside a board: not in Hermes'
// own folder, whose logs are its own.
func shares(p *source.Probe) bool {
	return !p.Holds(kanbanFolder) && !p.Holds(configName) && filepath.Base(p.Path) != homeFolder
}

// detect recognises a board by its tables' columns, and a root by what lies in
// it. A database file of Hermes' name that holds no table at all is claimed
// too, so that opening it says in one line what it is.
func detect(_ context.Context, p *source.Probe) (bool, error) {
	switch {
	case p.Info == nil:
		return false, nil
	case p.Info.IsDir():
		return isRoot(p), nil
	case !p.Info.Mode().IsRegular():
		return false, nil
	case len(p.Tables) == 0:
		return filepath.Base(p.Path) == dbName && len(p.Head) == 0, nil
	}
	return isBoard(p.Has), nil
}
