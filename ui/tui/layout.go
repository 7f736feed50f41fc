package tui

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// tile is the place of one pane on the screen, with its frame; of height 1 it is a bar.
type tile struct {
	pane                model.Pane
	x, y, width, height int
}

// leastFrame is the least height of a pane that is drawn in a frame.
const leastFrame = 4

// lay places the panes between header and footer. In two columns and in one, panes take
// room by what they hold, and empty ones are bars at the end; The rest is a bar always.
// On a narrow screen, zoomed, and in The rest, the focused pane has all the room.
func (b *boardScreen) lay(m *Model) {
	width, body, was := m.listWidth(), m.bodyHeight(), b.tiles
	b.tiles, b.tabbed = nil, b.zoomed || b.focus == model.PaneRest || !m.stacks()
	if b.tabbed {
		b.tiles = []tile{{b.focus, 0, 2, width, body - 1}}
		return
	}
	var shown, bars []model.Pane
	for p := range model.PaneRest {
		if b.snap.Rows(p).Len() > 0 || b.snap.Loading() {
			shown = append(shown, p)
		} else {
			bars = append(bars, p)
		}
	}
	if len(shown) == 0 {
		shown, bars = []model.Pane{b.focus}, slices.DeleteFunc(bars, func(p model.Pane) bool { return p == b.focus })
	}
	bars = append(bars, model.PaneRest)
	room := body - len(bars)
	if m.twoColumns(width) && len(shown) > 1 && (!m.previews() || !b.fits(m, shown, width, room)) {
		left, right := b.divide(m, shown, was, width/2-len(m.theme.Gap), room)
		b.stack(m, left, 0, width/2-len(m.theme.Gap), room)
		b.stack(m, right, width/2, width-width/2, room)
	} else {
		b.stack(m, shown, 0, width, room)
		for last := len(b.tiles) - 1; last >= 0 && b.tiles[last].height == 1; last-- { // bars below the frames stand in the order of the panes
			bars, b.tiles, room = append(bars, b.tiles[last].pane), b.tiles[:last], room-1
		}
		slices.Sort(bars)
	}
	if b.suits(was, bars) {
		b.tiles = was
		return
	}
	for i, p := range bars {
		b.tiles = append(b.tiles, tile{p, 0, 1 + room + i, width, 1})
	}
}

// divide divides the panes between two columns, so that the fewest lines have no room: by
// turns, unless another division has room for more. One that was chosen before stays until
// another has room for much more.
func (b *boardScreen) divide(m *Model, panes []model.Pane, was []tile, width, room int) (left, right []model.Pane) {
	const turns = 0b1010 // a set of the panes of the right column, by their positions
	wants, before := make([]int, len(panes)), 0
	for i, p := range panes {
		wants[i] = b.panes[p].measure(m.look, b.snap, width-2, room)
		if slices.ContainsFunc(was, func(t tile) bool { return t.pane == p && t.x > 0 }) {
			before |= 1 << i
		}
	}
	lacks := func(set int) int {
		var sums [2]int
		for i, want := range wants {
			sums[set>>i&1] += want
		}
		return max(sums[0]-room, 0) + max(sums[1]-room, 0)
	}
	best, all := turns&(1<<len(panes)-1), 1<<len(panes)
	for set := 2; set < all; set += 2 { // the first pane is always on the left
		if lacks(set) < lacks(best) {
			best = set
		}
	}
	if before > 0 && before&1 == 0 && lacks(before) <= lacks(best)+room/4 {
		best = before
	}
	for i, p := range panes {
		if best>>i&1 == 0 {
			left = append(left, p)
		} else {
			right = append(right, p)
		}
	}
	return left, right
}

// fits reports whether the panes have room below each other for all that they hold.
func (b *boardScreen) fits(m *Model, panes []model.Pane, width, room int) bool {
	total := 0
	for _, p := range panes {
		total += b.panes[p].measure(m.look, b.snap, width-2, room)
	}
	return total <= room
}

// suits reports whether an earlier layout can stay, because the new one shows nothing more
// of any pane and has the same bars: panes that grow and shrink by a row do not move the others.
func (b *boardScreen) suits(was []tile, bars []model.Pane) bool {
	if len(was) != len(b.tiles)+len(bars) {
		return false
	}
	for i, p := range bars {
		if old := was[len(b.tiles)+i]; old.pane != p || old.height != 1 {
			return false
		}
	}
	for i, now := range b.tiles {
		old := was[i]
		if old.pane != now.pane || old.x != now.x || old.width != now.width || old.height < min(b.panes[now.pane].want, now.height) {
			return false
		}
	}
	first, last := was[0], was[len(was)-1]
	end := 0
	for _, t := range b.tiles {
		end = max(end, t.y+t.height)
	}
	return first.y == 1 && last.y == end+len(bars)-1
}

// stack adds tiles for panes one below the other.
func (b *boardScreen) stack(m *Model, panes []model.Pane, x, width, room int) {
	wants, first := make([]int, len(panes)), -1
	for i, p := range panes {
		wants[i] = b.panes[p].measure(m.look, b.snap, width-2, room)
		if p == b.focus && (width == m.listWidth() && room < tallRoom) {
			first = i
		}
	}
	y := 1
	for i, height := range share(room, wants, first) {
		b.tiles = append(b.tiles, tile{panes[i], x, y, width, height})
		y += height
	}
}

// share divides room lines among panes that want so many each, with their frames. The one
// at the index first, if any, is served first, and the others in equal shares; for whom
// no frame is left becomes a bar. What nobody wants is divided by what they want.
func share(room int, wants []int, first int) []int {
	heights := slices.Repeat([]int{1}, len(wants))
	left := room - len(wants)
	if first >= 0 {
		heights[first] = min(max(wants[first], leastFrame), 1+max(left, 0))
		left -= heights[first] - 1
	}
	for i := range wants { // to each a frame, as far as they go
		if heights[i] == 1 && left >= leastFrame-1 {
			heights[i], left = leastFrame, left-(leastFrame-1)
		}
	}
	for grown := true; grown && left > 0; {
		grown = false
		for i := range wants {
			if left > 0 && heights[i] >= leastFrame && heights[i] < wants[i] {
				heights[i], left, grown = heights[i]+1, left-1, true
			}
		}
	}
	total := 0
	for i, h := range heights {
		if h > 1 {
			total += wants[i]
		}
	}
	spare, last := left, -1
	for i, h := range heights {
		if h > 1 && total > 0 {
			part := spare * wants[i] / total
			heights[i], left, last = h+part, left-part, i
		}
	}
	if last >= 0 {
		heights[last] += max(left, 0)
	}
	return heights
}

// draw draws the panes between header and footer, or on a tiny screen what matters most.
func (b *boardScreen) draw(m *Model, _ func() []string) []string {
	if m.tiny() {
		return b.tinyLines(m)
	}
	lines := make([]string, 1, m.height)
	lines[0] = m.header()
	if b.tabbed {
		lines = append(lines, b.tabs(m))
	}
	upper := len(lines)
	body := make([]string, m.height-1-upper)
	for _, t := range b.tiles {
		gap := ""
		if t.x > 0 {
			gap = m.theme.Gap
		}
		for i, s := range b.tile(m, t) {
			body[t.y-upper+i] += gap + s
		}
	}
	for i, s := range m.previewLines(len(body)) {
		body[i] += s
	}
	return append(append(lines, body...), b.footer(m))
}

// tile draws one pane.
func (b *boardScreen) tile(m *Model, t tile) []string {
	if t.height == 1 {
		return []string{b.bar(m, t.pane, t.width)}
	}
	p, k := b.panes[t.pane], m.look
	focused := t.pane == b.focus
	f := frame{title: b.sortedTitle(m, t.pane), label: m.paneLabel(t.pane, b.snap, t.width-cells(b.sortedTitle(m, t.pane))-frameEdges), width: t.width, height: t.height, focused: focused}
	f.lines = b.paneLines(k, p, focused)
	f.foot, f.thumb = p.position(k, b.snap, focused)
	return k.frame(f)
}

// bar is a pane as one line: its title, its count, and its first item.
func (b *boardScreen) bar(m *Model, p model.Pane, width int) string {
	t := m.theme
	l := newLine(width, t.Ellipsis)
	sign, tok := "  ", theme.Token{}
	if p == b.focus {
		sign, tok = t.Bar+" ", t.Focus
	}
	l.put(t.Focus, sign).put(tok, b.sortedTitle(m, p)+" ").put(t.Title, m.paneLabel(p, b.snap, max(width/2, 1)))
	switch it := b.panes[p].list(b.snap).at(0); {
	case p == model.PaneRest && b.snap.Rows(p).Len() < b.snap.Total(p):
		if by := m.join(stateCounts(p, b.snap, headerWord)...); by != "" {
			l.put(t.Faint, "  "+t.Dot+" "+by)
		}
	case p == model.PaneRest && b.snap.Total(p) > 0:
	case it.valid():
		l.put(t.Faint, "  "+t.Dot+" ")
		m.brief(l, it)
	default:
		l.put(t.Faint, "  "+t.Dot+" "+m.emptyText(b.panes[p], b.snap))
	}
	return l.String()
}

// tabs is the line that names all panes where only one is shown: with their titles, with
// short ones, or but for the focused one by their numbers.
func (b *boardScreen) tabs(m *Model) string {
	t := m.theme
	var l *line
	for _, titles := range [][model.NumPanes]string{paneTitles, shortTitles, {}} {
		l, b.tabEnds = newLine(math.MaxInt, t.Ellipsis), b.tabEnds[:0]
		for p := range model.Pane(model.NumPanes) {
			n := splitCount(p, b.snap)
			if b.snap.Filtered() {
				n = words.Number(b.snap.Rows(p).Len())
			}
			open, name, end := "[", t.Title, "]"
			if p != b.focus {
				open, name, end = " ", t.Faint, " "
			}
			title := titles[p]
			if p == b.focus {
				title = cmp.Or(title, shortTitles[p])
			}
			said := strconv.Itoa(int(p)+1) + ":" + n
			if title != "" {
				said = strconv.Itoa(int(p)+1) + " " + title + " " + n
			}
			l.put(t.Focus, open).put(name, said).put(t.Focus, end)
			b.tabEnds = append(b.tabEnds, l.width)
		}
		if l.width <= m.width {
			break
		}
	}
	return newLine(m.width, t.Ellipsis).put(theme.Token{}, l.b.String()).String()
}

// brief writes an item in one line, with its obstacle or worst finding.
func (m *Model) brief(l *line, it item) {
	t, k := m.theme, m.look
	r := it.row
	if r == nil {
		label, _ := k.groupLabel(it.group)
		l.put(t.State(it.group.First().State), label).put(t.Faint, " "+groupTasks(it.group))
		return
	}
	l.put(t.State(r.State), t.Glyph(r.State)+" ").put(theme.Token{}, safe.Line(r.Title, lineLimit))
	if why := briefReason(r, m.now); why != "" {
		l.put(t.Faint, ": "+safe.Line(why, lineLimit))
	}
}

func briefReason(r *model.Row, now time.Time) string {
	if r.Obstacle != nil && r.Obstacle.Text != "" {
		return r.Obstacle.Text
	}
	if f := report.Worst(r); f != nil {
		text, age := report.Message(f, now)
		return text + age
	}
	return r.Headline
}
