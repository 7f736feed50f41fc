package tui

import (
	"notdone/model"
	"notdone/ui/board"
)

// item is one thing in a pane that the cursor can be on: a row, or the heading
// of a cause. In a pane that is not grouped, group is nil.
type item struct {
	group *board.Group
	row   *model.Row // nil: the heading of a cause with several tasks
}

// valid reports whether there is an item at all.
func (i item) valid() bool { return i.group != nil || i.row != nil }

// same reports whether two items stand for the same thing, perhaps in
// different snapshots.
func (i item) same(j item) bool {
	if (i.row == nil) != (j.row == nil) || (i.group == nil) != (j.group == nil) {
		return false
	}
	if i.row != nil {
		return i.row.Ref() == j.row.Ref()
	}
	return i.group == nil || i.group.Key == j.group.Key
}

// list walks the items of one pane of one snapshot.
type list struct {
	snap *board.Snapshot
	pane model.Pane
	open map[string]bool // causes whose rows are shown, by key
}

// entry returns what stands for a group in the list: its heading, or its one row.
func entry(g *board.Group) item {
	if g.Tasks == 1 {
		if rows := g.After(nil, 1); len(rows) == 1 {
			return item{group: g, row: rows[0]}
		}
	}
	return item{group: g}
}

func (l list) first() item {
	if !l.pane.Grouped() {
		return firstRow(l.snap.After(l.pane, nil, 1))
	}
	return firstGroup(l.snap.Groups(l.pane, nil, 1))
}

func (l list) last() item {
	if !l.pane.Grouped() {
		return firstRow(l.snap.Before(l.pane, nil, 1))
	}
	groups := l.snap.GroupsBefore(l.pane, nil, 1)
	if len(groups) == 0 {
		return item{}
	}
	if it := entry(groups[0]); it.row != nil || !l.open[groups[0].Key] {
		return it
	}
	return item{group: groups[0], row: groups[0].Before(nil, 1)[0]}
}

func firstRow(rows []*model.Row) item {
	if len(rows) == 0 {
		return item{}
	}
	return item{row: rows[0]}
}

func firstGroup(groups []*board.Group) item {
	if len(groups) == 0 {
		return item{}
	}
	return entry(groups[0])
}

// next returns the item after it; an invalid one at the end.
func (l list) next(it item) item {
	if it.group == nil {
		return firstRow(l.snap.After(l.pane, it.row, 1))
	}
	if it.group.Tasks > 1 && l.open[it.group.Key] {
		if rows := it.group.After(it.row, 1); len(rows) == 1 {
			return item{group: it.group, row: rows[0]}
		}
	}
	return firstGroup(l.snap.Groups(l.pane, it.group, 1))
}

// prev returns the item before it; an invalid one at the beginning.
func (l list) prev(it item) item {
	if it.group == nil {
		return firstRow(l.snap.Before(l.pane, it.row, 1))
	}
	if it.row != nil && it.group.Tasks > 1 {
		if rows := it.group.Before(it.row, 1); len(rows) == 1 {
			return item{group: it.group, row: rows[0]}
		}
		return item{group: it.group}
	}
	groups := l.snap.GroupsBefore(l.pane, it.group, 1)
	if len(groups) == 0 {
		return item{}
	}
	g := groups[0]
	if g.Tasks > 1 && l.open[g.Key] {
		return item{group: g, row: g.Before(nil, 1)[0]}
	}
	return entry(g)
}

// resolve finds in this snapshot what an item of an earlier one stands for, or
// what now stands nearest to its place.
func (l list) resolve(it item) item {
	switch {
	case !it.valid():
		return l.first()
	case !l.pane.Grouped():
		return l.resolveRow(it.row)
	case it.group == nil:
		return l.first()
	}
	g, ok := l.snap.Group(l.pane, it.group.Key)
	if !ok {
		if near := firstGroup(l.snap.Groups(l.pane, it.group, 1)); near.valid() {
			return near
		}
		return l.last()
	}
	if g.Tasks == 1 || it.row == nil || !l.open[g.Key] {
		return entry(g)
	}
	row, ok := g.RowAt(min(g.Index(it.row), g.Tasks-1))
	if now, found := l.snap.Get(it.row.Ref()); found {
		if r, in := g.RowAt(g.Index(now)); in && r.Ref() == now.Ref() {
			row = now
		}
	}
	if !ok && row == nil {
		return entry(g)
	}
	return item{group: g, row: row}
}

func (l list) resolveRow(row *model.Row) item {
	if now, ok := l.snap.Get(row.Ref()); ok && now.State.Pane() == l.pane {
		if at, in := l.snap.RowAt(l.pane, l.snap.Index(l.pane, now)); in && at.Ref() == now.Ref() {
			return item{row: now}
		}
	}
	if at, ok := l.snap.RowAt(l.pane, min(l.snap.Index(l.pane, row), l.snap.Len(l.pane)-1)); ok {
		return item{row: at}
	}
	return l.first()
}
