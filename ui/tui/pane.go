package tui

import (
	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/theme"
)

// pane is one of the five lists: what it shows of its rows and where the
// cursor stands. Its content comes from the snapshot at every drawing.
type pane struct {
	id            model.Pane
	open          map[string]bool
	cursor        item
	top           item
	moved         bool // the operator moved the cursor, or did something where it stands
	atTop         bool // the first item was the first one shown
	fitted        int  // the height for which that was worked out
	width, height int  // inside the frame, in cells

	shown  []item // those in sight, from above
	drawn  map[drawnItem][]string
	before map[drawnItem][]string // drawn until the sync that is under way
	drawnFor
}

// drawnItem is an item as it can look. Rows and causes never change.
type drawnItem struct {
	item
	open bool
}

// drawnFor is what all drawn items of a pane depend on.
type drawnFor struct {
	width  int
	minute int64
	theme  *theme.Theme
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

func (p *pane) first(s *board.Snapshot) {
	p.cursor, p.moved = p.list(s).first(), false
	p.top = p.cursor
}

func (p *pane) last(s *board.Snapshot) { p.cursor, p.moved = p.list(s).last(), true }

// toggle opens or closes the cause under the cursor and reports whether there
// was one.
func (p *pane) toggle() bool {
	if p.cursor.group == nil || p.cursor.row != nil {
		return false
	}
	p.open[p.cursor.group.Key] = !p.open[p.cursor.group.Key]
	p.moved = true
	return true
}

// inOpenCause reports whether the cursor stands in a cause that shows its rows.
func (p *pane) inOpenCause() bool {
	g := p.cursor.group
	return g != nil && g.Tasks > 1 && p.open[g.Key]
}

// fold closes the cause in which the cursor stands and reports whether it was open.
func (p *pane) fold() bool {
	if !p.inOpenCause() {
		return false
	}
	g := p.cursor.group
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

// sync carries cursor and first line over to a new snapshot or size, keeps the
// cursor on the screen, and notes which items are on it.
func (p *pane) sync(k look, s *board.Snapshot, focused bool) {
	// An item holds all rows of its cause, so those that are gone are let go.
	p.before, p.drawn = p.drawn, map[drawnItem][]string{}
	defer func() { p.before = nil }()
	l := p.list(s)
	height := func(it item) int { return len(p.lines(k, it)) }
	p.place(l, l.first(), focused, height)
	p.shown = p.shown[:0]
	for it, used := p.top, 0; it.valid() && used < p.height; it = l.next(it) {
		p.shown = append(p.shown, it)
		used += height(it)
	}
}

// place finds cursor and first line in a list. A pane that shows its first item
// goes on to show it while the cursor is in sight of it. A cursor that was never
// moved is on the first item; in the pane that has the focus it stays with its
// item while both are in sight. height tells how many lines an item takes.
func (p *pane) place(l list, first item, focused bool, height func(item) int) {
	p.cursor, p.top = l.resolve(p.cursor), l.resolve(p.top)
	if !p.moved && (!focused || l.snap.Loading()) {
		p.cursor = first
	}
	if p.height == 0 || !first.valid() {
		return
	}
	if !p.moved || p.atTop || p.height != p.fitted {
		seen, _ := p.sees(l, first, height)
		if !seen && !p.moved {
			p.cursor = first
		}
		if seen || !p.moved {
			p.top, p.atTop, p.fitted = first, true, p.height
			return
		}
	}
	p.scroll(l, height)
	p.atTop, p.fitted = p.top.same(first), p.height
}

// lines draws an item that is not under the cursor, once for every width and
// minute.
func (p *pane) lines(k look, it item) []string {
	now := drawnFor{p.width, k.now.Unix() / 60, k.theme}
	if p.drawnFor != now {
		p.drawn, p.before, p.drawnFor = map[drawnItem][]string{}, nil, now
	}
	as := drawnItem{it, it.group != nil && p.open[it.group.Key]}
	lines, known := p.drawn[as]
	if !known {
		if lines, known = p.before[as]; !known {
			lines = k.itemLines(p.id, it, p.width, as.open, false)
		}
		p.drawn[as] = lines
	}
	return lines
}

// sees reports whether the cursor is on the screen that begins with an item, and
// whether the items from there on fill it.
func (p *pane) sees(l list, top item, height func(item) int) (seen, full bool) {
	used := 0
	for it := top; it.valid() && used < p.height; it = l.next(it) {
		used += height(it)
		if it.same(p.cursor) {
			seen = used <= p.height || it.same(top)
		}
	}
	return seen, used >= p.height
}

// scroll moves the first line as little as brings the cursor onto the screen,
// and leaves no room empty that items could fill.
func (p *pane) scroll(l list, height func(item) int) {
	seen, full := p.sees(l, p.top, height)
	switch {
	case !seen && p.above(l, height):
		p.top = p.cursor
	case !seen:
		p.top = p.endingAt(l, p.cursor, height)
	case !full:
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
