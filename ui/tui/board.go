package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
)

// boardScreen is the bottom screen, with the five panes.
type boardScreen struct {
	base
	snap   *board.Snapshot // the newest snapshot, or the rows of it that match the filter
	panes  [model.NumPanes]*pane
	focus  model.Pane
	from   model.Pane // the pane that had the focus before The rest
	filter *filter
}

func newBoardScreen(ctx context.Context, s *board.Snapshot) *boardScreen {
	b := &boardScreen{snap: s, focus: model.PaneBlocked, from: model.PaneBlocked, filter: newFilter(ctx, "")}
	for i := range b.panes {
		b.panes[i] = newPane(model.Pane(i))
	}
	return b
}

func (b *boardScreen) scope() Scope { return OnBoard }

// current is the focused pane.
func (b *boardScreen) current() *pane { return b.panes[b.focus] }

// fit sizes the panes, and moves cursors and scroll positions to the rows of the
// newest snapshot.
func (b *boardScreen) fit(m *Model) {
	if b.focus != model.PaneRest {
		b.from = b.focus
	}
	for _, p := range b.panes {
		p.resize(0, 0)
	}
	for _, row := range b.tiles(m) {
		for _, t := range row {
			b.panes[t.pane].resize(t.width-2, t.height-2)
		}
	}
	for _, p := range b.panes {
		p.sync(m.look, b.snap, p.id == b.focus)
	}
}

func (b *boardScreen) move(_ *Model, to motion) tea.Cmd {
	p := b.current()
	if p.move(b.snap, to.steps(p.list(b.snap).len(), p.height)); to == first {
		p.first(b.snap)
	}
	return nil
}

// canGoBack reports whether esc does something.
func (b *boardScreen) canGoBack() bool {
	return b.filter.text != "" || b.current().inOpenCause() || b.focus == model.PaneRest
}

// back drops the filter; without a filter it folds the cause under the cursor, or
// leaves The rest for the pane that had the focus before.
func (b *boardScreen) back(m *Model) tea.Cmd {
	switch p := b.current(); {
	case b.filter.text != "":
		return b.setFilter(m, "")
	case p.setOpen(false):
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
func (b *boardScreen) sideways(m *Model, by int) {
	p := b.current()
	switch {
	case by < 0 && p.setOpen(false) || by > 0 && p.setOpen(true):
	case !m.wide():
		b.focus = model.Pane(min(max(int(b.focus)+by, 0), model.NumPanes-1))
	case b.focus == model.PaneRest:
		b.focus = model.PaneFalseDone
	case by > 0:
		b.focus |= 1
	default:
		b.focus &^= 1
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
