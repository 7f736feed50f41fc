package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/theme"
)

// help lists every key and every sign; it scrolls where the screen is small.
type help struct{ text reader }

func (m *Model) pressedInHelp(msg tea.KeyPressMsg) {
	k := &m.opt.Keys
	if key.Matches(msg, k.Help, k.Back, k.Quit, k.Enter) {
		m.help = nil
		return
	}
	m.help.text.scrolled(msg, k)
}

// layout writes the help as wide as the screen.
func (h *help) layout(m *Model) {
	t := &m.opt.Theme
	var text []string
	add := func(l *line) { text = append(text, l.String()) }
	width := max(m.width-2, 0)
	for _, s := range m.opt.Keys.Sections() {
		add(newLine(width, t.Ellipsis).put(t.Title, " "+s.Title))
		for _, b := range s.Bindings {
			add(newLine(width, t.Ellipsis).pad(3).put(t.Key, b.Help().Key).pad(16).put(theme.Token{}, b.Help().Desc))
		}
	}
	add(newLine(width, t.Ellipsis).put(t.Title, " Signs"))
	for s := range model.NumStates {
		state := model.State(s)
		add(newLine(width, t.Ellipsis).pad(3).put(t.State(state), t.Glyph(state)).pad(16).put(theme.Token{}, state.String()+signNote(state)))
	}
	add(newLine(width, t.Ellipsis).pad(3).put(t.Severity(model.SeverityError), t.Finding).pad(16).put(theme.Token{}, "something was found: a warning or worse"))
	add(newLine(width, t.Ellipsis).pad(3).put(theme.Token{}, "#3  "+t.Cycle+"4").pad(16).put(theme.Token{}, "attempts, and rounds of a cycle"))
	h.text.show(text, nil, m.height-3)
}

func (h *help) lines(m *Model) []string {
	label := "esc back"
	if h.text.below() > 0 {
		label = "more below, j moves"
	}
	k := &m.opt.Keys
	hints := [][2]string{{"j/k", "move"}, {k.Bottom.Help().Key, "the signs"}, {"/", "search"}, {"esc", "back"}}
	return append(m.look().frame("Help", label, h.text.window(&m.opt.Theme), m.width, m.height-1, true), m.footOf(&h.text.find, hints))
}

func signNote(s model.State) string {
	switch s {
	case model.StateFalseDone:
		return ": the queue says done, the evidence does not"
	case model.StateUnknown:
		return ": cannot tell"
	case model.StateBlocked:
		return ": waits for a person or a change around it"
	case model.StateQueued, model.StateScheduled, model.StateActive, model.StateFailed, model.StateDone, model.StateCancelled:
	}
	return ""
}
