package tui

import (
	"strings"
	"time"

	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// tile is the place of one pane, with its frame; of height 1 it is a bar.
type tile struct {
	pane          model.Pane
	width, height int
}

// tiles returns the tiles of the visible panes, by rows of the screen.
func (b *boardScreen) tiles(m *Model) (rows [][]tile) {
	body := m.bodyHeight()
	switch {
	case b.focus == model.PaneRest && m.wide():
		return [][]tile{{{model.PaneRest, m.width, body}}}
	case m.wide():
		left, upper := m.width/2, (body+1)/2
		return [][]tile{
			{{model.PaneActive, left, upper}, {model.PaneBlocked, m.width - left, upper}},
			{{model.PaneFailed, left, body - upper}, {model.PaneFalseDone, m.width - left, body - upper}},
		}
	}
	rest := body
	for p := range model.Pane(model.NumPanes) {
		height := 1
		if body >= roomyHeight && p != model.PaneRest {
			height = roomyFrame
		}
		if p != b.focus {
			rest -= height
		}
		rows = append(rows, []tile{{p, m.width, height}})
	}
	rows[b.focus][0].height = rest
	return rows
}

// draw draws the panes between header and footer.
func (b *boardScreen) draw(m *Model, _ func() []string) []string {
	if m.tiny() {
		return b.tinyLines(m)
	}
	lines := []string{m.header()}
	for _, row := range b.tiles(m) {
		upper := len(lines)
		lines = append(lines, b.tile(m, row[0])...)
		for _, right := range row[1:] {
			for i, s := range b.tile(m, right) {
				lines[upper+i] += s
			}
		}
	}
	return append(lines, b.footer(m))
}

// tile draws one pane.
func (b *boardScreen) tile(m *Model, t tile) []string {
	if t.height == 1 {
		return []string{b.bar(m, t.pane)}
	}
	k, focused := m.look, t.pane == b.focus
	lines := k.paneLines(b.panes[t.pane], b.snap, focused)
	return k.frame(paneTitle(t.pane), paneLabel(t.pane, b.snap), lines, t.width, t.height, focused)
}

// bar is a pane as one line: its title, its count, and its first item.
func (b *boardScreen) bar(m *Model, p model.Pane) string {
	t := m.theme
	l := newLine(m.width, t.Ellipsis)
	l.put(theme.Token{}, "  "+paneTitle(p)+" ").put(t.Title, paneLabel(p, b.snap))
	if it := b.panes[p].list(b.snap).at(0); it.valid() && p != model.PaneRest {
		l.put(t.Faint, "  "+t.Dot+" ")
		m.brief(l, it)
	}
	return l.String()
}

// brief writes an item in one line, with its obstacle or worst finding.
func (m *Model) brief(l *line, it item) {
	t, k := m.theme, m.look
	r := it.row
	if r == nil {
		label, _ := k.groupLabel(it.group)
		l.put(t.State(model.StateBlocked), label).put(t.Faint, " "+groupTasks(it.group))
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

// urgency is the order of the panes by how much they need the operator.
var urgency = []model.Pane{model.PaneBlocked, model.PaneFalseDone, model.PaneFailed, model.PaneActive, model.PaneRest}

// tinyLines draws a very small terminal: the counts, and the most urgent item.
func (b *boardScreen) tinyLines(m *Model) []string {
	t, c := m.theme, &m.whole.Counts
	counts := newLine(m.width, t.Ellipsis)
	for _, s := range mainStates {
		counts.put(t.State(s), t.Glyph(s)).put(theme.Token{}, words.Number(c[s])+" ")
	}
	lines := []string{counts.String()}
	for _, p := range urgency {
		if it := b.panes[p].list(b.snap).at(0); it.valid() {
			lines = append(lines, m.tinyItem(it)...)
			break
		}
	}
	for len(lines) < m.height {
		lines = append(lines, blanks(m.width))
	}
	if m.height > 1 {
		late := strings.Join(m.late(), "; ")
		switch {
		case m.notice != "" || b.filter.text != "":
			lines[m.height-1] = b.said(m).String()
		case late != "":
			lines[m.height-1] = newLine(m.width, t.Ellipsis).put(t.Alarm, late).String()
		}
	}
	return lines[:m.height]
}

func (m *Model) tinyItem(it item) []string {
	t := m.theme
	r, head := it.row, ""
	if r == nil {
		label, _ := m.groupLabel(it.group)
		head = m.join(label, groupTasks(it.group))
		r = it.group.First()
	} else {
		head = safe.Line(r.Title, lineLimit)
	}
	lines := []string{newLine(m.width, t.Ellipsis).put(t.State(r.State), t.Glyph(r.State)+" "+head).String()}
	for _, s := range wrap(safe.Line(strings.TrimSpace(briefReason(r, m.now)), quoteLimit), m.width, max(m.height-2, 1), t.Ellipsis) {
		lines = append(lines, newLine(m.width, t.Ellipsis).put(t.Faint, s).String())
	}
	return lines
}
