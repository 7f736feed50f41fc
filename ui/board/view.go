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

	refs   *tree[*model.Row]
	panes  [model.NumPanes]*tree[*model.Row]
	groups [model.NumPanes]*tree[*Group]
	keys   [model.NumPanes]*tree[*Group]

	partial    [model.NumPanes]bool // not all tasks that ask for an operator are held
	filtered   bool
	unsearched [model.NumPanes]int // of a filtered one
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

// Len returns how many rows of the pane can be listed.
func (s *Snapshot) Len(p model.Pane) int { return s.panes[p].Len() }

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
func (s *Snapshot) Get(ref model.Ref) (*model.Row, bool) {
	return s.refs.Get(pivot(ref))
}

func pivot(ref model.Ref) *model.Row {
	return &model.Row{Task: model.Task{Queue: ref.Queue, ID: ref.ID}}
}

// Index returns the position of the row, or the one where it would stand.
func (s *Snapshot) Index(p model.Pane, row *model.Row) int { return rank(s.panes[p], row) }

// RowAt returns the row at a position that counts from 0; false beyond the end.
func (s *Snapshot) RowAt(p model.Pane, i int) (*model.Row, bool) { return s.panes[p].GetAt(i) }

// GroupIndex returns the position of the group, or the one where it would stand.
func (s *Snapshot) GroupIndex(p model.Pane, g *Group) int { return rank(s.groups[p], g) }

// GroupAt returns the group at a position of a grouped pane that counts from 0;
// false beyond the end: groups with more than a message as evidence first, then the
// most severe, then the one with the most tasks, then the newest.
func (s *Snapshot) GroupAt(p model.Pane, i int) (*Group, bool) { return s.groups[p].GetAt(i) }

// NumGroups returns how many groups the pane has.
func (s *Snapshot) NumGroups(p model.Pane) int {
	if !p.Grouped() {
		return 0
	}
	return s.groups[p].Len()
}

// Group returns the pane's group of that key; false when there is none.
func (s *Snapshot) Group(p model.Pane, key string) (*Group, bool) {
	if !p.Grouped() {
		return nil, false
	}
	return s.keys[p].Get(&Group{Key: key})
}
