package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// wheelStep is how many lines or items one notch of the wheel moves.
const wheelStep = 3

// doubleClick is the longest pause between two clicks that open what they are on.
const doubleClick = 400 * time.Millisecond

// click is where the mouse was last pressed, and when.
type click struct {
	on item
	at time.Time
}

// mouse handles the wheel and the buttons. They move and open; nothing that changes a
// queue or a mark is done by the mouse.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if _, plan := m.top().(*planDialog); !plan && m.top().scope()&onTyping != 0 {
		return nil
	}
	switch msg.(type) {
	case tea.MouseWheelMsg:
		switch at.Button {
		case tea.MouseWheelUp:
			return tea.Batch(m.closeGate(readPause), m.wheel(at.X, at.Y, -1))
		case tea.MouseWheelDown:
			return tea.Batch(m.closeGate(readPause), m.wheel(at.X, at.Y, 1))
		default:
		}
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			return m.click(at.X, at.Y)
		}
	}
	return nil
}

// wheel scrolls what is under the pointer: a pane, the preview, or the text in front.
func (m *Model) wheel(x, y, by int) tea.Cmd {
	if m.top() == screen(m.board) {
		if x >= m.listWidth() {
			return m.scrollPreview(by)
		} else if t, ok := m.board.tileAt(x, y); ok {
			m.board.panes[t.pane].scroll(m.board.snap, by*wheelStep)
		}
		return nil
	}
	to := down
	if by < 0 {
		to = up
	}
	var all []tea.Cmd
	for range wheelStep {
		all = append(all, m.top().move(m, to))
	}
	return tea.Batch(all...)
}

// click chooses a pane, an item of it, or a view of a task. A second one opens the item.
func (m *Model) click(x, y int) tea.Cmd {
	if d, ok := m.top().(*detail); ok && y == 0 && m.width >= narrowWidth {
		return d.step(m, d.viewAt(x)-d.view)
	}
	b := m.board
	if m.top() != screen(b) {
		return nil
	}
	for p, end := range b.tabEnds {
		if b.tabbed && y == 1 && x < end {
			return m.focus(model.Pane(p))
		}
	}
	t, ok := b.tileAt(x, y)
	if !ok {
		return nil
	}
	b.focus = t.pane
	p := b.current()
	it := p.itemAt(m.look, y-t.y-1)
	if !it.valid() {
		return nil
	}
	p.cursor, p.moved = it, true
	was, now := m.clicked, m.opt.Now()
	m.clicked = click{it, now}
	if was.on.valid() && was.on.same(it) && now.Sub(was.at) <= doubleClick {
		m.clicked = click{}
		return m.enter()
	}
	return nil
}

// tileAt returns the tile at a place of the screen.
func (b *boardScreen) tileAt(x, y int) (tile, bool) {
	for _, t := range b.tiles {
		if x >= t.x && x < t.x+t.width && y >= t.y && y < t.y+t.height {
			return t, true
		}
	}
	return tile{}, false
}

// itemAt returns the item at a line inside the frame; an invalid one where there is none.
func (p *pane) itemAt(k look, line int) item {
	if p.headed {
		line--
	}
	for _, it := range p.shown {
		if line < 0 {
			break
		}
		if line -= len(p.lines(k, it)); line < 0 {
			return it
		}
	}
	return item{}
}

// viewAt returns the view whose name is at a column of the frame's upper border; the open
// one where there is none.
func (d *detail) viewAt(x int) int {
	at := 3 // behind the corner, a piece of border and a blank
	for i := range views {
		width := cells(views[i].title)
		if i == d.view {
			width += len("[]")
		}
		if x >= at && x < at+width {
			return i
		}
		at += width + len("  ")
	}
	return d.view
}
