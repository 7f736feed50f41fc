package board

import (
	"slices"
	"sort"

	"github.com/tidwall/btree"

	"notdone/model"
	"notdone/ui/query"
)

// Snapshot is the board at one moment. It never changes and may be read from any
// goroutine. Rows are not part of it: of a listed task that has not been looked at lately
// there may be only an outline, a row made from its Key. Looking at it asks for the row to be
// read, which is there a little later. A row must not be changed. One that did not change
// is the same pointer in the next snapshot, as long as it is held.
type Snapshot struct {
	Generation uint64 // grows by one with every snapshot that differs
	Counts     [model.NumStates]int
	// Severities counts tasks by the worst of their findings that count; a task
	// without any is in none of them.
	Severities [model.NumSeverities]int
	Sources    []Status // one for each feed, in the order given to New

	keys   *tree[*Key] // by compareRefs
	rows   *rowCache
	panes  [model.NumPanes]paneView
	priced bool           // the cost of a task that is not listed is known, or may be
	spent  []model.Charge // of attempts that were under way lately
	again  pasts
	came   recentAlarms

	living int      // workers
	manned bool     // of an active task a worker is known
	tended []string // queues of which Tended is true, in no order

	filtered, searching bool
}

// paneView is one pane of a snapshot.
type paneView struct {
	keys   *tree[*Key]
	groups Groups
	byID   *tree[*Group] // the same groups by ID
	order  query.Order
	sorted *tree[*Key] // by the order; nil: it is the usual one
	again  amount      // what attempts cost that ended where one at the same task had ended
	priced int         // tasks whose cost is known
	// Of a filtered one: how many tasks were not looked at, and whether more match.
	unsearched int
	more       bool
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

// Tended reports whether a task of the queue is worked on of which no warning is known: then
// something hands its tasks out.
func (s *Snapshot) Tended(queue string) bool { return slices.Contains(s.tended, queue) }

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

// Get returns the row of a task, or its outline; false when it does not exist or is not
// listed.
func (s *Snapshot) Get(ref model.Ref) (*model.Row, bool) {
	k, ok := s.keys.Get(pivot(ref))
	if !ok {
		return nil, false
	}
	return s.rows.row(k), true
}

// Rows returns the tasks of the pane that are listed. Those of a grouped pane stand group
// by group, in no order of the groups.
func (s *Snapshot) Rows(p model.Pane) List {
	keys := s.panes[p].keys
	if s.panes[p].sorted != nil {
		keys = s.panes[p].sorted
	}
	return List{keys: keys, n: keys.Len(), rows: s.rows}
}

// Sorted returns by what the tasks of the pane are sorted, one by one; the zero order: they are
// grouped and in their usual order.
func (s *Snapshot) Sorted(p model.Pane) query.Order { return s.panes[p].order }

// Groups returns the groups of a grouped pane: those with more than a message as
// evidence first, then the most severe, then the one with the most tasks, then
// the newest. A pane that is not grouped, or sorted by a key, has none.
func (s *Snapshot) Groups(p model.Pane) Groups {
	if s.panes[p].sorted != nil {
		return Groups{}
	}
	return s.panes[p].groups
}

// Group returns the pane's group of that ID; false when there is none.
func (s *Snapshot) Group(p model.Pane, id uint64) (*Group, bool) {
	return s.panes[p].byID.Get(&Group{ID: id})
}

// GroupOf returns the group of a task that is listed in the pane; nil where it is not, and for
// one that is loose, which shares nothing with others, or where the pane is sorted by a key.
func (s *Snapshot) GroupOf(p model.Pane, ref model.Ref) *Group {
	k, listed := s.keys.Get(pivot(ref))
	if !listed || k.state.Pane() != p || k.cause == Loose || s.panes[p].sorted != nil {
		return nil
	}
	g, _ := s.Group(p, k.cause)
	return g
}

// Members returns the tasks of a group of the pane, of this snapshot or an older one.
func (s *Snapshot) Members(p model.Pane, of *Group) List {
	l := List{keys: s.panes[p].keys, rows: s.rows, cause: of.ID}
	if g, ok := s.Group(p, of.ID); ok {
		l.from, l.n = l.position(firstOf(g.ID, 0)), g.Tasks
	}
	return l
}

// tree is an ordered set with copy-on-write copies: Copy takes constant time,
// and a copy may be read from any goroutine while the original moves on.
type tree[T any] = btree.BTreeG[T]

func newTree[T any](compare func(a, b T) int) *tree[T] {
	less := func(a, b T) bool { return compare(a, b) < 0 }
	return btree.NewBTreeGOptions(less, btree.Options{NoLocks: true})
}

// List is an ordered list of tasks that never changes and may be read from any
// goroutine.
type List struct {
	keys    *tree[*Key]
	from, n int
	cause   uint64 // the group whose tasks they are; 0: all of a pane
	rows    *rowCache
}

// Len returns how many tasks there are.
func (l List) Len() int { return l.n }

// At returns the row at a position that counts from 0, or its outline; false beyond the
// ends.
func (l List) At(i int) (*model.Row, bool) {
	k, ok := l.key(i)
	if !ok {
		return nil, false
	}
	return l.rows.row(k), true
}

// Ref returns the task at a position, and does not ask for its row.
func (l List) Ref(i int) (model.Ref, bool) {
	k, ok := l.key(i)
	if !ok {
		return model.Ref{}, false
	}
	return k.ref(), true
}

func (l List) key(i int) (*Key, bool) {
	if i < 0 || i >= l.n {
		return nil, false
	}
	return l.keys.GetAt(l.from + i)
}

// Index returns the position of a row as this snapshot or an older one gave it, or the
// one where it would stand.
func (l List) Index(r *model.Row) int {
	k := newKey(&r.Queue, r, r)
	if l.cause != 0 {
		k.cause = l.cause
	}
	return min(max(l.position(k)-l.from, 0), l.n)
}

func (l List) position(k *Key) int {
	return sort.Search(l.keys.Len(), func(i int) bool {
		at, _ := l.keys.GetAt(i)
		return !l.keys.Less(at, k)
	})
}

// Groups is an ordered list of groups that never changes and may be read from any
// goroutine. The zero list is empty.
type Groups struct{ items *tree[*Group] }

// Len returns how many groups there are.
func (l Groups) Len() int {
	if l.items == nil {
		return 0
	}
	return l.items.Len()
}

// At returns the group at a position that counts from 0; false beyond the ends.
func (l Groups) At(i int) (*Group, bool) {
	if i < 0 || i >= l.Len() {
		return nil, false
	}
	return l.items.GetAt(i)
}

// Index returns the position of a group of this snapshot or an older one, or the one
// where it would stand.
func (l Groups) Index(g *Group) int {
	return sort.Search(l.Len(), func(i int) bool {
		at, _ := l.items.GetAt(i)
		return !l.items.Less(at, g)
	})
}

// Filtered reports whether only matching rows are listed.
func (s *Snapshot) Filtered() bool { return s.filtered }

// Unsearched returns how many tasks of the pane a search has not looked at yet; 0 for a
// snapshot that is not filtered.
func (s *Snapshot) Unsearched(p model.Pane) int { return s.panes[p].unsearched }

// Searching reports whether a search has not looked at every task yet.
func (s *Snapshot) Searching() bool { return s.searching }

// More reports whether more tasks of the pane match than are listed.
func (s *Snapshot) More(p model.Pane) bool { return s.panes[p].more }
