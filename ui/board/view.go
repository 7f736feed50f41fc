package board

import (
	"time"

	"notdone/model"
)

// Snapshot is the board at one moment. It never changes and may be read from
// any goroutine; the rows in it are shared between snapshots and must not be
// changed. A row that did not change is the same pointer in the next snapshot.
type Snapshot struct {
	Generation uint64    // grows by one with every snapshot that differs
	At         time.Time // when it was taken, by the board's clock
	Counts     [model.NumStates]int
	// Severities counts tasks by the worst of their findings that count; a task
	// without any is in none of them.
	Severities [model.NumSeverities]int
	Sources    []Status // one for each feed, in the order given to New

	refs     *tree[*model.Row]
	panes    [model.NumPanes]paneView
	filtered bool
}

// paneView is one pane of a snapshot.
type paneView struct {
	rows       List[model.Row]
	groups     List[Group]
	keys       *tree[*Group]
	partial    bool // not all tasks that ask for an operator are held
	unsearched int  // of a filtered one
}

// Loading reports whether a source is still being listed for the first time.
func (s *Snapshot) Loading() bool {
	for i := range s.Sources {
		if s.Sources[i].Loading {
			return true
		}
	}
	return false
}

// Total returns how many tasks belong to the pane, listed or not.
func (s *Snapshot) Total(p model.Pane) int {
	n := 0
	for state, count := range s.Counts {
		if model.State(state).Pane() == p {
			n += count
		}
	}
	return n
}

// Get returns the row of a task; false when it does not exist or is not listed.
func (s *Snapshot) Get(ref model.Ref) (*model.Row, bool) { return s.refs.Get(pivot(ref)) }

// Rows returns the rows of the pane that can be listed.
func (s *Snapshot) Rows(p model.Pane) List[model.Row] { return s.panes[p].rows }

// Groups returns the groups of a grouped pane: those with more than a message as
// evidence first, then the most severe, then the one with the most tasks, then
// the newest. A pane that is not grouped has none.
func (s *Snapshot) Groups(p model.Pane) List[Group] { return s.panes[p].groups }

// Group returns the pane's group of that key; false when there is none.
func (s *Snapshot) Group(p model.Pane, key string) (*Group, bool) {
	return s.panes[p].keys.Get(&Group{Key: key})
}
