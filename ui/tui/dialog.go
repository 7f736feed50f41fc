package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// dialogWidth is the most that a dialog needs; more would be hard to read.
const dialogWidth = 100

// dialog is a text over other screens, with a key that does what the text says.
type dialog struct {
	reader
	gate  gate
	seen  map[string]bool // the lines that were on the screen
	whole bool            // all lines were that tell what will be done
}

func (d *dialog) guard() *gate { return &d.gate }

// dialogPage is the page for the text of a dialog.
func (m *Model) dialogPage() *page { return m.page(min(m.width, dialogWidth) - 2) }

// showDialog replaces the text, of which the first lines, as many as needed, tell
// what will be done. Below it some lines of the screen are left.
func (d *dialog) showDialog(m *Model, p *page, below, needed int) {
	d.show(p, min(m.height-3-below, len(p.lines)))
	if d.seen == nil {
		d.seen = map[string]bool{}
	}
	for _, l := range d.shown() {
		d.seen[l.text] = true
	}
	d.whole = !slices.ContainsFunc(p.lines[:min(needed, len(p.lines))], func(l textLine) bool { return !d.seen[l.text] })
}

// confirm does what the dialog says, if the operator can have read it and no
// further key follows. Not says that it is not done.
func (d *dialog) confirm(m *Model, not, key string, do func() tea.Cmd) tea.Cmd {
	if !m.typedWhileOpen(&d.gate) {
		m.notice = not + ": keys came too fast to have read this; wait a moment, then " + m.keys.name(key)
		return nil
	}
	return m.settle(settlePause, not+": other keys followed at once", do)
}

// overlay lays the dialog with a footer over the middle of the screen.
func (d *dialog) overlay(m *Model, under []string, title, label string, text []string, all hints) []string {
	if m.height < 2 {
		return under
	}
	foot, width := m.footer(&d.find, all), min(m.width, dialogWidth)
	box := m.frame(title, label, text, width, len(text)+2, true)
	if len(box) == 0 {
		return append(slices.Repeat([]string{blanks(m.width)}, m.height-1), foot)
	}
	x, y := max((m.width-width)/2, 0), max((m.height-1-len(box))/2, 0)
	canvas := lipgloss.NewCanvas(m.width, m.height-1)
	canvas.Compose(lipgloss.NewCompositor(
		lipgloss.NewLayer(strings.Join(under, "\n")).ID("under"),
		lipgloss.NewLayer(strings.Join(box, "\n")).ID(title).X(x).Y(y).Z(1),
	))
	return append(strings.Split(canvas.Render(), "\n"), foot)
}
