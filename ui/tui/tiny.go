package tui

import (
	"strings"

	"notdone/model"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// urgency is the order of the panes by how much they need the operator.
var urgency = []model.Pane{model.PaneBlocked, model.PaneFalseDone, model.PaneFailed, model.PaneActive, model.PaneRest}

// focusUrgent moves the focus to the most urgent pane with tasks, where nothing but the item
// under the cursor is shown: at the start, and from an empty pane.
func (b *boardScreen) focusUrgent() {
	order := urgency
	if b.touched {
		order = append([]model.Pane{b.focus}, urgency...)
	}
	for _, p := range order {
		if b.snap.Rows(p).Len() > 0 {
			b.focus = p
			return
		}
	}
}

// tinyLines draws a very small terminal: the counts, and the item under the cursor.
func (b *boardScreen) tinyLines(m *Model) []string {
	t, c := m.theme, &m.whole.Counts
	counts := newLine(m.width, t.Ellipsis)
	for _, s := range mainStates {
		counts.put(t.State(s), t.Glyph(s)).put(theme.Token{}, words.Number(c[s])+" ")
	}
	lines := []string{counts.String()}
	if it := b.current().cursor; it.valid() {
		lines = append(lines, m.tinyItem(it)...)
	}
	for len(lines) < m.height {
		lines = append(lines, blanks(m.width))
	}
	if m.height > 1 {
		late := strings.Join(m.late(), "; ")
		switch {
		case m.notice != "":
			lines[m.height-1] = newLine(m.width, t.Ellipsis).put(theme.Token{}, " "+safe.Line(m.notice, lineLimit)).String()
		case b.filter.text != "":
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
