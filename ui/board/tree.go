package board

import (
	"cmp"
	"slices"
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

// after returns the n items behind the pivot, or the first n without one.
func after[T any](t *tree[T], pivot *T, n int) []T {
	if n <= 0 {
		return nil
	}
	var out []T
	collect := func(item T) bool {
		if pivot == nil || t.Less(*pivot, item) {
			out = append(out, item)
		}
		return len(out) < n
	}
	if pivot == nil {
		t.Scan(collect)
	} else {
		t.Ascend(*pivot, collect)
	}
	return out
}

// before returns the n items ahead of the pivot, or the last n without one, in
// the tree's order.
func before[T any](t *tree[T], pivot *T, n int) []T {
	if n <= 0 {
		return nil
	}
	var out []T
	collect := func(item T) bool {
		if pivot == nil || t.Less(item, *pivot) {
			out = append(out, item)
		}
		return len(out) < n
	}
	if pivot == nil {
		t.Reverse(collect)
	} else {
		t.Descend(*pivot, collect)
	}
	slices.Reverse(out)
	return out
}

// rank returns how many items are ahead of the pivot.
func rank[T any](t *tree[T], pivot T) int {
	return sort.Search(t.Len(), func(i int) bool {
		item, _ := t.GetAt(i)
		return !t.Less(item, pivot)
	})
}

// optional turns a nil pointer into no pivot.
func optional[T any](p *T) **T {
	if p == nil {
		return nil
	}
	return &p
}
