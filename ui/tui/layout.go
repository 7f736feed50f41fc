package tui

import (
	"strings"

	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// frameSize is the room of one pane with its frame; a height of 1 is a bar.
type frameSize struct{ width, height int }

// sizes works out the room of every pane; a pane that is not drawn has none.
func (b *boardScreen) sizes(m *Model) [model.NumPanes]frameSize {
	var s [model.NumPanes]frameSize
	body := m.bodyHeight()
	switch {
	case b.focus == model.PaneRest && m.wide():
		s[model.PaneRest] = frameSize{m.width, body}
	case m.wide():
		left, upper := m.width/2, (body+1)/2
		s[model.PaneActive] = frameSize{left, upper}
		s[model.PaneBlocked] = frameSize{m.width - left, upper}
		s[model.PaneFailed] = frameSize{left, body - upper}
		s[model.PaneFalseDone] = frameSize{m.width - left, body - upper}
	default:
		rest := body
		for i := range s {
			s[i] = frameSize{m.width, 1}
			if body >= roomyHeight && model.Pane(i) != model.PaneRest {
				s[i].height = roomyFrame
			}
			if model.Pane(i) != b.focus {
				rest -= s[i].height
			}
		}
		s[b.focus].height = rest
	}
	return s
}

// draw draws the panes between header and footer.
func (b *boardScreen) draw(m *Model, _ func() []string) []string {
	if m.tiny() {
		return b.tinyLines(m)
	}
	lines := append([]string{m.header()}, b.body(m)...)
	return append(lines, b.foot(m))
}

func (b *boardScreen) body(m *Model) []string {
	sizes := b.sizes(m)
	if m.wide() {
		if b.focus == model.PaneRest {
			return b.framed(m, model.PaneRest, sizes)
		}
		upper := beside(b.framed(m, model.PaneActive, sizes), b.framed(m, model.PaneBlocked, sizes))
		return append(upper, beside(b.framed(m, model.PaneFailed, sizes), b.framed(m, model.PaneFalseDone, sizes))...)
	}
	var lines []string
	for i := range sizes {
		if p := model.Pane(i); sizes[i].height == 1 {
			lines = append(lines, b.bar(m, p))
		} else {
			lines = append(lines, b.framed(m, p, sizes)...)
		}
	}
	return lines
}

func (b *boardScreen) framed(m *Model, p model.Pane, sizes [model.NumPanes]frameSize) []string {
	k, focused := m.look(), p == b.focus
	lines := k.paneLines(b.panes[p], b.snap, focused)
	return k.frame(paneTitle(p), paneLabel(p, b.snap), lines, sizes[p].width, sizes[p].height, focused)
}

// beside joins two columns line by line.
func beside(left, right []string) []string {
	out := make([]string, 0, len(left))
	for i := range left {
		out = append(out, left[i]+right[i])
	}
	return out
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

// brief says in one line what an item is about: the obstacle first.
func (m *Model) brief(l *line, it item) {
	t, k := m.theme, m.look()
	r := it.row
	if r == nil {
		label, _ := k.groupLabel(it.group)
		l.put(t.State(model.StateBlocked), label).put(t.Faint, " "+groupTasks(it.group))
		return
	}
	l.put(t.State(r.State), t.Glyph(r.State)+" ").put(theme.Token{}, safe.Line(r.Title, lineLimit))
	if why := briefReason(r); why != "" {
		l.put(t.Faint, ": "+safe.Line(why, lineLimit))
	}
}

func briefReason(r *model.Row) string {
	if r.Obstacle != nil && r.Obstacle.Text != "" {
		return r.Obstacle.Text
	}
	if f := report.Worst(r); f != nil {
		return f.Message
	}
	return r.Headline
}

// urgency is the order in which panes are asked for the top item.
var urgency = []model.Pane{model.PaneBlocked, model.PaneFalseDone, model.PaneFailed, model.PaneActive, model.PaneRest}

// tinyLines is all that fits a very small terminal: the counts, and the item
// that most needs a look.
func (b *boardScreen) tinyLines(m *Model) []string {
	t, c := m.theme, &m.whole.Counts
	counts := newLine(m.width, t.Ellipsis)
	for _, s := range []model.State{model.StateActive, model.StateBlocked, model.StateFailed, model.StateFalseDone} {
		counts.put(t.State(s), t.Glyph(s)).put(theme.Token{}, words.Number(c[s])+" ")
	}
	lines := []string{counts.String()}
	for _, p := range urgency {
		it := b.panes[p].list(b.snap).at(0)
		if !it.valid() {
			continue
		}
		lines = append(lines, m.tinyItem(it)...)
		break
	}
	for len(lines) < m.height {
		lines = append(lines, blanks(m.width))
	}
	if m.height > 1 {
		late := m.late()
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
		label, _ := m.look().groupLabel(it.group)
		head = label + " " + t.Dot + " " + groupTasks(it.group)
		r = firstRow(it.group)
	} else {
		head = safe.Line(r.Title, lineLimit)
	}
	lines := []string{newLine(m.width, t.Ellipsis).put(t.State(r.State), t.Glyph(r.State)+" "+head).String()}
	for _, s := range wrap(safe.Line(strings.TrimSpace(briefReason(r)), quoteLimit), m.width, max(m.height-2, 1), t.Ellipsis) {
		lines = append(lines, newLine(m.width, t.Ellipsis).put(t.Faint, s).String())
	}
	return lines
}
