package tui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/theme"
)

// help lists all keys and glyphs. The keys of the place where it was opened are bold.
type help struct {
	reader
	from Scope // where it was opened
}

// toggleHelp opens the help, or closes it.
func (m *Model) toggleHelp() tea.Cmd {
	if _, open := m.top().(*help); open {
		return m.leave()
	}
	m.push(&help{from: m.top().scope()})
	return nil
}

func (h *help) scope() Scope { return OnHelp }

// fit writes the help.
func (h *help) fit(m *Model) {
	p := m.page(m.width - 2)
	group := ""
	for i := range m.keys.actions {
		a := &m.keys.actions[i]
		names := m.keys.names(a.ID)
		if names == "" {
			continue
		}
		if a.Group != group {
			group = a.Group
			p.heading(group)
		}
		tok := m.theme.Key
		if a.Scopes&h.from == 0 {
			tok = m.theme.Faint
		}
		p.row(3, 18, tok, names, a.Help)
	}
	p.heading("Signs")
	for s := range model.NumStates {
		state := model.State(s)
		p.row(3, 18, m.theme.State(state), m.theme.Glyph(state), state.String()+signNotes[state])
	}
	p.row(3, 18, m.theme.Severity(model.SeverityError), m.theme.Finding, "something was found: a warning or worse")
	p.row(3, 18, theme.Token{}, "#3  "+m.theme.Cycle+"12", "attempts, and rounds of a cycle")
	h.show(p, m.height-3)
}

func (h *help) draw(m *Model, _ func() []string) []string {
	label := cmp.Or(h.more(m), m.keys.name("view.back")+" back")
	return h.fill(m, "Help", label, hints{"move.down move.up=move", "move.last=the signs", "view.find", "view.back"})
}
