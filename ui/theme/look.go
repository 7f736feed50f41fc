package theme

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"notdone/model"
)

// Names are the themes that can be chosen. Auto is dark or light, as the terminal's
// background is; 16 takes the terminal's own sixteen colours, and none no colours.
var Names = []string{Auto, "dark", "light", HighContrast, Sixteen, None}

// The names of themes that are more than a background.
const (
	Auto         = "auto"
	HighContrast = "high-contrast"
	Sixteen      = "16"
	None         = "none"
)

// Background is how bright the terminal's background is.
type Background int

// The backgrounds. On an unknown one the terminal's own sixteen colours are used.
const (
	Unknown Background = iota
	Dark
	Light
)

// palette is the colours of a theme; an empty one leaves the terminal's own.
type palette struct{ red, green, yellow, blue, magenta, cyan, grey, selection string }

// The palettes. Each colour of the first four has a contrast of at least 4.5 on its
// background and on its selection, which is a grey of the 256 colours too.
var (
	onDark = palette{
		red: "#ff8a80", green: "#8ddb8c", yellow: "#e9c46a", blue: "#8ab8ff", magenta: "#d6a4ff", cyan: "#7fd7e0",
		grey: "#a4acb6", selection: "#303030",
	}
	onLight = palette{
		red: "#a8121a", green: "#0f5c25", yellow: "#704600", blue: "#0550ae", magenta: "#6f25a3", cyan: "#095f66",
		grey: "#545c65", selection: "#e4e4e4",
	}
	brightOnDark = palette{
		red: "#ffb3ad", green: "#a8ffb0", yellow: "#ffff66", blue: "#b8d7ff", magenta: "#f0c4ff", cyan: "#9ff5ff", grey: "#e4e4e4",
	}
	deepOnLight = palette{
		red: "#7d0010", green: "#00400f", yellow: "#4f3000", blue: "#00337a", magenta: "#4d0a80", cyan: "#003f47", grey: "#2b2b2b",
	}
	ownOnDark  = palette{red: "1", green: "2", yellow: "3", blue: "12", magenta: "5", cyan: "6"}
	ownOnLight = palette{red: "1", green: "2", yellow: "0", blue: "4", magenta: "5", cyan: "6"}
	// On an unknown background nothing is yellow, which cannot be read on a light one.
	ownOnAny = palette{red: "1", green: "2", blue: "12", magenta: "5", cyan: "6"}
)

// choose returns the palette of a theme for a terminal.
func choose(name string, on Background, p colorprofile.Profile) palette {
	light := name == "light" || on == Light && name != "dark"
	pick := func(dark, bright palette) palette {
		if light {
			return bright
		}
		return dark
	}
	switch {
	case p <= colorprofile.Ascii:
		return palette{}
	case on == Unknown && (name == Auto || name == Sixteen):
		return ownOnAny
	case name == Sixteen || p == colorprofile.ANSI:
		return pick(ownOnDark, ownOnLight)
	case name == HighContrast:
		return pick(brightOnDark, deepOnLight)
	}
	return pick(onDark, onLight)
}

// New returns a theme by its name, for a terminal of a colour profile and a background.
func New(name string, g Glyphs, on Background, p colorprofile.Profile) Theme {
	if name == None {
		p = colorprofile.Ascii
	}
	c, plain := choose(name, on, p), lipgloss.NewStyle()
	fg := func(hue string) lipgloss.Style {
		if hue == "" {
			return plain
		}
		return plain.Foreground(p.Convert(lipgloss.Color(hue)))
	}
	red, green, yellow, blue, magenta, cyan := fg(c.red), fg(c.green), fg(c.yellow), fg(c.blue), fg(c.magenta), fg(c.cyan)
	faint, selected := fg(c.grey), plain.Reverse(true)
	warning, failing, critical := yellow, red, red.Bold(true)
	if c.grey == "" {
		faint = plain.Faint(true)
	}
	if p <= colorprofile.Ascii { // they differ without colours, too
		warning, failing, critical = plain, plain.Bold(true), plain.Bold(true).Underline(true)
	}
	if c.selection != "" {
		selected = plain.Background(p.Convert(lipgloss.Color(c.selection)))
	}
	t := Theme{
		Glyphs:   g,
		Title:    compile(plain.Bold(true)),
		Faint:    compile(faint),
		Focus:    compile(cyan),
		Selected: compile(selected),
		Reversed: c.selection == "",
		Chosen:   compile(plain.Reverse(true)),
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
		model.StateFalseDone: compile(magenta.Bold(true)), model.StateDone: compile(green), model.StateCancelled: compile(faint),
	}
	t.severities = [model.NumSeverities]Token{
		model.SeverityInfo: compile(faint), model.SeverityWarning: compile(warning),
		model.SeverityError: compile(failing), model.SeverityCritical: compile(critical),
	}
	return t
}

// compile returns the escape sequence that switches a style on. Painting with that
// costs a hundredth of rendering the style.
func compile(s lipgloss.Style) Token {
	on, _, _ := strings.Cut(s.Render("x"), "x")
	return Token{on}
}
