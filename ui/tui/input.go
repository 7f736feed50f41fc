package tui

import (
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"notdone/ui/safe"
	"notdone/ui/words"
)

const (
	// inputLimit is the greatest length of an input of one line, in runes.
	inputLimit = 2000
	// answerLimit is that of an answer, in cells.
	answerLimit = 64 << 10
)

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
	in.CharLimit = answerLimit
	in.ShowLineNumbers = false
	in.DynamicHeight, in.MaxContentHeight = true, answerLimit
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

// pasted is a pasted text as it is typed into an input. Terminals, and tmux, send a lone carriage
// return for a line break.
func pasted(text string) string {
	return safe.Block(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), 0)
}

// leftOut says how much of what was typed or pasted is missing in an input, which held another
// text before; empty: nothing is.
func leftOut(msg tea.Msg, before, after string) string {
	text := ""
	switch msg := msg.(type) {
	case tea.PasteMsg:
		text = msg.Content
	case tea.KeyPressMsg:
		text = msg.Text
	}
	came := utf8.RuneCountInString(text) - strings.Count(text, string(utf8.RuneError)) // which no input takes
	lost := came + utf8.RuneCountInString(before) - utf8.RuneCountInString(after)
	if came == 0 || lost <= 0 {
		return ""
	}
	return "no more fits: " + words.Number(lost) + " of " + words.Count(came, "character", "characters") + " left out"
}
