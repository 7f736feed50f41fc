// Package theme holds the colours and glyphs of the screen as semantic tokens: a token
// is named after what it means, never after where it is used. A state is always drawn
// as glyph, word and colour, so that it can be read without colours.
package theme

import (
	"strings"

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

// Over lays the token's style under a line of painted text, which keeps its own.
func (t Token) Over(line string) string {
	if t.on == "" {
		return line
	}
	return t.on + strings.ReplaceAll(line, ansi.ResetStyle, ansi.ResetStyle+t.on) + ansi.ResetStyle
}

// Theme is a set of tokens and glyphs.
type Theme struct {
	Glyphs

	Title    Token // the product's name, headings
	Faint    Token // ages, ids, borders out of focus
	Focus    Token // the border of the focused pane
	Selected Token // the line under the cursor; a background, or Reversed
	Reversed bool  // Selected swaps the colours: what it lies under has none of its own
	Chosen   Token // the button that enter presses
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
	Gap                   string // between two columns of panes, where their sides would touch
	Bar                   string // left of what is under the cursor
	Mark                  string // the same of what is selected
	Thumb                 string // in a frame's side: which part of a longer text is seen
	Open, Closed          string // a group that shows its rows, or hides them
	Cycle                 string // before the number of rounds of a cycle
	Times                 string // before how often something comes
	Dot                   string // between parts of a line
	Arrow                 string // from an old value to a new one
	Ellipsis              string
	Light, Heavy          Border
	states                [model.NumStates]string
	severities            [model.NumSeverities]string
	QuoteOpen, QuoteClose string
	New                   string   // something that was not there before
	Bars                  []string // of a sparkline, the lowest first
}

// Border is the pieces of one kind of frame.
type Border struct{ H, V, TL, TR, BL, BR string }

// Glyph returns the symbol of a state.
func (g *Glyphs) Glyph(s model.State) string { return g.states[s] }

// Sign returns the symbol of a severity; a blank for less than a warning.
func (g *Glyphs) Sign(s model.Severity) string { return g.severities[s] }

// Unicode returns the glyphs for terminals that show Unicode.
func Unicode() Glyphs {
	return Glyphs{
		Bar: "▌", Mark: "●", Thumb: "█", Open: "▾", Closed: "▸", Cycle: "↻", Times: "×", Dot: "·", Arrow: "→", Ellipsis: "…",
		QuoteOpen: "“", QuoteClose: "”", New: "✶", Bars: strings.Split("▁▂▃▄▅▆▇█", ""),
		Light: Border{"─", "│", "╭", "╮", "╰", "╯"},
		Heavy: Border{"━", "┃", "┏", "┓", "┗", "┛"},
		states: [model.NumStates]string{
			model.StateUnknown: "?", model.StateQueued: "◌", model.StateScheduled: "◷", model.StateActive: "▶",
			model.StateBlocked: "■", model.StateFailed: "✗", model.StateFalseDone: "◐", model.StateDone: "✓",
			model.StateCancelled: "⊘",
		},
		severities: [model.NumSeverities]string{" ", "△", "▲", "◆"},
	}
}

var plain = strings.NewReplacer("…", "~", "“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "–", "-", "—", "-", "−", "-", "·", "-", "•", "*", "→", ">",
	"←", "<", "×", "x", "✓", "v", "✗", "x", "\u00a0", " ")

// Plain writes the signs of typography, which stand in what agents say and in names that were cut,
// as signs of ASCII that are as wide.
func Plain(text string) string { return plain.Replace(text) }

// ASCII returns the glyphs for terminals that do not.
func ASCII() Glyphs {
	return Glyphs{
		Gap: " ", Bar: "*", Mark: "=", Thumb: "#", Open: "-", Closed: "+", Cycle: "@", Times: "x", Dot: "-", Arrow: "->", Ellipsis: "~",
		QuoteOpen: `"`, QuoteClose: `"`, New: "^", Bars: strings.Split(".:-=+*#@", ""),
		Light: Border{"-", "|", "+", "+", "+", "+"},
		Heavy: Border{"=", "|", "+", "+", "+", "+"},
		states: [model.NumStates]string{
			model.StateUnknown: "?", model.StateQueued: ".", model.StateScheduled: ",", model.StateActive: ">",
			model.StateBlocked: "#", model.StateFailed: "x", model.StateFalseDone: "%", model.StateDone: "v",
			model.StateCancelled: "/",
		},
		severities: [model.NumSeverities]string{" ", "W", "E", "C"},
	}
}
