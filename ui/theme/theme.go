// Package theme holds the look of the screen as semantic tokens: what a colour
// means, never where it is used. A state is always glyph, word and colour, so
// that it reads without colour too.
package theme

import (
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
)

// Token is one meaning of text on the screen. The zero Token paints nothing.
type Token struct{ on string }

// Paint returns the text in the token's look. The text must already be safe.
func (t Token) Paint(text string) string {
	if t.on == "" || text == "" {
		return text
	}
	return t.on + text + ansi.ResetStyle
}

func token(s ansi.Style) Token { return Token{on: s.String()} }

// Theme is a set of tokens and glyphs.
type Theme struct {
	Glyphs

	Title    Token // the product's name, headings
	Faint    Token // ages, ids, borders out of focus
	Focus    Token // the border of the focused pane
	Selected Token // the line under the cursor
	Match    Token // what a search has found
	Key      Token // a key in the footer
	Quote    Token // an agent's own words
	Alarm    Token // a source that is late, an error

	states     [model.NumStates]Token
	severities [model.NumSeverities]Token
}

// State returns the look of a state.
func (t *Theme) State(s model.State) Token { return t.states[s] }

// Severity returns the look of a severity.
func (t *Theme) Severity(s model.Severity) Token { return t.severities[s] }

// Glyphs are the signs and border pieces of the screen.
type Glyphs struct {
	Finding               string // a row with a finding of warning or above
	Open, Closed          string // a group that shows its rows, or hides them
	Cycle                 string // rounds of a cycle
	Dot                   string // between parts of a line
	Arrow                 string // from an old value to a new one
	Ellipsis              string
	Light, Heavy          Border
	states                [model.NumStates]string
	QuoteOpen, QuoteClose string
}

// Border is the pieces of one kind of frame.
type Border struct{ H, V, TL, TR, BL, BR string }

// Glyph returns the sign of a state.
func (g *Glyphs) Glyph(s model.State) string { return g.states[s] }

// Unicode returns the glyphs for terminals that show Unicode.
func Unicode() Glyphs {
	return Glyphs{
		Finding: "▲", Open: "▾", Closed: "▸", Cycle: "↻", Dot: "·", Arrow: "→", Ellipsis: "…",
		QuoteOpen: "“", QuoteClose: "”",
		Light: Border{"─", "│", "╭", "╮", "╰", "╯"},
		Heavy: Border{"━", "┃", "┏", "┓", "┗", "┛"},
		states: [model.NumStates]string{
			model.StateUnknown: "?", model.StateQueued: "◌", model.StateScheduled: "◷", model.StateActive: "▶",
			model.StateBlocked: "■", model.StateFailed: "✗", model.StateFalseDone: "◐", model.StateDone: "✓",
			model.StateCancelled: "⊘",
		},
	}
}

// ASCII returns the glyphs for terminals that do not.
func ASCII() Glyphs {
	return Glyphs{
		Finding: "!", Open: "v", Closed: ">", Cycle: "@", Dot: "-", Arrow: "->", Ellipsis: "~",
		QuoteOpen: `"`, QuoteClose: `"`,
		Light: Border{"-", "|", "+", "+", "+", "+"},
		Heavy: Border{"=", "|", "+", "+", "+", "+"},
		states: [model.NumStates]string{
			model.StateUnknown: "?", model.StateQueued: ".", model.StateScheduled: ",", model.StateActive: ">",
			model.StateBlocked: "#", model.StateFailed: "x", model.StateFalseDone: "%", model.StateDone: "+",
			model.StateCancelled: "-",
		},
	}
}

// Default returns the theme in the terminal's own sixteen colours, which the
// operator has already chosen to be readable on their background.
func Default(g Glyphs) Theme {
	plain := ansi.Style{}
	fg := func(c ansi.BasicColor) ansi.Style { return plain.ForegroundColor(c) }
	t := Theme{
		Glyphs:   g,
		Title:    token(plain.Bold()),
		Faint:    token(plain.Faint()),
		Focus:    token(fg(ansi.Cyan)),
		Selected: token(plain.Reverse(true)),
		Match:    token(plain.Reverse(true).Underline(true)),
		Key:      token(plain.Bold()),
		Quote:    token(plain.Italic(true)),
		Alarm:    token(fg(ansi.Red).Bold()),
	}
	t.states = [model.NumStates]Token{
		model.StateUnknown: token(fg(ansi.Red)), model.StateQueued: token(fg(ansi.Blue)),
		model.StateScheduled: token(fg(ansi.Blue)), model.StateActive: token(fg(ansi.Green)),
		model.StateBlocked: token(fg(ansi.Yellow).Bold()), model.StateFailed: token(fg(ansi.Red).Bold()),
		model.StateFalseDone: token(fg(ansi.Magenta).Bold()), model.StateDone: token(fg(ansi.Green)),
		model.StateCancelled: token(plain.Faint()),
	}
	t.severities = [model.NumSeverities]Token{
		model.SeverityInfo: token(plain.Faint()), model.SeverityWarning: token(fg(ansi.Yellow)),
		model.SeverityError: token(fg(ansi.Red)), model.SeverityCritical: token(fg(ansi.Red).Bold()),
	}
	return t
}
