package tui

import (
	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/theme"
)

// pane is one of the five lists: its cursor and scroll position. Its rows come from
// the snapshot.
type pane struct {
	id            model.Pane
	open          map[uint64]bool
	cursor        item
	top           item
	moved         bool // the operator moved the cursor, or acted on its item
	opened        bool // a cause was opened since the last sync
	atTop         bool // the list was not scrolled at the last sync
	fitted        int  // the height at the last sync
	around        int  // the position whose neighbours were asked for
	width, height int  // inside the frame, in cells

	shown  []item                 // the visible items
	drawn  map[drawnItem][]string // the lines of items, cached
	before map[drawnItem][]string // drawn before the current sync
	drawnFor
}

// drawnItem is the key of a cached item. Rows and causes are immutable.
type drawnItem struct {
	item
	open bool
}

// drawnFor is what all cached lines of a pane depend on.
type drawnFor struct {
	width   int
	minute  int64
	theme   *theme.Theme
	sources *sources
}

func newPane(id model.Pane) *pane { return &pane{id: id, open: map[uint64]bool{}} }

func (p *pane) list(s *board.Snapshot) list { return newList(s, p.id, p.open) }

// resize sets the room inside the frame.
func (p *pane) resize(width, height int) { p.width, p.height = max(width, 0), max(height, 0) }

// move moves the cursor by n items, down when n is positive.
func (p *pane) move(s *board.Snapshot, n int) {
	l := p.list(s)
	p.cursor, p.moved = l.at(min(max(l.index(p.cursor)+n, 0), l.len()-1)), true
}

func (p *pane) first(s *board.Snapshot) {
	p.cursor, p.moved = p.list(s).at(0), false
	p.top = p.cursor
}

// inOpenCause reports whether the cursor stands in a cause that shows its rows.
func (p *pane) inOpenCause() bool {
	g := p.cursor.group
	return g != nil && g.Tasks > 1 && p.open[g.ID]
}

// setOpen opens or closes the cause that the cursor is in, and reports whether that
// changed anything.
func (p *pane) setOpen(open bool) bool {
	g := p.cursor.group
	if g == nil || g.Tasks == 1 || p.open[g.ID] == open {
		return false
	}
	p.open[g.ID], p.moved, p.opened, p.around = open, true, open, -1
	p.cursor = item{group: g}
	return true
}

// sync adapts the cursor and the scroll position to a new snapshot or size, and
// determines the visible items.
func (p *pane) sync(k look, s *board.Snapshot, focused bool) {
	// Only items measured in this sync stay cached: an item holds all rows of its
	// cause in memory.
	p.before, p.drawn = p.drawn, map[drawnItem][]string{}
	defer func() { p.before = nil }()
	l := p.list(s)
	height := func(i int) int { return len(p.lines(k, l.at(i))) }
	p.placeCursor(l, focused, height)
	p.shown = p.shown[:0]
	for i, used := l.index(p.top), 0; i < l.len() && used < p.height; i++ {
		p.shown = append(p.shown, l.at(i))
		used += height(i)
	}
	if at := l.index(p.top); focused && at != p.around {
		p.around = at
		for i := max(at-nearby, 0); i < min(at+p.height+nearby, l.len()); i++ {
			l.at(i)
		}
	}
}

// nearby is how many items before and behind the visible ones are looked at, so that
// their rows are there before the list is scrolled to them.
const nearby = 200

// placeCursor sets the cursor and the first visible item in a list.
//
//   - A cursor that was never moved is on the first item. In the focused pane it
//     follows its item as long as the first item is visible too.
//   - A list that is not scrolled stays so while the cursor is visible.
//   - Otherwise the list scrolls as little as makes the cursor visible, and leaves no
//     lines empty at the end that items could fill.
//
// height returns how many lines the item at a position takes.
func (p *pane) placeCursor(l list, focused bool, height func(int) int) {
	at, top := l.index(p.cursor), l.index(p.top)
	if !p.moved && (!focused || l.snap.Loading()) {
		at = 0
	}
	if p.height > 0 && l.len() > 0 {
		end := at
		if p.opened { // some of its rows are shown too
			end = min(at+p.height/2, at+p.cursor.group.Tasks, l.len()-1)
		}
		p.opened = false
		lowest := p.endingAt(end, height)
		if !p.moved && lowest > 0 {
			at, lowest = 0, 0
		}
		if !p.moved || lowest == 0 && (p.atTop || p.height != p.fitted) {
			top = 0
		} else {
			top = min(min(max(top, lowest), at), p.endingAt(l.len()-1, height))
		}
		p.atTop, p.fitted = top == 0, p.height
	}
	p.cursor, p.top = l.at(at), l.at(top)
}

// endingAt returns the first visible item if the last visible one is end.
func (p *pane) endingAt(end int, height func(int) int) int {
	top := end
	for used := height(end); top > 0; top-- {
		if used += height(top - 1); used > p.height {
			break
		}
	}
	return top
}

// lines draws an item that is not under the cursor. The lines are cached as long as
// drawnFor stays the same.
func (p *pane) lines(k look, it item) []string {
	now := drawnFor{p.width, k.now.Unix() / 60, k.theme, k.sources}
	if p.drawnFor != now {
		p.drawn, p.before, p.drawnFor = map[drawnItem][]string{}, nil, now
	}
	as := drawnItem{it, it.group != nil && p.open[it.group.ID]}
	lines, known := p.drawn[as]
	if !known {
		if lines, known = p.before[as]; !known {
			lines = k.itemLines(p.id, it, p.width, as.open, false)
		}
		p.drawn[as] = lines
	}
	return lines
}
