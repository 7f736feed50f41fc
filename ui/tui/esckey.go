package tui

import (
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// followsEsc returns the key that was typed after esc. Most terminals send alt with a key as
// esc and the key: what is typed right after esc, or arrives with it over a slow line, is
// read as one key. It reports false where that key is bound, or is typed into a text.
func (m *Model) followsEsc(msg tea.KeyPressMsg) (key tea.KeyPressMsg, ok bool) {
	place := m.top().scope()
	if msg.Mod&^tea.ModShift != tea.ModAlt || place&onTyping != 0 || m.keys.action(place, msg.String()) != nil {
		return key, false
	}
	key = msg
	key.Mod &^= tea.ModAlt
	switch {
	case msg.ShiftedCode != 0:
		key.Text = string(msg.ShiftedCode)
	case unicode.IsGraphic(msg.Code) && msg.Code <= unicode.MaxRune:
		key.Text = string(msg.Code)
	}
	return key, true
}
