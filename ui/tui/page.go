package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"notdone/ui/theme"
)

// textLine is one line of a text.
type textLine struct {
	text   string // painted, padded to the page's width
	joins  bool   // it continues the line before it, which was broken
	target int    // the index of the finding or entry that it belongs to; or nothing

	later func() string // paints the line when it is needed; nil: text is painted
	words string        // of a line that is painted later: what a search looks at first
}

// painted returns the line as the screen shows it.
func (l *textLine) painted() string {
	if l.later != nil {
		return l.later()
	}
	return l.text
}

// nothing is the target of lines that belong to no finding or entry.
const nothing = -1

// page collects the lines of a text.
type page struct {
	look
	width  int
	lines  []textLine
	target int // of the lines to be added
	stops  []stop
}

// stop is a place of a text on which the cursor stops.
type stop struct {
	finding int                  // the finding that it belongs to; or nothing
	open    func(*Model) tea.Cmd // opens what stands there; nil: there is nothing to open
}

// at begins the lines of a stop.
func (p *page) at(s stop) {
	p.target = len(p.stops)
	p.stops = append(p.stops, s)
}

func (k look) page(width int) *page { return &page{look: k, width: max(width, 0), target: nothing} }

// line returns a new line, for put.
func (p *page) line() *line { return newLine(p.width, p.theme.Ellipsis) }

// inner begins a line of which a blank stands before the frame.
func (p *page) inner() *line {
	if p.width < narrowAsk {
		return p.line()
	}
	return newLine(p.width-1, p.theme.Ellipsis)
}

// put adds a line.
func (p *page) put(l *line) { p.lines = append(p.lines, textLine{text: l.String(), target: p.target}) }

// later adds a line that is painted when it is shown. words are its text without what
// stands before it, for searches.
func (p *page) later(words string, paint func() *line) {
	p.lines = append(p.lines, textLine{target: p.target, words: words, later: func() string { return paint().String() }})
}

// texts returns the painted lines.
func (p *page) texts() []string { return paintedLines(p.lines) }

func paintedLines(lines []textLine) []string {
	all := make([]string, len(lines))
	for i := range lines {
		all[i] = lines[i].painted()
	}
	return all
}

func (p *page) blank() { p.put(p.line()) }

// heading writes the name of a part of the text.
func (p *page) heading(text string) { p.add(1, p.theme.Title, text) }

// add writes one line, indented, cut at the end.
func (p *page) add(indent int, tok theme.Token, text string) {
	p.put(p.inner().pad(indent).put(tok, text).extend(p.width))
}

// row writes a line of two columns.
func (p *page) row(indent, column int, tok theme.Token, name, text string) {
	p.put(p.inner().pad(indent).put(tok, name).pad(column-1).put(theme.Token{}, " "+text).extend(p.width))
}

// field writes a name and a value; nothing when there is no value.
func (p *page) field(name, value string) {
	column := 15
	if p.width < tinyWidth-2 {
		column = cells(name) + 2
	}
	if value != "" {
		p.row(1, column, p.theme.Faint, name, value)
	}
}

// flow writes safe text, wrapped to at most limit lines; 0: all.
func (p *page) flow(indent, limit int, tok theme.Token, text string) {
	p.hang(p.line(), indent, limit, tok, text)
}

// hang is flow with a first line that has begun.
func (p *page) hang(l *line, indent, limit int, tok theme.Token, text string) {
	p.broken(l, indent, tok, wrap(text, p.width-indent-1, limit, p.theme.Ellipsis))
}

// exact writes all of a safe text, broken only at the ends of lines.
func (p *page) exact(indent int, tok theme.Token, text string) {
	p.broken(p.line(), indent, tok, strings.Split(ansi.Hardwrap(text, max(p.width-indent-1, 1), true), "\n"))
}

// broken writes the lines of a wrapped text, the first one behind what l holds.
func (p *page) broken(l *line, indent int, tok theme.Token, parts []string) {
	for i, s := range parts {
		p.put(l.pad(indent).put(tok, s))
		p.lines[len(p.lines)-1].joins = i > 0
		l = p.line()
	}
}
