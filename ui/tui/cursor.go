package tui

import (
	"cmp"
	"slices"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/query"
)

// item is what the cursor of a pane can be on: a row, or the heading of a cause. In a
// pane that is not grouped, group is nil.
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
	return i.group == nil || i.group.ID == j.group.ID
}

// sameTask reports whether two items are the same task, whatever its cause is now.
func (i item) sameTask(j item) bool {
	return i.row != nil && j.row != nil && i.row.Ref() == j.row.Ref()
}

// became reports whether an item is what stood there before, or what is left of it: the last
// task of a cause.
func (i item) became(from item) bool {
	last := from.row == nil && from.group != nil && i.group != nil && i.group.ID == from.group.ID && i.group.Tasks == 1
	return last || i.same(from)
}

// list gives the items of a pane in a snapshot by position, with the rows of opened
// causes beneath their headings.
type list struct {
	snap *board.Snapshot
	pane model.Pane
	open []opened // ordered by position
	// headings is how many causes there are; behind them stand the loose rows.
	headings int
	loose    board.List
}

// opened is a cause whose rows are shown beneath its heading.
type opened struct {
	group *board.Group
	rows  board.List
	at    int // the position of its heading
}

// newList returns the list in which the causes with these keys are open.
func newList(s *board.Snapshot, p model.Pane, open map[uint64]bool) list {
	l := list{snap: s, pane: p, headings: s.Groups(p).Len(), loose: s.Rows(p)}
	if s.Sorted(p) != (query.Order{}) {
		return l
	}
	if p.Grouped() {
		l.loose = board.List{}
	}
	if g, some := s.Group(p, board.Loose); some {
		l.headings, l.loose = l.headings-1, s.Members(p, g)
	}
	for id, is := range open {
		if g, known := s.Group(p, id); is && known && g.Tasks > 1 && !g.Loose() {
			l.open = append(l.open, opened{g, s.Members(p, g), s.Groups(p).Index(g)})
		}
	}
	slices.SortFunc(l.open, func(a, b opened) int { return cmp.Compare(a.at, b.at) })
	rows := 0
	for i := range l.open {
		l.open[i].at += rows
		rows += l.open[i].group.Tasks
	}
	return l
}

func (l list) len() int {
	n := l.headings + l.loose.Len()
	for _, o := range l.open {
		n += o.group.Tasks
	}
	return n
}

// at returns the item at a position; an invalid one beyond the ends.
func (l list) at(i int) item {
	if i < 0 {
		return item{}
	}
	rows := 0
	for _, o := range l.open {
		if in := i - o.at - 1; in >= 0 && in < o.group.Tasks {
			row, _ := o.rows.At(in)
			return item{group: o.group, row: row}
		} else if in >= 0 {
			rows += o.group.Tasks
		}
	}
	if i -= rows; i >= l.headings {
		row, _ := l.loose.At(i - l.headings)
		return item{row: row}
	}
	g, _ := l.snap.Groups(l.pane).At(i)
	return entry(g)
}

// entry returns the item of a group: its heading, or the row of a group of one.
func entry(g *board.Group) item {
	if g == nil || g.Tasks > 1 {
		return item{group: g}
	}
	return item{group: g, row: g.First()}
}

// index returns the position of an item of this snapshot or an earlier one. If the
// item is gone, it returns the position that the sort order would give it.
func (l list) index(it item) int {
	if it.row != nil && l.pane.Grouped() {
		if now := l.now(it.row); now != it.row || it.group == nil {
			it.group = l.snap.GroupOf(l.pane, now.Ref())
		}
	}
	if l.headings == 0 && it.row != nil {
		it.group = nil
	}
	switch {
	case !it.valid():
		return 0
	case it.group == nil && l.loose.Len() == 0:
		return max(l.len()-1, 0)
	case it.group == nil:
		return max(min(l.len()-l.loose.Len()+l.loose.Index(l.now(it.row)), l.len()-1), 0)
	}
	g, known := l.snap.Group(l.pane, it.group.ID)
	if !known {
		g = it.group
	}
	at := l.snap.Groups(l.pane).Index(g)
	for _, o := range l.open {
		switch {
		case o.group == g && it.row != nil:
			return o.at + 1 + o.within(l.now(it.row), it.row)
		case o.at < at:
			at += o.group.Tasks
		}
	}
	return max(min(at, l.len()-1), 0)
}

// holds reports whether an item of this snapshot or an earlier one is in the list.
func (l list) holds(it item) bool {
	if it.row != nil {
		now, listed := l.snap.Get(it.row.Ref())
		return listed && now.State.Pane() == l.pane
	}
	if it.group == nil {
		return false
	}
	_, known := l.snap.Group(l.pane, it.group.ID)
	return known
}

// now returns this snapshot's version of a row; the row itself if it left the pane.
func (l list) now(row *model.Row) *model.Row {
	if now, listed := l.snap.Get(row.Ref()); listed && now.State.Pane() == l.pane {
		return now
	}
	return row
}

// within returns the position of a row among those of the cause. If the row has left
// the cause, it returns the position that it had.
func (o opened) within(now, was *model.Row) int {
	at := o.rows.Index(now)
	if ref, in := o.rows.Ref(at); !in || ref != now.Ref() {
		at = o.rows.Index(was)
	}
	return min(at, o.group.Tasks-1)
}
