package tui

import (
	"notdone/model"
	"notdone/model/board"
)

// pane is one of the five lists: what it shows of its rows and where the
// cursor stands. Its content comes from the snapshot at every drawing.
type pane struct {
	id            model.Pane
	open          map[string]bool
	cursor        item
	top           item
	moved         bool // the operator moved the cursor; until then it is on the first item
	width, height int  // inside the frame, in cells
}

func newPane(id model.Pane) *pane { return &pane{id: id, open: map[string]bool{}} }

func (p *pane) list(s *board.Snapshot) list { return list{snap: s, pane: p.id, open: p.open} }

// resize sets the room inside the frame.
func (p *pane) resize(width, height int) { p.width, p.height = max(width, 0), max(height, 0) }

// move moves the cursor by n items, down when n is positive.
func (p *pane) move(s *board.Snapshot, n int) {
	p.moved = true
	l := p.list(s)
	step := l.next
	if n < 0 {
		step, n = l.prev, -n
	}
	for ; n > 0; n-- {
		to := step(p.cursor)
		if !to.valid() {
			return
		}
		p.cursor = to
	}
}

func (p *pane) first(s *board.Snapshot) { p.cursor = p.list(s).first(); p.top = p.cursor }
func (p *pane) last(s *board.Snapshot)  { p.cursor, p.moved = p.list(s).last(), true }

// toggle opens or closes the cause under the cursor and reports whether there
// was one.
func (p *pane) toggle() bool {
	if p.cursor.group == nil || p.cursor.row != nil {
		return false
	}
	p.open[p.cursor.group.Key] = !p.open[p.cursor.group.Key]
	return true
}

// fold closes the cause in which the cursor stands and reports whether it was open.
func (p *pane) fold() bool {
	g := p.cursor.group
	if g == nil || g.Tasks == 1 || !p.open[g.Key] {
		return false
	}
	p.open[g.Key] = false
	p.cursor = item{group: g}
	return true
}

// unfold opens the cause under the cursor and reports whether it was closed.
func (p *pane) unfold() bool {
	if p.cursor.group == nil || p.cursor.row != nil || p.open[p.cursor.group.Key] {
		return false
	}
	return p.toggle()
}

// sync carries cursor and first line over to a new snapshot and keeps the
// cursor on the screen. height tells how many lines an item takes.
func (p *pane) sync(s *board.Snapshot, height func(item) int) {
	l := p.list(s)
	p.cursor, p.top = l.resolve(p.cursor), l.resolve(p.top)
	if !p.moved {
		p.cursor = l.first()
		p.top = p.cursor
	}
	if !p.cursor.valid() || p.height == 0 {
		return
	}
	used, seen := 0, false
	for it := p.top; it.valid() && used < p.height; it = l.next(it) {
		used += height(it)
		if it.same(p.cursor) {
			seen = used <= p.height || it.same(p.top)
			if !seen {
				break
			}
		}
	}
	switch {
	case !seen && p.above(l, height):
		p.top = p.cursor
	case !seen:
		p.top = p.endingAt(l, p.cursor, height)
	case used < p.height:
		p.top = p.endingAt(l, l.last(), height)
	}
}

// above reports whether the cursor stands before the first line, as far as one
// screen.
func (p *pane) above(l list, height func(item) int) bool {
	used := 0
	for it := p.top; it.valid() && used < 2*p.height+2; it = l.prev(it) {
		if it.same(p.cursor) {
			return true
		}
		used += height(it)
	}
	return false
}

// endingAt returns the first item of a screen that ends with the given one.
func (p *pane) endingAt(l list, end item, height func(item) int) item {
	top, used := end, height(end)
	for {
		before := l.prev(top)
		if !before.valid() {
			return top
		}
		if used += height(before); used > p.height {
			return top
		}
		top = before
	}
}
