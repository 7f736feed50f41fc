package tui

import (
	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// pane is one of the five lists: its cursor and scroll position. Its rows come from
// the snapshot.
type pane struct {
	id            model.Pane
	open          map[uint64]bool
	cursor        item
	next          item // stands behind the cursor's item when the cursor came there
	nextOf        item // that item
	top           item
	moved         bool // the operator moved the cursor, or acted on its item
	resorted      bool // it is to go to the first item when it is sorted anew
	opened        bool // a cause was opened since the last sync
	atTop         bool // the list was not scrolled at the last sync
	fitted        int  // the height at the last sync
	around        int  // the position whose neighbours were asked for
	width, height int  // of the list inside the frame, in cells
	headed        bool // the names of the columns stand above the list
	want          int  // how many lines it would take with its frame, as far as that was of interest
	columns       *columns

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
	columns *columns
	seen    int
}

func newPane(id model.Pane) *pane { return &pane{id: id, open: map[uint64]bool{}} }

func (p *pane) list(s *board.Snapshot) list { return newList(s, p.id, p.open) }

// headingRoom is the least height inside a frame for the names of the columns.
const headingRoom = 6

// resize sets the room inside the frame.
func (p *pane) resize(width, height int) {
	p.headed = height >= headingRoom && width >= tinyWidth-2
	if p.headed {
		height--
	}
	p.width, p.height = max(width, 0), max(height, 0)
}

// room is the height inside the frame.
func (p *pane) room() int {
	if p.headed {
		return p.height + 1
	}
	return p.height
}

// measure returns how many lines the pane would take with its frame, if that is less than
// most; else most.
func (p *pane) measure(k look, s *board.Snapshot, width, most int) int {
	p.width = width
	p.columns = k.columnsOf(p.columns, s, p.id, width)
	l := p.list(s)
	p.want = 2
	if n := l.len(); n == 0 {
		p.want = leastFrame
	} else if n >= most {
		p.want = most
	}
	for i := 0; i < l.len() && p.want < most; i++ {
		p.want += len(p.lines(k, l.at(i)))
	}
	if p.want-2 >= headingRoom-1 {
		p.want++
	}
	p.want = min(p.want, most)
	return p.want
}

// position says which item is under the cursor and how many are below the visible ones,
// where not all are visible; and where the visible ones are among all.
func (p *pane) position(k look, s *board.Snapshot, focused bool) (said string, at span) {
	l := p.list(s)
	n, from := l.len(), l.index(p.top)
	whole := p.whole(k)
	if n == 0 || from == 0 && whole == n {
		return "", span{}
	}
	if focused {
		said = words.Number(l.index(p.cursor)+1) + " of " + words.Number(n)
	}
	if below := n - from - whole; below > 0 {
		said = k.join(said, k.theme.Ellipsis+" "+words.Number(below)+" more")
	}
	at = thumb(from, max(whole, 1), n, p.height)
	if p.headed {
		at = span{at.from + 1, at.to + 1}
	}
	return said, at
}

// whole is how many of the visible items are shown to their ends.
func (p *pane) whole(k look) int {
	used := 0
	for i, it := range p.shown {
		if used += len(p.lines(k, it)); used > p.height {
			return i
		}
	}
	return len(p.shown)
}

// move moves the cursor by n items, down when n is positive.
func (p *pane) move(s *board.Snapshot, n int) {
	l := p.list(s)
	p.cursor, p.moved = l.at(min(max(l.index(p.cursor)+n, 0), l.len()-1)), true
}

// scroll moves the visible part by n items, and the cursor as little as keeps it visible.
func (p *pane) scroll(s *board.Snapshot, n int) {
	l := p.list(s)
	top := min(max(l.index(p.top)+n, 0), max(l.len()-len(p.shown), 0))
	at := min(max(l.index(p.cursor), top), top+max(len(p.shown)-2, 0))
	p.top, p.cursor, p.moved, p.atTop = l.at(top), l.at(at), true, top == 0
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

// begin starts a layout: only items measured until sync stay cached, because an item holds
// all rows of its cause in memory.
func (p *pane) begin() { p.before, p.drawn = p.drawn, map[drawnItem][]string{} }

// sync adapts the cursor and the scroll position to a new snapshot or size, and
// determines the visible items.
func (p *pane) sync(k look, s *board.Snapshot, focused bool) {
	defer func() { p.before = nil }()
	p.columns = k.columnsOf(p.columns, s, p.id, p.width)
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
//   - When its item has left the list, the cursor goes to the one that stood behind it; in an
//     open cause it stays in that.
//   - A list that is not scrolled stays so while the cursor is visible.
//   - Otherwise the list scrolls as little as makes the cursor visible, and leaves no
//     lines empty at the end that items could fill.
//
// height returns how many lines the item at a position takes.
func (p *pane) placeCursor(l list, focused bool, height func(int) int) {
	if c := p.cursor; (c.row == nil || c.group == nil || c.group.Tasks == 1) && !l.holds(c) && l.holds(p.next) {
		p.cursor = p.next
	}
	at, top := l.index(p.cursor), l.index(p.top)
	if !p.moved && (!focused || l.snap.Loading()) {
		at = 0
	}
	if p.height > 0 && l.len() > 0 {
		end := at
		if p.opened && p.cursor.group != nil { // some of its rows are shown too
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
	if !p.cursor.became(p.nextOf) || !l.holds(p.next) {
		p.nextOf, p.next = p.cursor, l.at(at+1)
	}
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
	now := drawnFor{p.width, k.now.Unix() / 60, k.theme, p.columns, *k.seen}
	if p.drawnFor != now {
		p.drawn, p.before, p.drawnFor = map[drawnItem][]string{}, nil, now
	}
	as := drawnItem{it, it.group != nil && p.open[it.group.ID]}
	lines, known := p.drawn[as]
	if !known {
		if lines, known = p.before[as]; !known {
			lines = k.itemLines(p.columns, it, p.width, as.open)
		}
		p.drawn[as] = lines
	}
	return lines
}
