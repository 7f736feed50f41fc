package board

import (
	"cmp"
	"context"
	"sort"

	"github.com/tidwall/btree"

	"notdone/model"
)

// Snapshot is the board at one moment. It never changes and may be read from
// any goroutine; the rows in it are shared between snapshots and must not be
// changed. A row that did not change is the same pointer in the next snapshot.
type Snapshot struct {
	Generation uint64 // grows by one with every snapshot that differs
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

// tree is an ordered set with copy-on-write copies: Copy takes constant time,
// and a copy may be read from any goroutine while the original moves on.
type tree[T any] = btree.BTreeG[T]

func newTree[T any](compare func(a, b T) int) *tree[T] {
	less := func(a, b T) bool { return compare(a, b) < 0 }
	return btree.NewBTreeGOptions(less, btree.Options{NoLocks: true})
}

func compareRef(a, b *model.Row) int {
	return cmp.Or(cmp.Compare(a.Queue, b.Queue), cmp.Compare(a.ID, b.ID))
}

// pivot returns what finds the row of a task among rows ordered by compareRef.
func pivot(ref model.Ref) *model.Row {
	return &model.Row{Task: model.Task{Queue: ref.Queue, ID: ref.ID}}
}

// List is an ordered list that never changes and may be read from any goroutine.
// An item that is asked about may come from an older list: what counts is where it
// would stand. The zero List is empty.
type List[T any] struct{ items *tree[*T] }

// Len returns how many items there are.
func (l List[T]) Len() int {
	if l.items == nil {
		return 0
	}
	return l.items.Len()
}

// At returns the item at a position that counts from 0; false beyond the end.
func (l List[T]) At(i int) (*T, bool) {
	if i >= l.Len() {
		return nil, false
	}
	return l.items.GetAt(i)
}

// Index returns the position of the item, or the one where it would stand.
func (l List[T]) Index(item *T) int {
	return sort.Search(l.Len(), func(i int) bool {
		at, _ := l.items.GetAt(i)
		return !l.items.Less(at, item)
	})
}

// filterCheck is how many rows are looked at before a filtering asks whether it
// is still wanted.
const filterCheck = 512

// Filter returns a snapshot with only those rows that match, and with the extra
// ones, which need not match nor be held. Counts, severities and sources stay
// those of the whole board. It looks at every row that is held, so callers keep
// it off the path of a key press; Unsearched tells of the tasks that are not
// held. It ends early with the error of ctx.
func (s *Snapshot) Filter(ctx context.Context, match func(*model.Row) bool, extra ...*model.Row) (*Snapshot, error) {
	out := *s
	out.refs, out.filtered = newTree(compareRef), true
	panes := newPanes()
	add := func(r *model.Row) {
		panes[r.State.Pane()].add(r)
		out.refs.Set(r)
	}
	looked := 0
	s.refs.Scan(func(r *model.Row) bool {
		if match(r) {
			add(r)
		}
		looked++
		return looked%filterCheck != 0 || ctx.Err() == nil
	})
	for _, r := range extra {
		if _, held := s.refs.Get(r); !held {
			add(r)
		}
	}
	for id, p := range panes {
		pane := model.Pane(id)
		out.panes[id] = p.view(s.panes[id].partial)
		out.panes[id].unsearched = max(s.Total(pane)-s.Rows(pane).Len(), 0)
	}
	return &out, ctx.Err()
}

// Filtered reports whether only matching rows are listed.
func (s *Snapshot) Filtered() bool { return s.filtered }

// Unsearched returns how many tasks of the pane a filter could not look at,
// because they are counted and not held; 0 for a snapshot that is not filtered.
func (s *Snapshot) Unsearched(p model.Pane) int { return s.panes[p].unsearched }
