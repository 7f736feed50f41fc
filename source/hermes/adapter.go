package hermes

import (
	"context"
	"path/filepath"
	"slices"

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

// state is the state that a recorded status stands for. Archived says that the
// card was put away; whether its work was done before is for a rule to see.
func state(recorded string) model.State {
	switch recorded {
	case stTriage, stTodo, stReady, stReview:
		return model.StateQueued
	case stScheduled:
		return model.StateScheduled
	case stRunning:
		return model.StateActive
	case stBlocked:
		return model.StateBlocked
	case stDone:
		return model.StateDone
	case stArchived:
		return model.StateCancelled
	}
	return model.StateUnknown
}

// shares reports whether logs of others may lie beside a board: not in Hermes'
// own folder, whose logs are its own.
func shares(p *source.Probe) bool {
	return !p.Holds(kanbanFolder) && !p.Holds(configName) && filepath.Base(p.Path) != homeFolder
}

// detect recognises a board by its tables' columns, and a root by what lies in
// it. A database file of Hermes' name that holds no table at all is claimed
// too, so that opening it says in one line what it is.
func detect(_ context.Context, p *source.Probe) (bool, error) {
	if p.Info == nil {
		return false, nil
	}
	if p.Info.IsDir() {
		return isRoot(p), nil
	}
	if !p.Info.Mode().IsRegular() {
		return false, nil
	}
	if len(p.Tables) == 0 {
		return filepath.Base(p.Path) == dbName && len(p.Head) == 0, nil
	}
	tables := make(map[string]map[string]bool, len(p.Tables))
	for name, columns := range p.Tables {
		set := make(map[string]bool, len(columns))
		for _, c := range columns {
			set[c] = true
		}
		tables[name] = set
	}
	own := slices.ContainsFunc([]string{tabRuns, tabEvents, tabLinks}, func(t string) bool { return tables[t] != nil })
	return own && isBoard(tables), nil
}
