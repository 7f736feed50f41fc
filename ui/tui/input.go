package tui

import "charm.land/bubbles/v2/textinput"

// newInput returns an input of one line. Ctrl+a and ctrl+b belong to the
// multiplexer, and no key runs a program to ask for the clipboard: pasting is
// the terminal's.
func newInput() textinput.Model {
	in := textinput.New()
	in.Prompt = ""
	in.CharLimit = 2000
	in.SetVirtualCursor(true)
	in.KeyMap.LineStart.SetKeys("home")
	in.KeyMap.CharacterBackward.SetKeys("left")
	in.KeyMap.Paste.SetEnabled(false)
	styles := in.Styles()
	styles.Cursor.Blink = false
	in.SetStyles(styles)
	return in
}
