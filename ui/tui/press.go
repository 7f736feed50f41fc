package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// pressed routes a key to what is in front: the filter's input, the help, the
// detail, or the board.
func (m *Model) pressed(msg tea.KeyPressMsg) tea.Cmd {
	m.disturb()
	cmd := m.handle(msg)
	return tea.Batch(cmd, m.hold(readPause))
}

func (m *Model) handle(msg tea.KeyPressMsg) tea.Cmd {
	k := &m.opt.Keys
	m.filter.seek = false
	switch {
	case key.Matches(msg, k.ForceQuit):
		return tea.Quit
	case key.Matches(msg, k.Suspend):
		return m.suspend()
	case m.work != nil && key.Matches(msg, k.Back):
		m.halt()
		return nil
	}
	if r := m.text(); r != nil && (m.plan == nil || m.command != nil || m.plan.typing() == nil) {
		if cmd, handled := r.searched(msg, k); handled {
			m.foundAction()
			return cmd
		}
	}
	switch {
	case m.command != nil:
		return m.pressedInCommand(msg)
	case m.plan != nil:
		return m.pressedInPlan(msg)
	case m.wrong != nil:
		return m.pressedInWrong(msg)
	case m.filter.typing:
		return m.typed(msg)
	case m.help != nil:
		m.pressedInHelp(msg)
		return nil
	case key.Matches(msg, k.Help):
		m.help = &help{}
		return nil
	case m.actions != nil:
		return m.pressedInActions(msg)
	}
	if cmd, handled := m.act(msg); handled {
		return cmd
	}
	if m.detail != nil {
		return m.pressedInDetail(msg)
	}
	return m.pressedOnBoard(msg)
}

// suspend stops the program as ctrl+z stops others.
func (m *Model) suspend() tea.Cmd {
	t := m.opt.Terminal
	if t == nil {
		return nil
	}
	return func() tea.Msg {
		t.Suspend()
		return nil
	}
}

func (m *Model) pressedOnBoard(msg tea.KeyPressMsg) tea.Cmd {
	k, p := &m.opt.Keys, m.current()
	half := max(p.height/2, 1)
	switch {
	case key.Matches(msg, k.Quit):
		return tea.Quit
	case key.Matches(msg, k.Back):
		return m.back()
	case key.Matches(msg, k.Up):
		p.move(m.snap, -1)
	case key.Matches(msg, k.Down):
		p.move(m.snap, 1)
	case key.Matches(msg, k.HalfUp):
		p.move(m.snap, -half)
	case key.Matches(msg, k.HalfDown):
		p.move(m.snap, half)
	case key.Matches(msg, k.Top):
		p.first(m.snap)
	case key.Matches(msg, k.Bottom):
		p.last(m.snap)
	case key.Matches(msg, k.Left):
		if !p.fold() {
			m.beside(-1)
		}
	case key.Matches(msg, k.Right):
		if !p.unfold() {
			m.beside(1)
		}
	case key.Matches(msg, k.Next):
		m.focus = (m.focus + 1) % model.Pane(model.NumPanes)
	case key.Matches(msg, k.Previous):
		m.focus = (m.focus + model.Pane(model.NumPanes) - 1) % model.Pane(model.NumPanes)
	case key.Matches(msg, k.Enter):
		return m.enter()
	case key.Matches(msg, k.Filter):
		return m.openFilter()
	case key.Matches(msg, k.Match):
		m.match(1)
	case key.Matches(msg, k.PreMatch):
		m.match(-1)
	default:
		m.focusByNumber(msg)
	}
	return nil
}

// back drops the filter; without one it folds the cause under the cursor, or goes
// back to the pane from which one came to the rest.
func (m *Model) back() tea.Cmd {
	switch p := m.current(); {
	case m.filter.text != "":
		return m.clearFilter()
	case p.fold():
	case m.focus == model.PaneRest:
		m.focus = m.from
	}
	return nil
}

func (m *Model) focusByNumber(msg tea.KeyPressMsg) {
	k := &m.opt.Keys
	for i, b := range []key.Binding{k.Pane1, k.Pane2, k.Pane3, k.Pane4, k.Pane5} {
		if key.Matches(msg, b) {
			m.focus = model.Pane(i)
		}
	}
}

// beside moves the focus to the pane beside, as the panes lie two by two; in
// one column that is the next one.
func (m *Model) beside(step int) {
	switch {
	case !m.wide():
		to := int(m.focus) + step
		m.focus = model.Pane(min(max(to, 0), model.NumPanes-1))
	case m.focus == model.PaneRest:
		m.focus = model.PaneFalseDone
	case step > 0:
		m.focus |= 1
	default:
		m.focus &^= 1
	}
}

// enter opens the cause under the cursor, or the detail of its task.
func (m *Model) enter() tea.Cmd {
	p := m.current()
	if p.toggle() || !p.cursor.valid() || p.cursor.row == nil {
		return nil
	}
	p.moved = true
	return m.openDetail(p.cursor.row)
}

// match moves to the next or previous row that the filter chooses, over the
// panes in their order.
func (m *Model) match(step int) {
	if m.filter.text == "" {
		m.notice = "no filter: / sets one"
		return
	}
	p := m.current()
	before := p.cursor
	p.move(m.snap, step)
	if !p.cursor.same(before) {
		return
	}
	for i := 1; i <= model.NumPanes; i++ {
		at := model.Pane((int(m.focus) + i*step + i*model.NumPanes) % model.NumPanes)
		if m.snap.Len(at) == 0 {
			continue
		}
		m.focus = at
		if step > 0 {
			m.current().first(m.snap)
		} else {
			m.current().last(m.snap)
		}
		return
	}
	m.notice = "no match"
}
