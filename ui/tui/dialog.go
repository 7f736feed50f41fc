package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// dialogWidth is the greatest width of a dialog, in cells. Longer lines are hard to
// read.
const dialogWidth = 100

// readableWidth is the least width, in cells, at which a text counts as shown.
const readableWidth = 8

// dialog is a text over another screen, and a key that does what the text says once
// the operator can have read it.
type dialog struct {
	reader
	gate  gate
	seen  map[string]bool // the lines that have been on the screen
	whole bool            // every line that tells what will be done has been on the screen
	above bool            // one that has not is above the visible ones, and none is below
}

func (d *dialog) guard() *gate { return &d.gate }

// dialogPage returns a page as wide as the inside of a dialog.
func (m *Model) dialogPage() *page { return m.page(min(m.width, dialogWidth) - 2) }

// showDialog replaces the text. Its first needed lines tell what will be done. It
// leaves room for below lines beneath the text.
func (d *dialog) showDialog(m *Model, p *page, below, needed int) {
	d.show(p, min(m.height-3-below, len(p.lines)))
	if d.seen == nil {
		d.seen = map[string]bool{}
	}
	for _, l := range d.shown() {
		d.seen[l.text] = true
	}
	due := p.lines[:min(max(needed, 0), len(p.lines))]
	isUnseen := func(l textLine) bool { return !d.seen[l.text] }
	d.whole = len(due) > 0 && p.width >= readableWidth && !slices.ContainsFunc(due, isUnseen)
	d.above = slices.ContainsFunc(due, isUnseen) && !slices.ContainsFunc(due[min(d.from, len(due)):], isUnseen)
}

// showUnseen scrolls by a screen towards the lines that must still be shown.
func (d *dialog) showUnseen() {
	to := down
	if d.above {
		to = up
	}
	d.to(d.from + to.steps(0, 0)*max(d.room, 1))
	d.keepCursor(to)
}

// wayToUnseen is the action whose key leads to those lines.
func (d *dialog) wayToUnseen() string {
	if d.above {
		return "move.first"
	}
	return "move.down"
}

// confirm calls do if the operator has had time to read the dialog and no further
// key follows within settlePause. Otherwise the notice begins with not.
func (d *dialog) confirm(m *Model, not, key string, do func() tea.Cmd) tea.Cmd {
	if !m.typedWhileOpen(&d.gate) {
		m.notice = not + ": keys came too fast to have read this; wait a moment, then " + m.keys.name(key)
		return nil
	}
	return m.settle(settlePause, not+": other keys followed at once", do)
}

// overlay draws the dialog in the middle of the screen, over the lines under it, and
// a footer.
func (d *dialog) overlay(m *Model, under []string, title, label string, text []string, all hints) []string {
	f := frame{title: title, label: label, lines: text}
	f.foot, f.thumb = d.position(m)
	return m.overlay(under, f, m.footer(&d.find, all))
}

// overlay draws a frame around its lines in the middle of the screen, over the lines under
// it, and a footer.
func (m *Model) overlay(under []string, f frame, foot string) []string {
	if m.height < 2 {
		return under
	}
	f.width, f.height, f.focused = min(m.width, dialogWidth), len(f.lines)+2, true
	box := m.frame(f)
	if len(box) == 0 {
		return append(slices.Repeat([]string{blanks(m.width)}, m.height-1), foot)
	}
	x, y := max((m.width-f.width)/2, 0), max((m.height-1-len(box))/2, 0)
	canvas := lipgloss.NewCanvas(m.width, m.height-1)
	canvas.Compose(lipgloss.NewCompositor(
		lipgloss.NewLayer(strings.Join(under, "\n")).ID("under"),
		lipgloss.NewLayer(strings.Join(box, "\n")).ID(f.title).X(x).Y(y).Z(1),
	))
	return append(strings.Split(canvas.Render(), "\n"), foot)
}
