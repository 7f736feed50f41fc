package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/query"
)

// boardScreen is the bottom screen, with the five panes.
type boardScreen struct {
	base
	snap    *board.Snapshot // the newest snapshot, or the rows of it that match the filter
	panes   [model.NumPanes]*pane
	focus   model.Pane
	begun   model.Pane // where the focus was put at the start, before any key
	from    model.Pane // the pane that had the focus before The rest
	filter  *filter
	wrong   error    // what is wrong with the text that is typed as a filter; nil: nothing
	earlier []string // the filters that were kept, the last one at the end
	chosen  selection
	orders  [model.NumPanes]query.Order
	zoomed  bool // the focused pane has all the room

	tiles   []tile // where the panes are
	tabbed  bool   // one pane is shown, beneath a line that names all
	tabEnds []int  // where the tabs of that line end
	touched bool   // a key was pressed, or the mouse used
	aim     aim
}

func newBoardScreen(ctx context.Context, s *board.Snapshot) *boardScreen {
	b := &boardScreen{snap: s, focus: model.PaneBlocked, begun: model.PaneBlocked, from: model.PaneBlocked, filter: newFilter(ctx, "")}
	for i := range b.panes {
		b.panes[i] = newPane(model.Pane(i))
	}
	return b
}

// asksFirst are the panes whose tasks ask for somebody, in the order in which the focus
// begins on the first that has any.
var asksFirst = []model.Pane{model.PaneBlocked, model.PaneFailed, model.PaneFalseDone, model.PaneActive}

// placeFocus moves the focus to the first pane that asks for somebody, until the operator has
// moved it, a key was pressed while there were tasks, or all queues are listed and one has a task.
func (m *Model) placeFocus() {
	b := m.board
	if m.placed || b.focus != b.begun {
		return
	}
	for _, p := range asksFirst {
		if m.whole.Rows(p).Len() > 0 {
			b.focus, b.begun, m.placed = p, p, !m.whole.Loading()
			return
		}
	}
}

// seesTasks reports whether any of the panes in which the focus begins has a task.
func (m *Model) seesTasks() bool {
	return slices.ContainsFunc(asksFirst, func(p model.Pane) bool { return m.whole.Rows(p).Len() > 0 })
}

func (b *boardScreen) scope() Scope { return OnBoard }

// current is the focused pane.
func (b *boardScreen) current() *pane { return b.panes[b.focus] }

// fit sizes the panes, and moves cursors and scroll positions to the rows of the
// newest snapshot.
func (b *boardScreen) fit(m *Model) {
	if m.tiny() {
		b.focusUrgent()
	}
	if b.focus != model.PaneRest {
		b.from = b.focus
	}
	for _, p := range b.panes {
		p.begin()
	}
	b.lay(m)
	for _, p := range b.panes {
		p.resize(0, 0)
	}
	for _, t := range b.tiles {
		b.panes[t.pane].resize(t.width-2, t.height-2)
	}
	for _, p := range b.panes {
		p.sync(m.look, b.snap, p.id == b.focus && b.touched)
	}
	b.takeAim(m)
}

func (b *boardScreen) move(_ *Model, to motion) tea.Cmd {
	p := b.current()
	if p.move(b.snap, to.steps(p.list(b.snap).len(), p.height)); to == first {
		p.first(b.snap)
	}
	return nil
}

// zoom gives the focused pane all the room, or takes it back.
func (m *Model) zoom() tea.Cmd {
	m.board.zoomed = !m.board.zoomed
	return nil
}

// canGoBack reports whether esc does something.
func (b *boardScreen) canGoBack() bool {
	return len(b.chosen.refs) > 0 || b.filter.text != "" || b.current().inOpenCause() || b.zoomed || b.focus == model.PaneRest
}

// back drops the selection, or else the filter; without a filter it folds the cause under the cursor, or ends
// the zoom, or leaves The rest for the pane that had the focus before.
func (b *boardScreen) back(m *Model) tea.Cmd {
	switch p := b.current(); {
	case len(b.chosen.refs) > 0:
		b.chosen = selection{}
	case b.filter.text != "":
		return b.setFilter(m, "")
	case p.setOpen(false):
	case b.zoomed:
		b.zoomed = false
	case b.focus == model.PaneRest:
		b.focus = b.from
	}
	return nil
}

// focus moves the focus to a pane.
func (m *Model) focus(p model.Pane) tea.Cmd {
	m.board.focus = p
	return nil
}

// step moves the focus to the next pane, or the previous one.
func (b *boardScreen) step(_ *Model, by int) tea.Cmd {
	n := model.Pane(model.NumPanes)
	b.focus = (b.focus + n + model.Pane(by)) % n
	return nil
}

// sideways folds or unfolds the cause under the cursor. If there is nothing to fold
// or unfold it moves the focus to the pane beside, or in one column to the next one.
func (b *boardScreen) sideways(_ *Model, by int) {
	p := b.current()
	if by < 0 && p.setOpen(false) || by > 0 && p.setOpen(true) {
		return
	}
	at := slices.IndexFunc(b.tiles, func(t tile) bool { return t.pane == b.focus })
	columns := slices.ContainsFunc(b.tiles, func(t tile) bool { return t.x > 0 })
	if at < 0 || !columns {
		b.focus = model.Pane(min(max(int(b.focus)+by, 0), model.NumPanes-1))
		return
	}
	here := b.tiles[at]
	for _, t := range b.tiles {
		beside := t.x > here.x == (by > 0) && t.x != here.x
		if middle := here.y + here.height/2; beside && t.y <= middle && middle < t.y+t.height {
			b.focus = t.pane
		}
	}
}

// nothingHere says why there is nothing to open or to act on.
func (m *Model) nothingHere() string {
	if topmost[*detail](m) == nil && !m.board.current().cursor.valid() {
		return "there is no task here"
	}
	return ""
}

// enter opens the cause under the cursor, or the detail of its task.
func (m *Model) enter() tea.Cmd {
	p := m.board.current()
	if p.cursor.row == nil {
		p.setOpen(!p.inOpenCause())
		return nil
	}
	p.moved = true
	return m.openDetail(p.cursor.row)
}

// match moves to the next or previous row of the filtered board, through the panes
// in their order.
func (b *boardScreen) match(m *Model, step int) {
	p := b.current()
	before := p.cursor
	p.move(b.snap, step)
	if !p.cursor.same(before) {
		return
	}
	for i := 1; i <= model.NumPanes; i++ {
		at := model.Pane((int(b.focus) + i*step + i*model.NumPanes) % model.NumPanes)
		if b.snap.Rows(at).Len() == 0 {
			continue
		}
		b.focus = at
		if b.current().first(b.snap); step < 0 {
			b.move(m, last)
		}
		return
	}
	m.notice = "no match"
}
