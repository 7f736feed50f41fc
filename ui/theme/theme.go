// Package theme holds the colours and glyphs of the screen as semantic tokens: a token
// is named after what it means, never after where it is used. A state is always drawn
// as glyph, word and colour, so that it can be read without colours.
package theme

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
)

// Token is the style of a text with one meaning. The zero Token leaves text as it is.
type Token struct{ on string }

// Paint returns the text in the token's style. The text must be safe already.
func (t Token) Paint(text string) string {
	if t.on == "" || text == "" {
		return text
	}
	return t.on + text + ansi.ResetStyle
}

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
	Added    Token // a line that a change adds
	Removed  Token // a line that it removes

	states     [model.NumStates]Token
	severities [model.NumSeverities]Token
}

// State returns the style of a state.
func (t *Theme) State(s model.State) Token { return t.states[s] }

// Severity returns the style of a severity.
func (t *Theme) Severity(s model.Severity) Token { return t.severities[s] }

// Glyphs are the symbols and border pieces of the screen.
type Glyphs struct {
	Finding               string // a row with a finding of warning or above
	Open, Closed          string // a group that shows its rows, or hides them
	Cycle                 string // before the number of rounds of a cycle
	Dot                   string // between parts of a line
	Arrow                 string // from an old value to a new one
	Ellipsis              string
	Light, Heavy          Border
	states                [model.NumStates]string
	QuoteOpen, QuoteClose string
}

// Border is the pieces of one kind of frame.
type Border struct{ H, V, TL, TR, BL, BR string }

// Glyph returns the symbol of a state.
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

// New returns the theme for a terminal of a colour profile with a dark or a light
// background. On a dark background it uses the terminal's own sixteen colours, which
// its user has chosen. On a light one it uses darker colours where the profile has
// them, because the usual yellow and green are hard to read there.
func New(g Glyphs, dark bool, p colorprofile.Profile) Theme {
	plain, pick, by := lipgloss.NewStyle(), lipgloss.LightDark(dark), lipgloss.Complete(p)
	fg := func(own color.Color, onLight16, onLight256, onLight string) lipgloss.Style {
		c := pick(by(lipgloss.Color(onLight16), lipgloss.Color(onLight256), lipgloss.Color(onLight)), own)
		return plain.Foreground(by(c, c, c))
	}
	red, green := fg(lipgloss.Red, "1", "124", "#b3151c"), fg(lipgloss.Green, "2", "22", "#116329")
	yellow, blue := fg(lipgloss.Yellow, "0", "94", "#7d4e00"), fg(lipgloss.Blue, "4", "25", "#0550ae")
	magenta, cyan := fg(lipgloss.Magenta, "5", "91", "#7a2cb0"), fg(lipgloss.Cyan, "6", "30", "#0b6a73")
	warning := yellow
	if p <= colorprofile.Ascii {
		warning = plain.Faint(true) // to differ from errors, which are plain, and critical ones, which are bold
	}
	t := Theme{
		Glyphs:   g,
		Title:    compile(plain.Bold(true)),
		Faint:    compile(plain.Faint(true)),
		Focus:    compile(cyan),
		Selected: compile(plain.Reverse(true)),
		Match:    compile(plain.Reverse(true).Underline(true)),
		Key:      compile(plain.Bold(true)),
		Quote:    compile(plain.Italic(true)),
		Alarm:    compile(red.Bold(true)),
		Added:    compile(green),
		Removed:  compile(red),
	}
	t.states = [model.NumStates]Token{
		model.StateUnknown: compile(red), model.StateQueued: compile(blue), model.StateScheduled: compile(blue),
		model.StateActive: compile(green), model.StateBlocked: compile(yellow.Bold(true)), model.StateFailed: compile(red.Bold(true)),
		model.StateFalseDone: compile(magenta.Bold(true)), model.StateDone: compile(green), model.StateCancelled: compile(plain.Faint(true)),
	}
	t.severities = [model.NumSeverities]Token{
		model.SeverityInfo: compile(plain.Faint(true)), model.SeverityWarning: compile(warning),
		model.SeverityError: compile(red), model.SeverityCritical: compile(red.Bold(true)),
	}
	return t
}

// compile returns the escape sequence that switches a style on. Painting with that
// costs a hundredth of rendering the style.
func compile(s lipgloss.Style) Token {
	on, _, _ := strings.Cut(s.Render("x"), "x")
	return Token{on}
}
