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
	if c := cmp.Compare(a.Queue, b.Queue); c != 0 {
		return c
	}
	return cmp.Compare(a.ID, b.ID)
}

// rank returns how many items are ahead of the pivot.
func rank[T any](t *tree[T], pivot T) int {
	return sort.Search(t.Len(), func(i int) bool {
		item, _ := t.GetAt(i)
		return !t.Less(item, pivot)
	})
}
