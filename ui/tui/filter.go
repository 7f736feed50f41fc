package tui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/model/board"
	"notdone/ui/safe"
)

// filter narrows all panes to the rows in which every word of a text occurs.
type filter struct {
	input  textinput.Model
	typing bool
	text   string
	// gen counts the filterings asked for, so that a late one is not shown.
	gen uint64
}

func newFilter() filter {
	in := newInput()
	in.Prompt = "/"
	in.CharLimit = 200
	return filter{input: in}
}

// filteredMsg brings the part of a snapshot that a filter chose.
type filteredMsg struct {
	gen  uint64
	snap *board.Snapshot
}

func (m *Model) openFilter() tea.Cmd {
	m.filter.typing = true
	m.filter.input.SetValue(m.filter.text)
	m.filter.input.CursorEnd()
	return m.filter.input.Focus()
}

func (m *Model) clearFilter() tea.Cmd {
	m.filter.typing = false
	m.filter.input.Blur()
	m.filter.input.SetValue("")
	return m.setFilter("")
}

// typed feeds the filter's input and narrows as it is typed.
func (m *Model) typed(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc":
			return m.clearFilter()
		case "enter":
			m.filter.typing = false
			m.filter.input.Blur()
			return nil
		}
	}
	var cmd tea.Cmd
	m.filter.input, cmd = m.filter.input.Update(msg)
	return tea.Batch(cmd, m.setFilter(safe.Line(m.filter.input.Value(), 0)))
}

func (m *Model) setFilter(text string) tea.Cmd {
	if text == m.filter.text {
		return nil
	}
	m.filter.text = text
	return m.refilter()
}

// refilter chooses again from the newest snapshot. Without a filter that is
// the snapshot itself, at once.
func (m *Model) refilter() tea.Cmd {
	m.filter.gen++
	if m.filter.text == "" {
		m.snap = m.whole
		return nil
	}
	gen, whole, f := m.filter.gen, m.whole, model.Filter{Text: m.filter.text}
	return func() tea.Msg {
		return filteredMsg{gen: gen, snap: whole.Filter(f.Match)}
	}
}

func (m *Model) filtered(msg filteredMsg) tea.Cmd {
	if msg.gen == m.filter.gen {
		m.snap = msg.snap
	}
	return nil
}
