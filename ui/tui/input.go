package tui

import (
	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
)

// inputLimit is the greatest length of an input, in runes.
const inputLimit = 2000

// newInput returns an input of one line. Ctrl+a and ctrl+b are left to the terminal
// multiplexer. No key reads the clipboard, which would run a program; the terminal
// pastes.
func newInput() textinput.Model {
	in := textinput.New()
	in.Prompt = ""
	in.CharLimit = inputLimit
	in.SetVirtualCursor(true)
	in.KeyMap.LineStart.SetKeys("home")
	in.KeyMap.CharacterBackward.SetKeys("left")
	in.KeyMap.Paste.SetEnabled(false)
	styles := in.Styles()
	styles.Cursor.Blink = false
	in.SetStyles(styles)
	return in
}

// answerLines is the greatest number of visible lines of an answer.
const answerLines = 5

// newTextArea returns an input of several lines, with the same keys.
func newTextArea() textarea.Model {
	in := textarea.New()
	in.Prompt = ""
	in.CharLimit = inputLimit
	in.ShowLineNumbers = false
	in.DynamicHeight, in.MaxContentHeight = true, inputLimit
	in.SetVirtualCursor(true)
	in.KeyMap.LineStart.SetKeys("home")
	in.KeyMap.CharacterBackward.SetKeys("left")
	in.KeyMap.InsertNewline.SetEnabled(false) // the key is the screen's
	in.KeyMap.Paste.SetEnabled(false)
	in.KeyMap.CopySelection.SetEnabled(false)
	styles := textarea.Styles{}
	styles.Cursor.Blink = false
	in.SetStyles(styles)
	return in
}
