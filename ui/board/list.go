package board

import (
	"cmp"
	"sort"

	"github.com/tidwall/btree"

	"notdone/model"
)

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
