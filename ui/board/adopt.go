package board

import (
	"slices"
	"sync"
	"time"

	"notdone/model"
)

// adopt lists a task of a new listing, with its row where the listing holds that.
func (x *index) adopt(k *Key, came *cachedRow, at time.Time) {
	ref := k.ref()
	if came == nil {
		x.forget(k, at)
		k, more := x.shared.weighed(k)
		x.show(nil, k, x.part(ref.Queue).standingByKey(k, more), nil, nil)
		return
	}
	now, shown := x.judge(came.alone)
	now.sum = k.sum
	x.date(came.alone, shown, x.rows.held(ref), at)
	if x.show(nil, now, x.shared.standingOf(shown), came.alone, shown) {
		x.record(came.alone, at)
	}
}

// forget drops the row of a task that is listed without one, and asks for it where the key does
// not say enough.
func (x *index) forget(k *Key, at time.Time) {
	ref := k.ref()
	x.rows.drop(ref)
	isRecent := k.is(isPriced) && at.Sub(k.since()) < recently
	if x.rows.ask != nil && (isRecent || x.shared.marked(ref)) {
		x.rows.ask(ref)
	}
}

// adoptAll lists tasks of one queue that was stored, of which none is listed and no row is held,
// as adopt would one after the other. The census knows them. What orders the lists is sorted on
// all processors, and the lists are filled from their ends.
func (x *index) adoptAll(keys []*Key, at time.Time) {
	fits := x.fitting(keys)
	var one []*Key // those for which others may have to make room
	all := make([]*Key, 0, len(keys))
	for _, k := range keys {
		if k.is(isQuiet) && !fits[k.class()] {
			one = append(one, k)
		} else {
			all = append(all, k)
		}
	}
	x.adoptFitting(all, at)
	for _, k := range one {
		x.adopt(k, nil, at)
	}
}

// fitting reports, for each class whose tasks ask for no operator, whether there is room for all
// of its keys.
func (x *index) fitting(keys []*Key) (fits [numClasses]bool) {
	var more [numClasses]int
	for _, k := range keys {
		if k.is(isQuiet) && !x.isBehind(k) {
			more[k.class()]++
		} else if k.is(isQuiet) {
			more[k.class()] += x.shelves[k.class()].keep
		}
	}
	for c, shelf := range x.shelves {
		fits[c] = shelf != nil && more[c] <= shelf.keep-shelf.keys.Len()
	}
	return fits
}

// adoptFitting lists tasks for which there is room.
func (x *index) adoptFitting(keys []*Key, at time.Time) {
	if len(keys) == 0 {
		return
	}
	p := x.part(*keys[0].queue)
	x.shared.loops.countAll(keys)
	var listed [model.NumPanes]int // in each pane
	for i, was := range keys {
		x.forget(was, at)
		k, more := x.shared.weighed(was)
		if k != was || k.is(isDoubtful) { // else it counts as it was stored
			p.count(k.id, p.standingByKey(k, more))
		}
		p.stored = p.stored && k == was
		x.pasts.follow(nil, k, nil, nil)
		x.came.add(k)
		keys[i] = k
		listed[k.state.Pane()]++
	}
	var filling sync.WaitGroup
	filling.Go(func() {
		members := selectKeys(keys, len(keys), func(k *Key) bool { return k.loop != 0 })
		slices.SortFunc(members, compareMembers)
		x.shared.loops.members = withKeys(x.shared.loops.members, members, compareMembers)
	})
	filling.Go(func() {
		byID := keys
		if !slices.IsSortedFunc(byID, compareRefs) { // as they are stored
			byID = slices.SortedFunc(slices.Values(keys), compareRefs)
		}
		x.keys = withKeys(x.keys, byID, compareRefs)
	})
	for i, pane := range x.panes {
		if listed[i] > 0 {
			filling.Go(func() {
				pane.addAll(selectKeys(keys, listed[i], func(k *Key) bool { return k.state.Pane() == pane.id }))
			})
		}
	}
	for c, shelf := range x.shelves {
		if shelf != nil {
			filling.Go(func() {
				quiet := selectKeys(keys, 0, func(k *Key) bool { return k.is(isQuiet) && k.class() == class(c) })
				slices.SortFunc(quiet, compareKeys)
				shelf.keys = withKeys(shelf.keys, quiet, compareKeys)
			})
		}
	}
	filling.Wait()
	if len(x.searches) > 0 {
		for _, k := range keys {
			x.seen(k, nil)
		}
	}
	x.changed = true
}

// selectKeys returns the keys for which is returns true, in a slice made for capacity keys.
func selectKeys(keys []*Key, capacity int, is func(*Key) bool) []*Key {
	some := make([]*Key, 0, capacity)
	for _, k := range keys {
		if is(k) {
			some = append(some, k)
		}
	}
	return some
}

// withKeys returns the tree with keys added, which are sorted and not in it. A key is added at the
// end of a tree without a search, so a tree that has fewer keys than are added is made anew.
func withKeys(t *tree[*Key], keys []*Key, compare func(a, b *Key) int) *tree[*Key] {
	if n := t.Len(); n > 0 && n < len(keys) {
		before := t
		t = newTree(compare)
		before.Scan(func(k *Key) bool {
			for ; len(keys) > 0 && compare(keys[0], k) < 0; keys = keys[1:] {
				t.Load(keys[0])
			}
			t.Load(k)
			return true
		})
	}
	for _, k := range keys {
		t.Load(k)
	}
	return t
}
